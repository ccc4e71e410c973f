//! `snowflake man`.

use std::io::{self, Write};

use clap::Args;
use clap_mangen::Man;

use crate::error::Error;
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
            None => return Err(Error::NoCommand { name: name.clone() }),
        },
    };
    let mut text = Vec::new();
    let rendered: io::Result<()> = page.render(&mut text);
    rendered.and_then(|()| out.write_all(&text)).map_err(Error::Write)
}
