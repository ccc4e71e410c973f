//! Stores of both kinds, so that a lease is asked for in one way.

use std::io;
use std::time::Duration;

#[cfg(feature = "tokio")]
use crate::deadline::Timed;
use crate::driver::Driver;
use crate::store::{AsyncStore, Blocking, Store};
use crate::worker::Worker;

/// A [`Store`], or with the feature `tokio` an [`AsyncStore`]. Implement one of these. `Kind` is
/// the one, and the compiler finds it.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a store of leases",
    note = "a store is a `Store`, whose methods block, or an `AsyncStore`, which needs the feature \
            `tokio`"
)]
pub trait AnyStore<Kind>: Send + 'static {
    /// As an async store whose operations end in time.
    #[doc(hidden)]
    type Kept: AsyncStore;

    /// `limit` is for each operation.
    #[doc(hidden)]
    fn kept(self, limit: Duration) -> Self::Kept;

    /// What polls it on a thread of its own.
    #[doc(hidden)]
    const DRIVER: MakeDriver;
}

/// Called on the thread.
pub type MakeDriver = fn() -> io::Result<Driver>;

/// The kind of a [`Store`].
#[doc(hidden)]
#[derive(Debug)]
pub enum Blocks {}

/// The kind of an [`AsyncStore`].
#[cfg(feature = "tokio")]
#[doc(hidden)]
#[derive(Debug)]
pub enum Awaits {}

impl<S: Store> AnyStore<Blocks> for S {
    type Kept = Blocking<Worker>;

    const DRIVER: MakeDriver = Driver::new;

    fn kept(self, limit: Duration) -> Blocking<Worker> {
        Blocking(Worker::new(Box::new(self), limit))
    }
}

#[cfg(feature = "tokio")]
impl<S: AsyncStore> AnyStore<Awaits> for S {
    type Kept = Timed<S>;

    const DRIVER: MakeDriver = Driver::with_runtime;

    fn kept(self, limit: Duration) -> Timed<S> {
        Timed::new(self, limit)
    }
}
