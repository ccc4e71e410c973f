//! `snowflake nodes` from end to end: the real binary, on each database and on
//! files.

mod backend;
mod corrupt;
mod etcd;
mod fence;
mod files;
mod guests;
mod hostile;
mod list;
mod refusals;
#[cfg(unix)]
mod restored;

use std::time::Duration;

use assert_cmd::Command;
use serde_json::Value;

/// What a run left behind.
struct Run {
    code: i32,
    stdout: String,
    stderr: String,
}

fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_snowflake"));
    command.arg("nodes").env_remove("DATABASE_URL").timeout(Duration::from_mins(5));
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

/// Lists the nodes of a store, with these further arguments.
fn nodes(url: &str, arguments: &[&str]) -> Run {
    let mut command = command();
    command.args(["--database-url", url]).args(arguments);
    finish(command)
}

impl Run {
    /// The output of a run that succeeded in silence.
    #[track_caller]
    fn ok(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (0, ""));
        self.stdout
    }

    #[track_caller]
    fn json(self) -> Value {
        serde_json::from_str(&self.ok()).expect("JSON")
    }

    /// The message of a run that ended with this code.
    #[track_caller]
    fn failed(self, code: i32) -> String {
        assert_eq!((self.code, self.stdout.as_str()), (code, ""), "{}", self.stderr);
        assert!(self.stderr.starts_with("error: "), "{}", self.stderr);
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
        self.stderr
    }
}
