//! What went wrong, and what helps.

use std::error::Error;

use diesel::ConnectionError;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use snowflake_kit_lease::__private::CHECK_ADDRESS;
use snowflake_kit_lease::StoreError;
use snowflake_kit_lease::table::{Dialect, DriverError};

/// Why a statement was not executed.
pub(crate) fn failed(error: DieselError) -> DriverError {
    let is_duplicate =
        matches!(error, DieselError::DatabaseError(DatabaseErrorKind::UniqueViolation, _));
    DriverError::new(error).duplicate(is_duplicate)
}

/// Why there is no connection.
pub(crate) fn not_established(
    dialect: Dialect,
    error: impl Into<Box<dyn Error + Send + Sync>>,
) -> StoreError {
    use ConnectionError::{CouldntSetupConfiguration, InvalidCString, InvalidConnectionUrl};

    let error = error.into();
    let what = match error.downcast_ref() {
        // What diesel-async's servers answer. It has this kind for what its drivers say.
        Some(CouldntSetupConfiguration(DieselError::DatabaseError(kind, said)))
            if !matches!(kind, DatabaseErrorKind::UnableToSendCommand) =>
        {
            return StoreError::new(said.message()).with_advice(CHECK_ADDRESS);
        }
        Some(InvalidConnectionUrl(_) | InvalidCString(_)) => "the connection URL cannot be read",
        _ => "no connection",
    };
    match (dialect, answer(&error.to_string())) {
        (Dialect::Sqlite, _) => DriverError::new(what).advised(dialect),
        (_, Some(answer)) => StoreError::new(answer).with_advice(CHECK_ADDRESS),
        (_, None) => StoreError::not_connected(what, &*error),
    }
}

/// The server's answer in what libpq says. A server that answers was found, so its address is one.
fn answer(text: &str) -> Option<String> {
    let rest = text.strip_prefix("connection to server ")?;
    let (_, answer) = rest.rsplit_once(" failed: FATAL:  ")?;
    Some(format!("FATAL: {}", answer.lines().next()?))
}
