//! Temporary files in memory: databases wait for a disk at each change of a schema, and tests
//! change schemas all the time. Fuzzing writes a file of leases for each input.

use std::env;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::fs::statvfs;

/// Where Linux keeps files in memory.
const MEMORY: &str = "/dev/shm";

/// In bytes. Servers and tests take up to 1.4 GB at once.
const ENOUGH: u64 = 4 << 30;

/// Starts this program anew with `TMPDIR` in memory, so that servers and tests that it starts
/// have it from there. Nothing happens if `TMPDIR` is set, or there is no room.
pub(crate) fn keep_temporary_files_there() {
    let has_room = || statvfs(MEMORY).is_ok_and(|it| it.f_bavail * it.f_frsize >= ENOUGH);
    let Ok(program) = env::current_exe() else { return };
    if env::var_os("TMPDIR").is_none() && has_room() {
        let mut again = Command::new(program);
        let error = again.args(env::args_os().skip(1)).env("TMPDIR", MEMORY).exec();
        eprintln!("temporary files stay on the disk: {error}");
    }
}
