//! The command from end to end: the real binary, its output and exit code.

#[cfg(not(feature = "nodes"))]
mod absent;
#[cfg(unix)]
mod adopt;
mod bad_input;
mod completions;
mod convert;
mod decode;
mod feed;
mod first_try;
mod foreign;
mod help;
mod keygen;
mod layouts;
mod leases;
mod link;
mod mint;
mod notation;
mod pages;
mod partitions;
mod public;
mod range;
mod sql;
mod stdin;

use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;

/// What a run left behind.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

/// The command with these arguments, in an environment without a node, a key and a file of
/// layouts.
fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_snowflake"));
    command.args(arguments).timeout(Duration::from_mins(1));
    command.env_remove("SNOWFLAKE_NODE").env_remove("SNOWFLAKE_PUBLIC_KEY");
    command.env_remove("SNOWFLAKE_LAYOUTS");
    command
}

fn finish(mut command: Command) -> Run {
    let output = command.output().expect("the binary runs");
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    Run {
        code: output.status.code().expect("no signal ends it"),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    }
}

fn run(arguments: &[&str]) -> Run {
    finish(command(arguments))
}

/// With keys for public forms in the environment.
fn run_with_keys(arguments: &[&str], keys: &str) -> Run {
    let mut command = command(arguments);
    command.env("SNOWFLAKE_PUBLIC_KEY", keys);
    finish(command)
}

fn run_with_stdin(arguments: &[&str], stdin: impl Into<Vec<u8>>) -> Run {
    let mut command = command(arguments);
    command.write_stdin(stdin);
    finish(command)
}

impl Run {
    /// The output of a run that succeeded in silence.
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    /// The message of a run that refused its input and printed nothing.
    #[track_caller]
    fn refused(self) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (2, ""), "{}", self.stderr);
        assert!(self.stderr.starts_with("error: "), "{}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self.stderr
    }

    /// The JSON values of a run that succeeded, one per line.
    #[track_caller]
    fn json(self) -> Vec<Value> {
        self.ok().lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }
}

#[test]
fn the_version_is_the_crates() {
    assert_eq!(run(&["--version"]).ok(), concat!("snowflake ", env!("CARGO_PKG_VERSION"), "\n"));
}
