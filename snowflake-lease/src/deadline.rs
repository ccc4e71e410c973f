//! How long an operation on a store may take.

use core::time::Duration;

/// The limit for very short terms: a busy machine must not look like a store that hangs.
const SHORTEST: Duration = Duration::from_millis(500);

/// The longest that an operation may take: a third of the term, so that there is time for another
/// one.
pub(super) fn of_term(term: Duration) -> Duration {
    (term / 3).max(SHORTEST)
}

#[cfg(feature = "tokio")]
pub use timed::Timed;

#[cfg(feature = "tokio")]
mod timed {
    use std::ops::RangeInclusive;
    use std::pin::Pin;
    use std::time::Duration;

    use tokio::time::timeout;

    use snowflake_kit_mint::{Release, Renewal};

    use crate::protocol::Claim;
    use crate::store::{AsyncStore, Registry, Renewed, StoreError};
    use crate::worker::caught;

    /// An async store whose operations all end in time. An operation that takes too long or panics
    /// is dropped together with its connection.
    #[derive(Debug)]
    pub struct Timed<S> {
        store: S,
        limit: Duration,
    }

    impl<S: AsyncStore> Timed<S> {
        /// `limit` is for each operation.
        pub const fn new(store: S, limit: Duration) -> Self {
            Self { store, limit }
        }
    }

    /// Boxed, because the futures of a database are nested so deeply that the compiler would give
    /// up on the program around them.
    type Operation<'a, R> = Pin<Box<dyn Future<Output = Result<R, StoreError>> + Send + 'a>>;

    async fn within<R>(limit: Duration, mut operation: Operation<'_, R>) -> Result<R, StoreError> {
        let caught =
            std::future::poll_fn(|context| match caught(|| Ok(operation.as_mut().poll(context))) {
                Ok(poll) => poll,
                Err(panicked) => std::task::Poll::Ready(Err(panicked)),
            });
        timeout(limit, caught).await.unwrap_or_else(|_| Err(StoreError::timed_out(limit)))
    }

    // Each operation starts inside of the future, where a panic is caught.
    impl<S: AsyncStore> AsyncStore for Timed<S> {
        async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
            let Self { store, limit } = self;
            within(*limit, Box::pin(async { store.read(space).await })).await
        }

        async fn unix_millis(&mut self) -> Result<i64, StoreError> {
            let Self { store, limit } = self;
            within(*limit, Box::pin(async { store.unix_millis().await })).await
        }

        async fn claim(
            &mut self,
            space: &str,
            claim: &Claim,
            holder: &str,
        ) -> Result<bool, StoreError> {
            let Self { store, limit } = self;
            within(*limit, Box::pin(async { store.claim(space, claim, holder).await })).await
        }

        async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
            let Self { store, limit } = self;
            within(*limit, Box::pin(async { store.renew(space, renewal).await })).await
        }

        async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
            let Self { store, limit } = self;
            within(*limit, Box::pin(async { store.release(space, release).await })).await
        }

        async fn read_nodes(
            &mut self,
            space: &str,
            nodes: RangeInclusive<u32>,
            most: usize,
        ) -> Result<Registry, StoreError> {
            let Self { store, limit } = self;
            let read = async { store.read_nodes(space, nodes, most).await };
            within(*limit, Box::pin(read)).await
        }

        async fn renew_at(
            &mut self,
            space: &str,
            renewal: &Renewal,
            clock: RangeInclusive<i64>,
        ) -> Result<Renewed, StoreError> {
            let Self { store, limit } = self;
            let renewed = async { store.renew_at(space, renewal, clock).await };
            within(*limit, Box::pin(renewed)).await
        }
    }
}
