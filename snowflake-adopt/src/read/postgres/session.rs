//! A session that reads what other roles have made, as data.

use sqlx::{Executor, PgConnection};

/// For how long a lock is waited for, in seconds.
macro_rules! lock_limit {
    () => {
        "5"
    };
}

/// The same with its unit.
pub(crate) const LOCK_LIMIT: &str = concat!(lock_limit!(), "s");

/// Makes a session one for reading: what other roles have made is data.
///
/// Each definition that the server writes then names its schemas. Backslashes in strings of
/// definitions stay alone, until they are doubled by `conforming`. A policy that hides rows is an error:
/// its functions are not run, and no value is overlooked.
pub(crate) async fn for_reading(db: &mut PgConnection) -> Result<(), sqlx::Error> {
    db.execute(concat!(
        snowflake_kit_sql::reading!(lock_limit!()),
        "; SET standard_conforming_strings = on; SET row_security = off; \
         SET default_transaction_read_only = on; SET statement_timeout = '60s'"
    ))
    .await?;
    Ok(())
}
