//! Processes in which no other test runs.

use std::env;
use std::process::Command;

/// Runs `body` in a process in which no other test runs: what is installed, the
/// environment and `fork` belong to the whole process.
///
/// `test` is the name of the calling test, by which the process finds it: no other one of
/// the program may have it inside of its own.
pub fn alone(test: &str, body: impl FnOnce()) {
    const ALONE: &str = "SNOWFLAKE_TEST_ALONE";
    if env::var_os(ALONE).is_some() {
        return body();
    }
    passes(Command::new(env::current_exe().unwrap()).env(ALONE, "1"), test);
}

/// Runs the test by this command of its program, and fails if it fails.
pub(crate) fn passes(program: &mut Command, test: &str) {
    let output = program.args([test, "--nocapture", "--test-threads=1"]).output().unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{stdout}\n{stderr}", output.status);
    // A misspelt name would run nothing, and succeed; one that is inside of another, both.
    assert!(stdout.contains("1 passed"), "no test is called `{test}`:\n{stdout}");
}
