//! Every interleaving of a few threads with a lease: it is extended, given back
//! and replaced while they mint.
//!
//! `RUSTFLAGS="--cfg loom" cargo test --release -p snowflake-kit-lease --test loom`

#![cfg(loom)]

use std::sync::Arc;
use std::time::Duration;

use loom::model;
use loom::thread::{self, JoinHandle};
use snowflake_kit_core::{Layout, Limits, Snowflake, SnowflakeId as _};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_lease::{Grant, Permit, Release, Renewal};
use snowflake_kit_mint::{Generator, ManualClock, MintError, Minter, Settings};

/// One ID in a tick, so that each one more needs one more millisecond of a grant.
const SINGLE: Layout = Layout::builder("single").time_bits(41).node_bits(4).build();

/// The same in ticks of another length.
const PAIRS: Layout =
    Layout::builder("pairs").tick_millis(2).time_bits(41).node_bits(4).sequence_bits(1).build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = SINGLE)]
struct SingleId(Snowflake);

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;

type Shared = Arc<Generator<ManualClock>>;

/// A grant of node 7, in ms from the start.
fn grant(token: i64, from: i64, until: i64) -> Permit {
    Permit::new(Grant { node: 7, token, from: START + from, until: START + until })
}

/// The clock stands still: what is minted runs ahead of it, as far as the grant
/// reaches.
fn ahead(permit: &Permit) -> Settings {
    permit.clone().with_limits(Limits::new().max_lead(Duration::from_secs(1)))
}

fn on(clock: &ManualClock, layout: Layout, permit: &Permit) -> Shared {
    Arc::new(Generator::with_clock(layout, ahead(permit), clock.clone()).unwrap())
}

fn spawn<R: 'static>(
    generator: &Shared,
    body: impl FnOnce(&Generator<ManualClock>) -> R + 'static,
) -> JoinHandle<R> {
    let generator = Arc::clone(generator);
    thread::spawn(move || body(&generator))
}

/// What one attempt comes to.
fn mint_once(generator: &Generator<ManualClock>) -> Vec<SingleId> {
    generator.try_mint().into_iter().collect()
}

/// What two attempts come to.
fn mint_twice(generator: &Generator<ManualClock>) -> Vec<SingleId> {
    [generator.try_mint(), generator.try_mint()].into_iter().flatten().collect()
}

/// The timestamps, in ms from the start.
fn times(ids: &[SingleId]) -> Vec<i64> {
    ids.iter().map(|id| id.unix_millis() - START).collect()
}

/// Another process claims the node that was given back, and mints all that it
/// may; none of these are there already.
fn next_holder(release: Release, minted: &[&[SingleId]]) {
    let until = release.until - START;
    let clock = ManualClock::at(START);
    let generator = on(&clock, SINGLE, &grant(release.token + 1, until, until + 3));
    let next: Vec<SingleId> = std::iter::from_fn(|| generator.try_mint().ok()).collect();
    assert_eq!(times(&next), [until, until + 1, until + 2]);
    let mut all: Vec<SingleId> = minted.iter().copied().flatten().copied().collect();
    assert!(all.iter().all(|id| id.unix_millis() < release.until), "{release:?} {:?}", times(&all));
    all.extend(next);
    all.sort_unstable();
    assert!(all.is_sorted_by(|a, b| a < b), "{:?}", times(&all));
}

/// Every interleaving in which a thread is stopped up to twice in the middle
/// of something: all of them take minutes.
fn bounded(body: impl Fn() + Sync + Send + 'static) {
    let mut builder = model::Builder::new();
    builder.preemption_bound = Some(2);
    builder.check(body);
}

#[test]
fn nothing_is_minted_at_or_above_where_a_release_begins() {
    model(|| {
        let permit = grant(1, 0, 10);
        let generator = on(&ManualClock::at(START), SINGLE, &permit);
        let other = spawn(&generator, mint_twice);
        let release = permit.close();
        assert_eq!(
            generator.try_mint::<SingleId>(),
            Err(MintError::LeaseReleased { node: 7 }),
            "who has closed it mints nothing any more"
        );
        next_holder(release, &[&other.join().unwrap()]);
    });
}

#[test]
fn a_release_while_two_threads_mint() {
    model(|| {
        let permit = grant(1, 0, 10);
        let generator = on(&ManualClock::at(START), SINGLE, &permit);
        let others = [0, 1].map(|_| spawn(&generator, |generator| generator.try_mint().ok()));
        let release = permit.close();
        let minted = others.map(|other| other.join().unwrap());
        let minted: Vec<SingleId> = minted.into_iter().flatten().collect();
        next_holder(release, &[&minted]);
    });
}

#[test]
fn a_block_that_a_handle_has_taken_is_below_the_release() {
    model(|| {
        let permit = grant(1, 0, 10);
        let generator = on(&ManualClock::at(START), SINGLE, &permit);
        let handle = spawn(&generator, |generator| {
            let local = generator.local();
            [local.try_mint(), local.try_mint()].into_iter().flatten().collect::<Vec<SingleId>>()
        });
        let release = permit.close();
        next_holder(release, &[&handle.join().unwrap()]);
    });
}

/// Those who see a renewal before the thread does that gives the node back must
/// not mint beyond what is given back.
#[test]
fn a_renewal_a_release_and_mints() {
    model(|| {
        let permit = grant(1, 0, 1);
        let generator = on(&ManualClock::at(START), SINGLE, &permit);
        let renewing = {
            let permit = permit.clone();
            thread::spawn(move || {
                permit.extend(&Renewal { node: 7, token: 1, until: START + 2 });
            })
        };
        let other = spawn(&generator, mint_twice);
        let release = permit.close();
        let minted = other.join().unwrap();
        renewing.join().unwrap();
        assert!(permit.until() >= release.until);
        next_holder(release, &[&minted]);
    });
}

#[test]
fn a_renewal_is_seen_sooner_or_later_and_never_exceeded() {
    model(|| {
        let permit = grant(1, 0, 1);
        let generator = on(&ManualClock::at(START), SINGLE, &permit);
        let other = spawn(&generator, mint_twice);
        permit.extend(&Renewal { node: 7, token: 1, until: START + 3 });
        permit.extend(&Renewal { node: 7, token: 1, until: START + 2 });
        let mut minted = mint_twice(&generator);
        assert!(!minted.is_empty(), "who has extended it sees that");
        minted.extend(other.join().unwrap());
        minted.sort_unstable();
        assert_eq!(times(&minted)[..], [0, 1, 2][..minted.len()]);
        assert_eq!(permit.until(), START + 3);
    });
}

/// The node was taken, and another one is minted by; then the process ends.
#[test]
fn another_permit_takes_its_place_while_a_thread_mints() {
    model(|| {
        let taken = grant(1, 0, 2);
        let generator = on(&ManualClock::at(START), SINGLE, &taken);
        let other = spawn(&generator, mint_once);
        let until = START + 10;
        let permit = Permit::new(Grant { node: 8, token: 5, from: START + 1, until });
        generator.change_node(ahead(&permit)).unwrap();
        let here = mint_twice(&generator);
        assert!(here.len() == 2 && here.iter().all(|id| id.parts().node == 8));
        let release = permit.close();
        let there = other.join().unwrap();
        for id in &there {
            let until = if id.parts().node == 7 { START + 2 } else { release.until };
            assert!(id.unix_millis() < until);
        }
        let mut all = [here, there].concat();
        all.sort_unstable();
        assert!(all.is_sorted_by(|a, b| a < b));
    });
}

/// The node was taken, given back by who took it, and claimed again: sessions of
/// both grants are in use for a moment, and share their state.
#[test]
fn the_same_node_by_another_grant_while_a_thread_mints() {
    bounded(|| {
        let generator = on(&ManualClock::at(START), SINGLE, &grant(1, 0, 2));
        let other = spawn(&generator, mint_twice);
        let permit = grant(3, 4, 10);
        generator.change_node(ahead(&permit)).unwrap();
        let here = mint_twice(&generator);
        let release = permit.close();
        let there = other.join().unwrap();
        for time in times(&there) {
            assert!(time < 2 || time >= 4, "{time} was another process's");
        }
        next_holder(release, &[&here, &there]);
    });
}

/// A generator that is built when the lease is given back: it is refused, or
/// mints nothing, or what the release has taken into account.
fn closing_against_a_new_session(layout: Layout) {
    model(move || {
        let permit = grant(1, 0, 10);
        let clock = ManualClock::at(START);
        // It has minted nothing, so that all is given back.
        let _idle = on(&clock, SINGLE, &permit);
        let building = {
            let (permit, clock) = (permit.clone(), clock.clone());
            thread::spawn(move || {
                let built = Generator::with_clock(layout, ahead(&permit), clock);
                match built {
                    Ok(built) => built.try_mint::<Snowflake>().ok(),
                    Err(MintError::LeaseReleased { node: 7 }) => None,
                    Err(error) => panic!("{error}"),
                }
            })
        };
        let release = permit.close();
        if let Some(id) = building.join().unwrap() {
            let timestamp = layout.decompose(id).timestamp;
            assert!(layout.unix_millis(timestamp).unwrap() < release.until);
        }
        next_holder(release, &[]);
    });
}

#[test]
fn closing_against_a_new_session_of_the_same_layout() {
    closing_against_a_new_session(SINGLE);
}

#[test]
fn closing_against_a_new_session_of_another_layout() {
    closing_against_a_new_session(PAIRS);
}

/// A lease that was given back is claimed anew by the same process while a
/// thread still mints by the old one.
#[test]
fn a_new_lease_of_the_same_node_after_a_release() {
    model(|| {
        let first = grant(1, 0, 10);
        let generator = on(&ManualClock::at(START), SINGLE, &first);
        let other = spawn(&generator, mint_once);
        let release = first.close();
        let second = grant(2, release.until - START, 20);
        generator.change_node(ahead(&second)).unwrap();
        let here = mint_twice(&generator);
        assert_eq!(here.len(), 2);
        let there = other.join().unwrap();
        next_holder(second.close(), &[&here, &there]);
    });
}
