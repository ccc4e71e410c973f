//! Every interleaving of a few threads.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p snowflake-kit-mint --features loom --test loom`

#![cfg(loom)]

use std::sync::Arc;
use std::time::Duration;

use loom::model;
use loom::thread::{self, JoinHandle};
use snowflake_kit_core::{Layout, Limits, Snowflake, SnowflakeId as _};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{Generator, Grant, ManualClock, MintError, Minter, Node, Permit};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;

type Shared = Arc<Generator<ManualClock>>;

fn on(clock: &ManualClock, node: u32) -> Shared {
    let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(node), clock.clone());
    Arc::new(generator.unwrap())
}

fn generator() -> Shared {
    on(&ManualClock::at(START), 7)
}

fn spawn<R: 'static>(
    generator: &Shared,
    body: impl FnOnce(&Generator<ManualClock>) -> R + 'static,
) -> JoinHandle<R> {
    let generator = Arc::clone(generator);
    thread::spawn(move || body(&generator))
}

fn mint(generator: &Generator<ManualClock>) -> UserId {
    generator.try_mint().unwrap()
}

fn mint_twice(generator: &Generator<ManualClock>) -> Vec<UserId> {
    vec![mint(generator), mint(generator)]
}

/// Every interleaving in which a thread is stopped up to three times in the middle
/// of something. Two changes of the node have too many for all of them, since
/// mints wait for a change.
fn bounded(body: impl Fn() + Sync + Send + 'static) {
    let mut builder = model::Builder::new();
    builder.preemption_bound = Some(3);
    builder.check(body);
}

/// In the order of each thread, and all distinct.
fn check(threads: &[Vec<UserId>]) {
    let mut all: Vec<UserId> = Vec::new();
    for ids in threads {
        for node in [7, 8] {
            let of_node: Vec<_> = ids.iter().filter(|id| id.parts().node == node).collect();
            assert!(of_node.is_sorted_by(|a, b| a < b), "{ids:?}");
        }
        all.extend(ids);
    }
    all.sort_unstable();
    assert!(all.is_sorted_by(|a, b| a < b), "{all:?}");
}

#[test]
fn two_threads_mint_two_each() {
    model(|| {
        let generator = generator();
        let other = spawn(&generator, mint_twice);
        let here = mint_twice(&generator);
        check(&[here, other.join().unwrap()]);
    });
}

#[test]
fn three_threads_mint_one_each() {
    model(|| {
        let generator = generator();
        let others = [0, 1].map(|_| spawn(&generator, |generator| vec![mint(generator)]));
        let here = vec![mint(&generator)];
        let [first, second] = others.map(|other| other.join().unwrap());
        check(&[here, first, second]);
    });
}

/// Whoever is told of an ID mints a larger one.
#[test]
fn a_mint_that_happens_after_another_is_larger() {
    model(|| {
        let generator = generator();
        let first = spawn(&generator, mint).join().unwrap();
        let other = spawn(&generator, mint);
        let here = mint(&generator);
        assert!(first < here);
        assert!(first < other.join().unwrap());
    });
}

#[test]
fn a_batch_and_mints_do_not_overlap() {
    model(|| {
        let generator = generator();
        let batch = spawn(&generator, |generator| {
            generator.try_mint_many(3).unwrap().collect::<Vec<UserId>>()
        });
        let here = mint_twice(&generator);
        let batch = batch.join().unwrap();
        assert_eq!(batch[2].get(), batch[0].get() + 2, "nobody else's are between them");
        check(&[here, batch]);
    });
}

#[test]
fn handles_and_mints_do_not_overlap() {
    model(|| {
        let generator = generator();
        let handle = spawn(&generator, |generator| {
            let local = generator.local();
            vec![local.try_mint::<UserId>().unwrap(), local.try_mint().unwrap()]
        });
        let here = mint_twice(&generator);
        check(&[here, handle.join().unwrap()]);
    });
}

#[test]
fn generators_that_share_their_state_do_not_overlap() {
    model(|| {
        let clock = ManualClock::at(START);
        let (a, b) = (on(&clock, 7), on(&clock, 7));
        let other = spawn(&b, mint_twice);
        let here = mint_twice(&a);
        check(&[here, other.join().unwrap()]);
    });
}

#[test]
fn minting_goes_on_while_the_node_changes() {
    model(|| {
        let generator = generator();
        let other = spawn(&generator, mint_twice);
        generator.change_node(Node::fixed(8)).unwrap();
        let here = vec![mint(&generator)];
        assert_eq!(here[0].parts().node, 8, "who has changed it mints under the new one");
        check(&[here, other.join().unwrap()]);
    });
}

#[test]
fn minting_goes_on_while_the_node_changes_and_changes_back() {
    bounded(|| {
        let generator = generator();
        let other = spawn(&generator, mint_twice);
        let mut here = vec![mint(&generator)];
        generator.change_node(Node::fixed(8)).unwrap();
        here.push(mint(&generator));
        generator.change_node(Node::fixed(7)).unwrap();
        here.push(mint(&generator));
        check(&[here, other.join().unwrap()]);
    });
}

#[test]
fn a_handle_follows_a_change_of_the_node() {
    bounded(|| {
        let generator = generator();
        let handle = spawn(&generator, |generator| {
            let local = generator.local();
            vec![local.try_mint::<UserId>().unwrap(), local.try_mint().unwrap()]
        });
        generator.change_node(Node::fixed(8)).unwrap();
        generator.change_node(Node::fixed(7)).unwrap();
        let here = vec![mint(&generator)];
        check(&[here, handle.join().unwrap()]);
    });
}

#[test]
fn a_clock_that_moves_back_meanwhile_brings_nothing_back() {
    model(|| {
        let clock = ManualClock::at(START);
        let generator = on(&clock, 7);
        let other = spawn(&generator, mint_twice);
        clock.set(START - 3);
        let mut here = vec![mint(&generator)];
        clock.set(START + 3);
        here.push(mint(&generator));
        check(&[here, other.join().unwrap()]);
    });
}

#[test]
fn the_last_slot_of_a_tick_goes_to_one_of_two() {
    model(|| {
        let clock = ManualClock::at(START);
        let limits = Limits::new();
        let node = Node::fixed(7);
        let generator =
            Generator::with_clock(Layout::DEFAULT, node.with_limits(limits), clock).unwrap();
        let generator = Arc::new(generator);
        let _ = generator.try_mint_many::<UserId>(4_095).unwrap();
        let try_mint = |generator: &Generator<ManualClock>| generator.try_mint::<UserId>();
        let other = spawn(&generator, try_mint);
        let results = [try_mint(&generator), other.join().unwrap()];
        let minted = results.iter().filter(|result| result.is_ok()).count();
        assert_eq!(minted, 1, "{results:?}");
        assert!(results.iter().any(|result| matches!(result, Err(MintError::WouldWait { .. }))));
    });
}

#[test]
fn two_changes_of_the_node_both_take_place() {
    model(|| {
        let generator = generator();
        let other = spawn(&generator, |generator| {
            generator.change_node(Node::fixed(8)).unwrap();
            vec![mint(generator)]
        });
        generator.change_node(Node::fixed(8)).unwrap();
        let here = vec![mint(&generator)];
        check(&[here, other.join().unwrap()]);
        assert_eq!(generator.node(), 8);
    });
}

/// Another lease's node, which is smaller: the IDs of neither go back.
#[test]
fn ids_of_a_thread_grow_across_a_change_of_the_lease() {
    model(|| {
        let clock = ManualClock::at(START);
        let permit = |node| {
            let grant = Grant { node, token: 1, from: START, until: START + 1_000 };
            let limits = Limits::new().max_lead(Duration::from_millis(10));
            Permit::new(grant).with_limits(limits)
        };
        let generator = Arc::new(Generator::with_clock(Layout::DEFAULT, permit(8), clock).unwrap());
        let other = spawn(&generator, mint_twice);
        generator.change_node(permit(7)).unwrap();
        let here = vec![mint(&generator)];
        let there = other.join().unwrap();
        assert!(there[0] < there[1], "{there:?}");
        check(&[here, there]);
    });
}
