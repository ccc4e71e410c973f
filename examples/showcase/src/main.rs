//! `cargo run -p showcase`: the service on a local SQLite file.

use std::error::Error;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use showcase::chat::Chat;
use showcase::options::Options;
use showcase::stop::Stop;
use showcase::{lease, seed, server, storage};
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> ExitCode {
    let options = Options::parse();
    tracing_subscriber::fmt().with_writer(std::io::stderr).init();
    match run(options).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            let mut cause = error.source();
            while let Some(error) = cause {
                eprintln!("because: {error}");
                cause = error.source();
            }
            ExitCode::FAILURE
        }
    }
}

async fn run(options: Options) -> Result<(), Box<dyn Error>> {
    let Options { database_url: database, orm, listen, space, messages } = options;
    // First of all, so that no signal ends the process half-way.
    let stop = Stop::on_signals()?;
    let listener = TcpListener::bind(&listen)
        .await
        .map_err(|error| format!("cannot listen on {listen}: {error}"))?;

    let storage = storage::open(&database, orm).await?;
    tokio::select! {
        planted = seed::plant(&*storage, messages) => { planted?; }
        // What was planted so far is undone.
        () = stop.told() => return Ok(()),
    }
    let lease = lease::install(&database, orm, &space).await?;

    println!("http://{}", listener.local_addr()?);
    let chat = Arc::new(Chat::new(storage, orm, database));
    let served = server::serve(listener, chat, stop).await;

    // All requests are answered: nothing is to be minted any more, and the next
    // instance can have the node at once.
    lease.release().await?;
    Ok(served?)
}
