//! Layouts of one's own: as a notation, and by a name in a file.

use std::fs;
use std::path::PathBuf;

use serde_json::{Value, json};
use snowflake_kit_core::Layout;
use snowflake_kit_sql::{Dialect, Functions, migration};

use crate::{Run, command, finish, run};

const FEED: &str = "feed=time:41/shard:8/node:5(rack:2,slot:3)/sequence:9@2026-01-01";

/// 2026-01-01T00:00:01Z, shard 42, node 7, sequence 3.
const ID: &str = "4194995715";

/// A file with these lines, and the command with it in its environment.
struct File(PathBuf);

impl File {
    fn new(name: &str, lines: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::write(&path, lines).unwrap();
        Self(path)
    }

    fn run(&self, arguments: &[&str]) -> Run {
        let mut command = command(arguments);
        command.env("SNOWFLAKE_LAYOUTS", &self.0);
        finish(command)
    }
}

#[test]
fn the_callers_field_is_shown_with_the_others() {
    let shown = run(&["decode", ID, "--layout", FEED]).ok();
    let expected = "\
4194995715
  layout    feed
  time      2026-01-01T00:00:01.000Z
  unix ms   1767225601000
  node      7 (rack 0, slot 7)
  sequence  3
  caller    42 (shard)
  decimal   4194995715
  base62    000004Ztm1D
  base32    0000003X0N3G3
  hex       00000000fa0a8e03

     time                                       shard     rack  slot  sequence
  0  00000000000000000000000000000001111101000  00101010  00    111   000000011
     1000                                       42        0     7     3
";
    assert_eq!(shown, expected);

    let object = run(&["decode", ID, "--layout", FEED, "--json"]).json().remove(0);
    assert_eq!(object["layout"], "feed");
    assert_eq!(object["caller"], json!({ "shard": 42 }));
    assert_eq!(object["node_fields"], json!({ "rack": 0, "slot": 7 }));
    assert_eq!(object["sequence"], 3);
    let default = run(&["decode", ID, "--layout", "default", "--json"]).json().remove(0);
    assert_eq!(default.get("caller"), None);
}

#[test]
fn every_command_takes_a_notation() {
    let read = |layout: &str| run(&["decode", "175928847299117063", "--layout", layout]).ok();
    let notation =
        "discord=time:42/node:10(worker:5,process:5)/sequence:12(increment:12)@2015-01-01";
    assert_eq!(read(notation), read("discord"));

    let range = |layout: &str| {
        let from_to = ["--from", "2026-01-01T00:00:00Z", "--to", "2026-02-01T00:00:00Z"];
        run(&[&["range", "--layout", layout][..], &from_to].concat()).ok()
    };
    assert_eq!(range("time:39@10ms/seq:8/node:16@2014-09-01"), range("sonyflake"));
    assert_ne!(range("41/10/12@2026-01-01"), range("default"));

    let uuid = |layout: &str| {
        run(&["convert", "175928847299117063", "--to", "uuid", "--layout", layout]).ok()
    };
    assert_eq!(uuid("42/10/12@2015-01-01"), uuid("discord"));
    let back =
        ["convert", uuid(FEED).trim(), "--to", "decimal", "--layout", FEED].map(str::to_owned);
    let back: Vec<&str> = back.iter().map(String::as_str).collect();
    assert_eq!(run(&back).ok(), "175928847299117063\n");

    let layout = Layout::parse(FEED).unwrap();
    let functions = Functions::new(Dialect::Postgres, layout, 5).unwrap();
    let sql = ["sql", "--dialect", "postgres", "--layout", FEED, "--node", "5"];
    let written = run(&sql).ok();
    assert_eq!(written, migration(&functions.up()).trim_end().to_owned() + "\n");
    assert!(written.contains("snowflake_id_caller"), "{written}");
    let refused = run(&[&sql[..], &["--fill", "posts.id"]].concat()).refused();
    assert!(refused.contains("shard"), "{refused}");
}

#[test]
fn the_callers_field_is_given_for_each_minted_id() {
    let mint = ["mint", "--node", "7", "--layout", FEED];
    let with = |arguments: &[&str]| run(&[&mint[..], arguments].concat());
    for object in with(&["--caller", "42", "-n", "1000", "--json"]).json() {
        assert_eq!((&object["caller"], &object["node"]), (&json!({ "shard": 42 }), &json!(7)));
    }
    for value in ["0", "255"] {
        let id = with(&["--caller", value]).ok();
        let object = run(&["decode", id.trim(), "--layout", FEED, "--json"]).json().remove(0);
        assert_eq!(object["caller"]["shard"].to_string(), value);
    }
    for (arguments, expected) in [
        (&["--caller", "256"][..], "error: shard 256 does not fit: use 0 to 255\n"),
        (
            &[],
            "error: the layout `feed` has the field shard, which is set for each ID: add it, such \
             as \
             `--caller 42`\n",
        ),
        (&["--caller", "-1"], "expected a value for the caller's field"),
        (&["--caller", "+1"], "expected a value for the caller's field"),
        (&["--caller", ""], "expected a value for the caller's field"),
        (&["--caller", "4294967296"], "expected a value for the caller's field"),
    ] {
        let message = with(arguments).refused();
        assert!(message.contains(expected), "{arguments:?}: {message}");
    }
    let message = run(&["mint", "--node", "7", "--caller", "0"]).refused();
    let expected =
        "error: the layout `default` has no field that is set for each ID: leave out `--caller`\n";
    assert_eq!(message, expected);
}

#[test]
fn a_notation_that_is_wrong_is_refused_with_its_place() {
    let mint = ["mint", "--node", "7"];
    for (layout, expected) in [
        ("41/10", "nothing at byte 5 of the layout: expected a name for each field"),
        ("41/10/12@2026-02-29", "\"2026-02-29\" at byte 9 of the layout: expected a date"),
        ("time:41/nod e:5", "\"nod e\" at byte 8 of the layout: expected a name"),
        ("43/10/12", "layout `custom`: all fields together take 65 bits"),
    ] {
        for command in [&["decode", "1"][..], &mint, &["range"], &["layouts"]] {
            let option = if command == ["layouts"] { &[][..] } else { &["--layout"] };
            let message = run(&[command, option, &[layout]].concat()).refused();
            assert!(message.contains(&format!("invalid value '{layout}' for")), "{message}");
            assert!(message.contains(expected), "{message}");
        }
    }
}

#[test]
fn layouts_have_names_in_a_file() {
    let lines = format!("# ours\n\n  {FEED}\r\norders=41/10/12@2026-01-01\n");
    let file = File::new("layouts.txt", &lines);
    let by_name = file.run(&["decode", ID, "--layout", "feed"]).ok();
    assert_eq!(by_name, run(&["decode", ID, "--layout", FEED]).ok());
    let object = file.run(&["mint", "--node", "1023", "--layout", "orders", "--json"]).json();
    assert_eq!((&object[0]["layout"], &object[0]["node"]), (&json!("orders"), &json!(1023)));
    // Presets and notations are what they are without it.
    file.run(&["range", "--layout", "discord"]).ok();
    file.run(&["range", "--layout", "41/10/12"]).ok();

    let message = file.run(&["range", "--layout", "oders"]).refused();
    for part in ["default, twitter", "ecmascript, feed, orders", "similar value exists: 'orders'"] {
        assert!(message.contains(part), "{message}");
    }

    let names = |run: Run| -> Vec<Value> {
        let all = run.json().remove(0);
        all.as_array().unwrap().iter().map(|layout| layout["name"].clone()).collect()
    };
    let listed = names(file.run(&["layouts", "--json"]));
    assert_eq!(listed.len(), Layout::PRESETS.len() + 2);
    assert_eq!(listed[listed.len() - 2..], ["feed", "orders"]);
    let listed = names(file.run(&["layouts", "orders", "tsid", "40/10/12", "--json"]));
    assert_eq!(listed, ["orders", "tsid", "custom"]);
    assert_eq!(names(run(&["layouts", "--json"])).len(), Layout::PRESETS.len());
}

#[test]
fn a_file_that_is_wrong_is_refused_with_the_line() {
    for (name, lines, expected) in [
        ("unnamed", "# ours\n41/10/12\n", "line 2: expected a name and its layout, as in `feed="),
        ("wrong", "feed=41/10/12x\n", "line 1: \"12x\" at byte 11 of the layout: expected"),
        ("preset", "discord=41/10/12\n", "line 1: `discord` is the name of a preset"),
        ("decimal", "decimal-id=41/10/12\n", "line 1: `decimal-id` is the name of a preset"),
        ("twice", "a=41/10/12\na=40/10/12\n", "line 2: another line has the name `a` too"),
    ] {
        let file = File::new(&format!("layouts-{name}.txt"), lines);
        for command in [&["range", "--layout", "feed"][..], &["layouts"]] {
            let message = file.run(command).refused();
            assert!(message.contains(expected), "{message}");
            assert!(message.contains(&file.0.display().to_string()), "{message}");
        }
        // It is not read where it is not needed.
        file.run(&["range", "--layout", "discord"]).ok();
    }
    let missing = File(PathBuf::from("/nowhere/layouts.txt"));
    let message = missing.run(&["range", "--layout", "feed"]).refused();
    let expected =
        "cannot read the file of layouts /nowhere/layouts.txt, which SNOWFLAKE_LAYOUTS names: ";
    assert!(message.contains(expected), "{message}");
    // An empty variable names no file.
    let message = File(PathBuf::new()).run(&["range", "--layout", "feed"]).refused();
    assert!(message.contains("default, twitter, discord"), "{message}");
}

#[test]
fn the_notation_of_a_layout_is_listed() {
    let all = run(&["layouts", "--json"]).json().remove(0);
    for layout in all.as_array().unwrap() {
        let name = layout["name"].as_str().unwrap();
        let Some(notation) = layout["notation"].as_str() else {
            assert_eq!(name, "trace-id");
            continue;
        };
        let again = run(&["layouts", notation, "--json"]).json().remove(0);
        assert_eq!(&again[0], layout);
    }
    let feed = run(&["layouts", FEED, "--json"]).json().remove(0);
    assert_eq!(feed[0]["notation"], FEED);
    assert_eq!(feed[0]["ends"], "2095-09-07T15:47:35.552Z");
}
