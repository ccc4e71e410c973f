//! `snowflake mint`.

use std::io::Write;

use clap::Args;
use snowflake_kit_core::{Encoding, Layout, Snowflake};
use snowflake_kit_mint::{Generator, MintError, Minter};

use crate::decoded::Decoded;
use crate::error::{Cause, Consequence, Error};
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

    /// The layout of the IDs: a name, or a notation such as
    /// `41/10/12@2026-01-01` (see `snowflake layouts --help`)
    #[arg(long, value_name = "LAYOUT", default_value = "default")]
    #[arg(value_parser = arguments::layout())]
    layout: Layout,

    /// The value of the caller's field, such as a shard, if the layout has one
    #[arg(long, value_name = "NUMBER", value_parser = arguments::caller)]
    #[arg(allow_negative_numbers = true)]
    caller: Option<u32>,

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
    /// the form of `--text`
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake mint --node 7
  $ SNOWFLAKE_NODE=7 snowflake mint -n 1000
  $ snowflake mint --node 7 --text base62 --prefix usr_
  $ snowflake mint --node 7 --layout sonyflake --json
  $ snowflake mint --node 7 --layout time:41/shard:8/node:5/seq:9@2026-01-01 --caller 42

IDs are printed as they are minted, so memory does not depend on their number.
`snowflake layouts` shows how many IDs a second has.

Before the first ID, the command waits for the next tick of the layout (at most
1 ms by default, 1 s for trace-id). So two runs with the same node, one after the
other, never print the same ID, unless the machine's clock is set back in
between. Runs at the same time need different nodes.";

/// A layout and `--caller` that do not fit together.
#[derive(Debug, thiserror::Error)]
enum Caller {
    #[error(
        "the layout `{layout}` has the field {field}, which is set for each ID: add it, such as \
         `--caller 42`"
    )]
    Missing { layout: &'static str, field: &'static str },

    #[error("the layout `{layout}` has no field that is set for each ID: leave out `--caller`")]
    Superfluous { layout: &'static str },
}

impl Cause for Caller {}

impl Cause for MintError {
    fn consequence(&self) -> Consequence {
        match self {
            Self::NodeOutOfRange { .. } | Self::LayoutEnded { .. } => Consequence::BadInput,
            _ => Consequence::Failure,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let layout = &arguments.layout;
    let with_caller = |id| -> Result<_, Error> {
        match (arguments.caller, layout.caller()) {
            (None, None) => Ok(id),
            (Some(value), Some(_)) => Ok(layout.with_caller(id, value)?),
            (None, Some(field)) => {
                Err(Caller::Missing { layout: layout.name(), field: field.name() }.into())
            }
            (Some(_), None) => Err(Caller::Superfluous { layout: layout.name() }.into()),
        }
    };
    // A value that does not fit is refused before anything is minted.
    with_caller(layout.max_id())?;
    let generator = Generator::new(*layout, arguments::node_or_env(arguments.node, layout)?)?;
    let text = arguments::text(arguments.text, arguments.prefix);
    for _ in 0..arguments.count {
        let id = with_caller(generator.mint_timeout::<Snowflake>(generator.limits().max_wait)?)?;
        if arguments.json {
            let decoded = Decoded::new(id, layout, moment::now().saturating_add(moment::SKEW))?;
            output::json(out, &IdObject::new(&decoded, text))?;
        } else {
            writeln!(out, "{}", text.encode(id)).map_err(Error::unwritten)?;
        }
    }
    Ok(())
}
