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
pub(super) use timed::Timed;

#[cfg(feature = "tokio")]
mod timed {
    use std::future::{Future, poll_fn};
    use std::ops::RangeInclusive;
    use std::task::Poll;
    use std::time::Duration;

    use tokio::time::timeout;

    use crate::store::{AsyncStore, Change, Registry, StoreError};
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

    /// Boxed, because the futures of a database are nested so deeply that the compiler would give up
    /// on the program around them.
    async fn within<R>(
        limit: Duration,
        operation: impl Future<Output = Result<R, StoreError>> + Send,
    ) -> Result<R, StoreError> {
        let mut operation = Box::pin(operation);
        let caught = poll_fn(|context| {
            caught(|| Ok(operation.as_mut().poll(context)))
                .unwrap_or_else(|panicked| Poll::Ready(Err(panicked)))
        });
        timeout(limit, caught).await.unwrap_or_else(|_| Err(StoreError::timed_out(limit)))
    }

    impl<S: AsyncStore> AsyncStore for Timed<S> {
        async fn read_nodes(
            &mut self,
            space: &str,
            nodes: RangeInclusive<u32>,
            most: usize,
        ) -> Result<Registry, StoreError> {
            let reading = async { self.store.read_nodes(space, nodes, most).await };
            within(self.limit, reading).await
        }

        async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
            within(self.limit, async { self.store.change(space, change).await }).await
        }
    }
}
