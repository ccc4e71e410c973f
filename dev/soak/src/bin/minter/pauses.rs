//! How long nothing was minted.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use rustix::time::{ClockId, clock_gettime};

/// A pause that is shorter is of no interest, in ms.
const SHORT: u64 = 500;

/// Writes down each pause, and in the middle of one how long it is so far, in case that
/// the process is killed.
pub(crate) struct Pauses {
    file: File,
    /// `start` until the first ID.
    kind: &'static str,
    /// When the last ID was minted.
    since: u64,
    /// Up to when it was written down.
    written: u64,
}

impl Pauses {
    pub(crate) fn begin(files: &Path) -> io::Result<Self> {
        let file = File::create(files.with_extension("pauses"))?;
        let now = now();
        Ok(Self { file, kind: "start", since: now, written: now })
    }

    /// Something was minted.
    pub(crate) fn end(&mut self) -> io::Result<()> {
        let now = now();
        if now - self.since > SHORT {
            self.write(now)?;
        }
        (self.kind, self.since, self.written) = ("pause", now, now);
        Ok(())
    }

    /// Nothing was minted.
    pub(crate) fn go_on(&mut self) -> io::Result<()> {
        let now = now();
        if now - self.written > SHORT { self.write(now) } else { Ok(()) }
    }

    fn write(&mut self, now: u64) -> io::Result<()> {
        self.written = now;
        // One write, as all that a stop in the middle must not split.
        self.file.write_all(format!("{} {} {now}\n", self.kind, self.since).as_bytes())
    }
}

/// The monotonic clock, which all processes share and nobody sets, in ms.
fn now() -> u64 {
    let now = clock_gettime(ClockId::Monotonic);
    now.tv_sec.unsigned_abs() * 1_000 + now.tv_nsec.unsigned_abs() / 1_000_000
}
