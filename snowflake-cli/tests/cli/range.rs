//! `snowflake range`.

use serde_json::json;

use crate::run;

fn range(options: &[&str]) -> serde_json::Value {
    run(&[&["range", "--json"], options].concat()).json().remove(0)
}

#[test]
fn the_first_and_the_last_id_are_shown() {
    let shown = run(&["range", "--from", "2026-01-01T00:00:00Z", "--to", "2026-02-01T00:00:00Z"]);
    let expected = "  \
  first  132271570944000000  2026-01-01T00:00:00.000Z
  last   143505594777599999  2026-01-31T23:59:59.999Z
  end    143505594777600000  2026-02-01T00:00:00.000Z
";
    assert_eq!(shown.ok(), expected);
}

#[test]
fn json_has_the_bounds_and_the_ids() {
    let object = range(&["--from", "2026-01-01T00:00:00Z", "--to", "1769904000000"]);
    let expected = json!({
        "layout": "default",
        "from": "2026-01-01T00:00:00.000Z",
        "from_unix_ms": 1_767_225_600_000_i64,
        "to": "2026-02-01T00:00:00.000Z",
        "to_unix_ms": 1_769_904_000_000_i64,
        "first": "132271570944000000",
        "last": "143505594777599999",
        "end": "143505594777600000",
    });
    assert_eq!(object, expected);
}

#[test]
fn a_bound_may_be_left_out() {
    let object = range(&["--to", "2026-01-01T00:00:00Z"]);
    assert_eq!((&object["from"], &object["first"]), (&json!(null), &json!("1")));
    let object = range(&["--from", "2026-01-01T00:00:00Z"]);
    assert_eq!((&object["to"], &object["last"]), (&json!(null), &json!("9223372036854775807")));
    assert_eq!(object["end"], json!(null));
    // Bounds outside of the layout's time are moved to its edges.
    let all = range(&["--from", "-1", "--to", "9223372036854775807"]);
    assert_eq!((&all["first"], &all["last"]), (&json!("1"), &json!("9223372036854775807")));
}

#[test]
fn decode_agrees_at_both_ends() {
    for layout in ["default", "twitter", "discord", "instagram", "sonyflake", "mastodon", "tsid"] {
        let bounds = ["--from", "1767225600000", "--to", "1767225601000", "--layout", layout];
        let object = range(&bounds);
        let tick = if layout == "sonyflake" { 10 } else { 1 };
        let time = |id: u64| {
            let id = id.to_string();
            run(&["decode", &id, "--layout", layout, "--json"]).json()[0]["unix_ms"]
                .as_i64()
                .unwrap()
        };
        let id = |key: &str| -> u64 { object[key].as_str().unwrap().parse().unwrap() };
        let (first, last) = (id("first"), id("last"));
        // Twitter's epoch is no multiple of anything, but its tick is 1 ms.
        assert_eq!((time(first), time(first - 1)), (1_767_225_600_000, 1_767_225_600_000 - tick));
        assert_eq!((time(last), time(last + 1)), (1_767_225_601_000 - tick, 1_767_225_601_000));
    }
}

#[test]
fn times_between_milliseconds_count() {
    // 0.4 ms after a tick began is after it: the next is the first inside.
    let object =
        range(&["--from", "2026-01-01T00:00:00.0004Z", "--to", "2026-01-01T00:00:00.0014Z"]);
    let one = range(&["--from", "1767225600001", "--to", "1767225600002"]);
    assert_eq!((&object["first"], &object["last"]), (&one["first"], &one["last"]));
    // Offsets other than Z count, too.
    let object = range(&["--from", "2026-01-01T01:00:00.001+01:00", "--to", "1767225600002"]);
    assert_eq!(object["first"], one["first"]);
}

#[test]
fn intervals_without_an_id_are_refused() {
    let cases = [
        (&["--from", "0", "--to", "0"][..], "the interval is empty"),
        (&["--from", "1767225600"], "these may be seconds: write 1767225600000, or for an"),
        (&["--to", "1767225600"], "1970 1970-01-21T10:53:45.600Z"),
        (&["--from", "9935999999"], "these may be seconds"),
        (&["--from", "2026-01-02T00:00:00Z", "--to", "2026-01-01T00:00:00Z"], "is reversed"),
        (
            &["--from", "0", "--to", "1735689600000"],
            "contains no timestamp of the layout `default`",
        ),
        (&["--to", "9936000000"], "from 2025-01-01T00:00:00.000Z until just before 2094-09-07"),
        (&["--from", "2100-01-01T00:00:00Z"], "contains no timestamp of the layout `default`"),
        (
            &["--from", "1767225600001", "--to", "1767225600009", "--layout", "sonyflake"],
            "which has one every 10 ms",
        ),
        (&["--layout", "trace-id"], "the layout `trace-id` has no ranges"),
        (&["--layout", "trace-id", "--from", "0"], "wrap around"),
    ];
    for (options, expected) in cases {
        let message = run(&[&["range"], options].concat()).refused();
        assert!(message.contains(expected), "{options:?}: {message}");
    }
}

#[test]
fn bad_times_are_refused() {
    let times = [
        "",
        "tomorrow",
        "2026-01-01",
        "2026-01-01T00:00:00",
        "2026-13-01T00:00:00Z",
        "2026-02-29T00:00:00Z",
        "2026-01-01T25:00:00Z",
        "1.5",
        "+1",
        " 1",
        "1_000",
        "١٢٣",
        "99999999999999999999",
        "-9223372036854775809",
    ];
    for time in times {
        for option in ["--from", "--to"] {
            run(&["range", option, time]).refused();
        }
        run(&["decode", "1", "--at", time]).refused();
    }
}

#[test]
fn the_ends_of_time_are_no_trouble() {
    let times = ["-9223372036854775808", "-9223372036854700000", "9223372036854775807"];
    for at in times {
        for layout in ["trace-id", "default"] {
            for id in ["1", "9223372036854775807"] {
                let run = run(&["decode", id, "--layout", layout, "--at", at]);
                assert!(matches!(run.code, 0 | 2), "{at} {}", run.stderr);
            }
        }
        run(&["decode", "9223372036854775807", "--at", at]).ok();
    }
    for from in times {
        for to in times {
            let run = run(&["range", "--from", from, "--to", to, "--layout", "sonyflake"]);
            assert!(matches!(run.code, 0 | 2), "{from} {to} {}", run.stderr);
        }
    }
}
