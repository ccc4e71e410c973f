//! Many threads on one generator, in real time.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{Generator, Local, Minter, Node};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

const THREADS: usize = 8;

/// 10^7 of all threads together.
const EACH: usize = 1_250_000;

/// With a lead that is never used up, nobody waits: the threads meet as often
/// as they can.
fn generator(node: u32) -> Generator {
    let limits = Limits::new().max_lead(Duration::from_secs(3600));
    Generator::new(Layout::DEFAULT, Node::fixed(node).with_limits(limits)).unwrap()
}

/// Runs a body on each thread, all at once, and holds what it returns against
/// the promises: strictly increasing on each thread, and nothing twice.
fn run(body: impl Fn(usize) -> Vec<UserId> + Sync) {
    let barrier = Barrier::new(THREADS);
    let all: Vec<Vec<UserId>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS)
            .map(|index| {
                let (barrier, body) = (&barrier, &body);
                scope.spawn(move || {
                    barrier.wait();
                    body(index)
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    for ids in &all {
        assert!(ids.is_sorted_by(|a, b| a < b), "a thread's IDs increase");
    }
    check_distinct(all.concat());
}

fn check_distinct(mut ids: Vec<UserId>) {
    ids.sort_unstable();
    for pair in ids.windows(2) {
        assert!(pair[0] < pair[1], "{:?} was issued twice", pair[0]);
    }
}

#[test]
fn ten_million_ids_of_eight_threads_are_distinct() {
    let generator = generator(1);
    run(|_| (0..EACH).map(|_| generator.mint()).collect());
}

#[test]
fn ten_million_ids_of_eight_handles_are_distinct() {
    let generator = generator(2);
    run(|_| {
        let local = generator.local();
        (0..EACH).map(|_| local.mint()).collect()
    });
}

#[test]
fn ids_of_generators_that_share_their_state_are_distinct() {
    let generators = [generator(3), generator(3)];
    run(|index| (0..EACH / 4).map(|_| generators[index % 2].mint()).collect());
}

#[test]
fn ids_of_batches_handles_and_single_mints_are_distinct() {
    let generator = generator(4);
    run(|index| {
        let local = generator.local();
        let mut ids = Vec::new();
        let mut size = index;
        while ids.len() < EACH / 4 {
            size = (size * 31 + 7) % 997;
            match index % 4 {
                0 => ids.extend(generator.try_mint_many::<UserId>(size).unwrap()),
                1 => ids.extend(generator.mint_many::<UserId>(size)),
                2 => ids.extend((0..=size).map(|_| local.mint::<UserId>())),
                _ => ids.extend((0..=size).map(|_| generator.mint::<UserId>())),
            }
        }
        ids
    });
}

/// Without a lead all threads wait for the same ticks.
#[test]
fn ids_of_threads_that_wait_are_distinct() {
    let limits = Limits::new().max_wait(Duration::from_secs(60));
    let generator = Generator::new(Layout::DEFAULT, Node::fixed(5).with_limits(limits)).unwrap();
    run(|_| (0..20_000).map(|_| generator.mint()).collect());
}

#[test]
fn ids_are_distinct_while_the_node_changes() {
    let generator = generator(6);
    let done = AtomicBool::new(false);
    let mint = |local: &Local| {
        let mut ids = Vec::new();
        for _ in 0..EACH / 16 {
            ids.push(generator.mint::<UserId>());
            ids.push(local.mint());
        }
        ids
    };
    let all: Vec<_> = thread::scope(|scope| {
        let threads: Vec<_> =
            (0..THREADS).map(|_| scope.spawn(|| mint(&generator.local()))).collect();
        scope.spawn(|| {
            for node in (10..20).cycle() {
                if done.load(Ordering::Relaxed) {
                    return;
                }
                generator.change_node(Node::fixed(node)).unwrap();
                thread::yield_now();
            }
        });
        let all = threads.into_iter().map(|thread| thread.join().unwrap()).collect();
        done.store(true, Ordering::Relaxed);
        all
    });
    let mut nodes = [0; 1_024];
    for ids in &all {
        // Of one way of minting, and one node, the IDs of a thread increase.
        for way in 0..2 {
            let mut last = [0; 1_024];
            for id in ids.iter().skip(way).step_by(2) {
                let node = id.parts().node as usize;
                assert!(id.get() > last[node]);
                last[node] = id.get();
                nodes[node] += 1;
            }
        }
    }
    assert!(nodes.iter().filter(|ids| **ids > 0).count() > 5, "the node did change");
    check_distinct(all.concat());
}
