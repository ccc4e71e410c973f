//! `snowflake seal`.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use snowflake_kit_core::Encoding;

use crate::error::Error;
use crate::form::IdReader;
use crate::input::Ids;
use crate::public::PublicType;
use crate::{arguments, output};

/// Writes the public texts of IDs, one per line
///
/// They are those of the ID type with this prefix or name, made with the first of
/// the keys in the environment variable `SNOWFLAKE_PUBLIC_KEY`.
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ids: Ids,

    #[command(flatten)]
    public_type: PublicType,

    /// The text form that the IDs are written in [default: recognised]
    #[arg(long, value_name = "FORM", value_parser = arguments::encoding())]
    from: Option<Encoding>,

    /// Print one JSON object per ID and line, with the keys input and output
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake seal 175928847299117063 --prefix usr_
  usr_Hq8AnFvKpSRBZ8kZMTIvP4
  $ snowflake seal usr_0Czks0tP37X --prefix usr_ --json
  {\"input\":\"usr_0Czks0tP37X\",\"output\":\"usr_Hq8AnFvKpSRBZ8kZMTIvP4\"}
  $ snowflake seal 175928847299117063 --name PostId --text base32
  4MWEBFNKAEYF11VZA905V18421
  $ snowflake seal 175928847299117063 --name TagId --form permuted
  Z826569777947533673

With your key the texts differ from those shown; `snowflake keygen` makes a key.
Each ID type has a key of its own, which is derived from the form and from the
prefix, or from the name if it has no prefix: use the same values as the type's
attribute. An ID may have the prefix in front of its number.";

#[derive(Serialize)]
struct SealObject<'a> {
    input: &'a str,
    output: &'a str,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let sealer = arguments.public_type.sealer()?;
    let prefix = arguments.public_type.prefix();
    arguments.ids.each(out, |out, input| {
        let output = sealer.seal(IdReader::read_id(input, arguments.from, prefix)?);
        if arguments.json {
            // It was read, so it is ASCII.
            let input = str::from_utf8(input).unwrap_or_default();
            output::json(out, &SealObject { input, output: &output })
        } else {
            writeln!(out, "{output}").map_err(Error::unwritten)
        }
    })
}
