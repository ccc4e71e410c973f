//! Restarts xtask with environment variables that its child processes inherit.

use std::env;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::fs::statvfs;

/// Where Linux keeps files in memory.
const MEMORY: &str = "/dev/shm";

/// In bytes. Servers and tests take up to 1.4 GB at once.
const ENOUGH: u64 = 4 << 30;

/// Variables that are set already stay as they are.
pub(crate) fn start(task: &str) {
    let mut variables = Vec::new();
    // Databases wait for a disk at each change of a schema, and tests change schemas all the
    // time. Fuzzing writes a file of leases for each input.
    if let ("test" | "ci" | "with-databases" | "stores" | "servers" | "fuzz", true) =
        (task, has_room())
    {
        variables.push(("TMPDIR", MEMORY));
    }
    // Such a run is mostly the first build: nothing is written that only a next one could use.
    if let "test" | "ci" = task {
        variables.push(("CARGO_INCREMENTAL", "0"));
    }
    variables.retain(|(name, _)| env::var_os(name).is_none());
    let Ok(program) = env::current_exe() else { return };
    if !variables.is_empty() {
        let mut again = Command::new(program);
        let error = again.args(env::args_os().skip(1)).envs(variables).exec();
        eprintln!("{task} continues without its environment variables: {error}");
    }
}

fn has_room() -> bool {
    statvfs(MEMORY).is_ok_and(|it| it.f_bavail * it.f_frsize >= ENOUGH)
}
