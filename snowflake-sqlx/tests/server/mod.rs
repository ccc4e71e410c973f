//! A database of a test's own on a server.

use std::env;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use tokio::runtime::Builder;

pub(crate) fn url(variable: &str) -> String {
    env::var(variable).unwrap_or_else(|_| {
        panic!("{variable} is not set: run `cargo xtask test`, or set it to a server's URL")
    })
}

pub(crate) fn unique_name() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    format!("sqlx_{}_{number}", std::process::id())
}

/// Waits for a future where there is no `await`: while a test is cleaned up after.
pub(crate) fn wait_for(future: impl Future<Output = ()> + Send + 'static) {
    let run = || Builder::new_current_thread().enable_all().build().unwrap().block_on(future);
    // Not to panic again if the test has.
    let _ = thread::spawn(run).join();
}
