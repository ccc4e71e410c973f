//! `cargo run -p sqlx-example [file] [address]`: the service on an SQLite file.

use std::env;
use std::error::Error;

use snowflake_kit::lease::LeaseBuilder;
use snowflake_kit::sqlx_0_9::lease::LeaseStore;
use sqlx::SqlitePool;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx_example::api;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let file = arguments.next().unwrap_or_else(|| "social.db".to_owned());
    let address = arguments.next().unwrap_or_else(|| "127.0.0.1:3000".to_owned());

    let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
    let db = SqlitePool::connect_with(options.clone()).await?;
    sqlx::migrate!().run(&db).await?;
    // A number that no other process has, from a table of the same database.
    let lease = LeaseBuilder::new(LeaseStore::new(options)).space("social").install_async().await?;

    let listener = TcpListener::bind(address).await?;
    println!("http://{}", listener.local_addr()?);
    axum::serve(listener, api::routes(db))
        .with_graceful_shutdown(async {
            // Without a signal handler it runs until it is killed.
            let _ = tokio::signal::ctrl_c().await;
        })
        .await?;
    // All requests are answered, so nothing is minted any more.
    lease.release_async().await?;
    Ok(())
}
