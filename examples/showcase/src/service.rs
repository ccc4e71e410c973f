//! The service: from its options to its last request.

use std::error::Error;
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::chat::Chat;
use crate::options::Options;
use crate::stop::Stop;
use crate::storage::Storage;
use crate::{lease, seed, server};

/// Serves until told to stop.
///
/// # Errors
/// What keeps it from starting, or from giving its node back.
pub async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    let Options { database_url: database, listen, space, messages, public: _ } = options;
    // First of all, so that no signal ends the process half-way.
    let stop = Stop::on_signals()?;
    let listener = TcpListener::bind(&listen)
        .await
        .map_err(|error| format!("cannot listen on {listen}: {error}"))?;

    let storage = Storage::open(&database).await?;
    tokio::select! {
        planted = seed::plant(&storage, messages) => { planted?; }
        // What was planted so far is undone.
        () = stop.told() => return Ok(()),
    }
    let lease = lease::install(&database, &space).await?;

    println!("http://{}", listener.local_addr()?);
    let chat = Arc::new(Chat::new(storage, database));
    let served = server::serve(listener, chat, stop).await;

    // All requests are answered: nothing is to be minted any more, and the next
    // instance can have the node at once.
    lease.release_async().await?;
    Ok(served?)
}
