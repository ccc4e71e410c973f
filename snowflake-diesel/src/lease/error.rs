//! What went wrong, and what helps.

use std::error::Error;

use diesel::ConnectionError;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use snowflake_kit_lease::StoreError;
use snowflake_kit_lease::table::DriverError;

/// Why a statement was not executed.
pub(crate) fn failed(error: DieselError) -> DriverError {
    let is_duplicate =
        matches!(error, DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _));
    DriverError::new(error).duplicate(is_duplicate)
}

/// Why there is no connection.
pub(crate) fn not_established(error: impl Into<Box<dyn Error + Send + Sync>>) -> StoreError {
    /// In what libpq says of a URL or a connection string that it cannot read:
    /// it quotes a part, which may be half of a password.
    const UNREAD: &[&str] =
        &["connection info string", "connection option", "URI", "percent-encoded", "port number"];
    let error = error.into();
    let text = error.to_string();
    let unread = matches!(error.downcast_ref(), Some(ConnectionError::InvalidConnectionUrl(_)))
        || UNREAD.iter().any(|part| text.contains(part))
        // It takes what is after an `@` in a password for the host.
        || (text.contains("host name") && text.contains('@'));
    let error = if unread { "the connection URL cannot be read".into() } else { error };
    StoreError::new(error)
        .with_advice("check that the server can be reached, and that the URL is right")
}
