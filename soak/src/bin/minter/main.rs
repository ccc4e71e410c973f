//! A process that mints by a lease until it is told to stop, and writes down
//! each ID, and what it was granted: `minter <url of the store> <orm> <place>`.

#![forbid(unsafe_code)]

mod lease;
mod minting;
mod recorded;

use std::env;
use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::signal::unix::{SignalKind, signal};

#[tokio::main(worker_threads = 2)]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [url, orm, place] = &arguments[..] else {
        return Err("usage: minter <url of the store> <orm> <place>".into());
    };
    let place = PathBuf::from(place);
    let stop = Arc::new(AtomicBool::new(false));
    let mut terminated = signal(SignalKind::terminate())?;
    let stopping = Arc::clone(&stop);
    tokio::spawn(async move {
        terminated.recv().await;
        stopping.store(true, Ordering::Relaxed);
    });
    let Some(held) = lease::install(url, orm, &place, &stop).await? else {
        // It was stopped before it had a lease.
        return Ok(());
    };
    let minting = tokio::task::spawn_blocking(move || {
        minting::mint(&place, &stop).map_err(|error| error.to_string())
    });
    minting.await??;
    held.release().await
}
