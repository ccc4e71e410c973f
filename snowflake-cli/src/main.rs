//! The command `snowflake`: takes IDs apart, mints them, rewrites them, seals and
//! unseals them, bounds them by time, writes the SQL that does so in a database,
//! lists which process mints under which node number, and plans how a database moves to IDs.
//!
//! Data flows one way: `input` reads IDs, a file per subcommand does its work,
//! `output` (with `picture` and `table`) writes, through `terminal`.

#![forbid(unsafe_code)]

#[cfg(not(feature = "nodes"))]
mod absent;
mod adopt;
#[cfg(test)]
mod any_tests;
mod arguments;
mod completions;
mod convert;
mod decimal;
mod decode;
mod decoded;
mod error;
mod first_try;
mod foreign;
mod form;
mod help;
mod hint;
mod input;
mod keygen;
mod layout_file;
mod layouts;
mod leases;
mod link;
mod man;
mod meaning;
mod mint;
mod moment;
#[cfg(feature = "nodes")]
mod nodes;
mod output;
mod picture;
mod public;
mod quoted;
mod range;
mod rank;
mod seal;
mod sealed;
mod sql;
mod table;
mod terminal;
mod unseal;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use snowflake_kit_sql::text::Terminal;

use crate::error::Error;

/// Works with snowflake IDs: 64-bit integers made of a time, a node number and
/// a sequence.
#[derive(Parser)]
#[command(name = "snowflake", version, after_help = HELP)]
struct Command {
    #[command(subcommand)]
    task: Subcommands,
}

const HELP: &str = "\
Examples:
  $ snowflake decode 175928847299117063 --layout discord
  $ snowflake mint --node 7 -n 3
  $ snowflake convert 175928847299117063 --to base62
  0Czks0tP37X
  $ snowflake decode 015466e4-1b04-7080-807e-798006900715
  $ snowflake range --from 2026-01-01T00:00:00Z --to 2026-02-01T00:00:00Z
  $ snowflake layouts
  $ snowflake keygen
  $ snowflake seal 175928847299117063 --prefix usr_
  $ snowflake unseal usr_Hq8AnFvKpSRBZ8kZMTIvP4 --prefix usr_
  $ snowflake sql --dialect postgres --layout instagram --node 5

An ID is 1 to 9223372036854775807, written in one of these forms:
  decimal  1 to 19 digits
  base62   11 characters, 0-9 A-Z a-z
  base32   13 characters, 0-9 A-Z without I L O U (Crockford's)
  hex      16 characters, 0-9 a-f
or as a UUID, a ULID or a KSUID that was made from it. seal and unseal make and
read the texts of an ID type with a public form, with the keys in the environment
variable SNOWFLAKE_PUBLIC_KEY. With your key the texts differ from those above.

With --json, every ID gives one JSON value on a line of its own, and IDs are
strings in it.

Exit codes: 0 done, 1 failed (input, output, clock), 2 bad input.";

#[derive(Subcommand)]
enum Subcommands {
    Decode(decode::Arguments),
    Mint(mint::Arguments),
    Convert(convert::Arguments),
    Keygen(keygen::Arguments),
    Seal(seal::Arguments),
    Unseal(unseal::Arguments),
    Range(range::Arguments),
    Layouts(layouts::Arguments),
    Sql(Box<sql::Arguments>),
    Leases(leases::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
    #[cfg(feature = "nodes")]
    Nodes(nodes::Arguments),
    Adopt(adopt::Arguments),
    /// Lists the leased node numbers of a store; needs the feature `nodes`
    #[cfg(not(feature = "nodes"))]
    Nodes(absent::Arguments),
}

impl Command {
    fn run(&self, out: &mut impl Write) -> Result<(), Error> {
        match &self.task {
            Subcommands::Decode(arguments) => decode::run(arguments, out),
            Subcommands::Mint(arguments) => mint::run(arguments, out),
            Subcommands::Convert(arguments) => convert::run(arguments, out),
            Subcommands::Keygen(_) => keygen::run(out),
            Subcommands::Seal(arguments) => seal::run(arguments, out),
            Subcommands::Unseal(arguments) => unseal::run(arguments, out),
            Subcommands::Range(arguments) => range::run(arguments, out),
            Subcommands::Layouts(arguments) => layouts::run(arguments, out),
            Subcommands::Sql(arguments) => sql::run(arguments, out),
            Subcommands::Leases(arguments) => leases::run(arguments, out),
            Subcommands::Completions(arguments) => completions::run(arguments, out),
            Subcommands::Man(arguments) => man::run(arguments, out),
            #[cfg(feature = "nodes")]
            Subcommands::Nodes(arguments) => nodes::run(arguments, out),
            Subcommands::Adopt(arguments) => adopt::run(arguments),
            #[cfg(not(feature = "nodes"))]
            Subcommands::Nodes(_) => absent::run(),
        }
    }
}

fn parser() -> clap::Command {
    help::without_backticks(Command::command())
}

fn main() -> ExitCode {
    let matches = parser().try_get_matches();
    let command = match matches.and_then(|matches| Command::from_arg_matches(&matches)) {
        Ok(command) => command,
        Err(mut error) => {
            let command = std::env::args_os().nth(1).unwrap_or_default();
            first_try::suggest(&mut error, &command.to_string_lossy());
            let code = u8::try_from(error.exit_code()).unwrap_or(2);
            // Standard error may be closed.
            let _ = terminal::print(error);
            return ExitCode::from(code);
        }
    };
    let mut out = Terminal::new(BufWriter::with_capacity(1 << 16, io::stdout().lock()));
    let result = command.run(&mut out);
    // What was written before an error is good output.
    let flushed = out.flush().map_err(Error::unwritten);
    match result.and(flushed) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            error.report();
            error.exit_code()
        }
    }
}
