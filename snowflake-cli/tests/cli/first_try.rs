//! What people try before they read the help.

use crate::run;

#[test]
fn the_option_that_is_meant_is_named() {
    for (arguments, meant) in [
        (&["mint", "--to", "base62"][..], "'--text'"),
        (&["mint", "--to=base62"], "'--text'"),
        (&["mint", "--node", "7", "--count", "3"], "'-n'"),
        (&["mint", "--worker-id", "7"], "'--node'"),
        (&["convert", "7", "--format", "hex"], "'--to'"),
        (&["decode", "7", "--preset", "discord"], "'--layout'"),
        (&["range", "--since", "2026-01-01T00:00:00Z"], "'--from'"),
        (&["sql", "--db", "postgres"], "'--dialect'"),
    ] {
        let said = run(arguments).refused();
        assert!(said.contains(&format!("a similar argument exists: {meant}")), "{said}");
    }
}

#[test]
fn the_command_that_is_meant_is_named() {
    for (word, meant) in
        [("generate", "mint"), ("parse", "decode"), ("encode", "convert"), ("encrypt", "seal")]
    {
        let said = run(&[word]).refused();
        assert!(said.contains(&format!("a similar subcommand exists: '{meant}'")), "{said}");
    }
}

/// Clap finds words that are spelled alike.
#[test]
fn a_mistyped_option_is_still_found() {
    let said = run(&["mint", "--txt", "hex"]).refused();
    assert!(said.contains("a similar argument exists: '--text'"), "{said}");
}
