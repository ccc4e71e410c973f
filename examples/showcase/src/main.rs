//! `cargo run`: the service on a local SQLite file.
//!
//! How an ID becomes text is chosen when its type is compiled, so the program has the
//! service twice: with plain IDs in the library, and here, from the same files, with
//! sealed ones. Modules that know no ID type are those of the library.

#![forbid(unsafe_code)]

mod chat;
mod extract;
mod feed;
mod graphql;
#[path = "id/sealed.rs"]
mod id;
mod listing;
mod model;
mod problem;
mod rest;
mod seed;
mod server;
mod service;
mod storage;

use std::error::Error;
use std::process::ExitCode;

use clap::Parser;
use showcase::{database, lease, options, page, response, stop, text};
use snowflake_kit::public::{self, Keys};

/// Where the keys of sealed IDs are.
const KEYS: &str = "SHOWCASE_PUBLIC_KEY";

#[tokio::main]
async fn main() -> ExitCode {
    let options = options::Options::parse();
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

async fn run(options: options::Options) -> Result<(), Box<dyn Error>> {
    if !options.public {
        return showcase::service::run(options).await;
    }
    public::install(Keys::from_env(KEYS)?)?;
    service::run(options).await
}
