//! Stores that consist of a [`TableStore`].

use std::future::Future;
use std::ops::RangeInclusive;
use std::pin::{Pin, pin};
use std::task::{Context, Poll, Waker};

use super::connection::{Blocks, Connect};
use super::store::TableStore;
use crate::protocol::Claim;
use crate::store::{AsyncStore, Registry, Renewed, Store, StoreError};
use snowflake_kit_mint::{Release, Renewal};

/// A store that consists of a [`TableStore`].
pub trait TableBacked: Send + 'static {
    /// What makes its connections.
    type Connect: Connect;

    /// What it consists of.
    fn table_store(&mut self) -> &mut TableStore<Self::Connect>;
}

/// A [`TableBacked`] store whose driver does not block: it is an [`AsyncStore`].
pub trait AwaitedTable: TableBacked {}

/// A [`TableBacked`] store whose driver blocks: it is a [`Store`].
pub trait BlockingTable: TableBacked<Connect: Connect<Connection: Blocks>> {
    /// [`Store::replacement`].
    #[must_use]
    fn copy(&self) -> Self;
}

impl<S: AwaitedTable> AsyncStore for S {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        boxed(self.table_store().read(space)).await
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        boxed(self.table_store().unix_millis()).await
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        boxed(self.table_store().claim(space, claim, holder)).await
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        boxed(self.table_store().renew(space, renewal)).await
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        boxed(self.table_store().release(space, release)).await
    }

    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        boxed(self.table_store().read_nodes(space, nodes, most)).await
    }

    async fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> Result<Renewed, StoreError> {
        boxed(self.table_store().renew_at(space, renewal, clock)).await
    }
}

/// A future without its type: those of a driver are so deep that a program of several stores would
/// reach the compiler's limit.
fn boxed<'a, T>(
    future: impl Future<Output = T> + Send + 'a,
) -> Pin<Box<dyn Future<Output = T> + Send + 'a>> {
    Box::pin(future)
}

impl<S: BlockingTable> Store for S {
    fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        now(self.table_store().read(space))
    }

    fn unix_millis(&mut self) -> Result<i64, StoreError> {
        now(self.table_store().unix_millis())
    }

    fn claim(&mut self, space: &str, claim: &Claim, holder: &str) -> Result<bool, StoreError> {
        now(self.table_store().claim(space, claim, holder))
    }

    fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        now(self.table_store().renew(space, renewal))
    }

    fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        now(self.table_store().release(space, release))
    }

    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        now(self.table_store().read_nodes(space, nodes, most))
    }

    fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> Result<Renewed, StoreError> {
        now(self.table_store().renew_at(space, renewal, clock))
    }

    fn replacement(&self) -> Option<Box<dyn Store>> {
        Some(Box::new(self.copy()))
    }
}

/// The result of a future that is ready when it is first polled.
fn now<T>(future: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => Err(StoreError::new("a connection that is said to block did not")),
    }
}
