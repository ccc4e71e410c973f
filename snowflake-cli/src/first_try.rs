//! Words that people try before they read the help, and what they mean here.

use clap::error::{ContextKind, ContextValue, ErrorKind};

/// Subcommands that do not exist, as other programs call them.
const COMMANDS: [(&[&str], &str); 4] = [
    (&["generate", "gen", "new", "create", "next"], "mint"),
    (&["parse", "inspect", "info", "explain", "show", "id"], "decode"),
    (&["encode", "format", "to", "base62", "hex"], "convert"),
    (&["encrypt", "hide"], "seal"),
];

/// Options of a subcommand, likewise.
const OPTIONS: [(&str, &[&str], &str); 14] = [
    ("mint", &["--to", "--form", "--format", "--encoding", "--as", "--base62"], "--text"),
    ("mint", &["--count", "--number", "--amount", "-c"], "-n"),
    ("mint", &["--worker", "--machine", "--node-id", "--worker-id"], "--node"),
    ("mint", &["--shard"], "--caller"),
    ("mint", &["--preset", "--epoch", "--type"], "--layout"),
    ("convert", &["--text", "--form", "--format", "--encoding", "--as"], "--to"),
    ("convert", &["--preset", "--epoch"], "--layout"),
    ("decode", &["--preset", "--epoch", "--type", "--format"], "--layout"),
    ("decode", &["--text", "--form", "--encoding"], "--from"),
    ("range", &["--since", "--after", "--start", "--begin"], "--from"),
    ("range", &["--until", "--before", "--end"], "--to"),
    ("range", &["--preset", "--epoch"], "--layout"),
    ("sql", &["--database", "--db", "--server"], "--dialect"),
    ("sql", &["--preset", "--epoch"], "--layout"),
];

/// Adds what was likely meant. Clap finds words that are spelled alike; these are not.
pub(crate) fn suggest(error: &mut clap::Error, command: &str) {
    let (wrong, right) = match error.kind() {
        ErrorKind::InvalidSubcommand => (ContextKind::InvalidSubcommand, None),
        ErrorKind::UnknownArgument => (ContextKind::InvalidArg, Some(command)),
        _ => return,
    };
    let Some(ContextValue::String(wrong)) = error.get(wrong) else { return };
    match right {
        None => {
            let is_meant = |(words, _): &&(&[&str], &str)| words.contains(&wrong.as_str());
            if let Some((_, meant)) = COMMANDS.iter().find(is_meant) {
                let meant = vec![(*meant).to_owned()];
                error.insert(ContextKind::SuggestedSubcommand, ContextValue::Strings(meant));
            }
        }
        Some(command) => {
            // A value may be part of it: `--to=base62`.
            let wrong = wrong.split('=').next().unwrap_or_default();
            let is_meant =
                |(of, words, _): &&(&str, &[&str], &str)| *of == command && words.contains(&wrong);
            if let Some((_, _, meant)) = OPTIONS.iter().find(is_meant) {
                let meant = ContextValue::String((*meant).to_owned());
                error.insert(ContextKind::SuggestedArg, meant);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, OPTIONS};
    use crate::parser;

    /// Otherwise a hint would lead to the next error, or hide a word that works.
    #[test]
    fn what_is_meant_exists_and_what_is_tried_does_not() {
        let parser = parser();
        let command =
            |name: &str| parser.get_subcommands().find(|command| command.get_name() == name);
        for (words, meant) in COMMANDS {
            assert!(command(meant).is_some(), "{meant}");
            assert!(words.iter().all(|word| command(word).is_none()), "{words:?}");
        }
        for (of, words, meant) in OPTIONS {
            let has = |option: &str| {
                command(of).unwrap().get_arguments().any(|argument| {
                    let long = argument.get_long().map(|long| format!("--{long}"));
                    let short = argument.get_short().map(|short| format!("-{short}"));
                    long.as_deref() == Some(option) || short.as_deref() == Some(option)
                })
            };
            assert!(has(meant), "{of} {meant}");
            assert!(!words.iter().any(|word| has(word)), "{of} {words:?}");
        }
    }
}
