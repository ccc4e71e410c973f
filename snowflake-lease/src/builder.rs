//! How a lease is asked for.

use core::ops::{Bound, RangeBounds};
use core::time::Duration;
use std::sync::Arc;

use snowflake_core::{Layout, Limits};
use snowflake_mint::__private::installed;
use snowflake_mint::{Clock, SystemClock};

#[cfg(feature = "tokio")]
use super::AsyncLease;
#[cfg(feature = "tokio")]
use super::deadline::Timed;
use super::plan::{LAST_NODE, Plan};
use super::worker::Worker;
use super::{AsyncStore, ClaimError, Keeper, LazyLease, Lease, Store};

/// Node numbers from a store that all processes see: no configuration, and no
/// two IDs alike, whatever the clocks say. See [`lease`](mod@super) for why.
///
/// [`install`](LeaseBuilder::install) claims a free node number, gives it to
/// this process and renews the claim in the background:
///
/// ```
/// # use snowflake_core::{Snowflake, SnowflakeId};
/// # #[derive(snowflake_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_mint")]
/// # struct UserId(Snowflake);
/// # let file = std::env::temp_dir().join(format!("leases-of-{}", std::process::id()));
/// use snowflake_lease::{FileStore, LeaseBuilder};
///
/// let lease = LeaseBuilder::new(FileStore::new(&file)).space("shop").install()?;
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
/// | [`within`](LeaseBuilder::within) | none | the region, or whatever the highest part of the node is, whose numbers alone are claimed |
/// | [`preferred_node`](LeaseBuilder::preferred_node) | none | claimed if it is free |
/// | [`limits`](LeaseBuilder::limits) | [`Limits::new()`] | what minting does in bursts and when the clock misbehaves |
/// | [`holder`](LeaseBuilder::holder) | host name and process number | what the store says of who that is |
#[derive(Debug)]
#[must_use = "nothing is claimed before `install`"]
pub struct LeaseBuilder<S> {
    store: S,
    plan: Plan,
}

impl<S> LeaseBuilder<S> {
    /// A lease from this store, with the defaults.
    pub fn new(store: S) -> Self {
        Self { store, plan: Plan::default() }
    }

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
    /// [`MintError::NodeOutOfRange`](snowflake_mint::MintError::NodeOutOfRange) at its first
    /// mint. `..=layout.max_node()` are all of a layout. Leave out those that processes without a lease have: a lease does
    /// not know of them.
    ///
    /// ```
    /// # use snowflake_lease::{FileStore, LeaseBuilder};
    /// use snowflake_core::Layout;
    ///
    /// # let store = FileStore::new("leases");
    /// let all_of_sonyflake = LeaseBuilder::new(store.clone()).nodes(..=Layout::SONYFLAKE.max_node());
    /// let beside_a_stateful_set_of_eight = LeaseBuilder::new(store).nodes(8..);
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
    /// # #[snowflake(crate = "snowflake_mint")]
    /// # struct UserId(Snowflake);
    /// # #[derive(snowflake_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_mint", layout = "ecmascript")]
    /// # struct TabId(Snowflake);
    /// # let file = std::env::temp_dir().join(format!("leases-layouts-{}", std::process::id()));
    /// use snowflake_core::SnowflakeId as _;
    /// use snowflake_lease::{ClaimError, FileStore, LeaseBuilder};
    ///
    /// # let store = FileStore::new(&file);
    /// // `TabId` has 5 node bits: one of 0 to 31 is claimed.
    /// let claimed = LeaseBuilder::new(store.clone()).layouts([UserId::LAYOUT, TabId::LAYOUT]).install()?;
    /// assert!(claimed.node() <= 31);
    /// claimed.release()?;
    ///
    /// let wide = LeaseBuilder::new(store).nodes(..=63).layouts([TabId::LAYOUT]).install();
    /// assert!(matches!(wide, Err(ClaimError::NodesOutOfRange { max: 31, .. })));
    /// # for end in ["", ".lock"] {
    /// #     std::fs::remove_file(format!("{}{end}", file.display()))?;
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layouts(mut self, layouts: impl IntoIterator<Item = Layout>) -> Self {
        self.plan.layouts.extend(layouts);
        self
    }

    /// Claims a node number with this value in a named part of it: that of the region, in
    /// a layout whose node is a region and a worker. It takes the place of
    /// [`nodes`](Self::nodes), and needs [`layouts`](Self::layouts), which have to agree on
    /// where the part is. It is the highest part, or the one below those that were named
    /// before.
    ///
    /// Processes of two values never have the same number. So each region may have a store
    /// of its own, and no region waits for another one.
    ///
    /// ```
    /// # use snowflake_core::{Field, Layout, Snowflake};
    /// # let file = std::env::temp_dir().join(format!("leases-within-{}", std::process::id()));
    /// use snowflake_lease::{FileStore, LeaseBuilder};
    ///
    /// /// 8 regions with 512 workers each.
    /// const FLEET: Layout = Layout::builder("fleet")
    ///     .time_bits(41)
    ///     .node_bits(12)
    ///     .node_fields(&[Field::new("region", 3), Field::new("worker", 9)])
    ///     .sequence_bits(10)
    ///     .build();
    ///
    /// # let store = FileStore::new(&file);
    /// let lease = LeaseBuilder::new(store).layouts([FLEET]).within("region", 3).install()?;
    /// let parts: Vec<_> = FLEET.split_node(lease.node()).collect();
    /// assert_eq!(parts[0], ("region", 3));
    /// # lease.release()?;
    /// # for end in ["", ".lock"] {
    /// #     std::fs::remove_file(format!("{}{end}", file.display()))?;
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(mut self, part: &'static str, value: u32) -> Self {
        self.plan.within.push((part, value));
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
    /// [`install`](snowflake_mint::install()) does, and renews the lease in a thread.
    ///
    /// When the node was taken by another process, since the lease could not be
    /// renewed for longer than the term, another one is claimed, and all ID
    /// types go on with it. While the store is away minting goes on until the
    /// lease ends; then `try_mint` says
    /// [`LeaseExpired`](snowflake_mint::MintError::LeaseExpired), and `mint` waits up to
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
        Lease::begin(self.blocking_keeper()?)
    }

    /// As [`install`](Self::install), but leaves the claim to the first mint: for programs
    /// that run for a moment, and mint in few of their runs. Until then the store is not
    /// asked for anything, and no connection is made.
    ///
    /// ```
    /// # use snowflake_core::{Snowflake, SnowflakeId};
    /// # #[derive(snowflake_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_mint")]
    /// # struct UserId(Snowflake);
    /// # let file = std::env::temp_dir().join(format!("lazy-leases-{}", std::process::id()));
    /// use snowflake_lease::{FileStore, LeaseBuilder};
    ///
    /// let lease = LeaseBuilder::new(FileStore::new(&file)).space("shop").install_lazy()?;
    /// // … a run that mints nothing leaves no trace in the store:
    /// assert!(lease.grant().is_none() && !file.exists());
    ///
    /// // … and the first mint claims a node number:
    /// let id = UserId::mint();
    /// assert_eq!(Some(id.parts().node), lease.grant().map(|grant| grant.node));
    /// lease.release()?;
    /// # for end in ["", ".lock"] {
    /// #     std::fs::remove_file(format!("{}{end}", file.display()))?;
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The first mint of any ID type has the lease claimed, and waits for it like for a free
    /// slot, up to [`max_wait`](Limits::max_wait). Mints of other threads wait for the same
    /// claim. If it fails, they have [`NotClaimed`](snowflake_mint::MintError::NotClaimed)
    /// with the error, and the next mint claims again. `try_mint` does not wait: it has
    /// `NotClaimed` until the claim that it asked for has been made.
    ///
    /// Before the claim, [`time_left`](super::time_left) is `None`, and a type's `generator()`
    /// does not say yet whether the node number fits its layout: name the
    /// [`layouts`](Self::layouts). A process made by `fork` has no lease, and may install one.
    ///
    /// # Errors
    /// [`ClaimError::Setting`] and the other errors of settings, and
    /// [`ClaimError::AlreadyInstalled`]; nothing is installed then.
    pub fn install_lazy(self) -> Result<LazyLease, ClaimError>
    where
        S: Store,
    {
        Lease::begin_lazily(self.blocking_keeper()?).map(LazyLease)
    }

    fn blocking_keeper(self) -> Result<Keeper<Worker, SystemClock>, ClaimError>
    where
        S: Store,
    {
        let (plan, bell) = (self.plan.checked()?, Arc::default());
        let store = Worker::new(Box::new(self.store), plan.limit(), Arc::clone(&bell));
        Ok(Keeper::new(store, SystemClock::new(), plan, bell))
    }

    /// As [`install`](Self::install), for stores that are awaited: renews the
    /// lease in a task of the tokio runtime that this is called in, which needs
    /// timers enabled. If the future is dropped before it is done, a node may have
    /// been claimed, and is free when the term is over.
    ///
    /// The runtime has to get to the task: in async code mint with `mint_async`. A
    /// `mint` that would block a thread which the renewal needs does not wait for it,
    /// and has [`RenewalBlocked`](snowflake_mint::MintError::RenewalBlocked). An operation that
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
        AsyncLease::begin(self.async_keeper()?).await
    }

    /// As [`install_lazy`](Self::install_lazy), for stores that are awaited: a task claims
    /// the lease and renews it, as with [`install_async`](Self::install_async). Mint with
    /// `mint_async`. A `mint` that would block the thread which the task needs has
    /// [`ClaimBlocked`](snowflake_mint::MintError::ClaimBlocked).
    ///
    /// # Errors
    /// As [`install_lazy`](Self::install_lazy).
    ///
    /// # Panics
    /// Outside of a tokio runtime with timers enabled.
    #[cfg(feature = "tokio")]
    pub fn install_lazy_async(self) -> Result<LazyLease<AsyncLease>, ClaimError>
    where
        S: AsyncStore,
    {
        AsyncLease::begin_lazily(self.async_keeper()?).map(LazyLease)
    }

    #[cfg(feature = "tokio")]
    fn async_keeper(self) -> Result<Keeper<Timed<S>, SystemClock>, ClaimError>
    where
        S: AsyncStore,
    {
        let (plan, bell) = (self.plan.checked()?, Arc::default());
        let store = Timed::new(self.store, plan.limit(), Arc::clone(&bell));
        Ok(Keeper::new(store, SystemClock::new(), plan, bell))
    }
}

/// Finds out beforehand, so that no node is claimed in vain.
#[inline]
fn none_installed() -> Result<(), ClaimError> {
    match installed() {
        Some(installed) => Err(ClaimError::AlreadyInstalled { installed }),
        None => Ok(()),
    }
}
