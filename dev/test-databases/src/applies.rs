//! Tests that a server gives no occasion for.

use std::env;
use std::fs::OpenOptions;
use std::io::Write;
use std::thread;

/// Says why the test, or what follows in it, does not apply to the servers that are there. The
/// runner counts these lines in the file that `SNOWFLAKE_DOES_NOT_APPLY` names.
///
/// # Panics
/// If it cannot be written.
pub fn does_not_apply(why: &str) {
    let line = format!("{}: {why}\n", thread::current().name().unwrap_or("?"));
    eprint!("does not apply: {line}");
    if let Some(path) = env::var_os("SNOWFLAKE_DOES_NOT_APPLY") {
        let mut file = OpenOptions::new().create(true).append(true).open(path).unwrap();
        file.write_all(line.as_bytes()).unwrap();
    }
}
