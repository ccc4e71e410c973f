//! Which node a process gets.

use std::collections::BTreeSet;
use std::future::poll_fn;
use std::mem;
use std::ops::{Bound, RangeBounds, RangeInclusive};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, Waker};

use snowflake_kit_lease::__private::Blocking;
use snowflake_kit_lease::{
    AsyncStore, Change, ClaimError, Kept, LeaseBuilder, LeaseError, LeaseRow, Registry, Store,
    StoreError,
};
use snowflake_kit_mint::ManualClock;

use crate::memory::Memory;
use crate::{NOW, TERM, asked, claim, fail, ms, ready, world};

#[test]
fn few_processes_keep_to_few_nodes() {
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let (clock, store) = world();
        seen.insert(claim(&mut asked(&store).seed(seed).keeper(clock).unwrap()).node());
    }
    assert_eq!(seen, (0..8).collect());
}

/// Nodes for a large fleet, of which few processes run yet.
#[test]
fn few_processes_keep_to_few_of_many_nodes() {
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let (clock, store) = world();
        let many = asked(&store).nodes(..16_384).seed(seed);
        seen.insert(claim(&mut many.keeper(clock).unwrap()).node());
    }
    assert_eq!(seen, (0..8).collect());
}

/// Of nodes that were given back, those that have been free longest: what was
/// minted with them last is the longest ago.
#[test]
fn nodes_that_were_used_before_come_first() {
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let (clock, store) = world();
        store.put((100..120).map(|node| (node, 1, NOW - i64::from(node) * 1_000)));
        seen.insert(claim(&mut asked(&store).seed(seed).keeper(clock).unwrap()).node());
    }
    assert_eq!(seen, (112..120).collect());
}

#[test]
fn any_of_few_nodes_is_chosen_used_before_or_not() {
    let mut seen = BTreeSet::new();
    for seed in 0..200 {
        let (clock, store) = world();
        store.put([(5, 1, NOW - 1_000), (7, 1, NOW - 2_000)]);
        let mut keeper = asked(&store).nodes(4..=9).seed(seed).keeper(clock).unwrap();
        seen.insert(claim(&mut keeper).node());
    }
    assert_eq!(seen, (4..=9).collect());
}

#[test]
fn the_preferred_node_is_claimed_if_it_is_free() {
    for row in [None, Some((500, 3, NOW))] {
        let (clock, store) = world();
        store.put(row);
        let mut keeper = asked(&store).preferred_node(500).keeper(clock).unwrap();
        let grant = claim(&mut keeper).grant();
        assert_eq!((grant.node, grant.token / 1_000), (500, NOW));
        assert_eq!(grant.from, row.map_or(i64::MIN, |row| row.2));
    }
}

#[test]
fn another_node_is_claimed_if_the_preferred_one_is_not_to_be_had() {
    for row in [(500, 3, NOW + 1), (500, i64::MAX, 0), (500, 0, 0)] {
        let (clock, store) = world();
        store.put([row]);
        let mut keeper = asked(&store).preferred_node(500).keeper(clock).unwrap();
        assert!(claim(&mut keeper).node() < 8);
    }
}

#[test]
fn a_full_space_says_when_it_is_not() {
    let (clock, store) = world();
    store.put((0..4).map(|node| (node, 1, NOW + 5_000 + i64::from(node))));
    // Nodes that this process may not use.
    store.put([(4, 1, 0), (1_023, 1, 0)]);
    let mut keeper = asked(&store).space("shop").nodes(..=3).keeper(clock.clone()).unwrap();
    let error = fail(&mut keeper);
    assert!(
        matches!(&error, ClaimError::Full { nodes, until, .. } if (nodes, *until) == (&(0..=3), NOW + 5_000))
    );
    assert_eq!(
        error.to_string(),
        "all nodes of the space \"shop\", 0 to 3, are leased; the first lease ends at \
         2026-01-01T00:00:05.000Z if it is not renewed: run fewer processes, allow more `nodes`, or \
         use a layout with more node bits"
    );
    assert_eq!(store.shared().claims, 0);
    clock.advance(ms(5_000));
    let grant = claim(&mut keeper).grant();
    assert_eq!((grant.node, grant.from), (0, NOW + 5_000));
}

/// What no lease leaves behind, beside one that can be had.
#[test]
fn corrupt_rows_are_left_alone() {
    let corrupt = [(0, i64::MAX, 0), (1, 0, 0), (2, -5, NOW), (3, 1, -1), (4, i64::MIN, i64::MIN)];
    let (clock, store) = world();
    store.put(corrupt);
    for node in [5, 6] {
        let mut keeper = asked(&store).nodes(..=6).keeper(clock.clone()).unwrap();
        assert!(claim(&mut keeper).node() >= 5, "{node}");
    }
    for (node, token, until) in corrupt {
        assert_eq!(store.row(node), LeaseRow { node, token, until });
    }
    // They are named when there is nothing else to say.
    let mut keeper = asked(&store).nodes(..=4).keeper(clock).unwrap();
    let error = fail(&mut keeper);
    assert!(matches!(error, ClaimError::Lease(LeaseError::Corrupt { .. })), "{error}");
    let mut keeper = asked(&store).nodes(..=6).keeper(ManualClock::at(NOW)).unwrap();
    assert!(matches!(fail(&mut keeper), ClaimError::Full { .. }));
}

/// A table without a key.
#[test]
fn two_rows_of_a_node_count_once() {
    let (clock, store) = world();
    store.put([(0, 1, NOW + 1), (1, 1, NOW + 1)]);
    let twice = Altered::new(&store, |rows| rows.extend(rows.clone()));
    let mut keeper = LeaseBuilder::new(twice).nodes(..=2).keeper(clock.clone()).unwrap();
    let Ok(Kept::Changed(permit)) = ready(keeper.round()) else { panic!("there is a free node") };
    assert_eq!(permit.node(), 2);
    let twice = Altered::new(&store, |rows| rows.extend(rows.clone()));
    let mut keeper = LeaseBuilder::new(twice).nodes(..=2).keeper(clock).unwrap();
    assert!(matches!(ready(keeper.round()), Err(ClaimError::Full { .. })));
}

/// Others are quicker, however often a node is chosen.
#[test]
fn it_is_given_up_in_the_end() {
    let (clock, store) = world();
    // It reads what was there long ago.
    let stale = Altered::new(&store, Vec::clear);
    store.put((0..1_024).map(|node| (node, 1, NOW + TERM)));
    let mut keeper = LeaseBuilder::new(stale).keeper(clock).unwrap();
    let error = ready(keeper.round()).unwrap_err();
    assert!(matches!(error, ClaimError::Contended { claims: 100 }));
    assert_eq!(
        error.to_string(),
        "other processes were faster in 100 claims: try again when fewer processes start at once"
    );
    assert_eq!(store.shared().claims, 100);
}

/// All read before the first of them claims, and so on: as bad as it gets.
#[test]
fn a_thousand_claims_at_once_are_all_distinct() {
    let (clock, store) = world();
    let mut rounds = Vec::new();
    for seed in 0..1_000 {
        let lease =
            LeaseBuilder::new(Altered { in_step: true, ..Altered::new(&store, |_| {}) }).seed(seed);
        let mut keeper = lease.keeper(clock.clone()).unwrap();
        rounds.push(Box::pin(async move { keeper.round().await }));
    }
    let mut context = Context::from_waker(Waker::noop());
    let (mut nodes, mut steps) = (BTreeSet::new(), 0);
    while !rounds.is_empty() {
        steps += 1;
        rounds.retain_mut(|round| match round.as_mut().poll(&mut context) {
            Poll::Pending => true,
            Poll::Ready(result) => {
                let Ok(Kept::Changed(permit)) = result else { panic!("{result:?}") };
                assert!(nodes.insert(permit.node()), "node {} twice", permit.node());
                false
            }
        });
    }
    let claims = store.shared().claims;
    println!("1000 nodes in {claims} claims, at most {} each", steps / 2);
    assert_eq!(nodes.len(), 1_000);
    assert_eq!(store.shared().rows.len(), 1_000);
    // Far from the hundred with which one gives up.
    assert!(steps / 2 <= 30 && claims < 10_000, "{steps} steps, {claims} claims");
}

/// A store whose rows are read otherwise than they are.
struct Altered {
    store: Memory,
    alter: fn(&mut Vec<LeaseRow>),
    /// Whether each request waits until all others have been polled.
    in_step: bool,
}

impl Altered {
    fn new(store: &Memory, alter: fn(&mut Vec<LeaseRow>)) -> Self {
        Self { store: store.clone(), alter, in_step: false }
    }

    async fn step(&self) {
        let mut wait = self.in_step;
        poll_fn(|_| if mem::take(&mut wait) { Poll::Pending } else { Poll::Ready(()) }).await;
    }
}

impl AsyncStore for Altered {
    async fn read_nodes(
        &mut self,
        space: &str,
        _: RangeInclusive<u32>,
        _: usize,
    ) -> Result<Registry, StoreError> {
        self.step().await;
        let mut registry = self.store.read(space)?;
        (self.alter)(&mut registry.rows);
        Ok(registry)
    }

    async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        self.step().await;
        self.store.change(space, change)
    }
}

/// Those that can be had, however they are asked for.
fn all(store: &Memory, clock: &ManualClock, nodes: impl RangeBounds<u32> + Clone) -> BTreeSet<u32> {
    let mut claimed = BTreeSet::new();
    loop {
        let mut keeper = asked(store).nodes(nodes.clone()).keeper(clock.clone()).unwrap();
        match ready(keeper.round()) {
            Ok(Kept::Changed(permit)) => assert!(claimed.insert(permit.node()), "it is held"),
            result => {
                assert!(matches!(result, Err(ClaimError::Full { .. })), "{result:?}");
                return claimed;
            }
        }
    }
}

#[test]
fn all_nodes_of_a_range_are_claimed_and_no_others() {
    let (clock, store) = world();
    store.put([(20, 1, NOW + 1_000)]);
    assert_eq!(all(&store, &clock, 17..=23), [17, 18, 19, 21, 22, 23].into());
    assert_eq!(all(&store, &clock, ..3), [0, 1, 2].into());
    assert_eq!(all(&store, &clock, 1_022..), [1_022, 1_023].into());
    let excluded_start = (Bound::Excluded(1_023), Bound::Included(1_025));
    assert_eq!(all(&store, &clock, excluded_start), [1_024, 1_025].into());
    assert_eq!(all(&store, &clock, u32::MAX - 1..=u32::MAX), [u32::MAX - 1, u32::MAX].into());
    assert_eq!(all(&store, &clock, ..).len(), 1_024 - 12);
    // When they are free again, they are claimed again.
    clock.advance(ms(30_000));
    assert_eq!(all(&store, &clock, 17..=23), (17..=23).collect());
}

/// A store that tells how many rows were read.
struct Counting {
    store: Memory,
    rows: Arc<AtomicUsize>,
    /// How many claims are lost, since another process claims the node just before.
    lost: u32,
}

impl Store for Counting {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        let registry = self.store.read_nodes(space, nodes, most)?;
        self.rows.fetch_add(registry.rows.len(), Ordering::Relaxed);
        Ok(registry)
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        if let Change::Claim { claim, .. } = change
            && self.lost > 0
        {
            self.lost -= 1;
            self.store.put([(claim.row.node, claim.row.token, NOW + 1_000)]);
        }
        self.store.change(space, change)
    }
}

/// How many rows a claim of one of these nodes reads, and what comes of it.
fn rows_read(
    store: &Memory,
    clock: &ManualClock,
    ask: impl FnOnce(LeaseBuilder<Blocking<Counting>>) -> LeaseBuilder<Blocking<Counting>>,
) -> (usize, Result<u32, ClaimError>) {
    let rows = Arc::<AtomicUsize>::default();
    let counting = Counting { store: store.clone(), rows: Arc::clone(&rows), lost: 0 };
    let mut keeper = ask(LeaseBuilder::new(Blocking(counting))).keeper(clock.clone()).unwrap();
    let claimed = ready(keeper.round()).map(|kept| match kept {
        Kept::Changed(permit) => permit.node(),
        Kept::Renewed => panic!("the first round claims"),
    });
    (rows.load(Ordering::Relaxed), claimed)
}

#[test]
fn a_claim_in_a_large_fleet_reads_few_rows() {
    let (clock, store) = world();
    let held = |node: u32| node % 4 != 3;
    store.put((0..16_384).filter(|node| held(*node)).map(|node| (node, 1, NOW + TERM)));
    for seed in 0..100 {
        let (rows, node) = rows_read(&store, &clock, |lease| lease.nodes(..16_384).seed(seed));
        // Those of one place.
        assert!(rows <= 100, "{rows}");
        assert!(!held(node.unwrap()), "it was free");
    }
    let preferred = |lease: LeaseBuilder<_>| lease.nodes(..16_384).preferred_node(9_999);
    let (rows, node) = rows_read(&store, &clock, preferred);
    assert!(rows == 0 && node.unwrap() == 9_999, "{rows}");
    let preferred = |lease: LeaseBuilder<_>| lease.nodes(..16_384).preferred_node(9_998);
    let (rows, node) = rows_read(&store, &clock, preferred);
    assert!(rows <= 101 && !held(node.unwrap()), "{rows}");
}

/// The first and the last nodes are in places as all others are, also if the last place is smaller.
#[test]
fn a_claim_in_a_large_fleet_begins_anywhere() {
    let mut places = BTreeSet::new();
    for seed in 0..200 {
        let (clock, store) = world();
        store.put((0..1_150).map(|node| (node, 1, NOW)));
        let (_, node) = rows_read(&store, &clock, |lease| lease.nodes(..1_150).seed(seed));
        places.insert(node.unwrap() / 100);
    }
    assert_eq!(places, (0..12).collect());
}

/// Where hardly any node is free, all rows are read in the end.
#[test]
fn the_last_free_node_of_a_large_fleet_is_found() {
    let (clock, store) = world();
    let until = |node: u32| NOW + 1_000 + i64::from(node);
    store.put((0..8_000).filter(|node| *node != 6_789).map(|node| (node, 1, until(node))));
    let (rows, node) = rows_read(&store, &clock, |lease| lease.nodes(..8_000).seed(1));
    assert_eq!(node.unwrap(), 6_789);
    // Eight places, and then all.
    assert_eq!((rows, store.shared().reads), (8 * 100 + 7_999, 9));
    let (rows, full) = rows_read(&store, &clock, |lease| lease.nodes(..8_000).seed(2));
    let full = full.unwrap_err();
    assert!(matches!(full, ClaimError::Full { until, .. } if until == NOW + 1_000), "{full:?}");
    assert_eq!((rows, store.shared().reads), (8 * 100 + 8_000, 9 + 9));
}

/// A first read shows all rows of as many processes as most programs have.
#[test]
fn a_claim_reads_all_rows_if_they_are_256() {
    for (held, reads) in [(256, 1), (257, 2)] {
        let (clock, store) = world();
        store.put((0..held).map(|node| (node, 1, NOW + TERM)));
        let (rows, node) = rows_read(&store, &clock, |lease| lease.seed(1));
        assert!(node.unwrap() >= held);
        assert_eq!((rows, store.shared().reads), (held as usize, reads));
    }
}

/// How many reads and claims there were.
fn asked_for(store: &Memory) -> (u32, u32) {
    let shared = store.shared();
    (shared.reads, shared.claims)
}

/// One read serves several claims, and no claim asks for a node that was lost before.
#[test]
fn a_claim_that_is_lost_is_followed_by_one_of_another_node() {
    for seed in 0..20 {
        let (clock, store) = world();
        store.put([(2, 5, NOW - 1_000)]);
        let counting = Counting { store: store.clone(), rows: Arc::default(), lost: 3 };
        let builder = LeaseBuilder::new(Blocking(counting)).nodes(..4).seed(seed);
        let Ok(Kept::Changed(permit)) = ready(builder.keeper(clock).unwrap().round()) else {
            panic!("one is left")
        };
        assert_eq!(asked_for(&store), (1, 4));
        assert_eq!(store.row(permit.node()).until, NOW + TERM);
    }
}

/// A guess of what others have does not make a claim give up.
#[test]
fn after_lost_claims_the_rows_are_read_again() {
    let (clock, store) = world();
    let counting = Counting { store: store.clone(), rows: Arc::default(), lost: 4 };
    let mut keeper = LeaseBuilder::new(Blocking(counting)).nodes(..4).keeper(clock).unwrap();
    let full = ready(keeper.round()).unwrap_err();
    assert!(matches!(full, ClaimError::Full { until, .. } if until == NOW + 1_000), "{full:?}");
    assert_eq!(asked_for(&store), (2, 4));

    let (clock, store) = world();
    let counting = Counting { store: store.clone(), rows: Arc::default(), lost: u32::MAX };
    let mut keeper = LeaseBuilder::new(Blocking(counting)).nodes(..1_000).keeper(clock).unwrap();
    let contended = ready(keeper.round()).unwrap_err();
    assert!(matches!(contended, ClaimError::Contended { claims: 100 }), "{contended:?}");
    assert_eq!(asked_for(&store), (25, 100));
}
