//! What is listed.

use std::time::SystemTime;

use serde_json::json;
use snowflake_kit_sql::text::literal;
use test_databases::hostile::{self, TEXTS};

use crate::backend::{Backend, on_each_database};
use crate::{command, finish, nodes};

on_each_database!(
    all_is_in_the_json,
    the_list_is_for_people,
    a_table_without_rows,
    a_url_may_be_in_the_environment,
    a_holder_is_shown_and_not_obeyed,
);

fn now() -> i64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis() as i64
}

/// A node that is held until 2100, one whose lease ran out, one that was given
/// back, and another space.
fn fill(backend: &Backend) {
    backend.create_table();
    backend
        .insert("'shop', 3, 41, 4102444800000, 'web-1, process 17', 1767225600000, 1767225700000");
    backend.insert("'shop', 1, 7, 1767225630000, 'web-2', 1767225600000, 1767225600000");
    backend.insert("'shop', 1023, 1, 1767225610999, 'Bücher', 1767225600000, 1767225610000");
    backend.insert("'other', 3, 1, 4102444800000, 'web-3', 1767225600000, 1767225600000");
}

fn all_is_in_the_json(backend: &Backend) {
    fill(backend);
    let before = now();
    let list = nodes(&backend.url, &["--json", "--space", "shop"]).json();
    let after = now();

    let unix_ms = list["unix_ms"].as_i64().unwrap();
    // The clocks are one; by how much they seem to differ depends on how long
    // the answer took.
    let (earliest, latest) = (before - 1_000, after + 1_000);
    assert!((earliest..=latest).contains(&unix_ms), "{before} {unix_ms} {after}");
    assert!(list["skew_ms"].as_i64().unwrap().abs() <= latest - earliest);
    let store = list["store"].as_str().unwrap();
    let (_, name) = backend.url.rsplit_once('/').unwrap();
    assert!(store.contains(name) && !store.contains('@'), "{store}");
    let expected = json!([
        {
            "space": "shop",
            "node": 1,
            "state": "expired",
            "holder": "web-2",
            "token": 7,
            "until": "2026-01-01T00:00:30.000Z",
            "until_unix_ms": 1_767_225_630_000_i64,
            "claimed": "2026-01-01T00:00:00.000Z",
            "claimed_unix_ms": 1_767_225_600_000_i64,
            "renewed": "2026-01-01T00:00:00.000Z",
            "renewed_unix_ms": 1_767_225_600_000_i64,
        },
        {
            "space": "shop",
            "node": 3,
            "state": "held",
            "holder": "web-1, process 17",
            "token": 41,
            "until": "2100-01-01T00:00:00.000Z",
            "until_unix_ms": 4_102_444_800_000_i64,
            "claimed": "2026-01-01T00:00:00.000Z",
            "claimed_unix_ms": 1_767_225_600_000_i64,
            "renewed": "2026-01-01T00:01:40.000Z",
            "renewed_unix_ms": 1_767_225_700_000_i64,
        },
        {
            "space": "shop",
            "node": 1023,
            "state": "free",
            "holder": "Bücher",
            "token": 1,
            "until": "2026-01-01T00:00:10.999Z",
            "until_unix_ms": 1_767_225_610_999_i64,
            "claimed": "2026-01-01T00:00:00.000Z",
            "claimed_unix_ms": 1_767_225_600_000_i64,
            "renewed": "2026-01-01T00:00:10.000Z",
            "renewed_unix_ms": 1_767_225_610_000_i64,
        },
    ]);
    assert_eq!(list["nodes"], expected);
    let all = nodes(&backend.url, &["--json"]).json();
    assert_eq!(all["nodes"].as_array().unwrap().len(), 4);
    let none = nodes(&backend.url, &["--json", "--space", "sho"]).json();
    assert_eq!(none["nodes"], json!([]));
}

fn the_list_is_for_people(backend: &Backend) {
    fill(backend);
    let list = nodes(&backend.url, &[]).ok();
    let mut lines: Vec<&str> = list.lines().collect();
    assert!(lines[0].contains(" this machine's clock"), "{list}");
    let identity = backend.text("SELECT holder FROM snowflake_leases WHERE space = ' registry'");
    assert_eq!(lines.remove(1), format!("registry {identity}"));
    let columns = |line: &str| {
        line.split("  ")
            .map(str::trim)
            .filter(|column| !column.is_empty())
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let names = ["node", "state", "until", "last renewal", "token", "holder"];
    assert_eq!(lines[1..3], ["", "space \"other\""]);
    assert_eq!(columns(lines[3]), names);
    assert_eq!(lines[5..7], ["", "space \"shop\""]);
    assert_eq!(columns(lines[7]), names);
    let expired = columns(lines[8]);
    assert!(expired[1].starts_with("expired ") && expired[1].ends_with(" days ago"), "{list}");
    let held = columns(lines[9]);
    assert!(held[1].starts_with("held, ") && held[1].ends_with(" days left"), "{list}");
    let rest = ["2100-01-01T00:00:00.000Z", "2026-01-01T00:01:40.000Z", "41", "web-1, process 17"];
    assert_eq!((held[0].as_str(), &held[2..]), ("3", &rest.map(str::to_owned)[..]));
    assert_eq!(columns(lines[10])[..2], ["1023", "free"]);
    assert_eq!(lines.len(), 11);
}

fn a_table_without_rows(backend: &Backend) {
    backend.create_table();
    let list = nodes(&backend.url, &[]).ok();
    assert!(list.ends_with("\n\nno node has been claimed\n"), "{list}");
    let list = nodes(&backend.url, &["--space", "shop"]).ok();
    assert!(list.ends_with("\n\nno node of the space \"shop\" has been claimed\n"), "{list}");
}

fn a_url_may_be_in_the_environment(backend: &Backend) {
    fill(backend);
    let mut command = command();
    command.env("DATABASE_URL", &backend.url).arg("--json");
    assert_eq!(finish(command).json()["nodes"].as_array().unwrap().len(), 4);
}

/// Whoever may write to the table chooses the holders.
fn a_holder_is_shown_and_not_obeyed(backend: &Backend) {
    backend.create_table();
    for (node, text) in TEXTS.iter().enumerate() {
        let holder = literal(backend.dialect, text).unwrap();
        backend.insert(&format!(
            "'shop', {node}, 1, 4102444800000, {holder}, 1767225600000, 1767225600000"
        ));
    }
    let list = nodes(&backend.url, &[]).ok();
    assert_eq!(hostile::obeyed(&list), "", "{list}");
    // One line for each, below five of heads.
    assert_eq!(list.lines().count(), 5 + TEXTS.len(), "{list}");
    let printed = nodes(&backend.url, &["--json"]).ok();
    assert_eq!(hostile::obeyed(&printed), "", "{printed}");
    let json: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let holders = json["nodes"].as_array().unwrap().iter().map(|node| &node["holder"]);
    assert!(holders.eq(TEXTS), "{printed}");
}
