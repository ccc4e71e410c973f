//! Clocks that lie.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use snowflake_kit::core::UtcTime;

/// The clock of one process, by way of `libfaketime`.
pub(crate) struct FakeClock {
    file: PathBuf,
}

impl FakeClock {
    /// A clock that is right.
    pub(crate) fn new(file: PathBuf) -> Result<Self, Box<dyn Error>> {
        let clock = Self { file };
        clock.set("+0")?;
        Ok(clock)
    }

    /// Gives it to a process that is about to be started.
    pub(crate) fn give(&self, command: &mut Command) -> Result<(), Box<dyn Error>> {
        command
            .env("LD_PRELOAD", library()?)
            .env("FAKETIME_TIMESTAMP_FILE", &self.file)
            // How often it looks into the file, in seconds.
            .env("FAKETIME_CACHE_DURATION", "1")
            // Wall clocks are set, monotonic ones never.
            .env("FAKETIME_DONT_FAKE_MONOTONIC", "1")
            .env("DONT_FAKE_MONOTONIC", "1")
            .env("NO_FAKE_STAT", "1")
            .env("FAKETIME_DISABLE_SHM", "1")
            .env("TZ", "UTC");
        Ok(())
    }

    pub(crate) fn correct(&self) -> Result<(), Box<dyn Error>> {
        self.set("+0")
    }

    /// It is ahead of the time by so many ms, or behind.
    pub(crate) fn offset(&self, millis: i64) -> Result<(), Box<dyn Error>> {
        let sign = if millis < 0 { '-' } else { '+' };
        let millis = millis.unsigned_abs();
        self.set(&format!("{sign}{}.{:03}", millis / 1_000, millis % 1_000))
    }

    /// It stands still.
    pub(crate) fn freeze(&self) -> Result<(), Box<dyn Error>> {
        let now = SystemTime::UNIX_EPOCH.elapsed()?.as_secs() as i64 * 1_000;
        let now = UtcTime(now).to_string();
        // `2026-01-01T00:00:00.000Z` in the form it takes.
        self.set(&now[..19].replace('T', " "))
    }

    /// Whole contents at once, since it may be read at any moment.
    fn set(&self, contents: &str) -> Result<(), Box<dyn Error>> {
        let next = self.file.with_extension("next");
        fs::write(&next, contents)?;
        Ok(fs::rename(next, &self.file)?)
    }
}

fn library() -> Result<PathBuf, Box<dyn Error>> {
    let folders = fs::read_dir("/usr/lib")?.flatten().map(|folder| folder.path());
    folders
        .chain([PathBuf::from("/usr/lib"), PathBuf::from("/usr/local/lib")])
        .map(|folder: PathBuf| folder.join("faketime/libfaketime.so.1"))
        .find(|library| Path::is_file(library))
        .ok_or_else(|| "libfaketime is missing: on Debian, `apt-get install faketime`".into())
}
