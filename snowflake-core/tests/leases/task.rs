//! A lease that a task renews.

use std::future::pending;
use std::sync::LazyLock;
use std::thread;

use snowflake_core::lease::{AsyncLease, Blocking, ClaimError, lease};
use snowflake_core::{MintError, SnowflakeId as _, SystemClock};
use tokio::runtime::{Builder, Runtime};

use crate::UserId;
use crate::common::alone;
use crate::installed::{Asked, Renewer, tests};
use crate::memory::Memory;

/// A runtime that goes on while a test does something else.
static RUNTIME: LazyLock<Runtime> = LazyLock::new(|| {
    thread::spawn(|| RUNTIME.block_on(pending::<()>()));
    runtime()
});

fn runtime() -> Runtime {
    Builder::new_current_thread().enable_time().build().unwrap()
}

struct Task;

impl Renewer for Task {
    type Lease = AsyncLease;

    fn install(store: &Memory, asked: Asked) -> Result<AsyncLease, ClaimError> {
        RUNTIME.block_on(asked.of(Blocking(store.clone())).install_async())
    }

    fn node(lease: &AsyncLease) -> u32 {
        lease.node()
    }

    fn release(lease: AsyncLease) -> Result<(), ClaimError> {
        RUNTIME.block_on(lease.release())
    }
}

tests!(Task, "task");

/// Nobody is there to give it back.
#[test]
fn minting_stops_when_runtime_and_lease_are_gone() {
    alone("task::minting_stops_when_runtime_and_lease_are_gone", || {
        let store = Memory::new(SystemClock::new());
        let runtime = runtime();
        let lease = lease(Blocking(store.clone())).preferred_node(7);
        let lease = runtime.block_on(lease.install_async()).unwrap();
        UserId::mint();
        drop(runtime);
        UserId::mint();
        drop(lease);
        assert_eq!(UserId::try_mint(), Err(MintError::LeaseReleased { node: 7 }));
        assert_eq!(store.shared().releases, 0);
    });
}
