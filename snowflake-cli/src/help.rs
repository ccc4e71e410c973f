//! What `--help` prints.

use clap::Command;
use clap::builder::{Resettable, StyledStr};

/// The same command with helps that have no backticks. The texts are doc comments, where
/// backticks are markup; a terminal shows them as they are.
pub(crate) fn without_backticks(command: Command) -> Command {
    let about = plain(command.get_about());
    let long_about = plain(command.get_long_about());
    let after_help = plain(command.get_after_help());
    let after_long_help = plain(command.get_after_long_help());
    command
        .about(about)
        .long_about(long_about)
        .after_help(after_help)
        .after_long_help(after_long_help)
        .mut_args(|argument| {
            let help = plain(argument.get_help());
            let long_help = plain(argument.get_long_help());
            argument.help(help).long_help(long_help)
        })
        .mut_subcommands(without_backticks)
}

fn plain(text: Option<&StyledStr>) -> Resettable<StyledStr> {
    text.map(|text| text.to_string().replace('`', "").into()).into()
}
