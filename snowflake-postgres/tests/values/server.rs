//! The server that the tests are told.

use std::env;

use tokio_postgres::{Client, NoTls};

/// Where it is.
pub(crate) fn url() -> String {
    const VARIABLE: &str = "SNOWFLAKE_POSTGRES_URL";
    env::var(VARIABLE).unwrap_or_else(|_| {
        panic!(
            "{VARIABLE} is not set: run the tests with `cargo xtask test`, which starts the \
             databases, or set it to the URL of a server"
        )
    })
}

pub(crate) async fn connect(url: &str) -> Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}
