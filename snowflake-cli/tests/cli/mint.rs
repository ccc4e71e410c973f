//! `snowflake mint`.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};
use std::process::{Command as Process, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

use crate::{command, finish, run};

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis().try_into().unwrap()
}

fn number(value: &serde_json::Value) -> i64 {
    value.as_i64().unwrap()
}

#[test]
fn an_id_has_the_time_and_the_node() {
    let layouts = [
        "default",
        "twitter",
        "discord",
        "instagram",
        "sonyflake",
        "sonyflake-v2",
        "tsid",
        "flake-id",
        "idgen",
        "trace-id",
        "ecmascript",
    ];
    for layout in layouts {
        let before = now();
        let object = run(&["mint", "--node", "7", "--layout", layout, "--json"]).json().remove(0);
        let after = now();
        let unix_ms = number(&object["unix_ms"]);
        assert_eq!(object["node"], 7, "{layout}");
        assert!(before <= unix_ms && unix_ms <= after, "{layout}: {before} {unix_ms} {after}");

        let id = object["id"].as_str().unwrap();
        let decoded = run(&["decode", id, "--layout", layout, "--json"]).json().remove(0);
        assert_eq!(decoded, object);
    }
}

#[test]
fn many_ids_are_distinct_and_in_order() {
    let minted = run(&["mint", "--node", "7", "-n", "100000"]).ok();
    let ids: Vec<u64> = minted.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(ids.len(), 100_000);
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert!(ids.iter().all(|id| id >> 12 & 1023 == 7));
}

#[test]
fn a_slow_layout_waits_for_its_ticks() {
    let minted = run(&["mint", "--node", "65535", "--layout", "sonyflake", "-n", "5000"]).ok();
    let ids: HashSet<&str> = minted.lines().collect();
    assert_eq!(ids.len(), 5000);
}

#[test]
fn runs_after_each_other_never_mint_an_id_twice() {
    // Without waiting for a tick of its own, each run would begin with the
    // first ID of the same 10 ms or the same second.
    for (layout, runs) in [("sonyflake", 20), ("trace-id", 3)] {
        let mint = || run(&["mint", "--node", "1", "--layout", layout]).ok();
        let ids: HashSet<String> = (0..runs).map(|_| mint()).collect();
        assert_eq!(ids.len(), runs, "{layout}");
    }
}

#[test]
fn the_node_may_come_from_the_environment() {
    let with_env = |node: &str, arguments: &[&str]| {
        let mut command = command(arguments);
        command.env("SNOWFLAKE_NODE", node);
        finish(command)
    };
    assert_eq!(with_env("9", &["mint", "--json"]).json()[0]["node"], 9);
    assert_eq!(with_env("9", &["mint", "--node", "8", "--json"]).json()[0]["node"], 8);
    for wrong in ["", "x", "-1", " 7", "4294967296"] {
        let message = with_env(wrong, &["mint"]).refused();
        assert!(message.contains("SNOWFLAKE_NODE") && message.contains("not a node number"));
    }
    let message = with_env("1024", &["mint"]).refused();
    assert!(message.contains("1024 from the environment variable SNOWFLAKE_NODE"), "{message}");

    let message = run(&["mint"]).refused();
    assert!(message.contains("--node 7") && message.contains("SNOWFLAKE_NODE"), "{message}");
}

#[test]
fn a_layout_without_a_node_needs_none() {
    let object = run(&["mint", "--layout", "mastodon", "--json"]).json().remove(0);
    assert_eq!(object["node"], 0);
    let message = run(&["mint", "--layout", "mastodon", "--node", "7"]).refused();
    assert!(message.contains("node 7 does not fit the layout `mastodon`"), "{message}");
}

#[test]
fn ids_are_written_in_the_form_asked_for() {
    let arguments = ["mint", "--node", "7", "--text", "base62", "--prefix", "usr_", "-n", "2"];
    let minted = run(&arguments).ok();
    let texts: Vec<&str> = minted.lines().collect();
    assert_eq!(texts.len(), 2);
    for text in texts {
        assert_eq!(text.len(), 15);
        let read = ["decode", text, "--prefix", "usr_", "--layout", "default", "--json"];
        assert_eq!(run(&read).json()[0]["node"], 7);
    }
    let object = run(&[&arguments[..], &["--json"]].concat()).json().remove(0);
    let id = object["id"].as_str().unwrap();
    assert_eq!(id.strip_prefix("usr_"), object["text"]["base62"].as_str());
}

#[test]
fn what_cannot_be_minted_is_refused() {
    let cases = [
        (
            &["--node", "1024"][..],
            "node 1024 does not fit the layout `default`, which has 0 to 1023",
        ),
        (&["--node", "32", "--layout", "ecmascript"], "which has 0 to 31"),
        (&["--node", "1", "--layout", "baidu"], "no timestamps from 2024-11-20T13:24:16.000Z on"),
        (&["--node", "-1"], "expected a node number"),
        (&["--node", "+7"], "expected a node number"),
        (&["--node", "0x7"], "expected a node number"),
        (&["--node", ""], "expected a node number"),
        (&["--node", "4294967296"], "expected a node number"),
        (&["--node", "7", "-n", "-1"], "expected how many IDs"),
        (&["--node", "7", "-n", "1e3"], "expected how many IDs"),
        (&["--node", "7", "--prefix", "usr"], "an ID prefix ends with"),
        (&["--node", "7", "--prefix", "abcdefghijklmnop_"], "at most 16"),
        (&["--node", "7", "--text", "base64"], "base62"),
    ];
    for (arguments, expected) in cases {
        let message = run(&[&["mint"], arguments].concat()).refused();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    assert_eq!(run(&["mint", "--node", "7", "-n", "0"]).ok(), "");
}

#[test]
fn a_reader_that_has_had_enough_is_no_error() {
    let arguments = [
        &["mint", "--node", "7", "-n", "1000000"][..],
        &["mint", "--node", "7", "-n", "1000000", "--json"],
    ];
    for arguments in arguments {
        let mut child = Process::new(env!("CARGO_BIN_EXE_snowflake"))
            .args(arguments)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        assert!(first.ends_with('\n'));
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert_eq!((child.wait().unwrap().code(), stderr.as_str()), (Some(0), ""));
    }
}
