//! Operations on the table.

use std::fmt;

use snowflake_lease::table::{self, Dialect, Statement};
use snowflake_lease::{AsyncStore, Claim, Registry, Release, Renewal, StoreError};
use sqlx::Error;

use super::Driver;

/// Leases in a table of a database. See [the module](crate::lease) for the table, and for what
/// is needed of the server.
pub struct LeaseStore<O: Driver> {
    options: O,
    /// Made when needed. It is not here while an operation is under way, so that one which
    /// failed, or was dropped, leaves none.
    open: Option<O::Connection>,
    trust_durability: bool,
}

impl<O: Driver> LeaseStore<O> {
    /// A store with one connection of its own, made when it is first used, and again after a
    /// failure.
    pub const fn new(options: O) -> Self {
        Self { options, open: None, trust_durability: false }
    }

    /// Accepts a database that may lose acknowledged changes in a crash: for tests, whose IDs do
    /// not have to last.
    #[must_use = "it is a setting of the store that is returned"]
    pub fn trust_durability(mut self) -> Self {
        self.trust_durability = true;
        self
    }

    /// A connection on which a transaction has begun whose commit will last.
    async fn begin(&mut self) -> Result<O::Connection, StoreError> {
        let mut connection = self.begin_unchecked().await?;
        let settings = table::settings(O::DIALECT);
        let rows = O::rows(&mut connection, settings).await.map_err(failed::<O>)?;
        let row = rows.first().ok_or_else(no_row)?;
        let obstacles = O::obstacles(row).map_err(failed::<O>)?;
        obstacles.check(O::DIALECT, self.trust_durability)?;
        Ok(connection)
    }

    /// A connection on which a transaction has begun. One that the server has closed while it
    /// was not used is replaced: nothing has been done on it yet.
    async fn begin_unchecked(&mut self) -> Result<O::Connection, StoreError> {
        let begin = table::begin(O::DIALECT);
        if let Some(mut connection) = self.open.take() {
            match O::tell(&mut connection, begin).await {
                Ok(()) => return Ok(connection),
                // There is no server: it has waited for a lock.
                Err(error) if O::DIALECT == Dialect::Sqlite => return Err(failed::<O>(error)),
                Err(_) => {}
            }
        }
        let mut connection = self.options.connect().await.map_err(failed::<O>)?;
        for sql in table::session(O::DIALECT).iter().chain([&begin]) {
            O::tell(&mut connection, sql).await.map_err(failed::<O>)?;
        }
        Ok(connection)
    }

    /// Ends an operation, and keeps its connection for the next one.
    async fn end(
        &mut self,
        mut connection: O::Connection,
        how: &'static str,
    ) -> Result<(), StoreError> {
        O::tell(&mut connection, how).await.map_err(failed::<O>)?;
        self.open = Some(connection);
        Ok(())
    }

    /// Whether a row has changed.
    async fn change(&mut self, statement: Statement) -> Result<bool, StoreError> {
        let mut connection = self.begin().await?;
        match O::change(&mut connection, statement).await {
            Ok(changed) => {
                self.end(connection, "COMMIT").await?;
                Ok(changed > 0)
            }
            // There was a row after all, and nothing is written.
            Err(Error::Database(error)) if error.is_unique_violation() => {
                self.end(connection, "ROLLBACK").await?;
                Ok(false)
            }
            Err(error) => Err(failed::<O>(error)),
        }
    }

    /// The rows of an answer.
    async fn query(&mut self, statement: Statement) -> Result<Vec<O::Row>, StoreError> {
        let mut connection = self.begin().await?;
        let rows = O::rows(&mut connection, statement).await.map_err(failed::<O>)?;
        self.end(connection, "COMMIT").await?;
        Ok(rows)
    }
}

fn failed<O: Driver>(error: Error) -> StoreError {
    // The server's code is not in the text, but in what is shown for debugging.
    let advice = table::advice(O::DIALECT, &format!("{error} {error:?}"));
    StoreError::new(error).with_advice(advice)
}

fn no_row() -> StoreError {
    StoreError::new("an answer without a row")
}

impl<O: Driver> AsyncStore for LeaseStore<O> {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        let rows = self.query(table::read(O::DIALECT, space)?).await?;
        let rows: Result<Vec<_>, _> = rows.iter().map(O::lease).collect();
        table::registry(space, rows.map_err(failed::<O>)?)
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        let rows = self.query(table::unix_millis(O::DIALECT)).await?;
        O::unix_millis(rows.first().ok_or_else(no_row)?).map_err(failed::<O>)
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        self.change(table::claim(O::DIALECT, space, claim, holder)?).await
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        self.change(table::renew(O::DIALECT, space, renewal)?).await
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        self.change(table::release(O::DIALECT, space, release)?).await
    }
}

impl<O: Driver> fmt::Debug for LeaseStore<O> {
    /// Without the options, which have a password.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseStore").finish_non_exhaustive()
    }
}
