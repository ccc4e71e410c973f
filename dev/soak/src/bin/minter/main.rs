//! A process that mints by a lease and a generator number until it is told to stop,
//! and writes down each ID, and what it was granted: `minter <url of the store> <library>
//! <files> <how many times slower>`.

#![forbid(unsafe_code)]

mod awaited;
mod lease;
mod minting;
mod number;
mod pauses;
mod recorded;
mod store;

use std::env;
use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::signal::unix::{SignalKind, signal};

use pauses::Pauses;
use store::Place;

/// How it ends if the store does not take the lease back in time. Nobody is
/// endangered: the node is free a term later.
const NOT_RELEASED: u8 = 3;

#[tokio::main(worker_threads = 2)]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let (Some(url), Some(library), Some(files), Some(slower)) =
        (arguments.next(), arguments.next(), arguments.next(), arguments.next())
    else {
        return Err(
            "usage: minter <url of the store> <library> <files> <how many times slower>".into()
        );
    };
    let slower: u32 = slower.parse()?;
    let place = Place { url, library, files: files.into() };
    let stop = Arc::new(AtomicBool::new(false));
    let mut terminated = signal(SignalKind::terminate())?;
    let stopping = Arc::clone(&stop);
    tokio::spawn(async move {
        terminated.recv().await;
        stopping.store(true, Ordering::Relaxed);
    });
    let mut pauses = Pauses::begin(&place.files)?;
    let Some(held) = lease::install(&place, &stop, &mut pauses).await? else {
        // It was stopped before it had a lease.
        return Ok(ExitCode::SUCCESS);
    };
    if number::install(&place, &stop, &mut pauses).await? {
        let minting = tokio::task::spawn_blocking(move || {
            minting::mint(&place.files, &stop, &mut pauses, slower)
                .map_err(|error| error.to_string())
        });
        minting.await??;
    }
    if let Err(error) = held.release_async().await {
        println!("{error}");
        return Ok(ExitCode::from(NOT_RELEASED));
    }
    Ok(ExitCode::SUCCESS)
}
