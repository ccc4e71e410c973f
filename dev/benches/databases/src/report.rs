//! The report, in Markdown.

mod graphs;
mod keys;

use std::fmt::Write as _;

use figures::machine;

use crate::graphs::Graphs;
use crate::keys::Keys;

/// Of graphs that are inserted, on one database.
#[must_use]
pub fn graphs(measured: &[Graphs]) -> String {
    measured.iter().map(graphs::section).collect()
}

/// Of keys in an index, on one database.
#[must_use]
pub fn keys(measured: &Keys) -> String {
    keys::section(measured)
}

/// What is measured.
const CRATES: [&str; 6] = ["diesel", "diesel-async", "sea-orm", "tokio-postgres", "ulid", "uuid"];

/// What is in front of all sections of graphs.
pub const GRAPHS: &str = graphs::INTRODUCTION;

/// What is in front of the section of deep graphs.
pub const DEEP_GRAPHS: &str = graphs::DEEP;

/// What is in front of all sections of keys.
#[must_use]
pub fn keys_introduction(cache_kib: u32) -> String {
    keys::introduction(cache_kib)
}

/// What the report begins with.
#[must_use]
pub fn head(is_quick: bool) -> String {
    let mut text = "# Benchmarks of databases\n\n\
         What keys cost in databases: minted in the program and counted by the database, \
         snowflakes beside other kinds. \
         `cargo xtask bench` measures all of it \
         and writes this file.\n\n\
         Contenders take turns, and none is always the first. Figures are medians; the middle \
         half is from the first to the third quartile. Client and servers share the cores of one \
         machine. Only ratios carry over to other machines: a column `of …` or `× …` says how many \
         times as long as the row of that name it took.\n"
        .to_owned();
    if is_quick {
        text.push_str("\n**This was a quick run: the figures are rough.**\n");
    }
    text
}

/// What it was measured on, at its end. `load` is that of the machine when it began.
#[must_use]
pub fn machine(load: Option<String>) -> String {
    let mut text = "\n## The machine\n\n| | |\n|---|---|\n".to_owned();
    let crates = machine::versions(include_str!("../Cargo.lock"), &CRATES).join(", ");
    for (name, value) in machine::describe().into_iter().chain([("crates", crates)]) {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    if let Some(load) = load {
        let _ = writeln!(text, "| load when it began | {load} |");
    }
    text
}
