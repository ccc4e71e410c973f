//! `snowflake convert`.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use snowflake_core::Encoding;

use crate::error::Error;
use crate::input::Ids;
use crate::{arguments, form, output};

/// Rewrites IDs in another text form, one per line
#[derive(Args)]
#[command(after_long_help = format!("{HELP}\n\n{}", form::HELP))]
#[command(after_help = "`--help` has examples and says how forms are recognised.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    ids: Ids,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = arguments::encoding())]
    to: Encoding,

    /// The prefix to write in front, such as `usr_`
    #[arg(long, value_name = "PREFIX", value_parser = arguments::prefix)]
    to_prefix: Option<&'static str>,

    /// Print one JSON object per ID and line, with the keys input, from, to and
    /// output
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake convert 0Czks0tP37X --from base62 --to decimal
  175928847299117063
  $ snowflake convert 175928847299117063 --to base62 --to-prefix usr_
  usr_0Czks0tP37X
  $ snowflake convert usr_0Czks0tP37X --prefix usr_ --to hex
  0271065ac1020007
  $ echo 175928847299117063 | snowflake convert - --to base32 --json
  {\"input\":\"175928847299117063\",\"from\":\"decimal\",\"to\":\"base32\",\"output\":\"04W86BB0G4007\"}";

#[derive(Serialize)]
struct Converted<'a> {
    input: &'a str,
    from: &'a str,
    to: &'a str,
    output: &'a str,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let text = arguments::text(arguments.to, arguments.to_prefix);
    arguments.ids.each(out, |out, given| {
        let output = text.encode(given.id);
        if arguments.json {
            let converted = Converted {
                input: given.input,
                from: given.encoding.name(),
                to: arguments.to.name(),
                output: output.as_str(),
            };
            output::json(out, &converted)
        } else {
            writeln!(out, "{output}").map_err(Error::Write)
        }
    })
}
