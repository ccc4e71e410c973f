//! The tables of presets in JavaScript, written from Rust's.

use std::fmt::Write as _;
use std::fs;

use snowflake_kit_core::{Field, Layout, Snowflake};
use test_processes::javascript::SOURCES;

const PUBLISHED: &str = "\
// The published layouts, under the names that they have in Rust.
//
// Written from `Layout::PRESETS` by the tests of `snowflake-kit-cli`:
//
//     BLESS=1 cargo test -p snowflake-kit-cli --test javascript presets
";

const PRESETS: &str = "\
// The published layouts. Written with `published.js`.

import { Layout } from \"./layout.js\";
import * as published from \"./published.js\";

export const presets = Object.freeze({
";

#[test]
fn presets_in_javascript_are_those_of_rust() {
    is_written("published.js", &published());
    is_written("presets.js", &presets());
}

fn is_written(file: &str, written: &str) {
    let file = format!("{SOURCES}/src/{file}");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&file, written).unwrap();
    }
    let found = fs::read_to_string(&file).unwrap_or_default();
    assert!(found == written, "{file} is out of date: run this test with BLESS=1");
}

fn presets() -> String {
    let mut table = PRESETS.to_owned();
    for layout in Layout::PRESETS {
        let name = layout.name();
        let key = if name.contains('-') { format!("{name:?}") } else { name.to_owned() };
        let (about, constant) = (about(layout), constant(layout));
        writeln!(table, "  /** {about} */\n  {key}: new Layout(published.{constant}),").unwrap();
    }
    table + "});\n"
}

fn published() -> String {
    let mut table = PUBLISHED.to_owned();
    for layout in Layout::PRESETS {
        write_options(&mut table, layout);
    }
    table
}

fn about(layout: &Layout) -> String {
    layout.to_string().split_once(": ").unwrap().1.to_owned()
}

fn constant(layout: &Layout) -> String {
    layout.name().to_uppercase().replace('-', "_")
}

/// What is not the default of an option in JavaScript.
fn write_options(table: &mut String, layout: &Layout) {
    let mut line = |line: String| writeln!(table, "{line}").unwrap();
    line(format!("\n/** {} */", about(layout)));
    line(format!("export const {} = /** @type {{const}} */ ({{", constant(layout)));
    line(format!("  name: {:?},", layout.name()));
    line(format!("  epoch: {},", layout.epoch_unix_millis()));
    if layout.tick_millis() > 1 {
        line(format!("  tickMillis: {},", layout.tick_millis()));
    }
    line(format!("  timeBits: {},", layout.time_bits()));
    if layout.node_bits() > 0 {
        line(format!("  nodeBits: {},", layout.node_bits()));
    }
    let (node_fields, sequence_fields): (Vec<_>, Vec<_>) =
        (layout.node_fields().collect(), layout.sequence_fields().collect());
    for (option, fields) in [("nodeFields", node_fields), ("sequenceFields", sequence_fields)] {
        if option == "sequenceFields" {
            line(format!("  sequenceBits: {},", layout.sequence_bits()));
        }
        if !fields.is_empty() {
            line(format!("  {option}: [{}],", names(&fields)));
        }
    }
    if layout.node_shift() < layout.sequence_shift() {
        line("  order: [\"sequence\", \"node\"],".to_owned());
    }
    for (option, is_on) in
        [("fullWidth", layout.is_full_width()), ("periodic", layout.is_periodic())]
    {
        if is_on {
            line(format!("  {option}: true,"));
        }
    }
    if counter_bits(layout) > 0 {
        line(format!("  counterBits: {},", counter_bits(layout)));
    }
    line("});".to_owned());
}

fn names(fields: &[Field]) -> String {
    let fields: Vec<_> =
        fields.iter().map(|field| format!("[{:?}, {}]", field.name(), field.bits())).collect();
    fields.join(", ")
}

/// How many of the sequence's lowest bits are a counter that is never 0: the
/// layout has the powers of two below it, and no sequence without one of them.
fn counter_bits(layout: &Layout) -> usize {
    let start = layout.sequence_shift();
    // With a timestamp, since an ID is not 0.
    let timestamp = 1 << (layout.node_bits() + layout.sequence_bits());
    let has = |sequence: i64| {
        layout.contains(Snowflake::new(timestamp | sequence << start).expect("it is not 0"))
    };
    let powers = (0..layout.sequence_bits()).map(|bit| 1 << bit);
    if has(0) { 0 } else { powers.take_while(|power| has(*power)).count() }
}
