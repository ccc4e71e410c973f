//! The program, running.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// An instance of the service. It is killed when the test is done with it.
pub struct Instance {
    pub process: Child,
    pub url: String,
}

impl Instance {
    /// Starts one on a port of its own, and waits until it listens.
    pub fn start(database: &Path, arguments: &[&str]) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_showcase"))
            .args(["--listen", "127.0.0.1:0", "--database-url"])
            .arg(format!("sqlite:{}", database.display()))
            .args(arguments)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let lines = BufReader::new(process.stdout.take().unwrap()).lines();
        let url = lines.map(Result::unwrap).find(|line| line.starts_with("http://"));
        Self { process, url: url.expect("the service ended before it listened") }
    }
}

impl Drop for Instance {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
