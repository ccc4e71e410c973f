//! The patterns of a description in the hands of others: which reader takes what after an ID.

use std::process::Command;

use regex::Regex;
use snowflake_kit::Snowflake;
use snowflake_kit::core::{Shape, Text};
use snowflake_kit::utoipa_6::pattern;

/// A reader of patterns: whether each pattern takes the text beside it.
type PatternReader = fn(&[(String, String)]) -> Vec<bool>;

/// They take an ID and nothing else.
const EXACT: [PatternReader; 4] = [
    |pairs| pairs.iter().map(|(regex, text)| Regex::new(regex).unwrap().is_match(text)).collect(),
    |pairs| run("node", &["-e", &NODE.replace("FLAGS", "")], pairs),
    // As validators of JSON Schema do.
    |pairs| run("node", &["-e", &NODE.replace("FLAGS", "u")], pairs),
    |pairs| run("python3", &["-c", &PYTHON.replace("HOW", "fullmatch")], pairs),
];

/// Their `$` is also before a line break at the end.
const LENIENT: [PatternReader; 2] = [
    // As validators of JSON Schema do.
    |pairs| run("python3", &["-c", &PYTHON.replace("HOW", "search")], pairs),
    |pairs| run("perl", &["-e", PERL], pairs),
];

const NODE: &str = "
    const pairs = process.argv.slice(1);
    for (let at = 0; at < pairs.length; at += 2)
        console.log(new RegExp(pairs[at], 'FLAGS').test(pairs[at + 1]));";

const PYTHON: &str = "
import re, sys
for pattern, text in zip(sys.argv[1::2], sys.argv[2::2]):
    print(str(re.HOW(pattern, text) is not None).lower())";

const PERL: &str = r#"
    while (@ARGV) {
        my ($pattern, $text) = splice @ARGV, 0, 2;
        print $text =~ /$pattern/ ? "true\n" : "false\n";
    }"#;

fn run(program: &str, script: &[&str], pairs: &[(String, String)]) -> Vec<bool> {
    let arguments = pairs.iter().flat_map(|(pattern, text)| [pattern, text]);
    let output = Command::new(program).args(script).args(arguments).output();
    let output = output.unwrap_or_else(|error| {
        panic!("{program} does not start: {error}; run `cargo xtask test`, which installs it")
    });
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
    let lines = String::from_utf8(output.stdout).unwrap();
    lines.lines().map(|line| line.parse().unwrap()).collect()
}

const TEXTS: [Text; 6] = [
    Text::DECIMAL,
    Text::BASE62,
    Text::BASE32,
    Text::HEX,
    Text::DECIMAL.with_prefix("usr_"),
    Text::BASE62.with_prefix("usr_"),
];

const IDS: [i64; 3] = [1, 175_928_847_299_117_063, i64::MAX];

/// What is at the end of an ID. The first is the ID itself.
const ENDS: [&str; 8] = ["", "\n", "\n\n", "\r", "\r\n", "\u{2028}", "\n7", " "];

/// A form, an ID, and the ends of the ID that the reader takes.
type Taken = (Text, i64, Vec<&'static str>);

fn taken(reader: PatternReader) -> Vec<Taken> {
    let ids: Vec<_> = TEXTS.iter().flat_map(|text| IDS.map(|id| (*text, id))).collect();
    let pairs = ids.iter().flat_map(|&(text, id)| {
        let encoded = text.encode(Snowflake::new(id).unwrap());
        ENDS.map(|end| (pattern(text), format!("{}{end}", &*encoded)))
    });
    let results = reader(&pairs.collect::<Vec<_>>());
    assert_eq!(results.len(), ids.len() * ENDS.len());
    let ends = results.chunks(ENDS.len()).map(|results| {
        let taken = ENDS.into_iter().zip(results).filter(|(_, is_taken)| **is_taken);
        taken.map(|(end, _)| end).collect()
    });
    ids.into_iter().zip(ends).map(|((text, id), ends)| (text, id, ends)).collect()
}

#[test]
fn an_id_ends_where_its_pattern_does() {
    for (number, reader) in EXACT.into_iter().enumerate() {
        for (text, id, ends) in taken(reader) {
            assert_eq!(ends, [""], "{text:?} {id} in {number}");
        }
    }
    for (number, reader) in LENIENT.into_iter().enumerate() {
        for (text, id, ends) in taken(reader) {
            assert_eq!(ends, ["", "\n"], "{text:?} {id} in {number}");
        }
    }
}

/// What a lenient reader takes is too long, in a schema, for each text of a fixed length.
#[test]
fn lengths_refuse_a_line_break_where_they_can() {
    for (text, id, mut ends) in taken(LENIENT[0]) {
        let (min, max) = (Shape::of(text).min_len(), Shape::of(text).max_len());
        let len = text.encode(Snowflake::new(id).unwrap()).len();
        ends.retain(|end| len + end.len() <= max);
        let is_open = min < max && id < i64::MAX;
        let expected: &[&str] = if is_open { &["", "\n"] } else { &[""] };
        assert_eq!(ends, expected, "{text:?} {id}");
    }
}

/// Why the pattern does not say it: what would is an error to other readers, and then no ID passes.
#[test]
fn no_end_is_read_alike() {
    let node = |end: &str| {
        let script = format!("new RegExp({:?}, 'u')", format!("^7{end}"));
        Command::new("node").args(["-e", &script]).output().unwrap().status.success()
    };
    let rust = |end: &str| Regex::new(&format!("^7{end}")).is_ok();
    for (end, in_node, in_rust) in [
        ("$", true, true),
        (r"$(?!\n)", true, false),
        (r"(?![\s\S])", true, false),
        (r"\z", false, true),
    ] {
        assert_eq!((node(end), rust(end)), (in_node, in_rust), "{end}");
    }
}
