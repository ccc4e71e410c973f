//! The module in `clients/js`: its own tests, in Node, with this command and
//! with what Rust's layouts make of IDs.

mod presets;
mod project;
mod readings;

use std::fs;
use std::process::Command;

use project::{Project, text};

#[test]
fn the_module_does_what_rust_does() {
    let project = Project::new();
    let readings = project.0.join("readings.json");
    fs::write(&readings, readings::readings().to_string()).unwrap();
    let output = project.output(
        Command::new("node")
            .args(["--test"])
            .env("SNOWFLAKE_COMMAND", env!("CARGO_BIN_EXE_snowflake"))
            .env("SNOWFLAKE_READINGS", readings),
    );
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    // An empty folder would pass as well.
    assert!(said.contains("# pass ") || said.contains("ℹ pass "), "{said}");
    println!("{said}");
}
