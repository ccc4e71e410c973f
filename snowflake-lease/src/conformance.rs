//! Tests of what a store must do, for authors of stores.
//!
//! [`check`] and [`check_async`] test each sentence of the contract of [`Store`], also with several
//! connections at once. They panic at the first violation and name it. The registry need not be
//! empty, because they use new names of spaces.
//!
//! ```
//! use snowflake_kit_lease::{FileStore, conformance};
//!
//! # let folder = std::env::temp_dir().join(format!("conformance-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! conformance::check(|| FileStore::new(folder.join("leases")));
//! # std::fs::remove_dir_all(folder)?;
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! They cannot test whether the store keeps acknowledged changes when the power fails. Its author
//! must ensure that.

mod race;
mod steps;

use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use race::{Racers, Tasks, Threads};
use snowflake_kit_mint::__private::ready;

use crate::protocol::{Claim, LeaseRow};
use crate::store::{AsyncStore, Blocking, Change, Registry, Store, StoreError};
use snowflake_kit_mint::{Release, Renewal};

/// Tests a store whose methods block. `open` returns a store with its own connection to the
/// registry.
///
/// # Panics
/// If the store fails, or violates the contract of [`Store`].
pub fn check<S: Store>(open: impl Fn() -> S + Send + Sync) {
    let open = || Blocking(open());
    ready(all::<_, Threads>(&open));
}

/// Tests an async store. `open` returns a store with its own connection to the registry, or one
/// that connects when it is first used.
///
/// # Panics
/// If the store fails, or violates the contract of [`Store`].
pub async fn check_async<S: AsyncStore>(open: impl Fn() -> S + Send + Sync) {
    all::<_, Tasks>(&open).await;
}

async fn all<S: AsyncStore, R: Racers<S>>(open: &(impl Fn() -> S + Sync)) {
    let mut table = Table { store: open(), space: new_space() };
    steps::clock(&mut table).await;
    steps::first_claims(&mut table).await;
    steps::later_claims(&mut table).await;
    steps::renewals(&mut table).await;
    steps::releases(&mut table).await;
    steps::ranges(&mut table).await;
    steps::renewals_at(&mut table).await;
    steps::extremes(&mut table).await;
    steps::counts(&mut table).await;
    steps::holders(&mut table).await;
    steps::spaces(&mut table).await;
    steps::spaces_and_nodes(&mut table).await;
    steps::no_spaces(&mut table).await;
    steps::other_connections(&mut table, open()).await;
    race::all::<S, R>(open).await;
}

struct Table<S> {
    store: S,
    space: String,
}

impl<S: AsyncStore> Table<S> {
    async fn read(&mut self) -> Registry {
        let mut registry = done("read", self.store.read(&self.space).await);
        registry.rows.sort_unstable();
        registry
    }

    async fn row(&mut self, node: u32) -> Option<LeaseRow> {
        let rows = self.read().await.rows;
        let mut found = rows.iter().filter(|row| row.node == node);
        let row = found.next().copied();
        assert_eq!(found.next(), None, "read: one row for each node");
        row
    }

    async fn claim(&mut self, expected: Option<LeaseRow>, row: LeaseRow) -> bool {
        self.change(&claim(expected, row)).await
    }

    async fn renew(&mut self, node: u32, token: i64, until: i64) -> bool {
        self.change(&Change::renew(&Renewal { node, token, until })).await
    }

    async fn release(&mut self, node: u32, token: i64, until: i64) -> bool {
        self.change(&Change::Release(Release { node, token, until })).await
    }

    async fn change(&mut self, change: &Change) -> bool {
        made(&mut self.store, &self.space, change).await
    }
}

fn claim(expected: Option<LeaseRow>, row: LeaseRow) -> Change {
    Change::Claim { claim: Claim { expected, row }, holder: "conformance".to_owned() }
}

async fn made<S: AsyncStore>(store: &mut S, space: &str, change: &Change) -> bool {
    let what = match change {
        Change::Claim { .. } => "claim",
        Change::Renew { .. } => "renew",
        Change::Release(_) => "release",
    };
    done(what, store.change(space, change).await)
}

fn done<T>(what: &str, result: Result<T, StoreError>) -> T {
    result.unwrap_or_else(|error| panic!("{what}: {error}"))
}

fn row(node: u32, token: i64, until: i64) -> LeaseRow {
    LeaseRow { node, token, until }
}

/// A name that no other run uses.
fn new_space() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let number = NUMBER.fetch_add(1, Ordering::Relaxed);
    let nanos = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos();
    format!("conformance {} {nanos} {number}", process::id())
}
