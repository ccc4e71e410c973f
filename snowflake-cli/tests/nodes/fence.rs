//! What a fence changes in a store.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::SystemTime;

use serde_json::{Value, json};

use crate::backend::{Backend, on_each_database};
use crate::nodes;

on_each_database!(
    all_nodes_of_a_space_are_raised_and_none_is_lowered,
    a_dry_run_changes_nothing,
    nodes_are_added_up_to_the_last_one,
    a_fence_that_is_too_short_is_refused,
    a_store_without_rows_has_no_spaces,
    launches_are_closed,
    a_corrupt_row_is_fixed_first,
    others_write_at_the_same_time
);

fn now() -> i64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis() as i64
}

/// The nodes of a store, by their numbers.
fn list(url: &str, space: &str) -> Vec<Value> {
    let list = nodes(url, &["--json", "--space", space]).json();
    list["nodes"].as_array().unwrap().clone()
}

const FOREVER: i64 = 4_102_444_800_000;

fn all_nodes_of_a_space_are_raised_and_none_is_lowered(backend: &Backend) {
    backend.create_table();
    let renewed = now();
    let until = renewed + 30_000;
    backend.insert(&format!("'shop', 7, 41, {until}, 'web-1', {renewed}, {renewed}"));
    backend.insert(&format!("'shop', 9, {FOREVER}000, {FOREVER}, 'web-2', 0, 0"));
    backend.insert("'other', 3, 1, 5, 'web-3', 4, 4");

    let before = now();
    let fenced = nodes(&backend.url, &["--fence", "--json", "--space", "shop"]).json();
    let fence = fenced["until_unix_ms"].as_i64().unwrap();
    // The clocks are one, but the server may round.
    assert!((before - 1_000..=now() + 1_000).contains(&(fence - 60_000)), "{fence}");
    assert_eq!(
        fenced["spaces"],
        json!([{ "space": "shop", "last_node": 1_023, "raised": 2, "added": 1_022,
                 "closed_launches": [] }])
    );
    let all = list(&backend.url, "shop");
    assert_eq!(all.len(), 1_024);
    let token = fence * 1_000;
    for (number, node) in all.iter().enumerate() {
        assert_eq!(node["node"], number);
        assert_eq!(node["holder"], "snowflake nodes --fence");
        let (expected_token, expected_until) = match number {
            9 => (FOREVER * 1_000 + 1_000_000_000, FOREVER),
            _ => (token, fence),
        };
        assert_eq!(
            (&node["token"], &node["until_unix_ms"]),
            (&expected_token.into(), &expected_until.into())
        );
    }
    let other = list(&backend.url, "other");
    assert_eq!((other.len(), &other[0]["token"]), (1, &1.into()));

    // All spaces, and again: each time the tokens are others.
    let text = nodes(&backend.url, &["--fence", "--for", "90s"]).ok();
    assert!(text.contains("fenced until "), "{text}");
    assert!(text.contains("  \"other\"  0 to 1023  1       1023\n"), "{text}");
    assert!(text.contains("  \"shop\"   0 to 1023  1024    0\n"), "{text}");
    let again = list(&backend.url, "shop");
    for (before, after) in all.iter().zip(&again) {
        let of = |node: &Value, key| node[key].as_i64().unwrap();
        assert!(of(after, "token") > of(before, "token"));
        assert!(of(after, "until_unix_ms") >= of(before, "until_unix_ms"));
    }
}

fn a_dry_run_changes_nothing(backend: &Backend) {
    backend.create_table();
    backend.insert("'shop', 7, 41, 1767225630000, 'web-1', 1767225600000, 1767225600000");
    backend.insert("'shop (decimal IDs)', 65, 93, 9223372036854775807, 'web-2', 0, 0");
    let all = || {
        let list = nodes(&backend.url, &["--json"]).json();
        (list["nodes"].clone(), list["launches"].clone())
    };
    let before = all();
    let shown = nodes(&backend.url, &["--fence", "--dry-run"]).ok();
    assert!(shown.contains("\nwould be fenced until "), "{shown}");
    assert!(shown.contains("  \"shop\"  0 to 1023  1       1023\n"), "{shown}");
    assert!(shown.contains("would be closed: launch 65. Start "), "{shown}");
    assert_eq!(all(), before);
}

fn nodes_are_added_up_to_the_last_one(backend: &Backend) {
    backend.create_table();
    backend.insert("'wide', 5000, 41, 1767225630000, 'web-1', 1767225600000, 1767225600000");
    backend.insert("'shop', 40, 41, 1767225630000, 'web-1', 1767225600000, 1767225600000");
    let fenced = nodes(&backend.url, &["--fence", "--json", "--space", "wide"]).json();
    // A layout with node 5000 has 13 bits for it.
    assert_eq!(fenced["spaces"][0]["last_node"], 8_191);
    assert_eq!(list(&backend.url, "wide").len(), 8_192);
    let arguments = ["--fence", "--json", "--space", "shop", "--last-node", "31"];
    let fenced = nodes(&backend.url, &arguments).json();
    // The one that is there is fenced in any case.
    assert_eq!(
        (&fenced["spaces"][0]["raised"], &fenced["spaces"][0]["added"]),
        (&1.into(), &32.into())
    );
    assert_eq!(list(&backend.url, "shop").len(), 33);
}

fn a_fence_that_is_too_short_is_refused(backend: &Backend) {
    backend.create_table();
    backend.insert("'shop', 7, 41, 1767225900000, 'web-1', 1767225600000, 1767225600000");
    let message = nodes(&backend.url, &["--fence"]).failed(1);
    assert_eq!(
        message,
        "error: a lease of node 7 in the space \"shop\" reached 300s past its last renewal, which \
         is longer than `--for 60s`: use the longest term + max_lead + max_skew of all processes\n"
    );
    nodes(&backend.url, &["--fence", "--for", "311s"]).ok();
    // A row that a fence wrote does not show the term of a process.
    nodes(&backend.url, &["--fence"]).ok();
}

fn a_store_without_rows_has_no_spaces(backend: &Backend) {
    backend.create_table();
    let message = nodes(&backend.url, &["--fence"]).failed(1);
    assert!(message.contains("name each with `--space`"), "{message}");
    nodes(&backend.url, &["--fence", "--space", "default", "--last-node", "7"]).ok();
    assert_eq!(list(&backend.url, "default").len(), 8);
    let message = nodes(&backend.url, &["--fence", "--space", " shop"]).failed(1);
    assert!(message.contains("the space \" shop\" begins or ends with white space"), "{message}");
}

fn launches_are_closed(backend: &Backend) {
    backend.create_table();
    for (launch, token) in [(64, 100_000), (65, 93)] {
        backend.insert(&format!(
            "'shop (decimal IDs)', {launch}, {token}, 9223372036854775807, 'web-1', 0, 0"
        ));
    }
    let fenced = nodes(&backend.url, &["--fence"]).ok();
    let expected = "\nspace \"shop\": closed: launch 65. Start processes that mint decimal IDs \
                    with a launch number that no process has ever had\n";
    assert!(fenced.ends_with(expected), "{fenced}");
    let launches = nodes(&backend.url, &["--json"]).json()["launches"].clone();
    assert_eq!((&launches[0]["left"], &launches[1]["left"]), (&0.into(), &0.into()));
    assert_eq!(launches[1]["generators"], 100_000);
}

fn a_corrupt_row_is_fixed_first(backend: &Backend) {
    backend.create_table();
    backend.insert("'shop (decimal IDs)', 65, 93, 5, 'web-1', 0, 0");
    let message = nodes(&backend.url, &["--fence"]).failed(1);
    assert!(
        message.contains("1 row was not written by a lease, so nothing was fenced"),
        "{message}"
    );
}

/// Renewals and claims while fences are made: none is lost, and none lowers a row.
fn others_write_at_the_same_time(backend: &Backend) {
    backend.create_table();
    backend.insert("'shop', 7, 41, 1767225630000, 'web-1', 1767225600000, 1767225600000");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            // Like a renewal, of whatever token is there, so that all of them count.
            for until in FOREVER.. {
                if done.load(Ordering::Relaxed) {
                    break;
                }
                backend.execute(&format!(
                    "UPDATE snowflake_leases SET until_unix_ms = {until}, token = token + 1 \
                     WHERE space = 'shop' AND node = 7"
                ));
            }
        });
        // Also when a fence fails: otherwise the scope waits for the writer for ever.
        let _over = Over(&done);
        let mut last = (0, 0);
        for _ in 0..10 {
            let arguments = ["--fence", "--json", "--last-node", "63"];
            nodes(&backend.url, &arguments).ok();
            let node = list(&backend.url, "shop")[7].clone();
            let now = (node["token"].as_i64().unwrap(), node["until_unix_ms"].as_i64().unwrap());
            assert!(now.0 > last.0 && now.1 >= last.1, "{last:?} became {now:?}");
            last = now;
        }
    });
}

/// Tells the writer to stop.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn what_is_said_of_a_fence_alone_needs_one() {
    for arguments in [&["--for", "1m"][..], &["--last-node", "7"], &["--dry-run"]] {
        let message = nodes("/nowhere/leases", arguments).failed(2);
        assert!(message.contains("--fence"), "{message}");
    }
    for (arguments, expected) in [
        (["--for", "1"], "expected a duration up to 72h"),
        (["--for", "0s"], "expected a duration up to 72h"),
        (["--for", "73h"], "expected a duration up to 72h"),
        (["--last-node", "1048576"], "rows are added for nodes up to 1048575 only"),
    ] {
        let mut all = vec!["--fence"];
        all.extend(arguments);
        let message = nodes("/nowhere/leases", &all).failed(2);
        assert!(message.contains(expected), "{message}");
    }
}
