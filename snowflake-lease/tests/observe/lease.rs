//! The story of a lease.

use std::time::{Duration, SystemTime};

use snowflake_kit_core::{Layout, Snowflake};
use snowflake_kit_lease::__private::Blocking;
use snowflake_kit_lease::{Grant, Keeper, Kept, LeaseBuilder, LeaseTerms, Permit};
use snowflake_kit_mint::__private::ready;
use snowflake_kit_mint::{Generator, ManualClock, MintError, Minter, publish_metrics};
use test_processes::operator::Operator;

use crate::memory::{Memory, Trouble};
use crate::{NOW, observed};

type MemoryKeeper = Keeper<Blocking<Memory>, ManualClock>;

/// A clock, a store, and a keeper of a lease in it.
fn keeper(unix_millis: i64) -> (ManualClock, Memory, MemoryKeeper) {
    let clock = ManualClock::at(unix_millis);
    let store = Memory::new(clock.clone());
    let lease =
        LeaseBuilder::new(Blocking(store.clone())).space("shop").holder("web-1").nodes(..=1);
    let keeper = lease.preferred_node(0).keeper(clock.clone()).unwrap();
    (clock, store, keeper)
}

fn metric(name: &str) -> String {
    format!("snowflake_lease_{name}{{space=shop}}")
}

#[test]
fn claims_renewals_losses_and_releases_are_told() {
    observed(|operator| {
        let (clock, store, mut keeper) = keeper(NOW);
        let claimed = ready(keeper.round()).unwrap();
        assert!(matches!(claimed, Kept::Changed(_)));
        let token = store.row(0).token;
        assert_eq!(
            operator.events(),
            [format!(
                "INFO snowflake::lease: claimed a node space=\"shop\" node=0 token={token} \
                 holder=\"web-1\" from=1970-01-01T00:00:00.000Z until=2026-01-01T00:00:30.000Z"
            )]
        );
        assert_eq!(operator.metrics()[&metric("claimed_total")], "1");

        clock.advance(Duration::from_secs(10));
        ready(keeper.round()).unwrap();
        assert_eq!(
            operator.events(),
            ["DEBUG snowflake::lease: renewed the lease space=\"shop\" node=0 \
              until=2026-01-01T00:00:40.000Z"]
        );
        assert_eq!(operator.metrics()[&metric("renewed_total")], "1");

        clock.advance(Duration::from_secs(10));
        store.trouble(Trouble::Away);
        ready(keeper.round()).unwrap_err();
        assert_eq!(
            operator.events(),
            ["WARN snowflake::lease: could not renew the lease space=\"shop\" node=0 \
              left_ms=20000 until=2026-01-01T00:00:40.000Z error=the store of the leases: nobody \
              answers"]
        );
        assert_eq!(operator.metrics()[&metric("failed_total")], "1");

        // Another process claims the node when the term is over.
        store.trouble(Trouble::None);
        clock.advance(Duration::from_secs(21));
        store.shared().rows.get_mut(&0).unwrap().token += 1;
        ready(keeper.round()).unwrap();
        assert_eq!(
            operator.events(),
            [
                "WARN snowflake::lease: another process has taken the node space=\"shop\" \
                 node=0 until=2026-01-01T00:00:40.000Z"
                    .to_owned(),
                format!(
                    "INFO snowflake::lease: claimed a node space=\"shop\" node=0 token={} \
                     holder=\"web-1\" instead_of=0 from=2026-01-01T00:00:40.000Z \
                     until=2026-01-01T00:01:11.000Z",
                    store.row(0).token
                )
            ]
        );
        let metrics = operator.metrics();
        assert_eq!(
            (&*metrics[&metric("lost_total")], &*metrics[&metric("claimed_total")]),
            ("1", "1")
        );

        ready(keeper.release()).unwrap();
        assert_eq!(
            operator.events(),
            ["INFO snowflake::lease: released the node space=\"shop\" node=0"]
        );
    });
}

#[test]
fn that_there_is_no_node_to_be_had_is_told() {
    observed(|operator| {
        let (clock, store, mut keeper) = keeper(NOW);
        store.trouble(Trouble::Away);
        ready(keeper.round()).unwrap_err();
        assert_eq!(
            operator.events(),
            ["WARN snowflake::lease: could not claim a node space=\"shop\" error=the store \
              of the leases: nobody answers"]
        );
        store.trouble(Trouble::None);
        ready(keeper.round()).unwrap();
        // Others have all of them.
        let mut row = store.row(0);
        (row.token, row.until) = (9, NOW + 90_000);
        store.shared().rows.insert(0, row);
        row.node = 1;
        store.shared().rows.insert(1, row);
        operator.events();
        for (lost, failed) in [(Some("1"), "2"), (None, "1")] {
            clock.advance(Duration::from_secs(10));
            ready(keeper.round()).unwrap_err();
            let metrics = operator.metrics();
            assert_eq!(metrics.get(&metric("lost_total")).map(String::as_str), lost);
            assert_eq!(metrics[&metric("failed_total")], failed);
        }
        let events = operator.events();
        assert_eq!(events.len(), 3);
        assert!(events[0].contains("the store has lost the claim: fence it"), "{}", events[0]);
        assert!(events[1].contains(
            "could not claim another node space=\"shop\" node=0 left_ms=20000 \
             until=2026-01-01T00:00:30.000Z error=all nodes of the space"
        ));
        assert!(
            events[2].contains("could not claim another node space=\"shop\" node=0 left_ms=10")
        );
        // There is nothing to give back, and nothing to say about it.
        ready(keeper.release()).unwrap();
        assert_eq!(operator.events(), [] as [&str; 0]);
    });
}

#[test]
fn a_release_that_the_store_does_not_hear_of_is_told() {
    observed(|operator| {
        for (away, expected) in [
            (
                true,
                "WARN snowflake::lease: could not release the node space=\"shop\" node=0 \
                 until=2026-01-01T00:00:30.000Z error=the store of the leases: nobody answers",
            ),
            (
                false,
                "WARN snowflake::lease: another process has taken the node space=\"shop\" \
                 node=0 until=2026-01-01T00:00:30.000Z",
            ),
        ] {
            let (_, store, mut keeper) = keeper(NOW);
            ready(keeper.round()).unwrap();
            store.trouble(if away { Trouble::Away } else { Trouble::None });
            store.shared().rows.get_mut(&0).unwrap().token += 1;
            operator.events();
            assert_eq!(ready(keeper.release()).is_err(), away);
            assert_eq!(operator.events(), [expected]);
        }
    });
}

fn seconds_left(operator: &Operator) -> f64 {
    operator.metrics()[&metric("remaining_seconds")].parse().unwrap()
}

/// By the machine's clock, with which the gauge compares.
fn machine_unix_millis() -> i64 {
    SystemTime::UNIX_EPOCH.elapsed().unwrap().as_millis() as i64
}

#[test]
fn a_lost_lease_is_no_longer_in_the_gauge() {
    observed(|operator| {
        let now = machine_unix_millis();
        let (clock, store, mut keeper) = keeper(now - 3_600_000);
        ready(keeper.round()).unwrap();
        // Another process claims the node.
        store.shared().rows.get_mut(&0).unwrap().token += 1;
        clock.set(now + 3_600_000);
        ready(keeper.round()).unwrap();
        operator.metrics();
        publish_metrics();
        let left = seconds_left(operator);
        assert!(left >= 3_000.0, "{left}");
    });
}

#[test]
fn the_rest_of_the_lease_is_a_gauge_that_falls_below_zero() {
    observed(|operator| {
        let now = machine_unix_millis();
        let (_, _, mut keeper) = keeper(now + 3_600_000);
        ready(keeper.round()).unwrap();
        let in_an_hour = seconds_left(operator);
        assert!((3_000.0..=3_630.0).contains(&in_an_hour), "{in_an_hour}");

        // Whoever renewed it is gone.
        drop(keeper);
        let (_, _, mut past) = self::keeper(now - 3_600_000);
        ready(past.round()).unwrap();
        publish_metrics();
        let an_hour_ago = seconds_left(operator);
        assert!((-4_200.0..=-3_570.0).contains(&an_hour_ago), "the worse of two: {an_hour_ago}");
        ready(past.release()).unwrap();
        assert!(seconds_left(operator) > 0.0);
    });
}

#[test]
fn the_end_of_a_lease_is_told_once_and_not_for_each_mint() {
    observed(|operator| {
        let clock = ManualClock::at(NOW);
        let permit = Permit::new(Grant { node: 7, token: 1, from: 0, until: NOW + 10 });
        let generator =
            Generator::with_clock(Layout::DEFAULT, permit.clone(), clock.clone()).unwrap();
        generator.try_mint::<Snowflake>().unwrap();
        for until in ["00:00:00.010", "00:00:30.010"] {
            clock.advance(Duration::from_secs(30));
            for _ in 0..100 {
                let expired = generator.try_mint::<Snowflake>();
                assert!(matches!(expired, Err(MintError::LeaseExpired { .. })), "{expired:?}");
            }
            let events = operator.events();
            assert_eq!(events.len(), 1, "{events:?}");
            let expected = format!(
                "ERROR snowflake::lease: the lease has ended: nothing is minted node=7 \
                 until=2026-01-01T{until}Z now=2026-01-01T"
            );
            assert!(events[0].starts_with(&expected), "{events:?}");
            assert_eq!(operator.metrics()["snowflake_lease_expired_total{}"], "1");
            clock.set(NOW);
            permit.extend(&LeaseTerms::default().renewal(&permit.grant(), NOW + 10));
            clock.set(NOW + 10);
            generator.try_mint::<Snowflake>().unwrap();
        }
    });
}
