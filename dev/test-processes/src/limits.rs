//! Processes with less than they need.

use std::env;
use std::process::Command;

/// Runs `body` in a process in which no other test runs, under a limit of the shell's
/// `ulimit`, such as `-n 64`. As with [`alone`](crate::alone), `test` is the name of the
/// calling test.
pub fn limited(limit: &str, test: &str, body: impl FnOnce()) {
    const LIMITED: &str = "SNOWFLAKE_TEST_LIMITED";
    if env::var_os(LIMITED).is_some() {
        return body();
    }
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit {limit} && exec \"$@\""), "sh"])
        .arg(env::current_exe().unwrap())
        .args([test, "--nocapture", "--test-threads=1"])
        .env(LIMITED, "1")
        .output()
        .unwrap();
    let stdout = String::from_utf8_lossy(&output.stdout);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}\n{stdout}\n{stderr}", output.status);
    // A misspelt name would run nothing, and succeed; one that is inside of another, both.
    assert!(stdout.contains("1 passed"), "no test is called `{test}`:\n{stdout}");
}
