//! Custom layouts: what is built, what is refused, and both directions between
//! an ID and its parts.

use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};

use proptest::prelude::*;
use snowflake_kit_core::{
    Field, FieldError, Layout, LayoutBuilder, LayoutError, Parts, Snowflake, UtcTime,
};

const FIT: LayoutBuilder = Layout::builder("custom").time_bits(41).node_bits(10).sequence_bits(12);

/// With a field of the caller's.
const FEED: LayoutBuilder =
    Layout::builder("feed").time_bits(41).caller("shard", 4).node_bits(10).sequence_bits(8);

fn parts(timestamp: u64, node: u32, sequence: u32) -> Parts {
    Parts { timestamp, caller: 0, node, sequence }
}

#[test]
fn a_layout_that_does_not_fit_says_why() {
    const FIELDS: &[Field] = &[Field::new("rack", 5), Field::new("slot", 4)];
    let far = i64::MAX - 5;
    for (builder, error, message) in [
        (
            Layout::builder("custom"),
            LayoutError::NoTimeBits,
            "no bits for the timestamp; set `time_bits`",
        ),
        (
            FIT.time_bits(42),
            LayoutError::TooManyBits { bits: 64 },
            "all fields together take 64 bits, but a positive i64 has 63; use fewer bits in a \
             field (or \
             say `full_width()` if the published layout counts the sign bit)",
        ),
        (
            FIT.time_bits(43).full_width(),
            LayoutError::TooManyBits { bits: 65 },
            "all fields together take 65 bits, but a positive i64 has 63; use fewer bits in a \
             field",
        ),
        (
            FIT.time_bits(255).node_bits(32).sequence_bits(32),
            LayoutError::TooManyBits { bits: 319 },
            "all fields together take 319 bits, but a positive i64 has 63; use fewer bits in a \
             field",
        ),
        (
            FEED.caller("shard", 0),
            LayoutError::CallerWidth { bits: 0 },
            "the caller's field has 0 bits; give it 1 to 32",
        ),
        (
            FEED.caller("shard", 33),
            LayoutError::CallerWidth { bits: 33 },
            "the caller's field has 33 bits; give it 1 to 32",
        ),
        (
            FIT.node_bits(33),
            LayoutError::NodeTooWide { bits: 33 },
            "the node has 33 bits; at most 32 fit",
        ),
        (
            FIT.sequence_bits(255),
            LayoutError::SequenceTooWide { bits: 255 },
            "the sequence has 255 bits; at most 32 fit",
        ),
        (
            FIT.tick_millis(0),
            LayoutError::NoTick,
            "the tick is 0 ms; set `tick_millis` to 1 or more",
        ),
        (
            FIT.node_fields(FIELDS),
            LayoutError::NodeFields { fields: 9, bits: 10 },
            "the node's fields add up to 9 bits, but `node_bits` is 10",
        ),
        (
            FIT.sequence_fields(FIELDS),
            LayoutError::SequenceFields { fields: 9, bits: 12 },
            "the sequence's fields add up to 9 bits, but `sequence_bits` is 12",
        ),
        (
            FIT.epoch_unix_millis(far),
            LayoutError::EndOutOfRange,
            "it would end later than an i64 of Unix milliseconds can express; use fewer \
             `time_bits` \
             or a shorter tick",
        ),
        (FIT.epoch_date(2025, 2, 29), LayoutError::NoSuchDate, "the epoch is not a calendar date"),
        (
            FIT.epoch_unix_millis(1_735_689_600),
            LayoutError::EpochInSeconds { epoch: 1_735_689_600 },
            "the epoch, 1735689600 ms, is in the first weeks of 1970; if these are seconds, write \
             1735689600000, which is Unix milliseconds",
        ),
    ] {
        assert_eq!(builder.try_build(), Err(error));
        assert_eq!(error.to_string(), format!("layout `custom`: {message}"));
    }
}

/// 0 is the epoch of published layouts, and no number before it is a likely one of seconds.
#[test]
fn only_an_epoch_in_the_first_weeks_after_1970_may_be_in_seconds() {
    let is_refused = |epoch| {
        let layout = FIT.epoch_unix_millis(epoch).try_build();
        matches!(layout, Err(LayoutError::EpochInSeconds { epoch: refused }) if refused == epoch)
    };
    for (epoch, refused) in
        [(-1, false), (0, false), (1, true), (9_935_999_999, true), (9_936_000_000, false)]
    {
        assert_eq!(is_refused(epoch), refused, "{epoch}");
    }
    assert_eq!(FIT.epoch_date(1970, 4, 26).try_build().map(drop), Ok(()));
    let text = "41/10/12@1970-01-21T02:08:09.600Z";
    let error = Layout::parse(text).unwrap_err().to_string();
    assert!(error.contains("the epoch, 1735689600 ms, is in the first weeks of 1970"), "{error}");
}

/// A layout ends before the first instant that has no Unix milliseconds.
#[test]
fn the_latest_end_is_the_last_instant() {
    let latest = i64::MAX - (1 << 41);
    assert_eq!(FIT.epoch_unix_millis(latest).build().ends_at(), Some(i64::MAX));
    let later = FIT.epoch_unix_millis(latest + 1).try_build();
    assert_eq!(later, Err(LayoutError::EndOutOfRange));
}

#[test]
fn a_value_that_does_not_fit_says_what_does() {
    const NAMED: Layout = FIT.node_fields(&[Field::new("rack", 4), Field::new("slot", 6)]).build();
    let max = NAMED.max_timestamp();
    let epoch = NAMED.epoch_unix_millis();
    let end = NAMED.ends_at().unwrap();
    for (result, message) in [
        (
            NAMED.compose(parts(max + 1, 0, 0)).map(drop),
            "timestamp 2199023255552 does not fit: use 0 to 2199023255551 ticks",
        ),
        (NAMED.compose(parts(1, 1_024, 0)).map(drop), "node 1024 does not fit: use 0 to 1023"),
        (
            NAMED.compose(parts(1, 0, 4_096)).map(drop),
            "sequence 4096 does not fit: use at most 4095",
        ),
        (NAMED.compose(parts(0, 0, 0)).map(drop), "all parts are 0, and 0 is not an ID"),
        (
            NAMED.timestamp(epoch - 1).map(drop),
            "2024-12-31T23:59:59.999Z is before the layout's epoch 2025-01-01T00:00:00.000Z",
        ),
        (
            NAMED.timestamp(end).map(drop),
            "2094-09-07T15:47:35.552Z is past the layout's end: timestamps fit until just before \
             2094-09-07T15:47:35.552Z",
        ),
        (NAMED.join_node(&[16, 0]).map(drop), "rack 16 does not fit: use 0 to 15"),
        (NAMED.join_node(&[0, u32::MAX]).map(drop), "slot 4294967295 does not fit: use 0 to 63"),
        (NAMED.join_node(&[1]).map(drop), "1 field values were given for 2 fields"),
        (NAMED.join_node(&[1, 2, 3]).map(drop), "3 field values were given for 2 fields"),
        (
            Layout::TRACE_ID.range(0, 1).map(drop),
            "the layout's timestamp wraps around, so its IDs have no absolute time and no range",
        ),
    ] {
        assert_eq!(result.unwrap_err().to_string(), message);
    }
    assert!(NAMED.timestamp(i64::MIN).is_err());
    assert!(NAMED.timestamp(i64::MAX).is_err());
    assert_eq!(NAMED.timestamp(epoch), Ok(0));
    assert_eq!(NAMED.timestamp(end - 1), Ok(max));
}

#[test]
fn the_widest_and_the_narrowest_layouts_are_built() {
    let one_bit = Layout::builder("one").time_bits(1).build();
    assert_eq!((one_bit.max_timestamp(), one_bit.max_id()), (1, Snowflake::MIN));
    let all_time = Layout::builder("time").epoch_unix_millis(-2).time_bits(62).build();
    assert_eq!(all_time.max_timestamp(), (1 << 62) - 1);
    let wide = Layout::builder("wide").time_bits(1).node_bits(32).sequence_bits(30).build();
    assert_eq!(wide.max_id(), Snowflake::MAX);
    assert_eq!((wide.max_node(), wide.max_sequence()), (u32::MAX, (1 << 30) - 1));
    let full = Layout::builder("full").full_width().time_bits(1).node_bits(32).sequence_bits(31);
    let full = full.build();
    assert_eq!((full.max_timestamp(), full.max_id()), (0, Snowflake::MAX));
    assert_eq!(full.ends_at(), Some(full.epoch_unix_millis() + 1));
}

/// The epoch may be before 1970, and then there are more than 2^63 - 1 ms to
/// the end.
#[test]
fn a_layout_that_ends_where_i64_does_knows_its_end() {
    for (epoch, time_bits, tick, end) in [
        (-1, 63, 1, i64::MAX),
        (i64::MIN, 63, 1, 0),
        (i64::MIN, 62, 2, 0),
        (i64::MIN, 62, 3, 1 << 62),
    ] {
        let layout = Layout::builder("long")
            .epoch_unix_millis(epoch)
            .time_bits(time_bits)
            .tick_millis(tick)
            .try_build();
        assert_eq!(layout.map(|layout| layout.ends_at()), Ok(Some(end)), "from {epoch}");
    }
}

#[test]
fn a_year_beyond_all_ages_is_no_epoch() {
    for year in [292_278_995, 300_000_000, i32::MAX, -300_000_000, i32::MIN] {
        let layout = FIT.epoch_date(year, 1, 1).try_build();
        assert!(
            matches!(layout, Err(LayoutError::NoSuchDate | LayoutError::EndOutOfRange)),
            "{year}: {layout:?}"
        );
    }
}

#[test]
fn the_last_epoch_that_is_set_counts() {
    let layout = FIT.epoch_date(2025, 2, 29).epoch_date(2026, 1, 1).try_build();
    assert_eq!(layout, Ok(FIT.epoch_unix_millis(1_767_225_600_000).build()));
    assert_eq!(FIT.epoch_date(2025, 13, 1).epoch_unix_millis(0).try_build().map(drop), Ok(()));
}

#[test]
fn a_field_of_any_width_has_a_maximum() {
    for (bits, max) in [(0, 0), (1, 1), (31, u32::MAX / 2), (32, u32::MAX)] {
        assert_eq!(Field::new("field", bits).max(), max);
    }
    // No value of a field has more than 32 bits.
    for bits in [33, 63, 64, 255] {
        assert_eq!(Field::new("field", bits).max(), u32::MAX);
    }
}

#[test]
fn a_field_without_bits_is_always_zero() {
    const FIELDS: &[Field] = &[Field::new("none", 0), Field::new("all", 32)];
    let layout = Layout::builder("wide").time_bits(31).node_bits(32).node_fields(FIELDS).build();
    let fields: Vec<_> = layout.split_node(u32::MAX).collect();
    assert_eq!(fields, [("none", 0), ("all", u32::MAX)]);
    assert_eq!(layout.join_node(&[0, u32::MAX]), Ok(u32::MAX));
}

#[test]
fn layouts_are_equal_when_the_same_numbers_mean_the_same() {
    const NAMED: Layout = FIT.node_fields(&[Field::new("rack", 10)]).build();

    assert_eq!(
        FIT.build(),
        Layout::builder("by another name").time_bits(41).node_bits(10).sequence_bits(12).build()
    );
    // With the sign bit, it is not a time that an ID can have.
    assert_eq!(FIT.build(), FIT.time_bits(42).full_width().build());
    assert_eq!(FIT.build(), NAMED);
    for other in [
        FIT.time_bits(40).build(),
        FIT.node_bits(9).build(),
        FIT.sequence_bits(11).build(),
        FIT.time_bits(40).node_bits(11).build(),
        FIT.node_bits(9).sequence_bits(13).build(),
        FIT.tick_millis(10).build(),
        FIT.epoch_unix_millis(0).build(),
        Layout::builder("low").time_bits(41).sequence_bits(12).node_bits(10).build(),
        FIT.sequence_bits(8).caller("shard", 4).build(),
        FEED.build(),
    ] {
        assert_ne!(FIT.build(), other, "{other}");
    }
}

/// What a map keyed by layouts relies on.
#[test]
fn equal_layouts_have_equal_hashes_and_others_differ() {
    let hash = |layout: Layout| BuildHasherDefault::<DefaultHasher>::default().hash_one(layout);
    let renamed = Layout::builder("by another name").time_bits(41).node_bits(10).sequence_bits(12);
    assert_eq!(hash(FIT.build()), hash(renamed.build()));
    assert_ne!(hash(FIT.build()), hash(FIT.tick_millis(10).build()));
    assert_ne!(hash(FIT.build()), hash(FIT.epoch_unix_millis(0).build()));
}

/// Same widths in another order are another layout, and so is each width by itself.
#[test]
fn any_other_order_or_width_has_another_meaning() {
    let alone = Layout::builder("custom").time_bits(20);
    let mut layouts = Vec::new();
    let widths = [(4, 4, 4), (3, 2, 1), (2, 3, 1)].into_iter();
    for (caller, node, sequence) in widths.chain((1..=9).map(|caller| (caller, 2, 3))) {
        layouts.extend([
            alone.caller("shard", caller).node_bits(node).sequence_bits(sequence).build(),
            alone.caller("shard", caller).sequence_bits(sequence).node_bits(node).build(),
            alone.node_bits(node).caller("shard", caller).sequence_bits(sequence).build(),
            alone.node_bits(node).sequence_bits(sequence).caller("shard", caller).build(),
            alone.sequence_bits(sequence).caller("shard", caller).node_bits(node).build(),
            alone.sequence_bits(sequence).node_bits(node).caller("shard", caller).build(),
        ]);
    }
    layouts.extend((0..=32).map(|bits| alone.node_bits(bits).build()));
    layouts.extend((1..=32).map(|bits| alone.sequence_bits(bits).build()));
    layouts.extend((1..=32).map(|bits| alone.caller("shard", bits).build()));
    for (i, layout) in layouts.iter().enumerate() {
        for other in &layouts[..i] {
            assert_ne!(layout, other, "{layout} and {other}");
        }
    }
}

#[test]
fn the_nodes_of_a_part_are_those_that_begin_with_it() {
    const RACKS: Layout = FIT.node_fields(&[Field::new("rack", 4), Field::new("slot", 6)]).build();
    assert_eq!(RACKS.nodes_within(&[]), Ok(0..=1_023));
    assert_eq!(RACKS.nodes_within(&[("rack", 0)]), Ok(0..=63));
    assert_eq!(RACKS.nodes_within(&[("rack", 15)]), Ok(960..=1_023));
    assert_eq!(RACKS.nodes_within(&[("rack", 5), ("slot", 9)]), Ok(329..=329));
    assert_eq!(RACKS.nodes_within(&[("rack", 5), ("slot", 63)]), Ok(383..=383));
    for (parts, message) in [
        (&[("rack", 16)][..], "rack 16 does not fit: use 0 to 15"),
        (&[("rack", 1), ("slot", 64)], "slot 64 does not fit: use 0 to 63"),
    ] {
        assert_eq!(RACKS.nodes_within(parts).unwrap_err().to_string(), message);
    }
    for (parts, field) in [
        (&[("slot", 1)][..], "slot"),
        (&[("rack", 1), ("rack", 1)], "rack"),
        (&[("rack", 1), ("slot", 1), ("shelf", 1)], "shelf"),
    ] {
        let error = FieldError::NoSuchField { field };
        assert_eq!(RACKS.nodes_within(parts), Err(error));
        assert_eq!(
            error.to_string(),
            format!(
                "the layout's node has no part `{field}` at this place: name the parts in the \
                 order of `LayoutBuilder::node_fields`, the highest first"
            )
        );
    }
}

#[test]
fn fields_are_in_the_order_in_which_they_are_named() {
    let builder = Layout::builder("custom").time_bits(20);
    let orders: [(LayoutBuilder, [&str; 4]); 6] = [
        (
            builder.caller("shard", 3).node_bits(4).sequence_bits(5),
            ["time", "shard", "node", "sequence"],
        ),
        (
            builder.caller("shard", 3).sequence_bits(5).node_bits(4),
            ["time", "shard", "sequence", "node"],
        ),
        (
            builder.node_bits(4).caller("shard", 3).sequence_bits(5),
            ["time", "node", "shard", "sequence"],
        ),
        (
            builder.sequence_bits(5).caller("shard", 3).node_bits(4),
            ["time", "sequence", "shard", "node"],
        ),
        (
            builder.node_bits(4).sequence_bits(5).caller("shard", 3),
            ["time", "node", "sequence", "shard"],
        ),
        // The first call gives the place, the last one the width.
        (
            builder.sequence_bits(1).node_bits(4).sequence_bits(5).caller("shard", 3),
            ["time", "sequence", "node", "shard"],
        ),
    ];
    let parts = Parts { timestamp: 9, caller: 7, node: 11, sequence: 30 };
    let ids = orders.map(|(builder, names)| {
        let layout = builder.build();
        assert_eq!(layout.fields().map(|field| field.name()).collect::<Vec<_>>(), names);
        assert_eq!(layout.fields().map(|field| field.bits()).sum::<u8>(), 32);
        let id = layout.compose(parts).unwrap();
        assert_eq!(layout.decompose(id), parts);
        let mut values: Vec<_> = layout.split(id).map(|(_, value)| value).collect();
        assert_eq!(values.remove(0), 9);
        values.sort_unstable();
        assert_eq!(values, [7, 11, 30]);
        (layout, id)
    });
    for (i, (layout, id)) in ids.iter().enumerate() {
        for (other, other_id) in &ids[..i] {
            assert!(layout != other && id != other_id, "{layout} and {other}");
        }
    }
}

#[test]
fn a_value_for_the_callers_field_fits_it() {
    let feed = FEED.build();
    assert_eq!(feed.caller(), Some(Field::new("shard", 4)));
    assert_eq!(FIT.build().caller(), None);

    let id = feed.compose(parts(5, 1_023, 255)).unwrap();
    let last = feed.with_caller(id, 15).unwrap();
    assert_eq!(feed.decompose(last), Parts { caller: 15, ..feed.decompose(id) });
    assert_eq!(feed.with_caller(last, 0), Ok(id));

    let too_large = FieldError::FieldOutOfRange { field: "shard", value: 16, min: 0, max: 15 };
    assert_eq!(feed.with_caller(id, 16), Err(too_large));
    assert_eq!(feed.compose(Parts { caller: 16, ..parts(5, 0, 0) }), Err(too_large));
    assert_eq!(too_large.to_string(), "shard 16 does not fit: use 0 to 15");

    let without = FIT.build();
    for refused in [
        without.with_caller(id, 0),
        without.with_caller(id, 1),
        without.compose(Parts { caller: 1, ..parts(5, 0, 0) }),
    ] {
        assert_eq!(refused, Err(FieldError::NoCaller));
        assert_eq!(
            FieldError::NoCaller.to_string(),
            "the layout has no caller's field: leave the value out, or declare one with \
             `LayoutBuilder::caller`"
        );
    }
    // All other parts are 0, and so would the ID be.
    let shard = feed.compose(Parts { caller: 1, ..Parts::default() }).unwrap();
    assert_eq!(feed.with_caller(shard, 0), Err(FieldError::Zero));
}

#[test]
fn a_callers_field_above_the_sequence_orders_the_ids_of_a_tick() {
    use snowflake_kit_core::Monotonicity::{Full, Sharded};

    let alone = Layout::builder("alone").time_bits(41);
    for (builder, monotonicity) in [
        (alone.caller("shard", 4).sequence_bits(8), Sharded),
        (alone.sequence_bits(8).caller("shard", 4), Full),
        // One ID per tick.
        (alone.caller("shard", 4), Full),
        (FEED, Sharded),
    ] {
        assert_eq!(builder.build().monotonicity(), monotonicity, "{}", builder.build());
    }
}

#[test]
fn a_layout_is_written_as_one_line() {
    assert_eq!(
        FIT.build().to_string(),
        "custom: 41 time · 10 node · 12 sequence, 1 ms ticks since 2025-01-01T00:00:00.000Z"
    );
    assert_eq!(
        Layout::SONYFLAKE.to_string(),
        "sonyflake: 39 time · 8 sequence · 16 machine, 10 ms ticks since 2014-09-01T00:00:00.000Z"
    );
    assert_eq!(
        Layout::TWITTER.to_string(),
        "twitter: 41 time · 5 datacenter · 5 worker · 12 sequence, 1 ms ticks since \
         2010-11-04T01:42:54.657Z"
    );
}

/// A layout with a field of the caller's, or without.
pub(crate) fn any_layout() -> impl Strategy<Value = Layout> {
    let caller = prop_oneof![Just(0), 1..=32_u8];
    let bits = (1..=64_u8, 0..=32_u8, 0..=32_u8, caller);
    let epoch = prop_oneof![Just(0), Just(1_735_689_600_000), -(1_i64 << 45)..1 << 45];
    let tick = prop_oneof![Just(1), Just(10), Just(1_000), 1..10_000_u32];
    let order = Just([0, 1, 2]).prop_shuffle();
    (bits, epoch, tick, order, any::<bool>()).prop_filter_map(
        "it does not fit",
        |((time, node, sequence, caller), epoch, tick, order, full)| {
            let low = node + sequence + caller;
            let mut builder = Layout::builder("custom")
                // Most draws are too wide by some bits.
                .time_bits(time.min(63_u8.saturating_sub(low).max(1)))
                .epoch_unix_millis(epoch)
                .tick_millis(tick);
            for field in order {
                builder = match field {
                    0 => builder.node_bits(node),
                    1 => builder.sequence_bits(sequence),
                    _ if caller > 0 => builder.caller("shard", caller),
                    _ => builder,
                };
            }
            if full {
                builder = builder.full_width();
            }
            builder.try_build().ok()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn any_id_of_any_layout_is_taken_apart_and_put_together_again(
        layout in any_layout(),
        id in 1..=i64::MAX,
    ) {
        let id = Snowflake::new(id).unwrap();
        let parts = layout.decompose(id);
        prop_assert!(parts.node <= layout.max_node() && parts.sequence <= layout.max_sequence());
        if layout.contains(id) {
            prop_assert_eq!(layout.compose(parts), Ok(id));
        } else {
            prop_assert!(layout.compose(parts).is_err());
            prop_assert!(id > layout.max_id());
        }
        let inside = Snowflake::new(id.get() % layout.max_id().get() + 1).unwrap();
        prop_assert!(layout.contains(inside));
        prop_assert_eq!(layout.compose(layout.decompose(inside)), Ok(inside));
    }

    #[test]
    fn any_parts_are_put_together_and_taken_apart_again(
        layout in any_layout(),
        timestamp: u64,
        caller: u32,
        node: u32,
        sequence: u32,
    ) {
        let parts = Parts {
            timestamp: timestamp & layout.max_timestamp(),
            caller: caller & layout.caller().map_or(0, |field| field.max()),
            node: node & layout.max_node(),
            sequence: sequence & layout.max_sequence(),
        };
        match layout.compose(parts) {
            Ok(id) => {
                prop_assert_eq!(layout.decompose(id), parts);
                prop_assert!(id <= layout.max_id());
            }
            Err(error) => {
                prop_assert_eq!(error, FieldError::Zero);
                prop_assert_eq!(parts, Parts::default());
            }
        }
    }

    #[test]
    fn ids_are_in_the_order_of_their_parts(layout in any_layout(), ids: [u64; 2]) {
        let ids = ids.map(|id| {
            let id = (id % layout.max_id().to_u64() + 1).cast_signed();
            Snowflake::new(id).unwrap()
        });
        let [a, b] = ids.map(|id| {
            layout.split(id).map(|(_, value)| value).collect::<Vec<_>>()
        });
        prop_assert_eq!(ids[0].cmp(&ids[1]), a.cmp(&b));
    }

    #[test]
    fn a_split_id_has_the_values_of_its_parts(layout in any_layout(), id in 1..=i64::MAX) {
        let id = Snowflake::new(id % layout.max_id().get() + 1).unwrap();
        let Parts { timestamp, caller, node, sequence } = layout.decompose(id);
        let parts = [
            ("time", timestamp),
            ("shard", caller.into()),
            ("node", node.into()),
            ("sequence", sequence.into()),
        ];
        let fields: Vec<_> = layout.split(id).collect();
        for (name, value) in parts {
            let there = fields.iter().find(|(field, _)| *field == name);
            prop_assert_eq!(there.map_or(0, |(_, value)| *value), value, "{}", name);
        }
        let bits: u8 = layout.fields().map(|field| field.bits()).sum();
        prop_assert!(fields.len() == layout.fields().count() && bits <= 64);
    }

    #[test]
    fn a_timestamp_is_the_number_of_whole_ticks(layout in any_layout(), ticks: u64, rest: u32) {
        let ticks = ticks & layout.max_timestamp();
        let begin = layout.unix_millis(ticks).unwrap();
        let inside = begin + i64::from(rest % layout.tick_millis());
        prop_assert_eq!(layout.timestamp(inside), Ok(ticks));
        prop_assert_eq!(layout.unix_millis_before(ticks, inside), Some(begin));
        prop_assert_eq!(layout.unix_millis_before(ticks, begin - 1), None);
        prop_assert!(begin < layout.ends_at().unwrap(), "{}", UtcTime(begin));
    }
}
