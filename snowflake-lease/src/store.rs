//! The stores of leases.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::ops::RangeInclusive;
use std::time::Duration;

use super::secret::may_hold_password;
use crate::protocol::{Claim, LeaseRow};
use snowflake_kit_mint::{Release, Renewal};

/// A registry of node numbers that all processes share, and that changes a row by compare-and-set.
///
/// Each method is one atomic step, and permanent when it returns: a store that loses acknowledged
/// changes lets two processes hold one node. `space` separates the rows of several sets of IDs.
///
/// The adapters for databases implement it on the application's database, and
/// [`FileStore`](super::FileStore) on a file. To write your own, implement these methods, and test
/// them with `conformance` (feature `test-util`). [`table`](super::table) has the SQL.
///
/// Your store need not handle other nodes, lost answers or outages. A method that fails may or may
/// not have changed the row. If a thread renews the lease, each method has a third of the term.
/// After a store hangs or panics, the lease continues with its [`replacement`](Self::replacement).
pub trait Store: Send + 'static {
    /// Returns the store's clock and the rows of a space.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached, or has no such table.
    fn read(&mut self, space: &str) -> Result<Registry, StoreError>;

    /// Returns the store's clock, in Unix ms.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached.
    fn unix_millis(&mut self) -> Result<i64, StoreError>;

    /// Writes [`Claim::row`] if the row still is [`Claim::expected`] in `token` and `until`; if
    /// that is `None`, only if there is no row. `holder` is a text about the claimant for people.
    ///
    /// Returns whether the row was written.
    ///
    /// # Errors
    /// [`StoreError`]. Then the row may or may not have been written.
    fn claim(&mut self, space: &str, claim: &Claim, holder: &str) -> Result<bool, StoreError>;

    /// Raises `until` to [`Renewal::until`] in the row with the renewal's node and token. If
    /// `until` is not smaller, it stays.
    ///
    /// Returns whether there is such a row, also if `until` stayed.
    ///
    /// # Errors
    /// [`StoreError`]. Then `until` may or may not have been raised.
    fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError>;

    /// Sets `until` to [`Release::until`] in the row with the release's node and token. A store may
    /// write 0 in place of a negative number, because no timestamp before 1970 is ever used.
    ///
    /// Returns whether there is such a row.
    ///
    /// # Errors
    /// [`StoreError`]. Then `until` may or may not have been set.
    fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError>;

    /// As [`read`](Self::read), but only the rows of these nodes, in their order, and of those the
    /// first `most`. A claim uses it, so that it need not read the rows of a large fleet.
    ///
    /// By default it reads all rows and leaves the others out. Implement it if the store can look
    /// up a range.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.read(space).map(|registry| registry.only(&nodes, most))
    }

    /// As [`renew`](Self::renew), if the store's clock, in Unix ms, is one of these. Otherwise it
    /// changes nothing.
    ///
    /// By default it asks for the clock before it renews. Implement it if the store can do both in
    /// one step.
    ///
    /// # Errors
    /// As [`renew`](Self::renew).
    fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> Result<Renewed, StoreError> {
        let unix_millis = self.unix_millis()?;
        if !clock.contains(&unix_millis) {
            return Ok(Renewed::WrongClock { unix_millis });
        }
        self.renew(space, renewal).map(Renewed::or_not)
    }

    /// Returns another store of the same rows with its own connection, for when this one hangs. It
    /// must not wait for anything that an operation of this one holds, and must connect only when
    /// it is first used.
    ///
    /// The lease gets it in advance. It uses it after an operation that has panicked or has taken
    /// longer than a third of the term. Without one, the lease cannot be renewed until the
    /// operation that hangs has ended.
    fn replacement(&self) -> Option<Box<dyn Store>> {
        None
    }
}

/// A [`Store`] whose methods wait without blocking the thread.
///
/// A keeper drops a future that takes too long. The request may still be carried out. The next call
/// must not take that request's answer for its own: otherwise a process could believe that it won a
/// claim of another process.
pub trait AsyncStore: Send + 'static {
    /// As [`Store::read`].
    fn read(&mut self, space: &str) -> impl Future<Output = Result<Registry, StoreError>> + Send;

    /// As [`Store::unix_millis`].
    fn unix_millis(&mut self) -> impl Future<Output = Result<i64, StoreError>> + Send;

    /// As [`Store::claim`].
    fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// As [`Store::renew`].
    fn renew(
        &mut self,
        space: &str,
        renewal: &Renewal,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// As [`Store::release`].
    fn release(
        &mut self,
        space: &str,
        release: &Release,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// As [`Store::read_nodes`].
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> impl Future<Output = Result<Registry, StoreError>> + Send {
        async move { self.read(space).await.map(|registry| registry.only(&nodes, most)) }
    }

    /// As [`Store::renew_at`].
    fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> impl Future<Output = Result<Renewed, StoreError>> + Send {
        async move {
            let unix_millis = self.unix_millis().await?;
            if !clock.contains(&unix_millis) {
                return Ok(Renewed::WrongClock { unix_millis });
            }
            self.renew(space, renewal).await.map(Renewed::or_not)
        }
    }
}

/// What came of [`Store::renew_at`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Renewed {
    /// The row has the renewal's node and token, and at least its `until`.
    Yes,
    /// There is no such row.
    No,
    /// The caller does not accept the store's clock, and nothing has changed.
    WrongClock {
        /// The clock, in Unix ms.
        unix_millis: i64,
    },
}

impl Renewed {
    pub(crate) const fn or_not(renewed: bool) -> Self {
        if renewed { Self::Yes } else { Self::No }
    }
}

/// What a store knows about the nodes of a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registry {
    /// The store's clock, in Unix ms.
    pub unix_millis: i64,
    /// A row for each node number that was ever claimed, in any order.
    pub rows: Vec<LeaseRow>,
}

impl Registry {
    /// The rows of these nodes, in their order, and of those the first `most`.
    #[must_use]
    pub fn only(mut self, nodes: &RangeInclusive<u32>, most: usize) -> Self {
        self.rows.retain(|row| nodes.contains(&row.node));
        self.rows.sort_by_key(|row| row.node);
        self.rows.truncate(most);
        self
    }
}

/// Why a store failed, and what helps.
///
/// ```
/// use snowflake_kit_lease::StoreError;
///
/// let error = StoreError::new("relation \"snowflake_leases\" does not exist")
///     .with_advice("run the migration");
/// assert_eq!(
///     error.to_string(),
///     "relation \"snowflake_leases\" does not exist: run the migration"
/// );
/// ```
#[derive(Debug)]
pub struct StoreError {
    cause: Box<dyn Error + Send + Sync>,
    advice: Option<String>,
    kind: StoreErrorKind,
}

/// What kind of failure a [`StoreError`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// It returned an error.
    Failed,
    /// It did not answer in time. Its connection is not used any more.
    TimedOut {
        /// How long the caller waited.
        limit: Duration,
    },
    /// It panicked.
    Panicked,
    /// No thread could be started for it.
    NoThread,
}

const NOT_SHOWN: &str = "the message of the driver may hold the password of a URL or of a connection \
                         string, so it is not shown: check each of their parts";

impl StoreError {
    /// The error of a driver, or a text.
    ///
    /// Drivers quote URLs. A text that may hold a password is replaced by a sentence that says so.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        let cause = if may_hold_password(&cause.to_string()) {
            NOT_SHOWN.into()
        } else if may_hold_password(&format!("{cause:?}")) {
            cause.to_string().into()
        } else {
            cause
        };
        Self { cause, advice: None, kind: StoreErrorKind::Failed }
    }

    /// The error of a store that has not answered within this time, for those who call one.
    pub fn timed_out(limit: Duration) -> Self {
        let cause = format!("it did not answer within {limit:?}");
        let kind = StoreErrorKind::TimedOut { limit };
        Self { kind, ..Self::new(cause) }.with_advice("check whether it can be reached")
    }

    pub(crate) fn panicked(text: &str) -> Self {
        let advice = "this is a bug in the store or in its driver";
        let kind = StoreErrorKind::Panicked;
        Self { kind, ..Self::new(format!("it panicked: {text}")) }.with_advice(advice)
    }

    /// The error of an operation for which there is no thread.
    pub(crate) fn no_thread(error: &std::io::Error) -> Self {
        let cause = format!("it needs a thread, and none could be started: {error}");
        Self { kind: StoreErrorKind::NoThread, ..Self::new(cause) }.with_advice(MORE_THREADS)
    }

    /// What kind of failure it is.
    pub const fn kind(&self) -> StoreErrorKind {
        self.kind
    }

    /// The same error with advice.
    #[must_use]
    pub fn with_advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

/// What helps a process that can start no thread.
pub const MORE_THREADS: &str =
    "raise the limit of threads (`ulimit -u`, or `pids.max` of the control group) or of memory";

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.advice {
            Some(advice) => write!(f, "{}: {advice}", self.cause),
            None => self.cause.fmt(f),
        }
    }
}

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.cause)
    }
}
