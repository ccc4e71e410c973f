//! What may be asked for.

use std::error::Error as _;
use std::ops::Bound;
use std::time::Duration;

use snowflake_kit_core::{Field, Layout, Limits};
use snowflake_kit_lease::__private::Blocking;
use snowflake_kit_lease::{ClaimError, LeaseBuilder, LeaseTerms, StoreError};
use snowflake_kit_mint::{ClockError, ManualClock};

use crate::memory::Memory;
use crate::{NOW, asked, claim, ms, world};

type Builder = LeaseBuilder<Blocking<Memory>>;

/// The text of the refusal.
fn refusal(set: impl FnOnce(Builder) -> Builder) -> String {
    let (clock, store) = world();
    let error = set(asked(&store)).keeper(clock).err().unwrap();
    assert!(matches!(error, ClaimError::Setting { .. }), "{error:?}");
    assert_eq!(store.shared().reads, 0);
    error.to_string()
}

#[test]
fn what_cannot_be_is_refused_before_the_store_is_asked() {
    for (text, message) in [
        (
            refusal(|lease| lease.space("")),
            "invalid lease setting space = \"\": expected 1 to 100 characters, no control \
             character, no white space around them",
        ),
        (
            refusal(|lease| lease.term(ms(99))),
            "invalid lease setting term = 99ms: expected 100 ms to 1 day",
        ),
        (
            refusal(|lease| lease.term(Duration::from_secs(86400) + ms(1))),
            "invalid lease setting term = 86400.001s: expected 100 ms to 1 day",
        ),
        (
            refusal(|lease| lease.renewal(Duration::from_micros(999))),
            "invalid lease setting renewal = 999µs: expected at least 1 ms",
        ),
        (
            refusal(|lease| lease.renewal(ms(15_001))),
            "invalid lease setting renewal = 15.001s: expected at most half of the term, so \
             that one renewal may fail",
        ),
        (
            refusal(|lease| lease.term(ms(100)).renewal(ms(51))),
            "invalid lease setting renewal = 51ms: expected at most half of the term, so that \
             one renewal may fail",
        ),
        (
            refusal(|lease| lease.limits(Limits::new().max_lead(Duration::MAX))),
            "invalid lease setting max_lead = 18446744073709551615.999999999s: expected at most \
             1 day, since a node whose holder crashed is out of use for it",
        ),
        (
            refusal(|lease| lease.nodes(..=31).preferred_node(32)),
            "invalid lease setting preferred_node = 32: expected one of `nodes`",
        ),
        (
            refusal(|lease| lease.nodes(8..).preferred_node(7)),
            "invalid lease setting preferred_node = 7: expected one of `nodes`",
        ),
        (
            refusal(|lease| lease.nodes(2_000..)),
            "invalid lease setting nodes = 2000..=1023: expected a range with a node in it; one \
             without an end ends at 1023",
        ),
    ] {
        assert_eq!(text, message);
    }
    for space in ["ä".repeat(101), " shop".to_owned(), "shop\n".to_owned()] {
        assert!(refusal(|lease| lease.space(space)).contains("expected 1 to 100 characters"));
    }
    let after_the_last = (Bound::Excluded(u32::MAX), Bound::Unbounded);
    for text in [
        refusal(|lease| lease.nodes(5..5)),
        refusal(|lease| lease.nodes(..0)),
        refusal(|lease| lease.nodes(after_the_last)),
    ] {
        assert!(text.contains("expected a range with a node in it"), "{text}");
    }
}

#[test]
fn what_just_fits_is_taken() {
    let sets: [fn(Builder) -> Builder; 6] = [
        |lease| lease.space("ä".repeat(100)),
        |lease| lease.term(ms(100)).renewal(ms(50)),
        |lease| lease.term(Duration::from_secs(86400)),
        |lease| lease.nodes(..=0).preferred_node(0),
        |lease| lease.nodes(..=u32::MAX).preferred_node(u32::MAX),
        |lease| {
            let limits = Limits::new().max_lead(Duration::from_secs(86400));
            lease.limits(limits).max_skew(Duration::MAX)
        },
    ];
    for set in sets {
        let (clock, store) = world();
        claim(&mut set(asked(&store)).keeper(clock).unwrap());
        assert_eq!(store.shared().rows.len(), 1);
    }
}

/// Five bits of node, ten and sixteen.
const LAYOUTS: [Layout; 3] = [Layout::DEFAULT, Layout::ECMASCRIPT, Layout::SONYFLAKE];

#[test]
fn a_node_is_claimed_that_fits_all_layouts_in_use() {
    let claimed = |set: fn(Builder) -> Builder| {
        let (clock, store) = world();
        // All but the last ones of each layout.
        let held = (0..2_000).filter(|node| ![31, 1_023, 1_024].contains(node));
        store.put(held.map(|node| (node, 1, i64::MAX)));
        claim(&mut set(asked(&store)).keeper(clock).unwrap()).node()
    };
    assert_eq!(claimed(|lease| lease.layouts(LAYOUTS)), 31);
    assert_eq!(claimed(|lease| lease.nodes(8..).layouts(LAYOUTS)), 31);
    assert_eq!(claimed(|lease| lease.layouts(LAYOUTS).nodes(8..)), 31);
    assert_eq!(claimed(|lease| lease.nodes(5..=31).layouts(LAYOUTS)), 31);
    // A wide one does not make the range wider.
    assert_eq!(claimed(|lease| lease.nodes(100..).layouts([Layout::SONYFLAKE])), 1_023);
    assert_eq!(claimed(|lease| lease.nodes(1_024..=1_030).layouts([Layout::SONYFLAKE])), 1_024);
    assert_eq!(claimed(|lease| lease.nodes(100..).layouts([])), 1_023);
}

#[test]
fn nodes_that_do_not_fit_a_layout_in_use_are_refused() {
    let refusal = |set: fn(Builder) -> Builder| {
        let (clock, store) = world();
        let error = set(asked(&store)).keeper(clock).err().unwrap();
        assert!(matches!(error, ClaimError::NodesOutOfRange { max: 31, .. }), "{error:?}");
        assert_eq!(store.shared().reads, 0);
        error.to_string()
    };
    assert_eq!(
        refusal(|lease| lease.nodes(..=32).layouts(LAYOUTS)),
        "the nodes 0 to 32 do not fit the layout `ecmascript`, which has 0 to 31: set `nodes` \
         within that range, use a layout with more node bits, or name the `layouts` in use, if \
         this is not one of them"
    );
    let message = refusal(|lease| lease.nodes(32..).layouts(LAYOUTS));
    assert!(message.contains("the nodes 32 to 1023 do not fit"), "{message}");
}

/// 8 regions of 4 zones with 64 workers each.
const FLEET: Layout = Layout::builder("fleet")
    .time_bits(41)
    .node_bits(11)
    .node_fields(&[Field::new("region", 3), Field::new("zone", 2), Field::new("worker", 6)])
    .sequence_bits(11)
    .build();

/// The same regions, and workers in no zone.
const WORKERS: Layout = Layout::builder("workers")
    .time_bits(41)
    .node_bits(11)
    .node_fields(&[Field::new("region", 3), Field::new("worker", 8)])
    .sequence_bits(11)
    .build();

#[test]
fn a_node_is_claimed_within_a_region() {
    let claimed = |set: fn(Builder) -> Builder| {
        let (clock, store) = world();
        claim(&mut set(asked(&store).layouts([FLEET])).keeper(clock).unwrap()).node()
    };
    for _ in 0..20 {
        // Also above 1023, where nodes end by default.
        assert_eq!(claimed(|lease| lease.within("region", 7)) >> 8, 7);
        assert_eq!(claimed(|lease| lease.within("region", 0)) >> 8, 0);
        assert_eq!(claimed(|lease| lease.within("region", 2).within("zone", 3)) >> 6, 11);
        assert_eq!(claimed(|lease| lease.within("region", 5).layouts([WORKERS])) >> 8, 5);
    }
    let exactly = claimed(|lease| lease.within("region", 2).within("zone", 3).within("worker", 63));
    assert_eq!(exactly, (2 << 8) | (3 << 6) | 63);
    assert_eq!(claimed(|lease| lease.within("region", 1).preferred_node(300)), 300);
}

#[test]
fn a_region_that_is_full_takes_no_number_of_another_one() {
    let (clock, store) = world();
    store.put((512..=767).map(|node| (node, 1, NOW + 9_000)));
    let full = asked(&store).layouts([FLEET]).within("region", 2);
    let error = crate::fail(&mut full.keeper(clock.clone()).unwrap());
    assert!(matches!(&error, ClaimError::Full { nodes, .. } if *nodes == (512..=767)), "{error}");
    let other = asked(&store).layouts([FLEET]).within("region", 1);
    assert_eq!(claim(&mut other.keeper(clock).unwrap()).node() >> 8, 1);
}

#[test]
fn parts_that_a_layout_does_not_have_are_refused() {
    let refusal = |set: fn(Builder) -> Builder| {
        let (clock, store) = world();
        let error = set(asked(&store)).keeper(clock).err().unwrap();
        assert_eq!(store.shared().reads, 0);
        error.to_string()
    };
    for (text, message) in [
        (
            refusal(|lease| lease.within("region", 8).layouts([FLEET])),
            "no node of the layout `fleet` can be leased: region 8 does not fit: use 0 to 7",
        ),
        (
            refusal(|lease| lease.within("zone", 1).layouts([FLEET])),
            "no node of the layout `fleet` can be leased: the layout's node has no part `zone` at \
             this place: name the parts in the order of `LayoutBuilder::node_fields`, the highest \
             first",
        ),
        (
            refusal(|lease| lease.within("region", 1).layouts([FLEET, Layout::DEFAULT])),
            "no node of the layout `default` can be leased: the layout's node has no part \
             `region` at this place: name the parts in the order of `LayoutBuilder::node_fields`, \
             the highest first",
        ),
        (
            refusal(|lease| lease.within("region", 1)),
            "invalid lease setting within = region 1: expected `layouts` with the layouts in \
             use, whose nodes have these parts",
        ),
        (
            refusal(|lease| lease.within("region", 1).layouts([FLEET]).nodes(5..)),
            "invalid lease setting within = region 1: expected either `within` or `nodes`",
        ),
        (
            refusal(|lease| lease.within("worker", 1).layouts([FLEET]).nodes(..=5)),
            "invalid lease setting within = worker 1: expected either `within` or `nodes`",
        ),
        (
            refusal(|lease| {
                const NARROW: Layout = Layout::builder("narrow")
                    .time_bits(41)
                    .node_bits(5)
                    .node_fields(&[Field::new("region", 3), Field::new("worker", 2)])
                    .build();
                lease.within("region", 1).layouts([FLEET, NARROW])
            }),
            "invalid lease setting within = region 1: expected `layouts` that have these parts \
             at the same place of the node",
        ),
        (
            refusal(|lease| lease.within("region", 1).layouts([FLEET]).preferred_node(5)),
            "invalid lease setting preferred_node = 5: expected one of `nodes`",
        ),
    ] {
        assert_eq!(text, message);
    }
}

#[test]
fn the_store_is_told_the_space_and_the_holder() {
    let (clock, store) = world();
    let named = asked(&store).space("shop").holder("web-7 ".repeat(100));
    let permit = claim(&mut named.keeper(clock.clone()).unwrap());
    assert_eq!(store.shared().spaces, ["shop"]);
    let holder = store.shared().holders[&permit.node()].clone();
    assert!(holder.starts_with("web-7 web-7") && holder.chars().count() == 255, "{holder}");

    // Else it is this machine and this process.
    let permit = claim(&mut asked(&store).keeper(clock).unwrap());
    let holder = store.shared().holders[&permit.node()].clone();
    assert!(holder.ends_with(&format!(", process {}", std::process::id())), "{holder}");
    assert_eq!(store.shared().spaces, ["shop", "default"]);
}

#[test]
fn a_lease_is_longer_by_the_lead() {
    let (clock, store) = world();
    let limits = Limits::new().max_lead(Duration::from_secs(60));
    let mut keeper = asked(&store).limits(limits).keeper(clock.clone()).unwrap();
    let permit = claim(&mut keeper);
    assert_eq!(permit.until(), NOW + 90_000);
    clock.advance(ms(5));
    crate::renew(&mut keeper);
    assert_eq!(permit.until(), NOW + 90_005);
    assert_eq!(store.row(permit.node()).until, NOW + 90_005);
}

#[test]
fn a_seed_decides_what_is_drawn() {
    let draw = |seed| {
        let (clock, store) = world();
        let mut keeper = asked(&store).seed(seed).keeper(ManualClock::clone(&clock)).unwrap();
        (claim(&mut keeper).node(), keeper.wait())
    };
    assert_eq!(draw(1), draw(1));
    let all: std::collections::BTreeSet<_> = (0..100).map(draw).collect();
    assert!(all.len() > 50, "{all:?}");
}

#[test]
fn an_error_of_what_a_claim_asked_is_its_source() {
    let clock = ClockError::Unavailable { reason: "it has stopped" };
    let store = StoreError::new("no route to host").with_advice("check the network");
    assert_eq!(store.source().unwrap().to_string(), "no route to host");
    let source = |error: ClaimError| error.source().map(ToString::to_string);
    assert_eq!(source(ClaimError::Clock(clock)), Some(clock.to_string()));
    let skew = LeaseTerms::default().check_clock(NOW, NOW + 60_000).unwrap_err();
    assert_eq!(source(ClaimError::Lease(skew)), Some(skew.to_string()));
    assert_eq!(
        source(ClaimError::Store(store)),
        Some("no route to host: check the network".to_owned())
    );
    assert_eq!(source(ClaimError::Forked), None);
}
