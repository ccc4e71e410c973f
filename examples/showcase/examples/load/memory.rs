//! What a process has in memory.

use std::{fs, io};

/// In KiB, without what is mapped from files: of Linux, proc(5).
pub fn of(process: u32) -> io::Result<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"));
    let size = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok());
    size.ok_or_else(|| io::Error::other("/proc does not say how much is in memory"))
}
