//! Connections that a pool of the program lends for an operation.

use std::future::Future;
use std::pin::Pin;

use lender::Runtime;

use crate::store::StoreError;

/// An operation of a store, or a part of one, which begins when it is first polled. Boxed, because
/// the futures of a database are nested so deeply that the compiler would give up on the program
/// around them.
pub(super) type Operation<'a, R> = Pin<Box<dyn Future<Output = Result<R, StoreError>> + Send + 'a>>;

/// As [`session`](super::session) has it, on MariaDB and `MySQL`, where nothing may stay: what the
/// connection has comes back with [`ISOLATED`]. MariaDB alone reads it.
pub const NOT_ISOLATED: &str = "SET @snowflake_isolation = NULL /*M!110402 , @snowflake_isolation = \
     @@SESSION.innodb_snapshot_isolation, SESSION innodb_snapshot_isolation = OFF */";

/// See [`NOT_ISOLATED`].
pub const ISOLATED: &str = "SET @snowflake_isolated = NULL /*M!110402 , \
     SESSION innodb_snapshot_isolation = @snowflake_isolation */";

/// The runtime of a program that lends connections, if it has one. A connection that the pool makes
/// for a lease is used by the program later, also after the lease has ended with its own runtime. So
/// operations run in the program's runtime, though the lease's thread polls them.
#[derive(Clone, Default)]
pub(super) struct Lender(Option<Runtime>);

impl Lender {
    /// The runtime in which this is called.
    pub(super) fn here() -> Self {
        Self(Runtime::here())
    }

    /// The beginning of an operation. It must not last as long as the lease waits for the whole
    /// operation: that error would not say what it has waited for.
    pub(super) async fn lend<R>(&self, beginning: Operation<'_, R>) -> Result<R, StoreError> {
        match &self.0 {
            Some(runtime) => runtime.lend(beginning).await,
            None => beginning.await,
        }
    }

    /// The rest of an operation.
    pub(super) async fn enter<R>(&self, operation: Operation<'_, R>) -> Result<R, StoreError> {
        match &self.0 {
            Some(runtime) => runtime.enter(operation).await,
            None => operation.await,
        }
    }
}

#[cfg(feature = "tokio")]
mod lender {
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll};
    use std::time::Duration;

    use tokio::runtime::Handle;
    use tokio::time::timeout;

    use super::{Operation, StoreError};

    /// Half of what an operation of the default term has.
    const WAIT: Duration = Duration::from_secs(5);

    #[derive(Clone)]
    pub(super) struct Runtime(Handle);

    impl Runtime {
        pub(super) fn here() -> Option<Self> {
            Handle::try_current().ok().map(Self)
        }

        pub(super) async fn lend<R>(&self, beginning: Operation<'_, R>) -> Result<R, StoreError> {
            timeout(WAIT, self.enter(beginning)).await.unwrap_or_else(|_| {
                let error = format!("for {WAIT:?} the pool has lent no connection that answers");
                Err(StoreError::new(error).with_advice(
                    "give the store a connection of its own, or the pool more connections",
                ))
            })
        }

        pub(super) fn enter<'a, R>(&'a self, operation: Operation<'a, R>) -> Entered<'a, R> {
            Entered { runtime: &self.0, operation: Some(operation) }
        }
    }

    /// An operation that is polled, and dropped, in a runtime.
    pub(super) struct Entered<'a, R> {
        runtime: &'a Handle,
        operation: Option<Operation<'a, R>>,
    }

    impl<R> Future for Entered<'_, R> {
        type Output = Result<R, StoreError>;

        fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
            let _entered = self.runtime.enter();
            match &mut self.operation {
                Some(operation) => operation.as_mut().poll(context),
                None => Poll::Pending,
            }
        }
    }

    impl<R> Drop for Entered<'_, R> {
        fn drop(&mut self) {
            let _entered = self.runtime.enter();
            self.operation = None;
        }
    }
}

/// Without tokio there is none.
#[cfg(not(feature = "tokio"))]
mod lender {
    use super::Operation;

    #[derive(Clone)]
    pub(super) enum Runtime {}

    impl Runtime {
        pub(super) const fn here() -> Option<Self> {
            None
        }

        pub(super) fn lend<'a, R>(&self, _: Operation<'a, R>) -> Operation<'a, R> {
            match *self {}
        }

        pub(super) fn enter<'a, R>(&self, _: Operation<'a, R>) -> Operation<'a, R> {
            match *self {}
        }
    }
}
