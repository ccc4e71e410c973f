//! Stores that lose commits, or exist in two copies: what processes mint then, and what a
//! fence does about it. Each row of the table in the guide, *After a restore or a failover*,
//! is one of these tests.

mod dump;
mod etcd;
mod failover;
mod files;
mod frozen;
mod minter;
mod mysql;
mod proxy;
mod sqlite;

use std::collections::HashSet;
use std::thread::sleep;
use std::time::{Duration, Instant};

use minter::Minter;

use crate::nodes;

/// The fence of these tests: all leases have a term of a second. On a machine with much to
/// do, a longer one changes nothing but the time that it takes; set
/// `SNOWFLAKE_TEST_FENCE=10s` for that.
fn fence(url: &str) -> String {
    let span = std::env::var("SNOWFLAKE_TEST_FENCE");
    nodes(url, &["--fence", "--for", span.as_deref().unwrap_or("5s"), "--space", "shop"]).ok()
}

/// Waits until something is so.
#[track_caller]
fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let end = Instant::now() + Duration::from_mins(1);
    while !is_so() {
        assert!(Instant::now() < end, "{what} did not become so");
        sleep(Duration::from_millis(20));
    }
}

/// All IDs that processes minted.
#[derive(Default)]
struct Ids {
    all: HashSet<i64>,
    twice: usize,
}

impl Ids {
    fn add(&mut self, ids: impl IntoIterator<Item = i64>) {
        for id in ids {
            self.twice += usize::from(!self.all.insert(id));
        }
    }

    /// Waits until each of these processes has minted something new without an error.
    #[track_caller]
    fn add_more_of(&mut self, minters: &mut [&mut Minter]) {
        for minter in minters {
            self.add(minter.take().ids);
            wait_until("a process that mints", || {
                let minted = minter.take();
                let mints = !minted.ids.is_empty() && minted.error.is_none();
                self.add(minted.ids);
                mints
            });
        }
    }

    #[track_caller]
    fn none_is_there_twice(&self) {
        assert!(self.all.len() > 100, "only {} IDs were minted", self.all.len());
        assert_eq!(self.twice, 0, "of {} IDs", self.all.len());
    }
}
