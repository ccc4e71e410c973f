//! What went wrong, and what helps.

use std::error::Error;

use diesel::ConnectionError;
use diesel::result::Error as DieselError;
use snowflake_lease::StoreError;
use snowflake_lease::table::{self, Dialect};

/// Whether a connection may have been cut while it was not used. Then the first
/// statement on it fails, nothing is lost yet, and another one will do.
pub(super) fn may_be_cut(dialect: Dialect) -> bool {
    dialect != Dialect::Sqlite
}

/// Why an operation was not done.
pub(super) fn failed(dialect: Dialect) -> impl Fn(DieselError) -> StoreError {
    move |error| {
        let advice = table::advice(dialect, &error.to_string());
        StoreError::new(error).with_advice(advice)
    }
}

/// Why there is no connection.
pub(super) fn not_established(error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
    /// In what libpq says of a URL or a connection string that it cannot read:
    /// it quotes a part, which may be half of a password.
    const UNREAD: &[&str] =
        &["connection info string", "connection option", "URI", "percent-encoded", "port number"];
    let error = error.into();
    let text = error.to_string();
    let unread = matches!(error.downcast_ref(), Some(ConnectionError::InvalidConnectionUrl(_)))
        || UNREAD.iter().any(|part| text.contains(part))
        // It takes what is behind an `@` in a password for the host.
        || (text.contains("host name") && text.contains('@'));
    let error = if unread { "the connection URL cannot be read".into() } else { error };
    StoreError::new(error)
        .with_advice("check that the server can be reached, and that the URL is right")
}
