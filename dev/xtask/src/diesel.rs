//! Diesel's command, with which the files of `snowflake adopt` are tried.

use std::path::PathBuf;

use crate::run::{Failed, cargo, root, run};

const VERSION: &str = "2.3.14";

/// The command, which is installed in `target/tools`: that takes three minutes, so `ci` does
/// without.
pub(crate) fn program() -> Result<PathBuf, Failed> {
    let folder = root().join("target/tools");
    let program = folder.join("bin/diesel");
    let is_there = program.exists()
        && run(&program, ["--version"]).read().is_ok_and(|text| text.contains(VERSION));
    if is_there {
        return Ok(program);
    }
    for (library, package) in [("libpq", "libpq-dev"), ("libmariadb", "libmariadb-dev")] {
        if !run("pkg-config", ["--exists", library]).works() {
            return Err(Failed(format!(
                "diesel_cli needs {library}: install it, on Debian as `apt-get install {package} \
                 pkg-config`"
            )));
        }
    }
    // Not optimised: to compile it takes longer than to run it.
    cargo(["install", "diesel_cli", "--locked", "--debug", "--version", VERSION])
        .args(["--no-default-features", "--features", "postgres,mysql,sqlite-bundled", "--root"])
        .args([&folder])
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
        .run()?;
    Ok(program)
}
