//! `snowflake layouts`.

use serde_json::{Value, json};

use crate::run;

fn layouts() -> Vec<Value> {
    let all = run(&["layouts", "--json"]).json().remove(0);
    all.as_array().unwrap().clone()
}

#[test]
fn all_presets_are_listed_with_their_ends() {
    let listed: Vec<_> = layouts()
        .iter()
        .map(|layout| (layout["name"].clone(), layout["ends"].clone(), layout["over"] == true))
        .map(|(name, ends, over)| json!([name, ends, over]))
        .collect();
    let expected = json!([
        ["default", "2094-09-07T15:47:35.552Z", false],
        ["twitter", "2080-07-10T17:30:30.209Z", false],
        ["discord", "2084-09-06T15:47:35.552Z", false],
        ["instagram", "2046-06-27T17:00:49.497Z", false],
        ["sonyflake", "2188-11-16T03:28:58.880Z", false],
        ["sonyflake-v2", "2199-03-19T03:28:58.880Z", false],
        ["mastodon", "6429-10-17T02:45:55.328Z", false],
        ["tsid", "2089-09-06T15:47:35.552Z", false],
        ["flake-id", "2084-09-06T15:47:35.552Z", false],
        ["idgen", "2084-09-06T15:47:35.552Z", false],
        ["baidu", "2024-11-20T13:24:16.000Z", true],
        ["trace-id", null, false],
        ["ecmascript", "2094-09-07T15:47:35.552Z", false],
    ]);
    assert_eq!(Value::from(listed), expected);
}

#[test]
fn a_layout_is_described_in_full() {
    let sonyflake = layouts().into_iter().find(|layout| layout["name"] == "sonyflake").unwrap();
    let expected = json!({
        "name": "sonyflake",
        "notation": "sonyflake=time:39@10ms/sequence:8/node:16(machine:16)@2014-09-01",
        "fields": [
            { "name": "time", "bits": 39 },
            { "name": "sequence", "bits": 8 },
            { "name": "machine", "bits": 16 },
        ],
        "time_bits": 39,
        "node_bits": 16,
        "sequence_bits": 8,
        "epoch": "2014-09-01T00:00:00.000Z",
        "epoch_unix_ms": 1_409_529_600_000_i64,
        "tick_ms": 10,
        "ends": "2188-11-16T03:28:58.880Z",
        "ends_unix_ms": 6_907_087_738_880_i64,
        "period_ms": null,
        "over": false,
        "monotonicity": "sharded",
        "ids_per_second": 25_600,
        "nodes": 65_536,
    });
    assert_eq!(sonyflake, expected);
}

#[test]
fn the_table_says_the_same() {
    let shown = run(&["layouts"]).ok();
    let line = |name: &str| {
        let mut lines = shown.lines();
        lines.find(|line| line.split_whitespace().next() == Some(name)).unwrap().to_owned()
    };
    assert_eq!(shown.lines().count(), 14);
    assert!(line("discord").contains("42 time · 5 worker · 5 process · 12 increment    1 ms"));
    assert!(line("baidu").contains("2024-11-20T13:24:16.000Z, over"));
    assert!(line("trace-id").contains("wraps every 388.36 days  "));
    assert!(line("trace-id").contains("  periodic  "));
    assert!(line("mastodon").contains("  full  "));
    assert!(line("ecmascript").ends_with("128000    32"));
}
