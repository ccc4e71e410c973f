//! `snowflake mint`.

use std::io::Write;

use clap::Args;
use snowflake_core::{Encoding, Layout};
use snowflake_mint::Generator;

use crate::decoded::Decoded;
use crate::error::Error;
use crate::output::IdObject;
use crate::{arguments, moment, output};

/// Mints IDs, one per line
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    /// The node number [default: the environment variable `SNOWFLAKE_NODE`]
    ///
    /// A layout without a node needs none.
    #[arg(long, value_name = "NUMBER", value_parser = arguments::node)]
    #[arg(allow_negative_numbers = true)]
    node: Option<u32>,

    /// The layout of the IDs
    #[arg(long, value_name = "NAME", default_value = "default", value_parser = arguments::layout())]
    layout: Layout,

    /// How many IDs
    #[arg(short = 'n', value_name = "COUNT", default_value = "1")]
    #[arg(value_parser = arguments::count, allow_negative_numbers = true)]
    count: u64,

    /// The form to write them in
    #[arg(long, value_name = "FORM", default_value = "decimal")]
    #[arg(value_parser = arguments::encoding())]
    text: Encoding,

    /// The prefix to write in front, such as `usr_`
    #[arg(long, value_name = "PREFIX", value_parser = arguments::prefix)]
    prefix: Option<&'static str>,

    /// Print one JSON object per ID and line, as `decode` does; its `id` is in
    /// the form asked for
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake mint --node 7
  $ SNOWFLAKE_NODE=7 snowflake mint -n 1000
  $ snowflake mint --node 7 --text base62 --prefix usr_
  $ snowflake mint --node 7 --layout sonyflake --json

IDs are printed as they are minted, so any number takes the same memory; a tick
has only so many IDs, see `snowflake layouts`.

Before the first ID, it waits for the next tick of the layout to begin (at most
1 ms by default, 1 s for trace-id). So runs with the same node one after
another never print an ID twice, as long as the machine's clock is not set back
in between. Runs at the same time need different nodes.";

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let layout = &arguments.layout;
    let generator = Generator::new(*layout, arguments::node_or_env(arguments.node, layout)?)?;
    let text = arguments::text(arguments.text, arguments.prefix);
    for _ in 0..arguments.count {
        let id = generator.mint_untyped_timeout(generator.limits().max_wait)?;
        if arguments.json {
            let decoded = Decoded::new(id, layout, moment::now().saturating_add(moment::SKEW))?;
            output::json(out, &IdObject::new(&decoded, text))?;
        } else {
            writeln!(out, "{}", text.encode(id)).map_err(Error::Write)?;
        }
    }
    Ok(())
}
