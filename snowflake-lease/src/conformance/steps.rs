//! Single steps on one connection.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::{AsyncStore, Table, new_space, row};
use crate::protocol::{Claim, LeaseRow};
use crate::store::{Change, StoreErrorKind};
use snowflake_kit_mint::Renewal;

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

/// More than working clocks differ, and less than time zones do.
const TEN_MINUTES: u64 = 600_000;

/// More than it takes a clock that counts seconds to go on.
const STILL: Duration = Duration::from_secs(3);

fn ours() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis() as i64
}

pub(super) async fn clock<S: AsyncStore>(table: &mut Table<S>) {
    let ours = ours();
    let registry = table.read().await;
    assert_eq!(registry.rows, [], "read: a space without rows has the clock alone");
    let unix_millis = registry.unix_millis;
    assert!(
        unix_millis.abs_diff(ours) < TEN_MINUTES,
        "read: the clock says {unix_millis}, and this machine's {ours}: it is Unix ms in UTC"
    );
    // The clock must not be that of the start of a transaction that never ends.
    let began = Instant::now();
    while table.read().await.unix_millis <= unix_millis {
        assert!(began.elapsed() < STILL, "read: the clock stands still");
    }
}

pub(super) async fn first_claims<S: AsyncStore>(table: &mut Table<S>) {
    table.space = new_space();
    let first = row(7, 1, NOW);
    assert!(table.claim(None, first).await, "claim: a node without a row is written");
    assert_eq!(table.read().await.rows, [first], "claim: the row is there");
    let second = row(7, 1, NOW + 1);
    assert!(!table.claim(None, second).await, "claim: a row that should not be there is there");
    assert_eq!(table.read().await.rows, [first], "claim: what was refused has changed nothing");

    for (node, until) in [(9, 0), (10, NOW - 400 * 24 * 3_600_000)] {
        let old = row(node, 1, until);
        assert!(table.claim(None, old).await, "claim: a node without a row is written");
        let again = table.claim(None, row(node, 1, NOW)).await;
        assert!(!again, "claim: a row that ended long ago is there all the same");
        assert!(table.claim(Some(old), row(node, 2, NOW)).await, "claim: it is as it was read");
    }
    table.space = new_space();
    assert!(table.claim(None, first).await, "claim: a node without a row is written");

    let absent = row(8, 1, NOW);
    let claimed = table.claim(Some(absent), row(8, 2, NOW)).await;
    assert!(!claimed, "claim: a row that should be there is not there");
    assert_eq!(table.read().await.rows, [first], "claim: what was refused has written no row");

    // More than some stores read at once.
    for node in 100..230 {
        assert!(table.claim(None, row(node, 1, NOW)).await, "claim: other nodes are free");
    }
    let mut nodes = table.read().await.rows.into_iter().map(|row| row.node);
    assert!(nodes.by_ref().eq([7].into_iter().chain(100..230)), "read: all rows are there");
}

pub(super) async fn later_claims<S: AsyncStore>(table: &mut Table<S>) {
    table.space = new_space();
    let other = row(8, 5, NOW);
    assert!(table.claim(None, other).await, "claim: another node");
    let mut here = row(7, 1, NOW);
    assert!(table.claim(None, here).await, "claim: a node without a row");
    for until in [NOW, NOW + 1, NOW + 30_000] {
        let next = row(7, here.token + 1, until);
        for (expected, what) in [
            (row(7, here.token - 1, here.until), "token is less"),
            (row(7, here.token + 1, here.until), "token is more"),
            (row(7, here.token, here.until - 1), "until is less"),
            (row(7, here.token, here.until + 1), "until is more: a renewal came in between"),
        ] {
            let claimed = table.claim(Some(expected), next).await;
            assert!(!claimed, "claim: written, although what was read is not there, as {what}");
        }
        assert_eq!(table.row(7).await, Some(here), "claim: what was refused has changed nothing");
        assert!(table.claim(Some(here), next).await, "claim: the row is as it was read");
        assert!(!table.claim(Some(here), next).await, "claim: it is not any more");
        here = next;
        assert_eq!(table.read().await.rows, [here, other], "claim: that row alone is written");
    }
}

pub(super) async fn renewals<S: AsyncStore>(table: &mut Table<S>) {
    table.space = new_space();
    let other = row(8, 3, NOW);
    assert!(table.claim(None, other).await, "claim: another node");
    assert!(!table.renew(7, 1, NOW).await, "renew: there is no such row");
    assert!(table.claim(None, row(7, 3, NOW)).await, "claim: a node without a row");

    assert!(table.renew(7, 3, NOW + 10).await, "renew: the row is the caller's");
    assert_eq!(table.row(7).await, Some(row(7, 3, NOW + 10)), "renew: until is raised");
    // Again at once: in the same millisecond, with nothing to raise.
    for _ in 0..200 {
        assert!(table.renew(7, 3, NOW + 10).await, "renew: it is, if there is nothing to raise");
    }
    for late in [NOW + 9, NOW, 0, i64::MIN] {
        assert!(table.renew(7, 3, late).await, "renew: it is, if the renewal is late");
    }
    assert_eq!(table.row(7).await, Some(row(7, 3, NOW + 10)), "renew: until never falls");
    for token in [2, 4, 0, -1, i64::MAX, i64::MIN] {
        assert!(!table.renew(7, token, NOW + 99).await, "renew: the row is not the caller's");
    }
    let rows = [row(7, 3, NOW + 10), other];
    assert_eq!(table.read().await.rows, rows, "renew: that row alone is written");
}

/// The rows of some nodes.
pub(super) async fn ranges<S: AsyncStore>(table: &mut Table<S>) {
    table.space = new_space();
    let nodes = [9, 12, 10, 100, 11, 99, 1_000, 0];
    for node in nodes {
        assert!(table.claim(None, row(node, 1, NOW)).await, "claim: other nodes are free");
    }
    for (range, most, expected) in [
        (9..=99, 100, &[9, 10, 11, 12, 99][..]),
        (0..=u32::MAX, 3, &[0, 9, 10]),
        (0..=u32::MAX, 100, &[0, 9, 10, 11, 12, 99, 100, 1_000]),
        (0..=u32::MAX, usize::MAX, &[0, 9, 10, 11, 12, 99, 100, 1_000]),
        (10..=10, 1, &[10]),
        (0..=0, 0, &[]),
        (13..=98, 100, &[]),
    ] {
        let read = table.store.read_nodes(&table.space, range.clone(), most).await;
        let registry = super::done("read_nodes", read);
        let rows = expected.iter().map(|node| row(*node, 1, NOW));
        assert!(
            rows.eq(registry.rows.iter().copied()),
            "read_nodes: the first {most} rows of the nodes {range:?}, in order: {:?}",
            registry.rows
        );
        let unix_millis = registry.unix_millis;
        assert!(
            unix_millis.abs_diff(ours()) < TEN_MINUTES,
            "read_nodes: the clock says {unix_millis}, and this machine's {}",
            ours()
        );
    }
}

/// Renewals if the clock is right.
pub(super) async fn renewals_at<S: AsyncStore>(table: &mut Table<S>) {
    table.space = new_space();
    assert!(table.claim(None, row(7, 3, NOW)).await, "claim: a node without a row");
    let (now, apart) = (ours(), TEN_MINUTES as i64);
    let renew = |token, until, clock| {
        let renewal = Renewal { node: 7, token, until };
        Change::Renew { renewal, clock }
    };
    for wrong in [i64::MIN..=now - apart, now + apart..=i64::MAX] {
        let answer = table.store.change(&table.space, &renew(3, NOW + 99, wrong)).await;
        let error = answer.expect_err("renew: the clock is wrong");
        let StoreErrorKind::WrongClock { unix_millis } = error.kind() else {
            panic!("renew: the clock is wrong, and not: {error}")
        };
        assert!(unix_millis.abs_diff(now) < TEN_MINUTES, "renew: the clock says {unix_millis}");
    }
    let unchanged = Some(row(7, 3, NOW));
    assert_eq!(table.row(7).await, unchanged, "renew: with a wrong clock nothing changes");
    let right = now - apart..=now + apart;
    for (token, until, clock, expected) in [
        (3, NOW + 10, right.clone(), true),
        (3, NOW + 9, i64::MIN..=i64::MAX, true),
        (2, NOW + 99, right, false),
    ] {
        let made = table.change(&renew(token, until, clock)).await;
        assert_eq!(made, expected, "renew: as ever, if the clock is right");
    }
    let renewed = Some(row(7, 3, NOW + 10));
    assert_eq!(table.row(7).await, renewed, "renew: as ever, if the clock is right");
}

pub(super) async fn releases<S: AsyncStore>(table: &mut Table<S>) {
    table.space = new_space();
    let other = row(8, 3, NOW);
    assert!(table.claim(None, other).await, "claim: another node");
    assert!(!table.release(7, 1, NOW).await, "release: there is no such row");
    assert!(table.claim(None, row(7, 3, NOW)).await, "claim: a node without a row");
    assert!(!table.release(7, 2, NOW - 5).await, "release: the row is not the caller's");
    for until in [NOW, NOW - 5, NOW - 5, NOW - 4] {
        assert!(table.release(7, 3, until).await, "release: the row is the caller's");
        assert_eq!(table.row(7).await, Some(row(7, 3, until)), "release: until is set");
    }
    // Another holder takes the node, while messages of the first one are still on their way.
    let next = row(7, 4, NOW + 30_000);
    assert!(table.claim(Some(row(7, 3, NOW - 4)), next).await, "claim: what was released");
    assert!(!table.release(7, 3, NOW - 5).await, "release: the row was taken");
    assert!(!table.renew(7, 3, NOW + 60_000).await, "renew: the row was taken");
    assert_eq!(table.read().await.rows, [next, other], "release: that row alone is written");
}

pub(super) async fn extremes<S: AsyncStore>(table: &mut Table<S>) {
    table.space = new_space();
    let (first, last) = (0, u32::MAX);
    for node in [first, last, 65_535, 65_536, i32::MAX as u32 + 1] {
        let expected = row(node, i64::MAX - 1, 0);
        assert!(table.claim(None, expected).await, "claim: node {node}");
        let largest = row(node, i64::MAX, i64::MAX);
        assert!(table.claim(Some(expected), largest).await, "claim: the largest token");
        assert!(table.renew(node, i64::MAX, i64::MAX).await, "renew: the largest until");
        assert_eq!(table.row(node).await, Some(largest), "read: the largest values");
        assert!(table.release(node, i64::MAX, 0).await, "release: the least until");
        assert_eq!(table.row(node).await, Some(row(node, i64::MAX, 0)), "read: the least until");
        // The release of an unused first grant, which begins at the start of time.
        assert!(table.release(node, i64::MAX, i64::MIN).await, "release: before 1970");
        let LeaseRow { until, .. } = table.row(node).await.expect("release: the row stays");
        assert!(until <= 0, "release: {until} in place of a time before 1970");
    }
    table.space = new_space();
    // The first number that a 64-bit float cannot hold.
    let exact = row(7, (1 << 53) + 1, (1 << 53) + 1);
    assert!(table.claim(None, exact).await, "claim: a token above 2^53");
    assert_eq!(table.row(7).await, Some(exact), "read: numbers above 2^53 are exact");
}

/// As generator numbers of decimal IDs are claimed.
pub(super) async fn counts<S: AsyncStore>(table: &mut Table<S>) {
    table.space = new_space();
    let count = |token| row(65, token, i64::MAX);
    assert!(table.claim(None, count(1)).await, "claim: a row without an end");
    for token in 1..5 {
        let claimed = table.claim(Some(count(token)), count(token + 1)).await;
        assert!(claimed, "claim: a row goes on to the next token with the same until");
        let again = table.claim(Some(count(token)), count(token + 1)).await;
        assert!(!again, "claim: written, although it is there already, by another claim");
        assert_eq!(table.row(65).await, Some(count(token + 1)), "claim: the next token is there");
    }
}

pub(super) async fn holders<S: AsyncStore>(table: &mut Table<S>) {
    table.space = new_space();
    let long = "lang ".repeat(1_000);
    let odd = ["", "web-1 (4711)", "O'Brien \"x\" \\", "a\tb\nc\r\0d", "Zoë 🦀", &long];
    for (node, holder) in odd.into_iter().enumerate() {
        let claim = Claim { expected: None, row: row(node as u32, 1, NOW) };
        let claimed = table.store.change(&table.space, &Change::claim(&claim, holder)).await;
        assert!(super::done("claim", claimed), "claim: a holder {holder:?} is not an obstacle");
    }
    assert_eq!(table.read().await.rows.len(), odd.len(), "read: all rows are there");
}

pub(super) async fn spaces<S: AsyncStore>(table: &mut Table<S>) {
    let start = new_space();
    let ends = ["a", "A", "ab", "a%", "a_", "a'; --", "a\"", "a\\", "ä", "🦀", "1", "1:", "1/7"];
    let names = ends.map(|end| format!("{start} {end}"));
    for (name, token) in names.iter().zip(1..) {
        table.space.clone_from(name);
        assert_eq!(table.read().await.rows, [], "read: the space {name:?} is another one");
        assert!(table.claim(None, row(7, token, NOW)).await, "claim: the space is another one");
    }
    for (name, token) in names.iter().zip(1..) {
        table.space.clone_from(name);
        assert_eq!(table.read().await.rows, [row(7, token, NOW)], "read: {name:?} has its own row");
        assert!(table.renew(7, token, NOW + token).await, "renew: {name:?} has its own row");
        let renewed = [row(7, token, NOW + token)];
        assert_eq!(table.read().await.rows, renewed, "renew: {name:?} has its own row");
    }
}

/// Names that run into a node's number, if nothing is between them.
pub(super) async fn spaces_and_nodes<S: AsyncStore>(table: &mut Table<S>) {
    let start = new_space();
    let mut places = Vec::new();
    for (end, node) in [("", 117), ("1", 17), ("11", 7), (":1", 17), ("/1/1", 7)] {
        places.push((format!("{start} x{end}"), node));
    }
    for (token, (space, node)) in (1..).zip(&places) {
        table.space.clone_from(space);
        let claimed = table.claim(None, row(*node, token, NOW)).await;
        assert!(claimed, "claim: {space:?} with node {node} is a row of its own");
    }
    for (token, (space, node)) in (1..).zip(&places) {
        table.space.clone_from(space);
        let rows = [row(*node, token, NOW)];
        assert_eq!(table.read().await.rows, rows, "read: {space:?} has its own row");
    }
}

pub(super) async fn no_spaces<S: AsyncStore>(table: &mut Table<S>) {
    let long = "x".repeat(101);
    for name in ["", " ", "a ", " a", "a\0", "a\tb", "a\n", &long] {
        let claim = Claim { expected: None, row: row(7, 1, NOW) };
        let read = table.store.read(name).await;
        assert!(read.is_err(), "read: {name:?} is not a name of a space");
        let read = table.store.read_nodes(name, 0..=1, 1).await;
        assert!(read.is_err(), "read_nodes: {name:?} is not a name of a space");
        let claimed = table.store.change(name, &Change::claim(&claim, "")).await;
        assert!(claimed.is_err(), "claim: {name:?} is not a name of a space");
    }
    table.space = new_space();
    let longest = "ü".repeat(100 - table.space.chars().count());
    table.space.push_str(&longest);
    assert!(table.claim(None, row(7, 1, NOW)).await, "claim: a space of 100 characters");
    assert_eq!(table.read().await.rows, [row(7, 1, NOW)], "read: a space of 100 characters");
}

pub(super) async fn other_connections<S: AsyncStore>(table: &mut Table<S>, other: S) {
    table.space = new_space();
    let mut other = Table { store: other, space: table.space.clone() };
    let mut here = row(7, 1, NOW);
    assert!(table.claim(None, here).await, "claim: a node without a row");
    for token in 2..20 {
        assert_eq!(other.read().await.rows, [here], "read: another connection sees it at once");
        let next = row(7, token, NOW + token);
        assert!(other.claim(Some(here), next).await, "claim: by another connection");
        assert!(!table.renew(7, here.token, NOW + 99).await, "renew: another one has it");
        here = next;
        std::mem::swap(table, &mut other);
    }
}
