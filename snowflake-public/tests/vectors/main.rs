//! `vectors.json`: what any program that reads these IDs has to do. It is written here, and read by
//! JavaScript (`clients/js`) and by a reader in Python that was written from `SPEC.md` alone.
//!
//! ```sh
//! BLESS=1 cargo test -p snowflake-kit-public --test vectors   # writes it anew
//! ```

mod bridges;
mod case;
mod json;
mod layouts;
mod public;
mod texts;
mod uuids;

use std::fmt::Write as _;
use std::process::Command;
use std::{env, fs};

use case::{Case, Random};
use snowflake_kit_core::Layout;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The cases of a kind.
type Cases = fn(&mut Random) -> Vec<Case>;

/// The kinds of cases, in the order of `SPEC.md`.
const KINDS: [(&str, Cases); 21] = [
    ("text", texts::texts),
    ("prefix", texts::prefixes),
    ("json", json::values),
    ("layout", layouts::layouts),
    ("id", layouts::ids),
    ("range", layouts::ranges),
    ("decimal-id", layouts::decimal_ids),
    ("key", public::keys),
    ("sealed", public::sealed),
    ("permuted", public::permuted),
    ("uuid", bridges::uuids),
    ("ulid", bridges::ulids),
    ("ksuid", bridges::ksuids),
    ("public-json", json::public_values),
    ("hyphenated", uuids::hyphenated),
    ("typeid", uuids::typeids),
    ("uuid-prefix", uuids::prefixes),
    ("uuid-json", json::uuids),
    ("uuid-time", uuids::times),
    ("uuid-range", uuids::ranges),
    ("counted", json::counted),
];

/// One case a line, so that a change shows what changed.
fn written() -> String {
    let mut text = String::from("{\n");
    for (at, (kind, cases)) in KINDS.into_iter().enumerate() {
        let cases = cases(&mut Random::new(at as u64 + 1));
        let (refused, read): (Vec<_>, Vec<_>) = cases.iter().partition(|case| case.is_refused());
        assert!(read.len() >= 30 && refused.len() >= 20, "{kind}: {} are read", read.len());
        let lines: Vec<_> = cases.iter().map(ToString::to_string).collect();
        let comma = if at + 1 < KINDS.len() { "," } else { "" };
        writeln!(text, "\"{kind}\": [\n{}\n]{comma}", lines.join(",\n")).unwrap();
    }
    text + "}\n"
}

#[test]
fn the_file_has_what_rust_does() {
    let file = format!("{ROOT}/vectors.json");
    let written = written();
    if env::var_os("BLESS").is_some() {
        fs::write(&file, &written).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    for (number, (found, written)) in found.lines().zip(written.lines()).enumerate() {
        assert_eq!(found, written, "line {} of vectors.json", number + 1);
    }
    assert!(found == written, "{file} has other cases: run this test with BLESS=1");
}

#[test]
fn the_page_and_the_reader_have_all_presets() {
    for file in ["SPEC.md", "clients/python/reader.py"] {
        let text = fs::read_to_string(format!("{ROOT}/{file}")).unwrap();
        for preset in Layout::PRESETS {
            // Two of its properties are said in words.
            let traces = "trace-id=time:25@1s/node:16/sequence:22(chunk:12,counter:10)@1970-01-01";
            let notation = preset.notation().map_or(traces.to_owned(), |text| text.to_string());
            assert!(text.lines().any(|line| line == notation), "{file}: {notation}");
        }
    }
}

#[test]
fn a_reader_in_python_does_the_same() {
    let output = Command::new("python3")
        .args(["clients/python/reader.py", "vectors.json"])
        .current_dir(ROOT)
        .output()
        .unwrap_or_else(|error| {
            panic!("python3 does not start: {error}; run `cargo xtask test`, which installs it")
        });
    let [said, errors] = [output.stdout, output.stderr].map(|out| String::from_utf8(out).unwrap());
    assert!(output.status.success(), "{said}{errors}");
    // Of each kind, and not of an empty file.
    for (kind, _) in KINDS {
        let line = said.lines().find_map(|line| line.strip_prefix(&format!("{kind}: ")));
        let count = line.and_then(|line| line.strip_suffix(" cases")?.parse::<u32>().ok());
        assert!(count.is_some_and(|count| count >= 50), "{kind} in {said}");
    }
}

#[test]
fn a_reader_with_a_mistake_is_noticed() {
    let output = Command::new("python3")
        .args(["clients/python/mutants.py", "vectors.json"])
        .current_dir(ROOT)
        .output()
        .unwrap_or_else(|error| panic!("python3 does not start: {error}"));
    let [said, errors] = [output.stdout, output.stderr].map(|out| String::from_utf8(out).unwrap());
    assert!(output.status.success(), "{said}{errors}");
}
