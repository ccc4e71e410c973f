//! Processes with less than they need.

use std::env;
use std::process::Command;

use crate::alone::passes;

/// Runs `body` in a process in which no other test runs, under a limit of the shell's
/// `ulimit`, such as `-n 64`. As with [`alone`](crate::alone), `test` is the name of the
/// calling test.
pub fn limited(limit: &str, test: &str, body: impl FnOnce()) {
    const LIMITED: &str = "SNOWFLAKE_TEST_LIMITED";
    if env::var_os(LIMITED).is_some() {
        return body();
    }
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit {limit} && exec \"$@\""), "sh"]);
    passes(shell.arg(env::current_exe().unwrap()).env(LIMITED, "1"), test);
}
