//! Whatever the arguments are, they are taken or refused, in few words, and nothing panics.

use std::io::{self, Write};

use clap::FromArgMatches;
use proptest::prelude::*;
use proptest::sample::select;

use super::{Command, Subcommands, parser};
use crate::error::Error;

/// What reads a database, by itself or by another program.
const READS_A_DATABASE: [&str; 2] = ["nodes", "adopt"];

/// All other tasks that the parser has.
fn tasks() -> Vec<String> {
    let names =
        parser().get_subcommands().map(|task| task.get_name().to_owned()).collect::<Vec<_>>();
    names.into_iter().filter(|name| !READS_A_DATABASE.contains(&&**name)).collect()
}

/// Options, and values that fit some of them.
const WORDS: &[&str] = &[
    "--json",
    "--layout",
    "--prefix",
    "--text",
    "--to",
    "--from",
    "--at",
    "--node",
    "--caller",
    "--dialect",
    "--decimal",
    "--upgrade",
    "--down",
    "--help",
    "--",
    "-n",
    "default",
    "discord",
    "trace-id",
    "41/10/12@2026-01-01",
    "41/10/12",
    "usr_",
    "usr_Hq8AnFvKpSRBZ8kZMTIvP4",
    "base62",
    "hex",
    "uuid",
    "ksuid",
    "postgres",
    "mysql",
    "2026-01-01T00:00:00Z",
    "0",
    "-1",
    "7",
    "175928847299117063",
    "9223372036854775808",
    "0Czks0tP37X",
    "0271065ac1020007",
    "015466e4-1b04-7080-807e-798006900715",
    "01ARZ3NDEKTSV4RRFFQ69G5FAV",
];

fn word() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => select(WORDS).prop_map(str::to_owned),
        1 => any::<i64>().prop_map(|number| number.to_string()),
        1 => "[0-9A-Za-z_/@:.-]{0,40}",
        1 => any::<String>(),
    ]
}

/// Checks what is reported: of each ID that is refused, and at the end.
pub(crate) fn check(error: &Error) {
    let message = error.to_string();
    assert!(!message.is_empty() && message.len() <= 1_000, "{} bytes: {message}", message.len());
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// Takes so many bytes: there are options that ask for any number of lines.
struct Short(usize);

impl Write for Short {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

proptest! {
    #![proptest_config({
        let default = ProptestConfig::default();
        ProptestConfig { cases: default.cases.max(4_000), ..default }
    })]

    #[test]
    fn any_arguments_are_taken_or_refused(
        task in select(tasks()),
        words in proptest::collection::vec(word(), 0..8),
    ) {
        let arguments = ["snowflake", &task].into_iter().chain(words.iter().map(String::as_str));
        let command = parser()
            .try_get_matches_from(arguments)
            .and_then(|matches| Command::from_arg_matches(&matches));
        let Ok(command) = command else { return Ok(()) };
        // It waits for the ticks of the layout, which may be minutes.
        if matches!(command.task, Subcommands::Mint(_)) {
            return Ok(());
        }
        if let Err(error) = command.run(&mut Short(1 << 20)) {
            error.report();
        }
    }
}
