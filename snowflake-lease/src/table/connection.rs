//! What a [`TableStore`](super::TableStore) asks of a driver.

use std::error::Error;
use std::fmt;
use std::future::Future;

use super::Dialect;
use super::driver_error::advice;
use super::session::{begin, session};
use super::statement::{Statement, TextRow};
use crate::store::StoreError;

/// A connection of a driver. It is dropped after a failure, and if an operation is dropped. Then it
/// must end: a pool would get it back in the middle of a transaction.
pub trait Connection: Send + 'static {
    /// What the server speaks.
    fn dialect(&self) -> Dialect;

    /// Runs statements without values, separated by semicolons.
    fn run(&mut self, sql: &str) -> impl Future<Output = Result<(), DriverError>> + Send;

    /// Runs a statement that changes rows, and returns how many it has changed.
    fn change(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<u64, DriverError>> + Send;

    /// Runs a query whose columns are all texts, and returns its rows.
    fn rows(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<TextRow>, DriverError>> + Send;

    /// Sets what the store needs, once, on a new connection.
    fn prepare(&mut self) -> impl Future<Output = Result<(), DriverError>> + Send {
        async {
            for sql in session(self.dialect()) {
                self.run(sql).await?;
            }
            Ok(())
        }
    }

    /// Begins the transaction of an operation, where it needs one.
    fn begin(&mut self) -> impl Future<Output = Result<(), DriverError>> + Send {
        async {
            match begin(self.dialect()) {
                Some(sql) => self.run(sql).await,
                None => Ok(()),
            }
        }
    }

    /// [`begin`](Self::begin), and then [`rows`](Self::rows) of a statement without values. Do both in
    /// one message if the server does not carry out the statement after `begin` has failed.
    fn begin_with(
        &mut self,
        first: Statement,
    ) -> impl Future<Output = Result<Vec<TextRow>, DriverError>> + Send {
        async {
            self.begin().await?;
            self.rows(first).await
        }
    }

    /// Commits the transaction of [`begin`](Self::begin), if it has begun one.
    fn commit(&mut self) -> impl Future<Output = Result<(), DriverError>> + Send {
        async {
            match begin(self.dialect()) {
                Some(_) => self.run("COMMIT").await,
                None => Ok(()),
            }
        }
    }
}

/// A connection whose futures are ready when they are first polled, because its driver blocks.
/// A store on it is a blocking [`Store`](crate::Store).
pub trait Blocks: Connection {}

/// What a server has answered to a statement, or why it has not.
#[derive(Debug)]
pub struct DriverError {
    error: Box<dyn Error + Send + Sync>,
    is_duplicate: bool,
}

impl DriverError {
    /// The error of a driver, or a text. It is shown as it is.
    pub fn new(error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { error: error.into(), is_duplicate: false }
    }

    /// Says whether a statement was refused because the key of its row is there already.
    #[must_use]
    pub fn duplicate(mut self, is_duplicate: bool) -> Self {
        self.is_duplicate = is_duplicate;
        self
    }

    pub(super) const fn is_duplicate(&self) -> bool {
        self.is_duplicate
    }

    /// The error with advice.
    pub fn advised(self, dialect: Dialect) -> StoreError {
        // The server's code is often not in the text, but in what is shown for debugging.
        let advice = advice(dialect, &format!("{} {:?}", self.error, self.error));
        StoreError::new(self.error).with_advice(advice)
    }
}

impl fmt::Display for DriverError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Error for DriverError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.error)
    }
}
