//! IDs from standard input.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command as Process, Stdio};
use std::sync::LazyLock;
use std::time::{Duration, Instant};

use crate::{run, run_with_stdin};

#[test]
fn a_line_is_an_id() {
    let read = |lines: &str| run_with_stdin(&["convert", "-", "--to", "decimal"], lines).ok();
    assert_eq!(read("1\n2\n"), "1\n2\n");
    assert_eq!(read("1\n2"), "1\n2\n");
    assert_eq!(read("1\r\n2\r\n"), "1\n2\n");
    assert_eq!(read("1\n\n\r\n2\n\n"), "1\n2\n");
    assert_eq!(read(""), "");
    // Beside arguments, in its place.
    let mixed = run_with_stdin(&["convert", "1", "-", "4", "--to", "decimal"], "2\n3\n").ok();
    assert_eq!(mixed, "1\n2\n3\n4\n");
}

#[test]
fn a_bad_line_is_named_and_the_others_are_read() {
    let lines = b"1\nx\n\n2\n \n\xff\n3\n";
    let run = run_with_stdin(&["convert", "-", "--to", "decimal"], lines);
    assert_eq!((run.code, run.stdout.as_str()), (2, "1\n2\n3\n"));
    let errors: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(errors.len(), 3, "{}", run.stderr);
    for (error, start) in errors.iter().zip(["line 2", "line 5", "line 6"]) {
        assert!(error.starts_with(&format!("error: {start}: invalid ID ")), "{error}");
    }

    let run = run_with_stdin(&["decode", "-", "--layout", "ecmascript"], "9007199254740992\n");
    assert!(run.refused().starts_with("error: line 1: 9007199254740992 is not an ID"));

    let long = format!("{}\n7\n", "1".repeat(3 << 20));
    let run = run_with_stdin(&["convert", "-", "--to", "decimal"], long);
    assert_eq!((run.code, run.stdout.as_str()), (2, "7\n"));
}

#[test]
fn a_hundred_thousand_lines_take_seconds_at_most() {
    let mut lines = String::new();
    for id in 0..100_000_u64 {
        writeln!(lines, "{}", 175_928_847_299_117_063 + (id << 22)).unwrap();
    }
    for arguments in [
        &["decode", "-", "--layout", "discord", "--json"][..],
        &["decode", "-", "--layout", "discord"],
        &["convert", "-", "--to", "base62"],
    ] {
        let before = time_of_children();
        let output = run_with_stdin(arguments, lines.clone()).ok();
        assert!(output.lines().count() >= 100_000);
        // The binary is not optimised.
        let took = time_of_children().saturating_sub(before);
        let bounds = Duration::from_millis(10)..Duration::from_secs(30);
        assert!(bounds.contains(&took), "{arguments:?}: {took:?}");
    }
}

/// How long the children of this process that have ended were on a processor, since a busy machine
/// does not make it longer. The time that has passed, where the system is not Linux.
fn time_of_children() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let Ok(stat) = fs::read_to_string("/proc/self/stat") else { return START.elapsed() };
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    // Of proc_pid_stat(5): `cutime` and `cstime`, the 16th and 17th, in hundredths of a second.
    let ticks: u64 = fields.split(' ').skip(13).take(2).map(|it| it.parse::<u64>().unwrap()).sum();
    Duration::from_millis(10 * ticks)
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = Process::new(env!("CARGO_BIN_EXE_snowflake"))
        .args(["convert", "-", "--to", "base62"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for (question, answer) in [("1", "00000000001"), ("62", "00000000010")] {
        writeln!(questions, "{question}").unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), answer);
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

#[test]
fn what_mint_prints_decode_reads() {
    let minted = run(&["mint", "--node", "9", "-n", "1000", "--text", "base32"]).ok();
    let decoded = run_with_stdin(&["decode", "-", "--layout", "default", "--json"], minted).json();
    assert_eq!(decoded.len(), 1000);
    assert!(decoded.iter().all(|object| object["node"] == 9));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output =
        Process::new(env!("CARGO_BIN_EXE_snowflake")).arg("layouts").stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stderr).unwrap();
    assert!(message.starts_with("error: cannot write the standard output: "), "{message}");
}
