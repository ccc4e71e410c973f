//! Stores whose methods block, and stores that are awaited.

use std::ops::RangeInclusive;
use std::time::Duration;

use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_lease::{
    AsyncStore, Change, Lease, LeaseBuilder, Registry, Store, StoreError, conformance,
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
    /// Tries the contract of [`Store`].
    fn conform(open: impl Fn() -> S + Send + Sync);

    /// Installs a lease.
    fn install(store: S, is_lazy: bool) -> Lease;

    /// Gives a lease back.
    fn release(lease: Lease);

    /// Mints with the lease that is installed.
    ///
    /// # Errors
    /// Those of minting.
    fn mint() -> Result<UserId, MintError>;

    /// Installs a number for decimal IDs.
    fn install_number(store: S);
}

/// The kind of stores whose methods block.
#[derive(Debug)]
pub enum Blocks {}

impl<S: Store> CallStyle<S> for Blocks {
    fn conform(open: impl Fn() -> S + Send + Sync) {
        conformance::check(open);
    }

    fn install(store: S, is_lazy: bool) -> Lease {
        asked(store, is_lazy).install().unwrap()
    }

    fn release(lease: Lease) {
        lease.release().unwrap();
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
    fn conform(open: impl Fn() -> Self + Send + Sync) {
        wait(async || conformance::check_async(|| open().0).await);
    }

    fn install(store: Self, is_lazy: bool) -> Lease {
        wait(async || asked(store.0, is_lazy).install_async().await).unwrap()
    }

    fn release(lease: Lease) {
        wait(async || lease.release_async().await).unwrap();
    }

    fn mint() -> Result<UserId, MintError> {
        wait(async || UserId::mint_async().await)
    }

    fn install_number(store: Self) {
        wait(async || Told::builder(store.0).install_async().await).unwrap();
    }
}

fn asked<S>(store: S, is_lazy: bool) -> LeaseBuilder<S> {
    let settings = LeaseBuilder::new(store).space("shop").renewal(Duration::from_secs(1));
    if is_lazy { settings.lazy() } else { settings }
}
