//! Stores that have others carry out their operations.

use std::future::{Future, ready};
use std::ops::RangeInclusive;
use std::pin::Pin;

use crate::protocol::Claim;
use crate::store::{AsyncStore, Registry, Renewed, Store, StoreError};
use snowflake_kit_mint::{Release, Renewal};

/// An operation of a store, which begins when it is first polled. Boxed, because the futures of a
/// database are nested so deeply that the compiler would give up on the program around them.
pub type Operation<'a, R> = Pin<Box<dyn Future<Output = Result<R, StoreError>> + Send + 'a>>;

/// A store around another one: it is an [`AsyncStore`].
pub trait Around: Send + 'static {
    /// The other one.
    type Store: AsyncStore;

    /// Has the other one carry out an operation.
    fn around<R: Send>(
        &mut self,
        operation: impl for<'a> FnOnce(&'a mut Self::Store) -> Operation<'a, R> + Send,
    ) -> impl Future<Output = Result<R, StoreError>> + Send;
}

impl<S: Around> AsyncStore for S {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        let space = space.to_owned();
        self.around(|store| Box::pin(async move { store.read(&space).await })).await
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        self.around(|store| Box::pin(async { store.unix_millis().await })).await
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        let (space, claim, holder) = (space.to_owned(), *claim, holder.to_owned());
        self.around(|store| Box::pin(async move { store.claim(&space, &claim, &holder).await }))
            .await
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        let (space, renewal) = (space.to_owned(), *renewal);
        self.around(|store| Box::pin(async move { store.renew(&space, &renewal).await })).await
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        let (space, release) = (space.to_owned(), *release);
        self.around(|store| Box::pin(async move { store.release(&space, &release).await })).await
    }

    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        let space = space.to_owned();
        self.around(|store| Box::pin(async move { store.read_nodes(&space, nodes, most).await }))
            .await
    }

    async fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> Result<Renewed, StoreError> {
        let (space, renewal) = (space.to_owned(), *renewal);
        self.around(|store| Box::pin(async move { store.renew_at(&space, &renewal, clock).await }))
            .await
    }
}

/// A store that waits for an async one: it is a [`Store`].
pub trait Waits: Send + 'static {
    /// What it waits for.
    type Store: AsyncStore;

    /// Waits until an operation has ended.
    ///
    /// # Errors
    /// That of the operation.
    fn wait<R: Send>(
        &mut self,
        operation: impl AsyncFnOnce(&mut Self::Store) -> Result<R, StoreError> + Send,
    ) -> Result<R, StoreError>;

    /// As [`Store::replacement`].
    fn copy(&self) -> Option<Box<dyn Store>> {
        None
    }
}

impl<S: Waits> Store for S {
    fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        self.wait(async |store| store.read(space).await)
    }

    fn unix_millis(&mut self) -> Result<i64, StoreError> {
        self.wait(async |store| store.unix_millis().await)
    }

    fn claim(&mut self, space: &str, claim: &Claim, holder: &str) -> Result<bool, StoreError> {
        self.wait(async |store| store.claim(space, claim, holder).await)
    }

    fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        self.wait(async |store| store.renew(space, renewal).await)
    }

    fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        self.wait(async |store| store.release(space, release).await)
    }

    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.wait(async |store| store.read_nodes(space, nodes, most).await)
    }

    fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> Result<Renewed, StoreError> {
        self.wait(async |store| store.renew_at(space, renewal, clock).await)
    }

    fn replacement(&self) -> Option<Box<dyn Store>> {
        self.copy()
    }
}

/// A blocking store, or a thread that has one.
pub trait Asked: Send + 'static {
    /// Carries out an operation, and blocks until it has ended.
    ///
    /// # Errors
    /// That of the operation.
    fn ask<R: Send + 'static>(
        &mut self,
        operation: impl FnOnce(&mut dyn Store) -> Result<R, StoreError> + Send + 'static,
    ) -> Result<R, StoreError>;
}

impl<S: Store> Asked for S {
    fn ask<R: Send + 'static>(
        &mut self,
        operation: impl FnOnce(&mut dyn Store) -> Result<R, StoreError> + Send + 'static,
    ) -> Result<R, StoreError> {
        operation(self)
    }
}

/// A blocking [`Store`] as an [`AsyncStore`]. Its futures block, and are ready when first polled.
#[derive(Debug)]
pub struct Blocking<S>(pub S);

impl<S: Asked> AsyncStore for Blocking<S> {
    fn read(&mut self, space: &str) -> impl Future<Output = Result<Registry, StoreError>> + Send {
        let space = space.to_owned();
        ready(self.0.ask(move |store| store.read(&space)))
    }

    fn unix_millis(&mut self) -> impl Future<Output = Result<i64, StoreError>> + Send {
        ready(self.0.ask(Store::unix_millis))
    }

    fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        let (space, claim, holder) = (space.to_owned(), *claim, holder.to_owned());
        ready(self.0.ask(move |store| store.claim(&space, &claim, &holder)))
    }

    fn renew(
        &mut self,
        space: &str,
        renewal: &Renewal,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        let (space, renewal) = (space.to_owned(), *renewal);
        ready(self.0.ask(move |store| store.renew(&space, &renewal)))
    }

    fn release(
        &mut self,
        space: &str,
        release: &Release,
    ) -> impl Future<Output = Result<bool, StoreError>> + Send {
        let (space, release) = (space.to_owned(), *release);
        ready(self.0.ask(move |store| store.release(&space, &release)))
    }

    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> impl Future<Output = Result<Registry, StoreError>> + Send {
        let space = space.to_owned();
        ready(self.0.ask(move |store| store.read_nodes(&space, nodes, most)))
    }

    fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> impl Future<Output = Result<Renewed, StoreError>> + Send {
        let (space, renewal) = (space.to_owned(), *renewal);
        ready(self.0.ask(move |store| store.renew_at(&space, &renewal, clock)))
    }
}
