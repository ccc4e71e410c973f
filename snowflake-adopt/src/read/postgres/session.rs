//! A session that reads what other roles have made, as data.

use snowflake_kit_sql::text::SEARCH_PATH;
use sqlx::{Executor, PgConnection};

/// For how long a lock is waited for: another role may hold it for as long as it likes.
pub(crate) const LOCK_LIMIT: &str = "5s";

/// Makes a session one for reading.
///
/// Each definition that the server writes then names its schemas, and nothing of the search path is
/// found: what another role has put there would run as the role that reads. Backslashes in strings of
/// definitions stay alone, until they are doubled by `conforming`. A policy that hides rows is an error:
/// its functions are not run, and no value is overlooked.
pub(crate) async fn for_reading(db: &mut PgConnection) -> Result<(), sqlx::Error> {
    let lock_limit = format!("SET lock_timeout = '{LOCK_LIMIT}'");
    for set in [
        SEARCH_PATH,
        "SET standard_conforming_strings = on",
        "SET row_security = off",
        "SET default_transaction_read_only = on",
        "SET statement_timeout = '60s'",
        snowflake_kit_sql::tables_alone!("false"),
    ] {
        db.execute(set).await?;
    }
    db.execute(sqlx::AssertSqlSafe(lock_limit)).await?;
    Ok(())
}
