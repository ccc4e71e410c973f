//! Where the rows are.

use std::error::Error;
use std::fmt;
use std::future::{Future, ready};
use std::time::Duration;

use super::secret::without_passwords;
use super::{Claim, LeaseRow, Release, Renewal};

/// A registry of node numbers that all processes see, and that changes a row by
/// compare-and-set.
///
/// Each method is one atomic step, and is done for good when it returns: a store
/// that forgets what it has said makes two holders of one node. The adapters for
/// databases have stores on that of the application, and
/// [`FileStore`](super::FileStore) is one on a file. One of your own has no more
/// to do than this, and `conformance` (feature `test-util`) tries whether it
/// does; [`table`](super::table) has the SQL. `space` keeps the rows of several
/// sets of IDs apart.
///
/// Rows of other nodes, lost answers, and a store that is away for a while are
/// the keeper's concern: a method that fails may have changed
/// the row or not. A lease that a thread renews gives each method a third of the term,
/// and goes on with a [`replacement`](Self::replacement) of a store that hangs or
/// panics.
pub trait Store: Send + 'static {
    /// The store's clock and what it has about the nodes of a space.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached, or has no such table.
    fn read(&mut self, space: &str) -> Result<Registry, StoreError>;

    /// The store's clock, in Unix ms.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached.
    fn unix_millis(&mut self) -> Result<i64, StoreError>;

    /// Writes [`Claim::row`] if the row still is [`Claim::expected`], in `token`
    /// and `until`; if that is `None`, if there is no row. `holder` says who
    /// that is, for people.
    ///
    /// The answer is whether it has been written.
    ///
    /// # Errors
    /// [`StoreError`]; whether it has been written is not known then.
    fn claim(&mut self, space: &str, claim: &Claim, holder: &str) -> Result<bool, StoreError>;

    /// Raises `until` to [`Renewal::until`] if it is less, where node and token
    /// are the renewal's. The row is the caller's also if there is nothing to
    /// raise.
    ///
    /// The answer is whether there is such a row.
    ///
    /// # Errors
    /// [`StoreError`]; whether it has been raised is not known then.
    fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError>;

    /// Sets `until` to [`Release::until`], where node and token are the
    /// release's. A store may keep 0 in place of anything less: no timestamp
    /// before 1970 is ever used.
    ///
    /// The answer is whether there is such a row.
    ///
    /// # Errors
    /// [`StoreError`]; whether it has been set is not known then.
    fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError>;

    /// Another store of the same rows, with a connection of its own, for when this
    /// one hangs. It must not wait for anything that an operation of this one holds,
    /// and it connects when it is first used.
    ///
    /// The lease asks for it beforehand, and uses it after an operation that has
    /// panicked, or has taken longer than a third of the term. Without one, the
    /// lease cannot be renewed before the operation that hangs has ended.
    fn replacement(&self) -> Option<Box<dyn Store>> {
        None
    }
}

/// A [`Store`] whose methods wait without blocking the thread.
///
/// A keeper drops a future that takes too long. Whether its request is carried
/// out is not known then; but the next call must never take the answer to it for
/// its own. A claim that others have won would be taken for one's own.
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
}

/// What a store has about the nodes of a space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Registry {
    /// The store's clock, in Unix ms.
    pub unix_millis: i64,
    /// A row for each node number that has ever been claimed, in any order.
    pub rows: Vec<LeaseRow>,
}

/// Why a store has not done what it was asked to, and what helps.
///
/// ```
/// use snowflake_lease::StoreError;
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
    kind: Kind,
}

/// What is told apart by those who asked.
#[derive(Debug)]
pub enum Kind {
    /// It answered with an error.
    Failed,
    /// It has not answered for so long.
    TimedOut(Duration),
    /// It panicked, with this text.
    Panicked(String),
}

impl StoreError {
    /// The error of a driver, or a text.
    ///
    /// Drivers quote URLs. If there is a password in what the error says, this
    /// keeps its text alone, and `***` for the password.
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        let cause = cause.into();
        let clean = without_passwords(&cause.to_string());
        let cause = match clean {
            Some(clean) => clean.into(),
            None if without_passwords(&format!("{cause:?}")).is_some() => cause.to_string().into(),
            None => cause,
        };
        Self { cause, advice: None, kind: Kind::Failed }
    }

    /// The error of an operation that was not waited for any longer.
    pub(crate) fn timed_out(limit: Duration) -> Self {
        let cause = format!("it did not answer within {limit:?}").into();
        Self { cause, advice: None, kind: Kind::TimedOut(limit) }
    }

    /// The error of an operation that panicked with this text.
    pub(crate) fn panicked(text: &str) -> Self {
        let text = without_passwords(text).unwrap_or_else(|| text.to_owned());
        let cause = format!("it panicked: {text}").into();
        Self { cause, advice: None, kind: Kind::Panicked(text) }
    }

    /// What kind of failure it is.
    #[doc(hidden)]
    pub const fn kind(&self) -> &Kind {
        &self.kind
    }

    /// The same, with what to do about it.
    #[must_use]
    pub fn with_advice(mut self, advice: impl Into<String>) -> Self {
        self.advice = Some(advice.into());
        self
    }
}

impl fmt::Display for StoreError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.advice {
            Some(advice) => write!(f, "{}: {advice}", self.cause),
            None => self.cause.fmt(f),
        }
    }
}

impl Error for StoreError {
    #[inline]
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.cause)
    }
}

/// A store whose methods block, as one that waits: its futures are ready.
#[derive(Debug)]
pub struct Blocking<S>(pub S);

impl<S: Store> AsyncStore for Blocking<S> {
    fn read(&mut self, space: &str) -> impl Future<Output = Result<Registry, StoreError>> + Send {
        ready(self.0.read(space))
    }

    fn unix_millis(&mut self) -> impl Future<Output = Result<i64, StoreError>> + Send {
        ready(self.0.unix_millis())
    }

    fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        ready(self.0.claim(space, claim, holder))
    }

    fn renew(
        &mut self,
        space: &str,
        renewal: &Renewal,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        ready(self.0.renew(space, renewal))
    }

    fn release(
        &mut self,
        space: &str,
        release: &Release,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        ready(self.0.release(space, release))
    }
}
