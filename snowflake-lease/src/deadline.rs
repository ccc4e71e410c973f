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
    use std::time::Duration;

    use tokio::time::timeout;

    use crate::forward::{Around, Operation};
    use crate::store::{AsyncStore, StoreError};
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

    async fn within<R>(limit: Duration, mut operation: Operation<'_, R>) -> Result<R, StoreError> {
        let caught =
            std::future::poll_fn(|context| match caught(|| Ok(operation.as_mut().poll(context))) {
                Ok(poll) => poll,
                Err(panicked) => std::task::Poll::Ready(Err(panicked)),
            });
        timeout(limit, caught).await.unwrap_or_else(|_| Err(StoreError::timed_out(limit)))
    }

    impl<S: AsyncStore> Around for Timed<S> {
        type Store = S;

        async fn around<R: Send>(
            &mut self,
            operation: impl for<'a> FnOnce(&'a mut S) -> Operation<'a, R> + Send,
        ) -> Result<R, StoreError> {
            within(self.limit, operation(&mut self.store)).await
        }
    }
}
