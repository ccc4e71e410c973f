//! Leases: the protocol, permits, the store of one host, the SQL of a table, and how
//! they are claimed, kept and given back on a store in memory, by hand, in a thread and
//! in a task.

#![cfg(not(loom))]

mod choice;
mod conformance;
mod fence;
#[cfg(feature = "test-util")]
mod file;
mod fixed;
#[cfg(unix)]
mod fork;
mod installed;
mod keeper;
mod lazy;
mod lost;
mod memory;
mod permit;
mod protocol;
#[cfg(target_os = "linux")]
mod resources;
mod settings;
mod table;
#[cfg(feature = "tokio")]
mod task;
mod thread;
mod time_left;

use std::time::Duration;

use memory::Memory;
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_lease::__private::Blocking;
use snowflake_kit_lease::{ClaimError, Keeper, Kept, LeaseBuilder, Permit};
use snowflake_kit_mint::__private::ready;
use snowflake_kit_mint::ManualClock;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", generator = "own")]
struct OwnId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "sonyflake")]
struct EventId(Snowflake);

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;
/// The default, in ms.
const TERM: i64 = 30_000;

type TestKeeper = Keeper<Blocking<Memory>, ManualClock>;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// A clock, and a store on it.
fn world() -> (ManualClock, Memory) {
    let clock = ManualClock::at(NOW);
    (clock.clone(), Memory::new(clock))
}

/// What is asked for in most tests.
fn asked(store: &Memory) -> LeaseBuilder<Blocking<Memory>> {
    LeaseBuilder::new(Blocking(store.clone())).seed(7)
}

fn keeper(store: &Memory, clock: &ManualClock) -> TestKeeper {
    asked(store).keeper(clock.clone()).unwrap()
}

/// A round that comes to a claim.
fn claim(keeper: &mut TestKeeper) -> Permit {
    match ready(keeper.round()).unwrap() {
        Kept::Changed(permit) => permit,
        Kept::Renewed => panic!("there is nothing to renew"),
    }
}

/// A round that comes to a renewal.
fn renew(keeper: &mut TestKeeper) {
    assert!(matches!(ready(keeper.round()), Ok(Kept::Renewed)));
}

/// A round that fails.
fn fail(keeper: &mut TestKeeper) -> ClaimError {
    ready(keeper.round()).unwrap_err()
}
