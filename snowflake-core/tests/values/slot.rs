//! Slots, which number what a node can issue. For the crates that mint, in a process or in a
//! database.

use proptest::prelude::*;
use snowflake_kit_core::{Layout, Parts, SequenceStart, Snowflake};

use crate::layout::any_layout;

/// The caller's field is the highest of the three, and the sequence the lowest.
const FEED: Layout =
    Layout::builder("feed").time_bits(41).caller("shard", 4).node_bits(10).sequence_bits(8).build();

/// The sequence is right below the time.
const HIGH: Layout = Layout::SONYFLAKE;

fn slots(layout: &Layout, parts: &[(u64, u64)]) -> Vec<u64> {
    parts.iter().map(|&(tick, index)| layout.first_slot(tick) + index).collect()
}

#[test]
fn a_field_is_where_its_shift_says() {
    let shifts =
        |layout: &Layout| [layout.caller_shift(), layout.node_shift(), layout.sequence_shift()];
    assert_eq!(shifts(&FEED), [18, 8, 0]);
    assert_eq!(FEED.time_shift(), 22);
    assert_eq!(shifts(&HIGH), [0, 0, 16]);
    assert_eq!(shifts(&Layout::DEFAULT), [0, 12, 0]);
}

#[test]
fn ticks_have_one_slot_for_each_sequence() {
    assert_eq!(Layout::DEFAULT.slots_per_tick(), 4_096);
    assert_eq!(slots(&Layout::DEFAULT, &[(0, 0), (1, 0), (2, 5)]), [0, 4_096, 8_197]);
    // The counter of a periodic layout is never 0: 1,023 of each 1,024 sequences are issued.
    assert_eq!(Layout::TRACE_ID.slots_per_tick(), 4_096 * 1_023);
    assert_eq!(slots(&Layout::TRACE_ID, &[(0, 0), (3, 2)]), [0, 3 * 4_096 * 1_023 + 2]);
    for layout in [Layout::DEFAULT, Layout::TRACE_ID, FEED] {
        let last = layout.first_slot(8) - 1;
        for (slot, tick) in [(0, 0), (layout.first_slot(7), 7), (last, 7), (last + 1, 8)] {
            assert_eq!(layout.tick_of_slot(slot), tick, "{layout}");
        }
    }
}

#[test]
fn slots_end_with_the_layout() {
    let last = Layout::DEFAULT.max_timestamp();
    assert_eq!(Layout::DEFAULT.last_tick(), last);
    assert_eq!(Layout::DEFAULT.end_slot(), (last + 1) * 4_096);
    // A period is not an end. Slots stay below 2^62 and a tick.
    assert_eq!(Layout::TRACE_ID.last_tick(), (1 << 62) / (4_096 * 1_023));
}

#[test]
fn a_counter_starts_from_one_in_each_of_its_chunks() {
    let layout = Layout::TRACE_ID;
    let parts = |tick, index| {
        let id = layout.id_in_slot(layout.first_slot(tick) + index, 0, 7);
        let parts = layout.decompose(id);
        assert_eq!(parts.node, 7);
        (parts.timestamp, parts.sequence >> 10, parts.sequence & 1_023)
    };
    assert_eq!(parts(5, 0), (5, 0, 1));
    assert_eq!(parts(5, 1_022), (5, 0, 1_023));
    assert_eq!(parts(5, 1_023), (5, 1, 1));
    assert_eq!(parts(5, 4_096 * 1_023 - 1), (5, 4_095, 1_023));
    // Timestamps wrap around.
    assert_eq!(parts((1 << 25) + 5, 1_023), (5, 1, 1));
    assert_eq!(parts(1 << 25, 0), (0, 0, 1));
}

/// A caller that was told of an ID finds those after it above it.
#[test]
fn the_first_slot_after_another_has_a_larger_id_on_every_node() {
    assert_eq!(HIGH.first_slot_after(1_000), 1_001);
    assert_eq!(Layout::DEFAULT.first_slot_after(4_096 * 7 + 9), 4_096 * 8);
    assert_eq!(FEED.first_slot_after(256 * 7), 256 * 8);
    let bare = Layout::builder("bare").time_bits(41).build();
    assert_eq!(bare.first_slot_after(7), 8);
    // The time, and then the sequence, above all else.
    let above = Layout::builder("above").time_bits(41).sequence_bits(8).caller("shard", 4).build();
    assert_eq!(above.first_slot_after(256 * 7 + 9), 256 * 7 + 10);
    let below = Layout::builder("below").time_bits(41).caller("shard", 4).sequence_bits(8).build();
    assert_eq!(below.first_slot_after(256 * 7 + 9), 256 * 8);
}

#[test]
fn the_tick_that_is_not_before_a_time_rounds_up() {
    let epoch = HIGH.epoch_unix_millis();
    for (after_epoch, tick) in [(-5, 0), (0, 0), (1, 1), (10, 1), (11, 2), (20, 2), (4_321, 433)] {
        assert_eq!(HIGH.tick_not_before(epoch + after_epoch), tick, "{after_epoch}");
    }
    assert_eq!(HIGH.tick_not_before(i64::MIN), 0);
    let last = HIGH.last_tick();
    let end = HIGH.ends_at().unwrap();
    assert_eq!(HIGH.tick_not_before(end - 10), last);
    for late in [end - 9, end, end + 1, end + 1_000_000, i64::MAX] {
        assert_eq!(HIGH.tick_not_before(late), last + 1);
    }
}

#[test]
fn a_tick_begins_at_its_time_also_after_a_period() {
    assert_eq!(HIGH.unix_millis_of_tick(0), HIGH.epoch_unix_millis());
    assert_eq!(HIGH.unix_millis_of_tick(7), HIGH.epoch_unix_millis() + 70);
    assert_eq!(Layout::TRACE_ID.unix_millis_of_tick((1 << 25) + 3), ((1 << 25) + 3) * 1_000);
    assert_eq!(HIGH.unix_millis_of_tick(u64::MAX), i64::MAX);
}

#[test]
fn the_ids_of_a_tick_follow_its_first_one() {
    let first = FEED.first_id_of_tick(9, 3, 5).unwrap();
    assert_eq!(FEED.decompose(first), Parts { timestamp: 9, caller: 3, node: 5, sequence: 0 });
    assert_eq!(FEED.id_after(first, 200), FEED.id_in_slot(9 * 256 + 200, 3, 5));
    let first = HIGH.first_id_of_tick(9, 0, 5).unwrap();
    assert_eq!(HIGH.id_after(first, 200), HIGH.id_in_slot(9 * 256 + 200, 0, 5));
    // All parts are 0, and 0 is not an ID.
    assert_eq!(HIGH.first_id_of_tick(0, 0, 0), None);
    // Sequences of this layout do not follow each other.
    assert_eq!(Layout::TRACE_ID.first_id_of_tick(9, 0, 5), None);
}

#[test]
fn a_tick_starts_in_the_lowest_quarter_of_its_slots() {
    use SequenceStart::{Continue, Random, Zero};

    for (slots, span) in [(1, 1), (3, 1), (4, 1), (7, 1), (8, 2), (4_096, 1_024)] {
        assert_eq!(
            [Zero, Random, Continue].map(|start| start.max_index(slots)),
            [0, span - 1, span - 1]
        );
        for tick in 0..200 {
            let last = tick % slots;
            assert_eq!(Zero.index(slots, tick, last, 5), 0);
            assert!(Random.index(slots, tick, last, 5) < span);
            assert_eq!(Continue.index(slots, tick, last, 5), (last + 1) % span);
        }
    }
    let starts =
        |seed| (0..4_096).map(|tick| Random.index(4_096, tick, 0, seed)).collect::<Vec<_>>();
    assert_eq!(starts(1), starts(1));
    assert_ne!(starts(1), starts(2));
    for seed in [0, 1, u64::MAX] {
        let mut different = starts(seed);
        different.sort_unstable();
        different.dedup();
        // 4,096 draws leave out 19 of 1,024 numbers on average.
        assert!(different.len() > 950, "{} starts with the seed {seed}", different.len());
    }
}

proptest! {
    #[test]
    fn the_id_in_any_slot_has_the_parts_of_that_slot(
        layout in any_layout(),
        slot: u64,
        caller: u32,
        node: u32,
    ) {
        let slot = 1 + slot % (layout.end_slot() - 1);
        let (caller, node) =
            (caller & layout.caller().map_or(0, |field| field.max()), node & layout.max_node());
        let parts = layout.decompose(layout.id_in_slot(slot, caller, node));
        prop_assert_eq!((parts.caller, parts.node), (caller, node));
        prop_assert_eq!(parts.timestamp, layout.tick_of_slot(slot));
        prop_assert_eq!(layout.first_slot(parts.timestamp) + u64::from(parts.sequence), slot);
        let next = layout.first_slot_after(slot);
        let max: Snowflake = layout.id_in_slot(slot, layout.caller().map_or(0, |field| field.max()), layout.max_node());
        prop_assert!(next >= layout.end_slot() || layout.id_in_slot(next, 0, 0) > max);
    }
}
