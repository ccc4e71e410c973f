//! Servers whose clock is set, or that crash.

use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::SystemTime;
use std::{env, fs, process};

use snowflake_kit_sql::Dialect;
use test_servers::{Durability, Server};

/// A server whose clock is off by what a file says.
pub(crate) struct FakeClock {
    server: Server,
    file: PathBuf,
}

pub(crate) fn start(dialect: Dialect, variables: &[(String, String)]) -> Server {
    let database = match dialect {
        Dialect::Postgres => test_servers::Database::Postgres,
        _ => test_servers::Database::MySql,
    };
    Server::start(database, Durability::Default, variables).unwrap()
}

impl FakeClock {
    /// In a zone where an hour comes twice in autumn.
    pub(crate) fn start(dialect: Dialect) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let file = format!("snowflake-clock-{}-{number}", process::id());
        let file = env::temp_dir().join(file);
        fs::write(&file, "+0").unwrap();
        let variables = [
            ("LD_PRELOAD", library()),
            ("FAKETIME_TIMESTAMP_FILE", file.display().to_string()),
            // The file is read again for each look at the clock.
            ("FAKETIME_FMT", "%s".to_owned()),
            ("TZ", "Europe/Berlin".to_owned()),
            ("FAKETIME_NO_CACHE", "1".to_owned()),
            // Waits go by the other clock.
            ("FAKETIME_DONT_FAKE_MONOTONIC", "1".to_owned()),
        ];
        let variables = variables.map(|(name, value)| (name.to_owned(), value));
        Self { server: start(dialect, &variables), file }
    }

    pub(crate) fn url(&self) -> String {
        self.server.url()
    }

    /// Sets the clock ahead of, or behind, the machine's.
    pub(crate) fn set(&self, seconds: i64) {
        self.write(&format!("{seconds:+}"));
    }

    /// Stops the clock at this time, in Unix seconds.
    pub(crate) fn stop(&self, seconds: i64) {
        self.write(&seconds.to_string());
    }

    /// Has the clock go on from this time.
    pub(crate) fn start_at(&self, seconds: i64) {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap();
        self.set(seconds - i64::try_from(now.as_secs()).unwrap());
    }

    /// The server itself.
    pub(crate) const fn server(&mut self) -> &mut Server {
        &mut self.server
    }

    fn write(&self, text: &str) {
        // In one step: a file that is half written would be another time.
        let new = self.file.with_extension("new");
        fs::write(&new, text).unwrap();
        fs::rename(new, &self.file).unwrap();
    }
}

impl Drop for FakeClock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.file);
    }
}

/// Where Debian has it: in a folder of the machine's kind.
fn library() -> String {
    let kinds = fs::read_dir("/usr/lib").into_iter().flatten().flatten();
    let libraries = kinds.map(|kind| kind.path().join("faketime/libfaketimeMT.so.1"));
    let mut found = libraries.filter(|library| library.is_file());
    let library = found.next().expect("libfaketime: on Debian, `apt-get install faketime`");
    library.display().to_string()
}
