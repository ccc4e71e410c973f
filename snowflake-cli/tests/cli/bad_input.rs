//! IDs and options that are refused: each with a message of its own, exit code
//! 2, and nothing on standard output.

use test_databases::hostile;

use crate::{Run, run, run_with_stdin};

const BAD_IDS: &[(&str, &str)] = &[
    ("0", "invalid ID \"0\": 0 is not an ID"),
    ("-1", "invalid ID \"-1\": '-' at byte 0 is not a decimal digit"),
    ("-9223372036854775808", "'-' at byte 0"),
    ("9223372036854775808", "it is larger than the largest ID, 2^63 - 1"),
    ("18446744073709551616", "it is larger than the largest ID, 2^63 - 1"),
    ("1.0", "'.' at byte 1"),
    ("+1", "'+' at byte 0"),
    (" 1", "' ' at byte 0"),
    ("1 ", "' ' at byte 1"),
    ("01", "it has a leading zero (remove it)"),
    ("1_000", "'_' at byte 1"),
    ("", "it is empty"),
    ("١٢٣", "(write ASCII digits)"),
    ("0x7f", "of the other forms base62 has 11, base32 has 13, hex has 16, this has 4 characters"),
    ("0Czks0tP37", "this has 10 characters"),
    ("0Czks0tP37XX", "this has 12 characters"),
    ("AzL8n0Y58m8", "it is larger than the largest ID, 2^63 - 1; expected 11 base62 characters"),
    ("00000000000", "0 is not an ID; expected 11 base62"),
    ("800000000000000a", "it is larger than the largest ID, 2^63 - 1; expected 16"),
    ("usr_0Czks0tP37", "of the other forms base62 has 11, base32 has 13, hex has 16, this has 10"),
    ("usr_0Czks0tP3+X", "for IDs with a prefix use `--prefix usr_`"),
    ("f47ac10b-58cc-4372", "'f' at byte 0"),
    ("usr_", "'u' at byte 0"),
    ("u.r_0Czks0tP37X", "'u' at byte 0"),
    ("prefix_too_longs_0Czks0tP37X", "'p' at byte 0"),
    ("0271065AC1020007", "; in the right case it is `0271065ac1020007`"),
    ("acc_04w86bb0g4007", "; in the right case it is `acc_04W86BB0G4007`"),
    ("\u{1b}[31m", "invalid ID \"\\u{1b}[31m\""),
];

#[test]
fn bad_ids_are_refused_by_every_command_that_reads_them() {
    for (id, expected) in BAD_IDS {
        for command in [
            &["decode", id][..],
            &["decode", id, "--json"],
            &["decode", "--layout", "discord", id],
            &["convert", id, "--to", "hex"],
        ] {
            let message = run(command).refused();
            assert!(message.contains(expected), "{command:?}: {message}");
        }
        if !id.is_empty() {
            let message = run_with_stdin(&["decode", "-"], format!("{id}\n")).refused();
            assert!(message.starts_with("error: line 1: invalid ID "), "{message}");
            assert!(message.contains(expected), "{message}");
        }
    }
}

#[test]
fn a_form_that_is_said_is_kept_to() {
    let cases = [
        (&["0Czks0tP37", "--from", "base62"][..], "its length is 10 instead of 11"),
        (&["0Czks0tP37XX", "--from", "base62"], "its length is 12 instead of 11"),
        (&["AzL8n0Y58m8", "--from", "base62"], "larger than the largest ID"),
        (&["04W86BB0G400O", "--from", "base32"], "(write \"0\")"),
        (&["0271065AC1020007", "--from", "hex"], "(write \"a\")"),
        (&["usr_0Czks0tP37X", "--from", "base62"], "'_' at byte 3"),
        (&["0Czks0tP37X", "--from", "decimal"], "'C' at byte 1 is not a decimal digit"),
        (&["pst_0Czks0tP37X", "--prefix", "usr_"], "it does not start with \"usr_\""),
        (&["0Czks0tP37X", "--prefix", "usr_"], "it does not start with \"usr_\""),
        (&["usr_", "--prefix", "usr_"], "there is nothing after the prefix"),
        (&["USR_0Czks0tP37X", "--prefix", "usr_"], "; in the right case it is `usr_0Czks0tP37X`"),
        (&["USR_0271065AC1020007", "--prefix", "usr_"], "`usr_0271065ac1020007`"),
    ];
    for (arguments, expected) in cases {
        let message = run(&[&["decode"], arguments].concat()).refused();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
}

#[test]
fn a_text_of_any_length_is_refused_in_a_short_message() {
    let argument = "1".repeat(100_000);
    let message = run(&["decode", &argument]).refused();
    assert!(message.len() < 300 && message.contains("(100000 bytes)"), "{message}");

    for text in ["1".repeat(1_000_000), "é".repeat(500_000)] {
        let message = run_with_stdin(&["decode", "-"], text).refused();
        assert!(message.len() < 300 && message.contains("(1000000 bytes)"), "{message}");
    }
    let message = run_with_stdin(&["decode", "-"], "1".repeat(10_000_000)).refused();
    assert!(message.contains("line 1: the line is longer than 1048576 bytes"), "{message}");
}

#[test]
fn an_id_that_the_layout_cannot_have_is_refused() {
    let message = run(&["decode", "9007199254740992", "--layout", "ecmascript"]).refused();
    assert!(message.contains("its largest one is 9007199254740991"), "{message}");
    let message = run(&["decode", "1024", "--layout", "trace-id"]).refused();
    assert!(
        message.contains("its sequence would be 1024, which the layout does not use"),
        "{message}"
    );
}

#[test]
fn an_unknown_layout_is_refused_with_the_known_ones() {
    for command in [&["decode", "1"][..], &["mint", "--node", "7"], &["range"]] {
        let message = run(&[command, &["--layout", "twiter"]].concat()).refused();
        for part in ["'twiter'", "default, twitter, discord", "a similar value exists: 'twitter'"] {
            assert!(message.contains(part), "{message}");
        }
        for unknown in ["decimals", "Twitter", ""] {
            let message = run(&[command, &["--layout", unknown]].concat()).refused();
            assert!(message.contains("default, twitter, discord"), "{message}");
        }
    }
    // It has no bits to mint, and no time to bound.
    for command in [&["mint", "--node", "7"][..], &["range"], &["convert", "1", "--to", "uuid"]] {
        let message = run(&[command, &["--layout", "decimal-id"]].concat()).refused();
        assert!(message.contains("default, twitter, discord"), "{message}");
    }
}

#[test]
fn no_command_and_unknown_ones_are_refused() {
    assert_eq!(run(&[]).code, 2);
    assert_eq!(run(&["decode"]).code, 2);
    let message = run(&["decod"]).refused();
    assert!(message.contains("decode"), "{message}");
    run(&["decode", "1", "--yaml"]).refused();
}

#[test]
fn a_bad_id_does_not_keep_the_others_from_being_printed() {
    let run = run(&["convert", "1", "x", "2", "0", "3", "--to", "decimal"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, "1\n2\n3\n"));
    assert_eq!(run.stderr.lines().count(), 2);
}

/// In the arguments of each subcommand, by which clap and the command itself say what is wrong.
#[test]
fn nothing_that_is_repeated_is_obeyed_by_a_terminal() {
    for &text in hostile::NAMES.iter().chain(hostile::TEXTS) {
        let option = format!("--{text}");
        for arguments in [
            &[text][..],
            &["decode", text],
            &["decode", "--layout", text, "1"],
            &["convert", "--to", text, "1"],
            &["mint", "--node", text],
            &["range", "--from", text],
            &["seal", "--prefix", text, "1"],
            &["unseal", "--name", text, "1"],
            &["layouts", text],
            &["leases", text],
            &["sql", "--dialect", "postgres", "--node", "1", "--schema", text],
            &["sql", "--dialect", "mariadb", "--node", "1", "--fill", text],
            &[&option],
        ] {
            let Run { stdout, stderr, .. } = run(arguments);
            assert_eq!(hostile::obeyed(&stderr), "", "{stderr:?}");
            assert_eq!(hostile::obeyed(&stdout), "", "{stdout:?}");
            // Nor does a line look as if it were the command's own.
            let lines = stderr.lines().filter(|line| !line.is_empty());
            assert!(lines.clone().all(|line| line != "# Owned" && line != "- b"), "{stderr}");
            assert!(!stderr.contains("panicked"), "{stderr}");
        }
    }
    let output = run_with_stdin(&["decode"], "\u{1b}[31m\u{202e}1\n");
    assert_eq!(hostile::obeyed(&output.stderr), "", "{:?}", output.stderr);
}
