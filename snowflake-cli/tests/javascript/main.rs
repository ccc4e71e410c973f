//! The module in `clients/js`: its own tests, in Node, with this command and
//! with what Rust's layouts make of IDs.

mod presets;
mod project;
mod readings;

use std::fs;
use std::process::Command;

use project::{Project, text};

/// The page about it, with programs of its own.
const GUIDE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../snowflake-kit/src/guide/javascript.md");

#[test]
fn the_module_does_what_rust_does() {
    let project = Project::new("clients-js");
    let readings = project.0.join("readings.json");
    fs::write(&readings, readings::readings().to_string()).unwrap();
    let output = project.output(
        Command::new("node")
            .args(["--test"])
            .env("SNOWFLAKE_COMMAND", env!("CARGO_BIN_EXE_snowflake"))
            .env("SNOWFLAKE_READINGS", readings)
            .env("SNOWFLAKE_GUIDE", GUIDE),
    );
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    // An empty folder would pass as well.
    assert!(said.contains("# pass ") || said.contains("ℹ pass "), "{said}");
    println!("{said}");
}
