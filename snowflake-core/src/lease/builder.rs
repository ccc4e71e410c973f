//! How a lease is asked for.

use core::ops::{Bound, RangeBounds};
use core::time::Duration;
use std::sync::Arc;

#[cfg(feature = "tokio")]
use super::AsyncLease;
#[cfg(feature = "tokio")]
use super::deadline::Timed;
use super::worker::Worker;
use super::{AsyncStore, ClaimError, Keeper, Lease, LeaseTerms, Store, deadline, record};
use crate::{Clock, Layout, Limits, SystemClock, install};

/// Node numbers from a store that all processes see: no configuration, and no
/// two IDs alike, whatever the clocks say. See [`lease`](mod@super) for why.
///
/// [`install`](LeaseBuilder::install) claims a free node number, gives it to
/// this process and renews the claim in the background:
///
/// ```
/// # use snowflake_core::{Snowflake, SnowflakeId};
/// # #[derive(snowflake_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// # struct UserId(Snowflake);
/// # let file = std::env::temp_dir().join(format!("leases-of-{}", std::process::id()));
/// use snowflake_core::lease::{FileStore, lease};
///
/// let lease = lease(FileStore::new(&file)).space("shop").install()?;
/// let id = UserId::mint();
/// assert_eq!(id.parts().node, lease.node());
/// // … and when nothing is to be minted any more:
/// lease.release()?;
/// # for end in ["", ".lock"] {
/// #     std::fs::remove_file(format!("{}{end}", file.display()))?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// The stores are [`FileStore`](super::FileStore), for the processes of one host,
/// and those of the adapters, on the database that the application has:
/// `snowflake_diesel::lease::LeaseStore` and `snowflake_seaorm::lease::LeaseStore`.
///
/// | setting | default | |
/// |---|---|---|
/// | [`space`](LeaseBuilder::space) | `"default"` | which set of node numbers, where applications share a store |
/// | [`term`](LeaseBuilder::term) | 30 s | how long minting goes on without the store, and how long the node of a crashed process is out of use |
/// | [`renewal`](LeaseBuilder::renewal) | a third of the term | how often the store is asked |
/// | [`max_skew`](LeaseBuilder::max_skew) | 10 s | how far the clocks of machine and store may be apart |
/// | [`nodes`](LeaseBuilder::nodes) | 0 to 1023 | the node numbers to claim one of |
/// | [`layouts`](LeaseBuilder::layouts) | not checked | the layouts in use, which `nodes` has to fit |
/// | [`preferred_node`](LeaseBuilder::preferred_node) | none | claimed if it is free |
/// | [`limits`](LeaseBuilder::limits) | [`Limits::new()`] | what minting does in bursts and when the clock misbehaves |
/// | [`holder`](LeaseBuilder::holder) | host name and process number | what the store says of who that is |
pub fn lease<S>(store: S) -> LeaseBuilder<S> {
    LeaseBuilder { store, plan: Plan::default() }
}

/// A lease that is about to be claimed; made by [`lease`].
#[derive(Debug)]
#[must_use = "nothing is claimed before `install`"]
pub struct LeaseBuilder<S> {
    store: S,
    plan: Plan,
}

/// The settings.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) space: String,
    term: Duration,
    pub(super) renewal: Duration,
    max_skew: Duration,
    /// The first and the last node number.
    pub(super) nodes: (u32, u32),
    /// Whether the last one was not asked for.
    is_open: bool,
    /// The name of the layout in use with the fewest node bits, and its last node
    /// number.
    narrowest: Option<(&'static str, u32)>,
    pub(super) preferred: Option<u32>,
    pub(super) limits: Option<Limits>,
    pub(super) holder: String,
    pub(super) seed: Option<u64>,
}

impl Default for Plan {
    #[inline]
    fn default() -> Self {
        let LeaseTerms { term, max_skew } = LeaseTerms::default();
        Self {
            space: "default".to_owned(),
            term,
            renewal: Duration::ZERO,
            max_skew,
            nodes: (0, LAST_NODE),
            is_open: true,
            narrowest: None,
            preferred: None,
            limits: None,
            holder: crate::node::process(),
            seed: None,
        }
    }
}

impl Plan {
    /// What the protocol goes by. A lease reaches as far as the IDs that are
    /// minted in it, so the lead comes on top of the term.
    #[inline]
    pub(super) fn terms(&self) -> LeaseTerms {
        let lead = self.limits.unwrap_or_default().max_lead;
        LeaseTerms { term: self.term.saturating_add(lead), max_skew: self.max_skew }
    }

    /// How long one operation on the store may take.
    #[inline]
    fn limit(&self) -> Duration {
        deadline::of_term(self.term)
    }

    /// The same, if it can be.
    #[inline]
    fn checked(mut self) -> Result<Self, ClaimError> {
        let refuse =
            |name, value: String, expected| Err(ClaimError::Setting { name, value, expected });
        if record::space(&self.space).is_err() {
            let expected = "1 to 100 characters, no control character, no white space around them";
            return refuse("space", format!("{:?}", self.space), expected);
        }
        if self.term < MIN_TERM || self.term > MAX_TERM {
            return refuse("term", format!("{:?}", self.term), "100 ms to 1 day");
        }
        let lead = self.limits.unwrap_or_default().max_lead;
        if lead > MAX_TERM {
            let expected = "at most 1 day, since a node whose holder crashed is out of use for it";
            return refuse("max_lead", format!("{lead:?}"), expected);
        }
        if self.renewal.is_zero() {
            self.renewal = self.term / 3;
        }
        if self.renewal > self.term / 2 {
            let expected = "at most half of the term, so that one renewal may fail";
            return refuse("renewal", format!("{:?}", self.renewal), expected);
        }
        self.holder = record::holder(&self.holder).into_owned();
        if let Some((layout, max)) = self.narrowest {
            let (first, last) = &mut self.nodes;
            if self.is_open && *first <= max {
                *last = max.min(*last);
            }
            if *first <= *last && *last > max {
                return Err(ClaimError::NodesOutOfRange { nodes: *first..=*last, layout, max });
            }
        }
        let (first, last) = self.nodes;
        if first > last {
            let expected = "a range with a node in it; one without an end ends at 1023";
            return refuse("nodes", format!("{first}..={last}"), expected);
        }
        if let Some(node) = self.preferred.filter(|node| !(first..=last).contains(node)) {
            return refuse("preferred_node", node.to_string(), "one of `nodes`");
        }
        Ok(self)
    }
}

const MIN_TERM: Duration = Duration::from_millis(100);
const MAX_TERM: Duration = Duration::from_hours(24);

/// The last node number unless set.
const LAST_NODE: u32 = Layout::DEFAULT.max_node();

impl<S> LeaseBuilder<S> {
    /// Which set of node numbers: 1 to 100 characters. Applications that share a
    /// store and never compare their IDs need not share these.
    pub fn space(mut self, space: impl Into<String>) -> Self {
        self.plan.space = space.into();
        self
    }

    /// How far a claim or a renewal reaches into the future: 100 ms to 1 day.
    /// That is how long minting goes on without the store, and how long the node
    /// of a process is out of use that ended without giving it back.
    ///
    /// One operation on the store may take a third of it, and at least 500 ms. Then it
    /// has failed, its connection is not used any more, and the next operation is on
    /// another one. So a server that never answers delays a renewal and does not end
    /// it.
    pub fn term(mut self, term: Duration) -> Self {
        self.plan.term = term;
        self
    }

    /// How often the lease is renewed: up to half of the term. The waits are up to
    /// a tenth shorter at random, so that processes do not go in step.
    pub fn renewal(mut self, renewal: Duration) -> Self {
        self.plan.renewal = renewal;
        self
    }

    /// How far the clocks of this machine and of the store may be apart. If it is
    /// more, nothing is claimed or renewed, so that a clock which is far ahead
    /// does not put a node out of use for as long. Uniqueness does not depend on
    /// it.
    pub fn max_skew(mut self, max_skew: Duration) -> Self {
        self.plan.max_skew = max_skew;
        self
    }

    /// The node numbers to claim one of. Without a beginning they begin at 0,
    /// without an end they end at 1023, the last one of [`Layout::DEFAULT`].
    ///
    /// They have to fit all layouts in use, which nobody checks unless you name these
    /// with [`layouts`](Self::layouts): a type whose layout is too narrow for the node
    /// that was claimed has
    /// [`MintError::NodeOutOfRange`](crate::MintError::NodeOutOfRange) at its first
    /// mint. `..=layout.max_node()` are all of a layout. Leave out those that processes without a lease have: a lease does
    /// not know of them.
    ///
    /// ```
    /// # use snowflake_core::lease::{FileStore, lease};
    /// use snowflake_core::Layout;
    ///
    /// # let store = FileStore::new("leases");
    /// let all_of_sonyflake = lease(store.clone()).nodes(..=Layout::SONYFLAKE.max_node());
    /// let beside_a_stateful_set_of_eight = lease(store).nodes(8..);
    /// ```
    pub fn nodes(mut self, nodes: impl RangeBounds<u32>) -> Self {
        let first = match nodes.start_bound() {
            Bound::Included(first) => Some(*first),
            Bound::Excluded(before) => before.checked_add(1),
            Bound::Unbounded => Some(0),
        };
        let last = match nodes.end_bound() {
            Bound::Included(last) => Some(*last),
            Bound::Excluded(end) => end.checked_sub(1),
            Bound::Unbounded => Some(LAST_NODE),
        };
        // An empty range is refused when there is an error to be had.
        self.plan.nodes = first.zip(last).unwrap_or((1, 0));
        self.plan.is_open = nodes.end_bound() == Bound::Unbounded;
        self
    }

    /// The layouts of the ID types that mint by this lease, so that the node number
    /// fits all of them. A range of [`nodes`](Self::nodes) without an end ends at the
    /// last number of the narrowest layout, and at 1023 at the latest; one that has an
    /// end is checked.
    ///
    /// ```
    /// # use snowflake_core::{Layout, Snowflake};
    /// # #[derive(snowflake_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_core")]
    /// # struct UserId(Snowflake);
    /// # #[derive(snowflake_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_core", layout = "ecmascript")]
    /// # struct TabId(Snowflake);
    /// # let file = std::env::temp_dir().join(format!("leases-layouts-{}", std::process::id()));
    /// use snowflake_core::SnowflakeId as _;
    /// use snowflake_core::lease::{ClaimError, FileStore, lease};
    ///
    /// # let store = FileStore::new(&file);
    /// // `TabId` has 5 node bits: one of 0 to 31 is claimed.
    /// let claimed = lease(store.clone()).layouts([UserId::LAYOUT, TabId::LAYOUT]).install()?;
    /// assert!(claimed.node() <= 31);
    /// claimed.release()?;
    ///
    /// let wide = lease(store).nodes(..=63).layouts([TabId::LAYOUT]).install();
    /// assert!(matches!(wide, Err(ClaimError::NodesOutOfRange { max: 31, .. })));
    /// # for end in ["", ".lock"] {
    /// #     std::fs::remove_file(format!("{}{end}", file.display()))?;
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layouts(mut self, layouts: impl IntoIterator<Item = Layout>) -> Self {
        for layout in layouts {
            let is_narrower = |(_, max)| layout.max_node() < max;
            if self.plan.narrowest.is_none_or(is_narrower) {
                self.plan.narrowest = Some((layout.name(), layout.max_node()));
            }
        }
        self
    }

    /// A node number that is claimed if it is free; one of
    /// [`nodes`](Self::nodes).
    pub fn preferred_node(mut self, node: u32) -> Self {
        self.plan.preferred = Some(node);
        self
    }

    /// What minting does in bursts and when the clock misbehaves. A
    /// [`max_lead`](Limits::max_lead) is safe here: the lease reaches further by
    /// it, and nobody else has those timestamps, also after a crash.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.plan.limits = Some(limits);
        self
    }

    /// What the store says of who holds the lease, for people; cut at 255
    /// characters.
    pub fn holder(mut self, holder: impl Into<String>) -> Self {
        self.plan.holder = holder.into();
        self
    }

    /// What choices are drawn from, so that a run can be replayed.
    pub fn seed(mut self, seed: u64) -> Self {
        self.plan.seed = Some(seed);
        self
    }

    /// What claims and keeps a lease, without a thread or a task: see
    /// [`Keeper`].
    ///
    /// # Errors
    /// [`ClaimError::Setting`]. Nothing is claimed before its first round.
    pub fn keeper<C: Clock>(self, clock: C) -> Result<Keeper<S, C>, ClaimError>
    where
        S: AsyncStore,
    {
        Ok(Keeper::new(self.store, clock, self.plan.checked()?, Arc::default()))
    }

    /// Claims a node number, gives it to this process as
    /// [`install`](crate::install()) does, and renews the lease in a thread.
    ///
    /// When the node was taken by another process, since the lease could not be
    /// renewed for longer than the term, another one is claimed, and all ID
    /// types go on with it. While the store is away minting goes on until the
    /// lease ends; then `try_mint` says
    /// [`LeaseExpired`](crate::MintError::LeaseExpired), and `mint` waits up to
    /// [`max_wait`](Limits::max_wait). When the store is back, so is minting.
    ///
    /// The store works on a thread of its own, which is left to itself when an
    /// operation hangs: the next one is on a
    /// [`replacement`](Store::replacement) of the store. A store that panics is
    /// replaced as well.
    ///
    /// A process made by `fork` has no lease: claim one there.
    ///
    /// # Errors
    /// [`ClaimError`], and nothing is installed.
    pub fn install(self) -> Result<Lease, ClaimError>
    where
        S: Store,
    {
        none_installed()?;
        let (plan, bell) = (self.plan.checked()?, Arc::default());
        let store = Worker::new(Box::new(self.store), plan.limit(), Arc::clone(&bell));
        Lease::begin(Keeper::new(store, SystemClock::new(), plan, bell))
    }

    /// As [`install`](Self::install), for stores that are awaited: renews the
    /// lease in a task of the tokio runtime that this is called in, which needs
    /// timers enabled. If the future is dropped before it is done, a node may have
    /// been claimed, and is free when the term is over.
    ///
    /// The runtime has to get to the task: in async code mint with `mint_async`. A
    /// `mint` that would block a thread which the renewal needs does not wait for it,
    /// and has [`RenewalBlocked`](crate::MintError::RenewalBlocked). An operation that
    /// takes too long is dropped; one that blocks, as those of a
    /// [`Blocking`](super::Blocking) store do, cannot be.
    ///
    /// # Errors
    /// [`ClaimError`], and nothing is installed.
    ///
    /// # Panics
    /// Outside of a tokio runtime with timers enabled.
    #[cfg(feature = "tokio")]
    pub async fn install_async(self) -> Result<AsyncLease, ClaimError>
    where
        S: AsyncStore,
    {
        none_installed()?;
        let (plan, bell) = (self.plan.checked()?, Arc::default());
        let store = Timed::new(self.store, plan.limit(), Arc::clone(&bell));
        AsyncLease::begin(Keeper::new(store, SystemClock::new(), plan, bell)).await
    }
}

/// Finds out beforehand, so that no node is claimed in vain.
#[inline]
fn none_installed() -> Result<(), ClaimError> {
    match install::installed() {
        Some(installed) => Err(ClaimError::AlreadyInstalled { installed }),
        None => Ok(()),
    }
}
