//! The runtime of the sessions.

use std::panic::resume_unwind;
use std::sync::LazyLock;
use std::thread;

use tokio::runtime::{Builder, Runtime};
use tracing::dispatcher::{get_default, with_default};

/// One for the whole process: a connection works only as long as the runtime that made it.
static RUNTIME: LazyLock<Runtime> =
    LazyLock::new(|| Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap());

/// Waits for what is awaited in `run`. Any thread may call this: a runtime permits no other one
/// on its thread, so it is on a thread of its own. What listens to the events of this thread listens
/// to those of that one.
///
/// # Panics
/// If `run` does.
pub fn wait<T: Send>(run: impl AsyncFnOnce() -> T + Send) -> T {
    let listening = get_default(Clone::clone);
    let run = || with_default(&listening, || RUNTIME.block_on(run()));
    thread::scope(|scope| scope.spawn(run).join()).unwrap_or_else(|panic| resume_unwind(panic))
}
