//! What went wrong, and what helps.

use std::error::Error as _;

use snowflake_lease::StoreError;
use snowflake_lease::table::{self, Dialect};
use tokio_postgres::Error;
use tokio_postgres::error::SqlState;

/// Why an operation was not done.
pub(super) fn failed(error: &Error) -> StoreError {
    let code = error.code().map(SqlState::code).unwrap_or_default();
    let help = table::advice(Dialect::Postgres, &format!("{code} {}", text(error)));
    cause(error).with_advice(help)
}

/// Why connecting failed.
pub(super) fn not_connected(error: &Error) -> StoreError {
    cause(error)
        .with_advice("check that the server can be reached, and that the configuration is right")
}

/// The server's error as it is. tokio-postgres' own errors leave what happened to their
/// sources.
fn cause(error: &Error) -> StoreError {
    match error.as_db_error() {
        Some(error) => StoreError::new(error.clone()),
        None => StoreError::new(text(error)),
    }
}

/// An error with its sources.
fn text(error: &Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(error) = source {
        text = format!("{text}: {error}");
        source = error.source();
    }
    text
}
