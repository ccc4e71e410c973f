//! `snowflake decode`.

use serde_json::{Value, json};

use crate::run;

/// The present, for rankings that do not change with the clock.
const NOW: &str = "2026-11-21T00:00:00Z";

#[test]
fn an_id_is_shown_in_full() {
    let shown = run(&["decode", "175928847299117063", "--layout", "discord"]).ok();
    let expected = "\
175928847299117063
  layout    discord
  time      2016-04-30T11:18:25.796Z
  unix ms   1462015105796
  node      32 (worker 1, process 0)
  sequence  7 (increment)
  decimal   175928847299117063
  base62    0Czks0tP37X
  base32    04W86BB0G4007
  hex       0271065ac1020007

  time                                        worker  process  increment
  000000100111000100000110010110101100000100  00001   00000    000000000111
  41944705796                                 1       0        7
";
    assert_eq!(shown, expected);
}

#[test]
fn the_object_has_exactly_the_promised_keys() {
    let objects = run(&["decode", "175928847299117063", "--layout", "discord", "--json"]).json();
    let expected = json!({
        "id": "175928847299117063",
        "layout": "discord",
        "unix_ms": 1_462_015_105_796_i64,
        "time": "2016-04-30T11:18:25.796Z",
        "node": 32,
        "node_fields": { "worker": 1, "process": 0 },
        "sequence": 7,
        "text": {
            "decimal": "175928847299117063",
            "base62": "0Czks0tP37X",
            "base32": "04W86BB0G4007",
            "hex": "0271065ac1020007",
        },
    });
    assert_eq!(objects, [expected]);
}

#[test]
fn published_ids_decode_to_their_times() {
    let known = [
        ("1541815603606036480", "twitter", "2022-06-28T16:07:40.105Z", 378, 0),
        ("1869539350270877696", "twitter", "2024-12-19T00:24:50.123Z", 42, 0),
        ("2384288897814875714", "instagram", "2020-08-26T13:43:27.313Z", 2675, 578),
        ("111773356109402112", "flake-id", "2015-11-05T10:27:24.745Z", 17, 0),
    ];
    for (id, layout, time, node, sequence) in known {
        let object = &run(&["decode", id, "--layout", layout, "--json"]).json()[0];
        assert_eq!(object["id"], id);
        assert_eq!(object["time"], time);
        assert_eq!(object["node"], node);
        assert_eq!(object["sequence"], sequence);
    }
}

#[test]
fn nodes_without_parts_and_layouts_without_nodes_have_fields_too() {
    let fields = |layout| {
        let id = "175928847299117063";
        run(&["decode", id, "--layout", layout, "--json"]).json()[0]["node_fields"].clone()
    };
    assert_eq!(fields("tsid"), json!({ "node": 32 }));
    assert_eq!(fields("mastodon"), json!({}));
    assert_eq!(fields("instagram"), json!({ "shard": 128 }));
}

#[test]
fn bits_are_grouped_as_the_layout_has_them() {
    let picture = |layout| -> Vec<Vec<String>> {
        let shown = run(&["decode", "175928847299117063", "--layout", layout]).ok();
        let lines: Vec<&str> = shown.lines().collect();
        let cells = |line: &&str| line.split_whitespace().map(str::to_owned).collect();
        lines[lines.len() - 3..].iter().map(cells).collect()
    };
    for layout in ["default", "twitter", "sonyflake", "trace-id", "mastodon", "baidu"] {
        let [names, bits, values] = picture(layout).try_into().unwrap();
        let all = bits.concat();
        assert_eq!(u64::from_str_radix(&all, 2), Ok(175_928_847_299_117_063), "{layout}");
        assert_eq!(all.len(), 64, "{layout}");
        assert_eq!(names.len(), values.len(), "{layout}");
    }
    // Sonyflake has its node below the sequence.
    assert_eq!(picture("sonyflake")[0], ["time", "sequence", "machine"]);
    assert_eq!(picture("sonyflake")[2], ["10486176449", "2", "7"]);
}

#[test]
fn several_ids_are_several_blocks_or_lines() {
    let arguments = ["decode", "1", "00000000002", "--layout", "default"];
    let shown = run(&arguments).ok();
    let blocks: Vec<&str> = shown.split("\n\n").collect();
    assert!(blocks[0].starts_with("1\n") && blocks[2].starts_with("2\n"), "{shown}");

    let objects = run(&[&arguments[..], &["--json"]].concat()).json();
    let ids: Vec<&Value> = objects.iter().map(|object| &object["id"]).collect();
    assert_eq!(ids, ["1", "2"]);
}

#[test]
fn forms_are_recognised_or_said() {
    let id = |arguments: &[&str]| {
        let all = [&["decode", "--layout", "default", "--json"], arguments].concat();
        run(&all).json()[0]["id"].clone()
    };
    for form in ["175928847299117063", "0Czks0tP37X", "04W86BB0G4007", "0271065ac1020007"] {
        assert_eq!(id(&[form]), "175928847299117063", "{form}");
    }
    assert_eq!(id(&["usr_0Czks0tP37X", "--prefix", "usr_"]), "175928847299117063");
    // A prefix is found if it is not said.
    for prefixed in [
        "usr_0Czks0tP37X",
        "USR-0Czks0tP37X",
        "test_usr_04W86BB0G4007",
        "a1_0271065ac1020007",
        "usr_175928847299117063",
    ] {
        assert_eq!(id(&[prefixed]), "175928847299117063", "{prefixed}");
    }
    // Digits alone are decimal, unless they start with 0 or it is said.
    assert_eq!(id(&["10000000000"]), "10000000000");
    assert_eq!(id(&["10000000000", "--from", "base62"]), "839299365868340224");
    assert_eq!(id(&["00000000010"]), "62");
    assert_eq!(id(&["0000000000010"]), "32");
    assert_eq!(id(&["0000000000000010"]), "16");
    assert_eq!(id(&["1000000000000000", "--from", "hex"]), "1152921504606846976");
}

/// The candidates' names, and which of them are plausible.
fn ranking(id: &str) -> (Vec<String>, Vec<String>) {
    let candidates = run(&["decode", id, "--at", NOW, "--json"]).json().remove(0);
    let candidates = candidates.as_array().unwrap().clone();
    let name = |candidate: &Value| candidate["layout"].as_str().unwrap().to_owned();
    let plausible = candidates.iter().filter(|candidate| candidate["plausible"] == true);
    (candidates.iter().map(name).collect(), plausible.map(name).collect())
}

#[test]
fn without_a_layout_the_most_plausible_comes_first() {
    for layout in ["default", "twitter", "discord", "instagram", "mastodon", "sonyflake", "tsid"] {
        let yesterday = ["range", "--from", "2026-11-20T12:00:00Z", "--layout", layout, "--json"];
        let id = run(&yesterday).json()[0]["first"].as_str().unwrap().to_owned();
        let (all, plausible) = ranking(&id);
        assert_eq!((all[0].as_str(), plausible[0].as_str()), (layout, layout), "{id}: {all:?}");
    }
    let (_, plausible) = ranking("175928847299117063");
    assert!(plausible[..3].contains(&"discord".to_owned()), "{plausible:?}");
    let (_, plausible) = ranking("1541815603606036480");
    assert_eq!(plausible[..2], ["discord", "twitter"]);
    let (all, plausible) = ranking("2384288897814875714");
    assert_eq!(plausible, ["instagram", "baidu"]);
    // What is of the future comes last, what cannot be not at all.
    assert_eq!(all.last().unwrap(), "mastodon");
    assert!(!all.contains(&"ecmascript".to_owned()));
}

#[test]
fn every_candidate_is_what_decode_makes_of_the_id() {
    let id = "175928847299117063";
    let candidates = run(&["decode", id, "--at", NOW, "--json"]).json().remove(0);
    for mut candidate in candidates.as_array().unwrap().clone() {
        candidate.as_object_mut().unwrap().remove("plausible");
        let layout = candidate["layout"].as_str().unwrap();
        let decoded = run(&["decode", id, "--at", NOW, "--layout", layout, "--json"]).json();
        assert_eq!(decoded, [candidate.clone()]);
    }
}

#[test]
fn the_candidates_are_a_table() {
    let shown = run(&["decode", "2384288897814875714", "--at", NOW]).ok();
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(
        lines[0],
        "2384288897814875714 · base62 2q84F6woT7C · base32 225NJ3TY2KKJ2 · hex 2116b21ebc29ce42"
    );
    assert_eq!(
        lines[2],
        "  instagram     2020-08-26T13:43:27.313Z  2675 (shard)                    578"
    );
    assert!(lines[4].ends_with("wraps, so any ID fits"), "{shown}");
    assert!(lines[5].starts_with("  decimal-id    -   "), "{shown}");
    let fields = "  generator 78148, launch 75714   238428889 (counter)   ";
    assert!(lines[5].contains(fields) && lines[5].ends_with("no time, so most IDs fit"), "{shown}");
    assert!(lines[6].ends_with("in the future"), "{shown}");
    assert!(run(&["decode", "1"]).ok().lines().last().unwrap().ends_with("before 2006"));
}

#[test]
fn wrapping_timestamps_are_decoded_by_a_reference() {
    let decode = |at| {
        let arguments = ["decode", "1", "--layout", "trace-id", "--json", "--at", at];
        run(&arguments).json().remove(0)
    };
    let object = decode("2026-05-10T03:48:16Z");
    assert_eq!(object["time"], "2026-05-10T03:48:16.000Z");
    assert_eq!(object["assumed_period_start"], "2026-05-10T03:48:16.000Z");
    let object = decode("2026-05-10T03:48:15.999Z");
    assert_eq!(object["time"], "2025-04-16T19:07:44.000Z");
    assert_eq!(decode("2027-06-02T12:28:48Z")["time"], "2027-06-02T12:28:48.000Z");
    // Unix milliseconds are as good.
    assert_eq!(decode("1778384896000")["time"], "2026-05-10T03:48:16.000Z");
}

#[test]
fn the_assumed_period_is_said() {
    let shown = run(&["decode", "1", "--layout", "trace-id", "--at", "2026-05-10T03:48:16Z"]).ok();
    let period = "began 2026-05-10T03:48:16.000Z, assumed: timestamps repeat every 388.36 days";
    assert!(shown.contains(&format!("\n  period    {period}\n")), "{shown}");
}

#[test]
fn decimal_ids_are_taken_apart_by_their_digits() {
    let shown = run(&["decode", "14150009200065", "--layout", "decimal-id"]).ok();
    let expected = "\
14150009200065
  layout     decimal-id
  time       none
  counter    1415
  generator  92
  launch     65
  decimal    14150009200065
  base62     000417MqZjl
  base32     0000CVT74B7E1
  hex        00000cde8e459dc1

  counter  generator  launch
  1415     00092      00065
";
    assert_eq!(shown, expected);
    // As the derive calls the layout.
    assert_eq!(run(&["decode", "14150009200065", "--layout", "decimal"]).ok(), expected);
    let arguments = ["decode", "000417MqZjl", "--layout", "decimal-id", "--json"];
    let expected = json!({
        "id": "14150009200065",
        "layout": "decimal-id",
        "unix_ms": null,
        "time": null,
        "counter": 1415,
        "generator": 92,
        "launch": 65,
        "text": {
            "decimal": "14150009200065",
            "base62": "000417MqZjl",
            "base32": "0000CVT74B7E1",
            "hex": "00000cde8e459dc1",
        },
    });
    assert_eq!(run(&arguments).json(), [expected]);

    let message = run(&["decode", "9999999999", "--layout", "decimal-id"]).refused();
    assert!(message.contains("is not a DecimalId: counter 0 does not fit: use 1 to"), "{message}");
    let (all, _) = ranking("9999999999");
    assert!(!all.contains(&"decimal-id".to_owned()), "{all:?}");
}
