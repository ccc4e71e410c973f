//! UUIDs, ULIDs and KSUIDs: those that are IDs, and those of other origin.

use serde_json::{Value, json};

use crate::{run, run_with_stdin};

/// An ID of Discord's layout, as each.
const ID: &str = "175928847299117063";
const UUID: &str = "015466e4-1b04-7080-807e-798006900715";
const ULID: &str = "01AHKE86R4E2080ZKSG03901RN";
const KSUID: &str = "0WhNuenJN8FY8sL8dkicj35tHoz";

/// All presets but the one whose timestamps wrap around.
const LAYOUTS: [&str; 12] = [
    "default",
    "twitter",
    "discord",
    "instagram",
    "sonyflake",
    "sonyflake-v2",
    "mastodon",
    "tsid",
    "flake-id",
    "idgen",
    "baidu",
    "ecmascript",
];

fn convert(id: &str, options: &[&str]) -> String {
    run(&[&["convert", id], options].concat()).ok().trim_end().to_owned()
}

fn decode(id: &str, options: &[&str]) -> Value {
    run(&[&["decode", id, "--json"], options].concat()).json().remove(0)
}

#[test]
fn an_id_becomes_each_and_comes_back() {
    for (form, text) in [("uuid", UUID), ("ulid", ULID), ("ksuid", KSUID)] {
        assert_eq!(convert(ID, &["--layout", "discord", "--to", form]), text);
        assert_eq!(convert(text, &["--to", "decimal"]), ID);
        assert_eq!(convert(text, &["--to", "base62", "--to-prefix", "m_"]), "m_0Czks0tP37X");
        assert_eq!(convert(text, &["--from", form, "--layout", "discord", "--to", "decimal"]), ID);
        // From one to the other, by way of the ID.
        for (other, expected) in [("uuid", UUID), ("ulid", ULID), ("ksuid", KSUID)] {
            assert_eq!(convert(text, &["--to", other]), expected);
        }
    }
}

#[test]
fn every_preset_is_recognised_by_its_values() {
    for layout in LAYOUTS {
        let interval = ["--from", "2024-01-01T00:00:00Z", "--layout", layout, "--json"];
        let object = run(&[&["range"], &interval[..]].concat()).json().remove(0);
        let id = object["first"].as_str().unwrap();
        for form in ["uuid", "ulid", "ksuid"] {
            let text = convert(id, &["--layout", layout, "--to", form]);
            assert_eq!(convert(&text, &["--to", "decimal"]), id);
            let found = decode(&text, &[]);
            // These two share the numbers and times of Discord's.
            let expected = if matches!(layout, "flake-id" | "idgen") { "discord" } else { layout };
            assert_eq!(found["snowflake"]["layout"], expected, "{text}");
            let said = decode(&text, &["--layout", layout]);
            assert_eq!(said["snowflake"], decode(id, &["--layout", layout]));
        }
    }
}

#[test]
fn other_ways_to_write_a_uuid_are_read() {
    for text in [
        "015466E4-1B04-7080-807E-798006900715",
        "015466e41b047080807e798006900715",
        "{015466e4-1b04-7080-807e-798006900715}",
        "urn:uuid:015466e4-1b04-7080-807e-798006900715",
        &ULID.to_lowercase(),
    ] {
        assert_eq!(convert(text, &["--to", "decimal"]), ID, "{text}");
    }
    let prefixed = format!("msg_{ULID}");
    assert_eq!(convert(&prefixed, &["--prefix", "msg_", "--to", "decimal"]), ID);
    // One that begins with a letter is not taken for an ID with a prefix.
    assert_eq!(decode("f47ac10b-58cc-4372-a567-0e02b2c3d479", &[])["form"], "uuid");
}

#[test]
fn json_says_what_became_of_what() {
    let objects = run(&["convert", ID, ULID, "--layout", "discord", "--to", "uuid", "--json"]);
    let expected = [
        json!({ "input": ID, "from": "decimal", "to": "uuid", "output": UUID }),
        json!({ "input": ULID, "from": "ulid", "to": "uuid", "output": UUID }),
    ];
    assert_eq!(objects.json(), expected);
}

#[test]
fn a_value_that_is_an_id_is_shown_with_it() {
    let shown = run(&["decode", UUID]).ok();
    let expected = "\
015466e4-1b04-7080-807e-798006900715
  form       uuid
  version    7 (Unix time, in order)
  time       2016-04-30T11:18:25.796Z
  unix ms    1462015105796
  snowflake  175928847299117063, of discord

";
    let alone = run(&["decode", ID, "--layout", "discord"]).ok();
    assert_eq!(shown, format!("{expected}{alone}"));

    let expected = json!({
        "form": "ksuid",
        "text": KSUID,
        "version": null,
        "unix_ms": 1_462_015_105_000_i64,
        "time": "2016-04-30T11:18:25.000Z",
        "snowflake": decode(ID, &["--layout", "discord"]),
    });
    assert_eq!(decode(KSUID, &[]), expected);
    // The layout that was said is kept to, where two share their values.
    assert_eq!(decode(UUID, &["--layout", "flake-id"])["snowflake"]["layout"], "flake-id");
}

#[test]
fn a_value_of_other_origin_is_shown_as_far_as_it_says() {
    let shown = run(&["decode", "f47ac10b-58cc-4372-a567-0e02b2c3d479"]).ok();
    let expected = "\
f47ac10b-58cc-4372-a567-0e02b2c3d479
  form       uuid
  version    4 (random)
  time       none
  snowflake  no: its version is 4, and only version 7 can be converted
";
    assert_eq!(shown, expected);

    // The examples of RFC 9562, of the ULID specification, and of KSUID's.
    let known = [
        ("c232ab00-9414-11ec-b3c8-9f6bdeced846", json!(1), "2022-02-22T19:22:22.000Z"),
        ("5df41881-3aed-3515-88a7-2f4a814cf09e", json!(3), ""),
        ("919108f7-52d1-4320-9bac-f847db4148a8", json!(4), ""),
        ("2ed6657d-e927-568b-95e1-2665a8aea6a2", json!(5), ""),
        ("1ec9414c-232a-6b00-b3c8-9f6bdeced846", json!(6), "2022-02-22T19:22:22.000Z"),
        ("017f22e2-79b0-7cc3-98c4-dc0c0c07398f", json!(7), "2022-02-22T19:22:22.000Z"),
        ("2489e9ad-2ee2-8e00-8ec9-32d5f69181c0", json!(8), ""),
        ("00000000-0000-0000-0000-000000000000", json!(null), ""),
        ("ffffffff-ffff-ffff-ffff-ffffffffffff", json!(null), ""),
        // Before 1970, in 100 ns since 1582.
        ("00000000-0000-1000-8000-000000000000", json!(1), "1582-10-15T00:00:00.000Z"),
        ("1b21dd21-3813-6fff-8000-000000000000", json!(6), "1969-12-31T23:59:59.999Z"),
        ("01ARZ3NDEKTSV4RRFFQ69G5FAV", json!(null), "2016-07-30T23:54:10.259Z"),
        ("0ujtsYcgvSTl8PAuAdqWYSMnLOv", json!(null), "2017-10-10T04:00:47.000Z"),
    ];
    for (text, version, time) in known {
        let object = decode(text, &[]);
        assert_eq!((&object["text"], &object["version"]), (&json!(text), &version));
        assert_eq!(object["time"].as_str().unwrap_or_default(), time, "{text}");
        assert_eq!(object["unix_ms"].is_null(), time.is_empty(), "{text}");
        assert_eq!(object["snowflake"], Value::Null, "{text}");
        assert!(object["reason"].as_str().unwrap().starts_with("its "), "{object}");

        let message = run(&["convert", text, "--to", "decimal"]).refused();
        assert!(message.contains("is not an ID of any preset: its "), "{message}");
        let message = run(&["decode", text, "--layout", "discord"]).refused();
        assert!(
            message.contains("does not convert to an ID of the layout `discord`: "),
            "{message}"
        );
    }
}

/// A `TraceId` of the second that is 104 s after a wrap.
const TRACE: &str = "28587331878913";

#[test]
fn a_trace_id_is_converted_by_a_reference() {
    let convert = |at: &str, to: &str| {
        run(&["convert", TRACE, "--layout", "trace-id", "--at", at, "--to", to])
    };
    let note = |start: &str| format!("note: {TRACE}: assumed to be of the period from {start}\n");
    let now = "2026-05-10T03:50:00Z";
    for (to, expected) in [
        ("uuid", "019e1001-9640-7000-9c30-001fa2619d73"),
        ("ulid", "01KR8035J0E009RC003YH637BK"),
        ("ksuid", "3DW5UPbT8u23kQlUV5vsR7hjIrj"),
    ] {
        let converted = convert(now, to);
        assert_eq!((converted.code, converted.stdout), (0, format!("{expected}\n")));
        assert_eq!(converted.stderr, note("2026-05-10T03:48:16.000Z"));

        // Back nothing has to be assumed, nor from one to another.
        assert_eq!(run(&["convert", expected, "--to", "decimal"]).ok(), format!("{TRACE}\n"));
        let ulid = run(&["convert", expected, "--to", "ulid", "--at", "0"]);
        assert_eq!(
            (ulid.stdout.trim_end(), ulid.stderr.as_str()),
            ("01KR8035J0E009RC003YH637BK", "")
        );
        let object = decode(expected, &[]);
        assert_eq!(object["snowflake"]["layout"], "trace-id");
        assert_eq!(object["snowflake"]["time"], object["time"]);
        assert_eq!(object["snowflake"]["period_start"], "2026-05-10T03:48:16.000Z");
        assert_eq!(object["snowflake"].get("assumed_period_start"), None);
        let shown = run(&["decode", expected]).ok();
        assert!(shown.contains("\n  period    began 2026-05-10T03:48:16.000Z\n"), "{shown}");
    }

    // A second earlier, and it is of the period before.
    let before = convert("2026-05-10T03:49:59Z", "uuid");
    assert_eq!(before.stderr, note("2025-04-16T19:07:44.000Z"));
    let object = decode(before.stdout.trim_end(), &["--at", now]);
    assert_eq!(object["snowflake"]["time"], "2025-04-16T19:09:28.000Z");

    let json = ["convert", TRACE, "--layout", "trace-id", "--at", now, "--to", "ulid", "--json"];
    let converted = run(&json);
    assert_eq!(converted.stderr, "");
    assert_eq!(
        converted.json()[0],
        json!({
            "input": TRACE,
            "from": "decimal",
            "to": "ulid",
            "output": "01KR8035J0E009RC003YH637BK",
            "assumed_period_start": "2026-05-10T03:48:16.000Z",
        })
    );
    // Where there is nothing to assume, it does not matter.
    let plain = run(&["convert", ID, "--layout", "discord", "--to", "uuid", "--at", "0"]);
    assert_eq!((plain.stdout.trim_end(), plain.stderr.as_str()), (UUID, ""));
}

#[test]
fn what_cannot_be_converted_says_why() {
    let cases = [
        (&[ID, "--to", "uuid"][..], "name it, such as `--layout discord`"),
        (&["1", "--to", "ulid", "--layout", "trace-id"], "give a time soon after the mint"),
        (&["1", "--to", "ulid", "--layout", "trace-id", "--at", "-1"], "does not fit into a ULID"),
        (&["1", "--to", "ksuid", "--layout", "trace-id", "--at", "0"], "does not fit into a KSUID"),
        (&["1", "--to", "uuid", "--layout", "trace-id", "--at", "soon"], "expected an RFC 3339"),
        (
            &["1", "--to", "ksuid", "--layout", "twitter"],
            "2010-11-04T01:42:54.657Z does not fit into a",
        ),
        (
            &["9007199254740992", "--to", "uuid", "--layout", "ecmascript"],
            "9007199254740992 of the layout `ecmascript` does not convert to a UUID: timestamp \
             2199023255552",
        ),
        (
            &[UUID, "--to", "decimal", "--layout", "twitter"],
            "to an ID of the layout `twitter`: its",
        ),
        (&["1", "--to", "uuid", "--to-prefix", "a_"], "leave out `--to-prefix`"),
        (&["usr_1", "--from", "uuid", "--to", "hex"], "invalid UUID \"usr_1\": "),
        (&[UUID, "--from", "ulid", "--to", "hex"], "its length is 36 instead of 26"),
        (&[UUID, "--from", "uuid", "--prefix", "u_", "--to", "hex"], "does not start with \"u_\""),
        (&["8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "--to", "hex"], "larger than the largest one, \"7ZZ"),
        (&["zzzzzzzzzzzzzzzzzzzzzzzzzzz", "--to", "hex"], "invalid KSUID"),
        (&["g15466e4-1b04-7080-807e-798006900715", "--to", "hex"], "found `g` at 0"),
        (&["12345678901234567890123456", "--to", "hex"], "larger than the largest ID, 2^63 - 1"),
    ];
    for (arguments, expected) in cases {
        let message = run(&[&["convert"], arguments].concat()).refused();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let message = run(&["decode", UUID, "--layout", "decimal-id"]).refused();
    assert!(message.contains("a DecimalId has no time"), "{message}");
    for form in ["uuid", "ulid", "ksuid"] {
        let long = run_with_stdin(&["decode", "-", "--from", form], "é".repeat(500_000)).refused();
        assert!(long.len() < 300 && long.contains("(1000000 bytes)"), "{long}");
        let odd = run_with_stdin(&["decode", "-", "--from", form], b"\xff\x1b[31m\n").refused();
        assert!(odd.starts_with("error: line 1: invalid "), "{odd}");
        assert!(!odd.contains('\u{1b}'), "{odd}");
    }
}

#[test]
fn lines_may_be_of_any_kind() {
    let lines = format!("{ID}\n{UUID}\n0271065ac1020007\n{ULID}\n{KSUID}\nf47ac10b-58cc-4372\n");
    let run = run_with_stdin(&["convert", "-", "--to", "decimal"], lines);
    assert_eq!((run.code, run.stdout), (2, format!("{ID}\n").repeat(5)));
    assert!(run.stderr.starts_with("error: line 6: "), "{}", run.stderr);
}
