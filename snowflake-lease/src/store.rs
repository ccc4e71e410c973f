//! The stores of leases.

use std::error::Error;
use std::future::{Future, ready};
use std::iter::successors;
use std::ops::RangeInclusive;
use std::time::Duration;
use std::{fmt, io};

use snowflake_kit_core::UtcTime;
use snowflake_kit_mint::{Release, Renewal};

use crate::protocol::{Claim, LeaseRow};

/// A registry of node numbers that all processes share, and that changes a row by compare-and-set.
///
/// A store reads rows and changes one. Each is one atomic step, and permanent when it returns: a store that loses acknowledged changes lets two processes
/// hold one node. `space` separates the rows of several sets of IDs.
///
/// The adapters for databases implement it on the application's database, and
/// [`FileStore`](super::FileStore) on a file. To write your own, implement [`read_nodes`] and
/// [`change`], and test them with `conformance` (feature `test-util`). A store in a table of
/// a database needs less: see [`TableStore`](super::table::TableStore).
///
/// Your store need not handle other nodes, lost answers or outages. A change that fails may or may
/// not have been made. If a thread renews the lease, each operation has a third of the term. After a
/// store hangs or panics, the lease continues with its [`replacement`](Self::replacement).
///
/// [`read_nodes`]: Self::read_nodes
/// [`change`]: Self::change
pub trait Store: Send + 'static {
    /// Returns the store's clock and the rows of these nodes in a space, in their order, and of those
    /// the first `most`, which may be 0. [`Registry::only`] picks them, if the store cannot look up a
    /// range.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be reached, or has no such table.
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError>;

    /// Makes a change if its condition holds. Returns whether it does.
    ///
    /// # Errors
    /// [`StoreError`]. Then the change may or may not have been made, unless the error is a
    /// [wrong clock](StoreError::wrong_clock).
    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError>;

    /// Returns the store's clock and all rows of a space.
    ///
    /// # Errors
    /// As [`read_nodes`](Self::read_nodes).
    fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        self.read_nodes(space, ALL, usize::MAX)
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
    /// As [`Store::read_nodes`].
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> impl Future<Output = Result<Registry, StoreError>> + Send;

    /// As [`Store::change`].
    fn change(
        &mut self,
        space: &str,
        change: &Change,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send;

    /// As [`Store::read`].
    fn read(&mut self, space: &str) -> impl Future<Output = Result<Registry, StoreError>> + Send {
        self.read_nodes(space, ALL, usize::MAX)
    }
}

/// A blocking [`Store`] as an [`AsyncStore`]. Its futures block, and are ready when first polled.
#[doc(hidden)]
#[derive(Debug)]
pub struct Blocking<S>(pub S);

impl<S: Store> AsyncStore for Blocking<S> {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> impl Future<Output = Result<Registry, StoreError>> + Send {
        ready(self.0.read_nodes(space, nodes, most))
    }

    fn change(
        &mut self,
        space: &str,
        change: &Change,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        ready(self.0.change(space, change))
    }
}

/// All nodes.
const ALL: RangeInclusive<u32> = 0..=u32::MAX;

/// A change of one row, with its condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Writes [`Claim::row`] if the row still is [`Claim::expected`] in `token` and `until`; if that
    /// is `None`, only if there is no row.
    Claim {
        /// The claim.
        claim: Claim,
        /// A text about the claimant for people.
        holder: String,
    },
    /// Raises `until` to [`Renewal::until`] in the row with the renewal's node and token, if there is
    /// one. If `until` is not smaller, it stays, and the condition holds too.
    Renew {
        /// The renewal.
        renewal: Renewal,
        /// What the store's clock may be, in Unix ms. With another one nothing changes, and the
        /// error is a [wrong clock](StoreError::wrong_clock).
        clock: RangeInclusive<i64>,
    },
    /// Sets `until` to [`Release::until`] in the row with the release's node and token, if there is
    /// one. A store may write 0 in place of a negative number, because no timestamp before 1970 is
    /// ever used.
    Release(Release),
}

impl Change {
    /// A claim, with a text about the claimant for people.
    pub fn claim(claim: &Claim, holder: &str) -> Self {
        Self::Claim { claim: *claim, holder: holder.to_owned() }
    }

    /// A renewal, whatever the store's clock is.
    pub const fn renew(renewal: &Renewal) -> Self {
        Self::Renew { renewal: *renewal, clock: i64::MIN..=i64::MAX }
    }

    /// The node whose row it changes.
    pub const fn node(&self) -> u32 {
        match self {
            Self::Claim { claim, .. } => claim.row.node,
            Self::Renew { renewal, .. } => renewal.node,
            Self::Release(release) => release.node,
        }
    }

    /// What the node's row becomes; `None` if the condition does not hold. `there` is the row that is
    /// there, and `unix_millis` the store's clock.
    ///
    /// It is all that a store has to know that can read a row and write it in one atomic step:
    ///
    /// ```
    /// # use std::collections::BTreeMap;
    /// use snowflake_kit_lease::{Change, LeaseRow, StoreError};
    ///
    /// /// The rows of a space, behind a lock.
    /// fn change(
    ///     rows: &mut BTreeMap<u32, LeaseRow>,
    ///     change: &Change,
    ///     unix_millis: i64,
    /// ) -> Result<bool, StoreError> {
    ///     let there = rows.get(&change.node()).copied();
    ///     let Some(row) = change.applied(there, unix_millis)? else { return Ok(false) };
    ///     rows.insert(row.node, row);
    ///     Ok(true)
    /// }
    /// # let release = snowflake_kit_lease::Release { node: 7, token: 2, until: 1 };
    /// # let mut rows = BTreeMap::from([(7, LeaseRow { node: 7, token: 1, until: 9 })]);
    /// # assert!(!change(&mut rows, &Change::Release(release), 0)?);
    /// # rows.get_mut(&7).unwrap().token = 2;
    /// # assert!(change(&mut rows, &Change::Release(release), 0)?);
    /// # assert_eq!(rows[&7].until, 1);
    /// # Ok::<(), StoreError>(())
    /// ```
    ///
    /// # Errors
    /// [`StoreError::wrong_clock`].
    pub fn applied(
        &self,
        there: Option<LeaseRow>,
        unix_millis: i64,
    ) -> Result<Option<LeaseRow>, StoreError> {
        let mine = |token| there.filter(|row| row.token == token);
        Ok(match self {
            Self::Claim { claim, .. } => (there == claim.expected).then_some(claim.row),
            Self::Renew { clock, .. } if !clock.contains(&unix_millis) => {
                return Err(StoreError::wrong_clock(unix_millis));
            }
            Self::Renew { renewal: Renewal { token, until, .. }, .. } => {
                mine(*token).map(|row| LeaseRow { until: row.until.max(*until), ..row })
            }
            Self::Release(Release { token, until, .. }) => {
                mine(*token).map(|row| LeaseRow { until: *until, ..row })
            }
        })
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
    /// Its clock is none that the caller accepts, and nothing has changed.
    WrongClock {
        /// The clock, in Unix ms.
        unix_millis: i64,
    },
}

impl StoreError {
    /// What a server has answered, or a text. It is shown as it is: for a driver that has not
    /// connected, take [`not_connected`](Self::not_connected).
    pub fn new(cause: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { cause: cause.into(), advice: None, kind: StoreErrorKind::Failed }
    }

    /// The error of a driver that has not connected, unless it is the server's answer.
    ///
    /// Drivers quote the URL, and nothing says where a password in it ends. So neither the text nor
    /// the error is shown: only `what`, and what the operating system says, if one of the error's
    /// sources does.
    ///
    /// ```
    /// use std::io::{Error, ErrorKind};
    /// use snowflake_kit_lease::StoreError;
    ///
    /// let quoted = Error::new(ErrorKind::NotFound, "nobody is at postgres://ada:s3cret@db/shop");
    /// assert_eq!(
    ///     StoreError::not_connected("no connection", &quoted).to_string(),
    ///     "no connection: entity not found: check that the server can be reached, and that \
    ///      address, user, password and database are right"
    /// );
    /// ```
    pub fn not_connected(what: &str, error: &(dyn Error + 'static)) -> Self {
        let mut sources = successors(Some(error), |error| (**error).source());
        let system = sources.find_map(|error| error.downcast_ref::<io::Error>());
        let says = system.map(|error| match error.raw_os_error() {
            Some(code) => format!(": {}", io::Error::from_raw_os_error(code)),
            None => format!(": {}", error.kind()),
        });
        Self::new(format!("{what}{}", says.unwrap_or_default())).with_advice(CHECK_ADDRESS)
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
    pub(crate) fn no_thread(error: &io::Error) -> Self {
        let cause = format!("it needs a thread, and none could be started: {error}");
        Self { kind: StoreErrorKind::NoThread, ..Self::new(cause) }.with_advice(MORE_THREADS)
    }

    /// The error of a renewal that does not accept the store's clock.
    pub fn wrong_clock(unix_millis: i64) -> Self {
        let cause = format!("its clock says {}", UtcTime(unix_millis));
        let kind = StoreErrorKind::WrongClock { unix_millis };
        Self { kind, ..Self::new(cause) }.with_advice("check the time synchronisation")
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

/// What helps if there is no connection.
pub const CHECK_ADDRESS: &str = "check that the server can be reached, and that address, user, \
                                 password and database are right";

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

snowflake_kit_core::__debug_is_text!(StoreError);

impl Error for StoreError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&*self.cause)
    }
}
