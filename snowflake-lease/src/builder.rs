//! How to get a lease.

use core::ops::{Bound, RangeBounds};
use core::time::Duration;

use snowflake_kit_core::{Layout, Limits};
use snowflake_kit_mint::__private::installed;
use snowflake_kit_mint::{Clock, SystemClock};

use super::plan::{LAST_NODE, LeasePlan};
use crate::any_store::AnyStore;
use crate::error::ClaimError;
use crate::keeper::Keeper;
use crate::keeping::gone;
use crate::lease::Lease;
use crate::store::AsyncStore;
use crate::told::Told;

/// Gets a node number from a store that all processes share. No node needs configuration, and no
/// two IDs are equal, whatever the clocks say; the [crate](mod@super) has the proof.
///
/// [`install`](LeaseBuilder::install) claims a free node number, gives it to this process, and
/// renews the claim in the background:
///
/// ```
/// # use snowflake_kit_core::{Snowflake, SnowflakeId};
/// # #[derive(snowflake_kit_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_mint")]
/// # struct UserId(Snowflake);
/// # let folder = std::env::temp_dir().join(format!("leases-of-{}", std::process::id()));
/// # std::fs::create_dir(&folder)?;
/// # let file = folder.join("leases");
/// use snowflake_kit_lease::{FileStore, LeaseBuilder};
///
/// let lease = LeaseBuilder::new(FileStore::new(&file)).space("shop").install()?;
/// let id = UserId::mint();
/// assert_eq!(Some(id.parts().node), lease.node());
/// // … and when nothing more is to be minted:
/// lease.release()?;
/// # std::fs::remove_dir_all(folder)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For the processes of one host, use [`FileStore`](super::FileStore). The adapters of databases
/// have stores on the application's database, such as `snowflake_kit_diesel::lease::LeaseStore`.
///
/// | setting | default |
/// |---|---|
/// | [`space`](LeaseBuilder::space) | `"default"` |
/// | [`term`](LeaseBuilder::term) | 30 s |
/// | [`renewal`](LeaseBuilder::renewal) | a third of the term |
/// | [`max_skew`](LeaseBuilder::max_skew) | 10 s |
/// | [`nodes`](LeaseBuilder::nodes) | 0 to 1023 |
/// | [`layouts`](LeaseBuilder::layouts) | [`Layout::DEFAULT`] |
/// | [`within`](LeaseBuilder::within) | any node |
/// | [`preferred_node`](LeaseBuilder::preferred_node) | none |
/// | [`limits`](LeaseBuilder::limits) | [`Limits::new()`] |
/// | [`holder`](LeaseBuilder::holder) | host name and process number |
/// | [`lazy`](LeaseBuilder::lazy) | no |
#[derive(Debug)]
#[must_use = "nothing is claimed before `install`"]
pub struct LeaseBuilder<S> {
    store: S,
    plan: LeasePlan,
    is_lazy: bool,
}

impl<S> LeaseBuilder<S> {
    /// A lease from this store, with the defaults.
    pub fn new(store: S) -> Self {
        Self { store, plan: LeasePlan::default(), is_lazy: false }
    }

    /// Sets the name of the set of node numbers, 1 to 100 characters. If applications share a store
    /// but never compare their IDs, give each its own space.
    pub fn space(mut self, space: impl Into<String>) -> Self {
        self.plan.space = space.into();
        self
    }

    /// Sets how far a claim or a renewal reaches into the future: 100 ms to 1 day. So long can
    /// minting continue without the store, and so long is a node unused after its process crashed.
    ///
    /// One operation on the store may take a third of the term, but at least 500 ms. Then it has
    /// failed, and the next operation uses another connection. So a server that never answers
    /// delays a renewal, but does not end renewing.
    pub fn term(mut self, term: Duration) -> Self {
        self.plan.term = term;
        self
    }

    /// Sets how often the lease is renewed: 1 ms to half of the term. Each wait is shortened at
    /// random by up to a tenth, so that processes do not renew at the same moment.
    pub fn renewal(mut self, renewal: Duration) -> Self {
        self.plan.renewal = renewal;
        self
    }

    /// Sets how far the clocks of this machine and of the store may differ. If they differ more,
    /// nothing is claimed or renewed, because a clock far ahead would block a node for that long.
    /// Uniqueness does not depend on this.
    ///
    /// A file, SQLite and etcd have no clock but that of this machine. With these stores it checks
    /// nothing.
    pub fn max_skew(mut self, max_skew: Duration) -> Self {
        self.plan.max_skew = max_skew;
        self
    }

    /// Sets the node numbers to choose from. The default start is 0, and the default end 1023, the
    /// last node of [`Layout::DEFAULT`].
    ///
    /// They must fit all layouts in use. Name these with [`layouts`](Self::layouts), if they are not
    /// the default one, so that `install` checks this. Otherwise a type whose layout is too narrow gets
    /// [`MintError::NodeOutOfRange`](snowflake_kit_mint::MintError::NodeOutOfRange) at its first mint.
    /// `..=layout.max_node()` is all nodes of a layout.
    ///
    /// Leave out the numbers of processes without a lease, which a lease does not know, also for a
    /// while after these have ended: `guide::service` of `snowflake-kit` says how long.
    ///
    /// ```
    /// # use snowflake_kit_lease::{FileStore, LeaseBuilder};
    /// use snowflake_kit_core::Layout;
    ///
    /// # let store = FileStore::new("leases");
    /// let all_of_sonyflake = LeaseBuilder::new(store.clone())
    ///     .layouts([Layout::SONYFLAKE])
    ///     .nodes(..=Layout::SONYFLAKE.max_node());
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
        // `checked` refuses an empty range.
        self.plan.nodes = first.zip(last).unwrap_or((1, 0));
        self.plan.is_open = nodes.end_bound() == Bound::Unbounded;
        self
    }

    /// Names the layouts of the ID types that mint under this lease, so that the node number fits
    /// all of them. If none is named, it is [`Layout::DEFAULT`]. If [`nodes`](Self::nodes) has no end, it ends at the last node of the narrowest
    /// layout, but at 1023 at the latest. If it has an end, the end is checked.
    ///
    /// ```
    /// # use snowflake_kit_core::{Layout, Snowflake};
    /// # #[derive(snowflake_kit_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_mint")]
    /// # struct UserId(Snowflake);
    /// # #[derive(snowflake_kit_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_mint", layout = "ecmascript")]
    /// # struct TabId(Snowflake);
    /// # let folder = std::env::temp_dir().join(format!("leases-layouts-{}", std::process::id()));
    /// # std::fs::create_dir(&folder)?;
    /// # let file = folder.join("leases");
    /// use snowflake_kit_core::SnowflakeId as _;
    /// use snowflake_kit_lease::{ClaimError, FileStore, LeaseBuilder};
    ///
    /// # let store = FileStore::new(&file);
    /// // `TabId` has 5 node bits, so one of 0 to 31 is claimed.
    /// let claimed = LeaseBuilder::new(store.clone()).layouts([UserId::LAYOUT, TabId::LAYOUT]).install()?;
    /// assert!(claimed.node().is_some_and(|node| node <= 31));
    /// claimed.release()?;
    ///
    /// let wide = LeaseBuilder::new(store).nodes(..=63).layouts([TabId::LAYOUT]).install();
    /// assert!(matches!(wide, Err(ClaimError::NodesOutOfRange { max: 31, .. })));
    /// # std::fs::remove_dir_all(folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn layouts(mut self, layouts: impl IntoIterator<Item = Layout>) -> Self {
        self.plan.layouts.extend(layouts);
        self
    }

    /// Claims a node number with this value in a named part: for example that of the region, if the
    /// node consists of region and worker. Start with the highest part, and call this again for the
    /// part below it.
    ///
    /// It replaces [`nodes`](Self::nodes), and needs [`layouts`](Self::layouts), in which the part
    /// must be at the same place.
    ///
    /// Processes with different values never have the same number. So each region can have its own
    /// store, and no region waits for another.
    ///
    /// ```
    /// # use snowflake_kit_core::{Field, Layout, Snowflake};
    /// # let folder = std::env::temp_dir().join(format!("leases-within-{}", std::process::id()));
    /// # std::fs::create_dir(&folder)?;
    /// # let file = folder.join("leases");
    /// use snowflake_kit_lease::{FileStore, LeaseBuilder};
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
    /// let node = lease.node().expect("it is claimed");
    /// let parts: Vec<_> = FLEET.split_node(node).collect();
    /// assert_eq!(parts[0], ("region", 3));
    /// # lease.release()?;
    /// # std::fs::remove_dir_all(folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within(mut self, part: &'static str, value: u32) -> Self {
        self.plan.within.push((part, value));
        self
    }

    /// Sets a node number that is claimed if it is free. It must be one of [`nodes`](Self::nodes).
    pub fn preferred_node(mut self, node: u32) -> Self {
        self.plan.preferred = Some(node);
        self
    }

    /// Sets what minting does in bursts and if the clock is wrong. A [`max_lead`](Limits::max_lead)
    /// is safe here: the lease reaches further by that, so no other process gets those timestamps,
    /// even after a crash.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.plan.limits = Some(limits);
        self
    }

    /// Sets what the store tells people about the holder, cut at 255 characters.
    pub fn holder(mut self, holder: impl Into<String>) -> Self {
        self.plan.holder = holder.into();
        self
    }

    /// Sets the seed of random choices, so that a run can be replayed.
    pub fn seed(mut self, seed: u64) -> Self {
        self.plan.seed = Some(seed);
        self
    }

    /// Lets the first mint claim the lease. Use it for short programs that mint in few of their
    /// runs. Until then the store is not used, and no connection is made.
    ///
    /// ```
    /// # use snowflake_kit_core::{Snowflake, SnowflakeId};
    /// # #[derive(snowflake_kit_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_mint")]
    /// # struct UserId(Snowflake);
    /// # let folder = std::env::temp_dir().join(format!("lazy-leases-{}", std::process::id()));
    /// # std::fs::create_dir(&folder)?;
    /// # let file = folder.join("leases");
    /// use snowflake_kit_lease::{FileStore, LeaseBuilder};
    ///
    /// let lease = LeaseBuilder::new(FileStore::new(&file)).space("shop").lazy().install()?;
    /// // … a run that mints nothing leaves no trace in the store:
    /// assert!(lease.node().is_none() && !file.exists());
    ///
    /// // … and the first mint claims a node number:
    /// let id = UserId::mint();
    /// assert_eq!(lease.node(), Some(id.parts().node));
    /// lease.release()?;
    /// # std::fs::remove_dir_all(folder)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The first mint of any ID type starts the claim, and waits for it as for a free slot, up to
    /// [`max_wait`](Limits::max_wait). Mints of other threads wait for the same claim. If it fails,
    /// they return [`NotClaimed`](snowflake_kit_mint::MintError::NotClaimed) with the error, and the
    /// next mint claims again. `try_mint` also starts the claim, but returns `NotClaimed` until it
    /// is done.
    ///
    /// Before the claim, [`time_left`](super::time_left) is `None`. A type's `generator()` claims, as
    /// a mint does. A child made by `fork` mints nothing and installs nothing, even if
    /// nothing was claimed before.
    pub fn lazy(mut self) -> Self {
        self.is_lazy = true;
        self
    }

    /// Returns a [`Keeper`], which claims and renews a lease without a thread or task.
    ///
    /// # Errors
    /// [`ClaimError::Setting`] and other errors of settings. Nothing is claimed before its first
    /// round.
    pub fn keeper<C: Clock>(self, clock: C) -> Result<Keeper<S, C>, ClaimError>
    where
        S: AsyncStore,
    {
        Keeper::new(self.store, clock, self.plan.checked()?)
    }

    /// Claims a node number, gives it to this process as [`install`](snowflake_kit_mint::install())
    /// does, and renews the lease in a thread.
    ///
    /// - If the store cannot be reached, minting continues until the lease ends. Then `try_mint`
    ///   returns [`LeaseExpired`](snowflake_kit_mint::MintError::LeaseExpired), and `mint` waits up to
    ///   [`max_wait`](Limits::max_wait). When the store is back, minting continues.
    /// - If another process took the node, because the lease was not renewed for longer than the
    ///   term, another node is claimed, and all ID types continue with it.
    /// - If an operation of the store hangs or panics, the lease continues with a
    ///   [`replacement`](super::Store::replacement) of the store, which has its own thread. An
    ///   [`AsyncStore`] works on a small runtime of the lease's own thread, and there the operation
    ///   is dropped. This cannot stop an operation that blocks.
    /// - Nothing that the program does with its own threads and runtimes keeps the lease from being
    ///   renewed. But a connection or a pool that you give to an [`AsyncStore`] belongs to the runtime
    ///   that made it, and answers only while that runtime has time. Let the store make its own.
    /// - Install after `fork`, not before: a child of a process that had a node or minted does
    ///   neither.
    ///
    /// This blocks the thread, whatever the store is.
    ///
    /// # Errors
    /// [`ClaimError`]. Then nothing is installed.
    pub fn install<Kind>(self) -> Result<Lease, ClaimError>
    where
        S: AnyStore<Kind>,
    {
        self.begin(true)?.wait(Duration::MAX).unwrap_or_else(|| Err(gone()))
    }

    /// As [`install`](Self::install), without blocking the thread. Await it in any runtime. If you
    /// drop the future early, a node that was claimed meanwhile is given back.
    ///
    /// # Errors
    /// [`ClaimError`]. Then nothing is installed.
    pub async fn install_async<Kind>(self) -> Result<Lease, ClaimError>
    where
        S: AnyStore<Kind>,
    {
        self.begin(false)?.await.unwrap_or_else(|| Err(gone()))
    }

    fn begin<Kind>(self, waits: bool) -> Result<Told<Result<Lease, ClaimError>>, ClaimError>
    where
        S: AnyStore<Kind>,
    {
        let plan = self.plan.or_default_layout().checked()?;
        none_installed()?;
        let store = self.store.kept(plan.limit());
        let keeper = Keeper::new(store, SystemClock::new(), plan)?;
        Lease::begin(keeper, S::DRIVER, self.is_lazy, waits)
    }
}

/// Checks this first, so that no node is claimed in vain.
fn none_installed() -> Result<(), ClaimError> {
    match installed() {
        Some(installed) => Err(ClaimError::AlreadyInstalled { installed }),
        None => Ok(()),
    }
}
