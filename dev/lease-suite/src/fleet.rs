//! Many processes that claim at once.

use std::collections::BTreeSet;
use std::env;
use std::ops::RangeInclusive;
use std::sync::{Arc, Barrier, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use snowflake_kit_lease::__private::Blocking;
use snowflake_kit_lease::{
    Change, ClaimError, Keeper, Kept, LeaseBuilder, Registry, Store, StoreError,
};
use snowflake_kit_mint::__private::ready;
use snowflake_kit_mint::SystemClock;

use crate::adapter::Adapter;
use crate::place::Place;

/// How many processes there are, if this variable does not say so.
const PROCESSES: usize = 100;
const VARIABLE: &str = "SNOWFLAKE_FLEET";

/// How many of them share a connection.
const SHARE: usize = 100;
const LEAST_CONNECTIONS: usize = 10;

/// How many rounds may fail.
const ROUNDS: u32 = 10;

/// More nodes than a claim reads, and more than the largest fleet has.
const NODES: RangeInclusive<u32> = 0..=16_383;

/// The fleet of [`starts_at_once`], in a database.
pub fn a_fleet_that_starts_at_once_has_as_many_nodes<A: Adapter>() {
    let place = Place::<A>::migrated();
    starts_at_once(|| place.store());
}

/// Each process of a fleet has a node of its own, and keeps it. Prints how long that took.
pub fn starts_at_once<S: Store>(open: impl Fn() -> S) {
    let processes = env::var(VARIABLE).map_or(PROCESSES, |text| text.parse().unwrap());
    let connections = (processes / SHARE).max(LEAST_CONNECTIONS);
    let start = Barrier::new(connections + 1);
    let stores = (0..connections).map(|_| {
        let mut store = open();
        // So that it is connected.
        store.read("shop").unwrap();
        Shared(Arc::new(Mutex::new(store)))
    });
    let stores: Vec<_> = stores.collect();
    let (nodes, claims, renewals) = thread::scope(|scope| {
        let threads: Vec<_> = stores
            .iter()
            .map(|store| scope.spawn(|| claim_and_renew(store, processes / connections, &start)))
            .collect();
        let [claims, renewals] = [(); 2].map(|()| {
            start.wait();
            let began = Instant::now();
            start.wait();
            began.elapsed()
        });
        let nodes = threads.into_iter().flat_map(|thread| thread.join().unwrap().unwrap());
        (nodes.collect::<Vec<u32>>(), claims, renewals)
    });
    println!("{} processes, {connections} connections: {claims:?}, {renewals:?}", nodes.len());
    let different: BTreeSet<_> = nodes.iter().copied().collect();
    assert_eq!(different.len(), nodes.len(), "two processes have one node");
    let rows = open().read("shop").unwrap().rows;
    assert!(different.into_iter().eq(rows.into_iter().map(|row| row.node)), "a row each");
}

/// The processes that share a connection: they claim one after the other, and then renew.
fn claim_and_renew<S: Store>(
    store: &Shared<S>,
    processes: usize,
    start: &Barrier,
) -> Result<Vec<u32>, ClaimError> {
    let keepers = (0..processes).map(|_| {
        let builder = LeaseBuilder::new(Blocking(store.clone())).space("shop").nodes(NODES);
        builder.term(Duration::from_hours(1)).keeper(SystemClock::new())
    });
    let mut keepers: Vec<_> = keepers.collect::<Result<_, _>>()?;
    start.wait();
    let claimed: Result<Vec<_>, _> = keepers.iter_mut().map(round).collect();
    start.wait();
    start.wait();
    // Whatever came of it: the other threads wait.
    let renewed: Result<Vec<_>, _> = keepers.iter_mut().map(round).collect();
    start.wait();
    assert!(renewed?.into_iter().all(|kept| matches!(kept, Kept::Renewed)));
    let node = |kept| match kept {
        Kept::Changed(permit) => permit.node(),
        Kept::Renewed => unreachable!("the first round claims"),
    };
    Ok(claimed?.into_iter().map(node).collect())
}

/// A round, and others if it fails: on a busy server, one of two claims may be given up.
fn round<S: Store>(
    keeper: &mut Keeper<Blocking<Shared<S>>, SystemClock>,
) -> Result<Kept, ClaimError> {
    for _ in 0..ROUNDS {
        if let Ok(kept) = ready(keeper.round()) {
            return Ok(kept);
        }
        thread::sleep(keeper.wait());
    }
    ready(keeper.round())
}

/// A connection that several use.
struct Shared<S>(Arc<Mutex<S>>);

impl<S> Clone for Shared<S> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<S: Store> Store for Shared<S> {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.0.lock().unwrap().read_nodes(space, nodes, most)
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        self.0.lock().unwrap().change(space, change)
    }
}
