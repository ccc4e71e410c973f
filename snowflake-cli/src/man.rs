//! `snowflake man`.

use std::io::{self, Write};

use clap::Args;
use clap_mangen::Man;

use crate::error::{Cause, Error};
use crate::parser;

/// Prints the manual page of this command, or of a subcommand
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    /// The subcommand
    #[arg(value_name = "COMMAND")]
    command: Option<String>,
}

const HELP: &str = "\
Examples:
  $ snowflake man
  $ snowflake man decode

The page is in the format of man(7): `snowflake man | man -l -` shows it. To
install it, write it to ~/.local/share/man/man1/snowflake.1.";

/// A name that no subcommand has.
#[derive(Debug, thiserror::Error)]
#[error("unknown command {0:?}: `snowflake --help` lists the commands")]
struct UnknownCommand(String);

impl Cause for UnknownCommand {}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let mut parser = parser();
    // Names subcommands in full.
    parser.build();
    let page = match &arguments.command {
        None => Man::new(parser),
        Some(name) => match parser.find_subcommand(name) {
            Some(command) => {
                let full = format!("snowflake-{}", command.get_name());
                Man::new(command.clone()).title(full)
            }
            None => return Err(UnknownCommand(name.clone()).into()),
        },
    };
    let mut text = Vec::new();
    let rendered: io::Result<()> = page.render(&mut text);
    rendered.and_then(|()| out.write_all(&text)).map_err(Error::unwritten)
}
