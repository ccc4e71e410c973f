//! The module in `clients/js`: its own tests, in Node, with this command, with `vectors.json`, and
//! with what Rust's generators mint. That both refuse texts in the same words is tested on the
//! inputs of fuzzing, in `dev/fuzz`.

mod minted;
mod presets;

use std::fs;
use std::process::Command;

use test_processes::javascript::{Project, text};

/// The page about it, with programs of its own.
const GUIDE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../snowflake-kit/src/guide/javascript.md");

/// What every reader of the format has to do.
const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../vectors.json");

#[test]
fn the_module_does_what_rust_does() {
    let project = Project::new(concat!(env!("CARGO_TARGET_TMPDIR"), "/clients-js"));
    let minted = project.path("minted.json");
    fs::write(&minted, minted::minted().to_string()).unwrap();
    let output = project.output(
        Command::new("node")
            .args(["--test"])
            .env("SNOWFLAKE_COMMAND", env!("CARGO_BIN_EXE_snowflake"))
            .env("SNOWFLAKE_MINTED", minted)
            .env("SNOWFLAKE_VECTORS", VECTORS)
            .env("SNOWFLAKE_GUIDE", GUIDE),
    );
    let said = text(&output);
    assert!(output.status.success(), "{said}");
    // An empty folder would pass as well.
    assert!(said.contains("# pass ") || said.contains("ℹ pass "), "{said}");
    println!("{said}");
}
