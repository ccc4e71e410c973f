//! `snowflake unseal`.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use snowflake_kit_sql::text::Terminal;

use crate::error::Error;
use crate::input::Ids;
use crate::output;
use crate::public::PublicType;

/// Opens public texts and prints the decimal IDs, one per line
///
/// They are opened as texts of the ID type with this prefix or name, with the keys
/// in the environment variable `SNOWFLAKE_PUBLIC_KEY`, separated by commas.
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    ids: Ids,

    #[command(flatten)]
    public_type: PublicType,

    /// Print one JSON object per text and line, with the keys input, output and
    /// `current_key`: whether the text was made with the first key
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake unseal usr_Hq8AnFvKpSRBZ8kZMTIvP4 --prefix usr_
  175928847299117063
  $ snowflake unseal usr_Hq8AnFvKpSRBZ8kZMTIvP4 --prefix usr_ --json
  {\"input\":\"usr_Hq8AnFvKpSRBZ8kZMTIvP4\",\"output\":\"175928847299117063\",\"current_key\":true}
  $ snowflake unseal 4MWEBFNKAEYF11VZA905V18421 --name PostId --text base32
  175928847299117063
  $ echo Z826569777947533673 | snowflake unseal - --name TagId --form permuted
  175928847299117063

With your key the texts differ from those shown. If a text was made with an old
key, standard error says so, or with --json the output. A permuted text that is
mistyped, or of another type, opens as some other ID without an error.";

#[derive(Serialize)]
struct Unsealed<'a> {
    input: &'a str,
    output: String,
    current_key: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let sealer = arguments.public_type.sealer()?;
    arguments.ids.each(out, |out, input| {
        let input = &*String::from_utf8_lossy(input);
        let opened =
            sealer.open(input).map_err(|error| arguments.public_type.refuse(input, error))?;
        if arguments.json {
            let output = opened.id().to_string();
            let current_key = opened.is_current();
            return output::json(out, &Unsealed { input, output, current_key });
        }
        if !opened.is_current() {
            let note = format!("{input}: made with an old key, not with the current one");
            writeln!(Terminal::new(io::stderr()), "note: {note}").map_err(Error::unwritten)?;
        }
        writeln!(out, "{}", opened.id()).map_err(Error::unwritten)
    })
}
