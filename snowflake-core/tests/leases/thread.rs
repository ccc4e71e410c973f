//! A lease that a thread renews.

use snowflake_core::lease::{ClaimError, Lease};

use crate::installed::{Asked, Renewer, tests};
use crate::memory::Memory;

struct Thread;

impl Renewer for Thread {
    type Lease = Lease;

    fn install(store: &Memory, asked: Asked) -> Result<Lease, ClaimError> {
        asked.of(store.clone()).install()
    }

    fn node(lease: &Lease) -> u32 {
        lease.node()
    }

    fn release(lease: Lease) -> Result<(), ClaimError> {
        lease.release()
    }
}

tests!(Thread, "thread");
