//! Connections that processes take turns on.

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use snowflake_kit::lease::{AsyncStore, Claim, Registry, Release, Renewal, Renewed, StoreError};
use tokio::sync::Semaphore;

/// Stores, each with a connection. Ten thousand connections are more than a server has:
/// fleets of that size have a pooler in between.
pub(super) struct Pool<S> {
    stores: Mutex<Vec<S>>,
    free: Semaphore,
    operations: AtomicUsize,
}

impl<S> Pool<S> {
    pub(super) fn new(stores: Vec<S>) -> Self {
        let free = Semaphore::new(stores.len());
        Self { stores: Mutex::new(stores), free, operations: AtomicUsize::new(0) }
    }

    /// How many operations there were.
    pub(super) fn operations(&self) -> usize {
        self.operations.load(Ordering::Relaxed)
    }

    fn stores(&self) -> std::sync::MutexGuard<'_, Vec<S>> {
        self.stores.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The store of a process: whichever connection is free.
pub(super) struct Shared<S>(pub(super) Arc<Pool<S>>);

/// An operation on a connection that is free.
macro_rules! on_free {
    ($shared:expr, $store:ident => $operation:expr) => {{
        let pool = &$shared.0;
        let _permit = pool.free.acquire().await.map_err(StoreError::new)?;
        let mut $store = pool.stores().pop().expect("one for each permit");
        pool.operations.fetch_add(1, Ordering::Relaxed);
        let result = $operation.await;
        pool.stores().push($store);
        result
    }};
}

impl<S: AsyncStore> AsyncStore for Shared<S> {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        on_free!(self, store => store.read(space))
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        on_free!(self, store => store.unix_millis())
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        on_free!(self, store => store.claim(space, claim, holder))
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        on_free!(self, store => store.renew(space, renewal))
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        on_free!(self, store => store.release(space, release))
    }

    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        on_free!(self, store => store.read_nodes(space, nodes, most))
    }

    async fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> Result<Renewed, StoreError> {
        on_free!(self, store => store.renew_at(space, renewal, clock))
    }
}
