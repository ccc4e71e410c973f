//! The program, running.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// The key of sealed IDs, for instances that are started with `--public`.
const KEY: &str = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";

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
            .env("SHOWCASE_PUBLIC_KEY", KEY)
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
