//! Stores whose methods block, and stores that are awaited.

use std::ops::RangeInclusive;
use std::time::Duration;

use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_lease::{
    AsyncLease, AsyncStore, Change, LazyLease, Lease, LeaseBuilder, Registry, Store, StoreError,
    conformance,
};
use snowflake_kit_mint::MintError;
use test_databases::wait;

use crate::starts::Told;

/// An ID of the tests.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
pub struct UserId(Snowflake);

/// What the two kinds of stores have functions of their own for.
pub trait CallStyle<S> {
    /// A lease that has a node from the beginning.
    type Lease: InstalledLease;
    /// A lease that claims a node for the first ID.
    type Lazy: InstalledLease;

    /// Tries the contract of [`Store`].
    fn conform(open: impl Fn() -> S + Send + Sync);

    /// Installs a lease.
    fn install(store: S) -> Self::Lease;

    /// Installs a lease that claims nothing yet.
    fn install_lazy(store: S) -> Self::Lazy;

    /// Mints with the lease that is installed.
    ///
    /// # Errors
    /// Those of minting.
    fn mint() -> Result<UserId, MintError>;

    /// Installs a number for decimal IDs.
    fn install_number(store: S);
}

/// A lease that is installed.
pub trait InstalledLease {
    /// What it has claimed.
    fn node(&self) -> Option<u32>;

    /// Ends it.
    fn release(self);
}

/// The kind of stores whose methods block.
#[derive(Debug)]
pub enum Blocks {}

impl<S: Store> CallStyle<S> for Blocks {
    type Lease = Lease;
    type Lazy = LazyLease;

    fn conform(open: impl Fn() -> S + Send + Sync) {
        conformance::check(open);
    }

    fn install(store: S) -> Lease {
        LeaseBuilder::new(store).space("shop").install().unwrap()
    }

    fn install_lazy(store: S) -> LazyLease {
        LeaseBuilder::new(store).space("shop").install_lazy().unwrap()
    }

    fn mint() -> Result<UserId, MintError> {
        UserId::mint_timeout(Duration::from_mins(10))
    }

    fn install_number(store: S) {
        Told::builder(store).install().unwrap();
    }
}

/// A store that is awaited, as one whose methods block; and the kind of such stores.
#[derive(Debug)]
pub struct Awaited<S>(pub S);

impl<S: AsyncStore> Store for Awaited<S> {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        wait(async || self.0.read_nodes(space, nodes, most).await)
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        wait(async || self.0.change(space, change).await)
    }
}

impl<S: AsyncStore> CallStyle<Self> for Awaited<S> {
    type Lease = AsyncLease;
    type Lazy = LazyLease<AsyncLease>;

    fn conform(open: impl Fn() -> Self + Send + Sync) {
        wait(async || conformance::check_async(|| open().0).await);
    }

    fn install(store: Self) -> AsyncLease {
        wait(async || LeaseBuilder::new(store.0).space("shop").install_async().await).unwrap()
    }

    fn install_lazy(store: Self) -> LazyLease<AsyncLease> {
        let builder = LeaseBuilder::new(store.0).space("shop");
        wait(async || builder.install_lazy_async()).unwrap()
    }

    fn mint() -> Result<UserId, MintError> {
        wait(async || UserId::mint_async().await)
    }

    fn install_number(store: Self) {
        wait(async || Told::builder(store.0).install_async().await).unwrap();
    }
}

impl InstalledLease for Lease {
    fn node(&self) -> Option<u32> {
        Some(self.node())
    }

    fn release(self) {
        self.release().unwrap();
    }
}

impl InstalledLease for LazyLease {
    fn node(&self) -> Option<u32> {
        self.grant().map(|grant| grant.node)
    }

    fn release(self) {
        self.release().unwrap();
    }
}

impl InstalledLease for AsyncLease {
    fn node(&self) -> Option<u32> {
        Some(self.node())
    }

    fn release(self) {
        wait(async || self.release().await).unwrap();
    }
}

impl InstalledLease for LazyLease<AsyncLease> {
    fn node(&self) -> Option<u32> {
        self.grant().map(|grant| grant.node)
    }

    fn release(self) {
        wait(async || self.release().await).unwrap();
    }
}
