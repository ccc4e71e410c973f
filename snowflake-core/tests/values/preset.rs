//! The published layouts, against what their publishers say.

use proptest::prelude::*;
use snowflake_kit_core::{FieldError, Layout, Monotonicity, Parts, Snowflake, UtcTime};

struct Published {
    layout: Layout,
    name: &'static str,
    /// Time, node and sequence.
    bits: (u8, u8, u8),
    tick: u32,
    epoch: i64,
    /// As a positive `i64`; empty if it never does.
    ends: &'static str,
    per_second: u64,
}

const fn published(
    layout: Layout,
    name: &'static str,
    bits: (u8, u8, u8),
    tick: u32,
    epoch: i64,
    ends: &'static str,
    per_second: u64,
) -> Published {
    Published { layout, name, bits, tick, epoch, ends, per_second }
}

#[rustfmt::skip]
const PUBLISHED: [Published; 13] = [
    published(Layout::DEFAULT, "default", (41, 10, 12), 1, 1_735_689_600_000, "2094-09-07T15:47:35.552Z", 4_096_000),
    published(Layout::TWITTER, "twitter", (41, 10, 12), 1, 1_288_834_974_657, "2080-07-10T17:30:30.209Z", 4_096_000),
    published(Layout::DISCORD, "discord", (42, 10, 12), 1, 1_420_070_400_000, "2084-09-06T15:47:35.552Z", 4_096_000),
    published(Layout::INSTAGRAM, "instagram", (41, 13, 10), 1, 1_314_220_021_721, "2046-06-27T17:00:49.497Z", 1_024_000),
    published(Layout::SONYFLAKE, "sonyflake", (39, 16, 8), 10, 1_409_529_600_000, "2188-11-16T03:28:58.880Z", 25_600),
    published(Layout::SONYFLAKE_V2, "sonyflake-v2", (39, 16, 8), 10, 1_735_689_600_000, "2199-03-19T03:28:58.880Z", 25_600),
    published(Layout::MASTODON, "mastodon", (48, 0, 16), 1, 0, "6429-10-17T02:45:55.328Z", 65_536_000),
    published(Layout::TSID, "tsid", (42, 10, 12), 1, 1_577_836_800_000, "2089-09-06T15:47:35.552Z", 4_096_000),
    published(Layout::FLAKE_ID, "flake-id", (42, 10, 12), 1, 1_420_070_400_000, "2084-09-06T15:47:35.552Z", 4_096_000),
    published(Layout::IDGEN, "idgen", (41, 10, 12), 1, 1_420_070_400_000, "2084-09-06T15:47:35.552Z", 4_096_000),
    published(Layout::BAIDU, "baidu", (28, 22, 13), 1_000, 1_463_673_600_000, "2024-11-20T13:24:16.000Z", 8_192),
    published(Layout::TRACE_ID, "trace-id", (25, 16, 22), 1_000, 0, "", 4_096 * 1_023),
    published(Layout::ECMASCRIPT, "ecmascript", (41, 5, 7), 1, 1_735_689_600_000, "2094-09-07T15:47:35.552Z", 128_000),
];

/// 2027-06-02T12:28:48Z and 2026-05-10T03:48:16Z.
const NEXT_WRAP: i64 = 1_811_939_328_000;
const LAST_WRAP: i64 = 1_778_384_896_000;

fn id(id: i64) -> Snowflake {
    Snowflake::new(id).unwrap()
}

#[test]
fn every_preset_is_as_published() {
    for of in PUBLISHED {
        let layout = of.layout;
        assert_eq!(layout.name(), of.name);
        let bits = (layout.time_bits(), layout.node_bits(), layout.sequence_bits());
        assert_eq!(bits, of.bits, "{}", of.name);
        assert_eq!(layout.tick_millis(), of.tick, "{}", of.name);
        assert_eq!(layout.epoch_unix_millis(), of.epoch, "{}", of.name);
        let ends = layout.ends_at().map(|end| UtcTime(end).to_string()).unwrap_or_default();
        assert_eq!(ends, of.ends, "{}", of.name);
        assert_eq!(layout.ids_per_second(), of.per_second, "{}", of.name);
        assert_eq!(layout.is_periodic(), of.ends.is_empty());
        let total = u32::from(bits.0 + bits.1 + bits.2);
        assert_eq!(layout.is_full_width(), total == 64, "{}", of.name);
        let usable = total.min(63);
        assert_eq!(layout.max_id().to_u64(), u64::MAX >> (64 - usable), "{}", of.name);
    }
}

#[test]
fn every_preset_is_found_by_its_name() {
    assert_eq!(Layout::PRESETS.len(), PUBLISHED.len());
    for (preset, of) in Layout::PRESETS.iter().zip(&PUBLISHED) {
        assert_eq!(preset.name(), of.name, "in the order of the table");
        assert_eq!(Layout::preset(of.name).map(|found| found.name()), Some(of.name));
    }
    for unknown in ["", "Twitter", "snowflake", "flake_id", "DISCORD"] {
        assert_eq!(Layout::preset(unknown), None);
    }
}

#[test]
fn the_node_is_the_low_field_of_sonyflake_alone() {
    for of in PUBLISHED {
        let node_is_low = of.layout.node_shift() < of.layout.sequence_shift();
        assert_eq!(node_is_low, of.name.starts_with("sonyflake"), "{}", of.name);
    }
    let parts = Parts { timestamp: 1, caller: 0, node: 2, sequence: 3 };
    assert_eq!(Layout::SONYFLAKE.compose(parts), Ok(id(1 << 24 | 3 << 16 | 2)));
    assert_eq!(Layout::DEFAULT.compose(parts), Ok(id(1 << 22 | 2 << 12 | 3)));
}

#[test]
fn known_ids_are_taken_apart_and_put_together_again() {
    for (layout, known, time, node, node_fields, sequence) in [
        (
            Layout::DISCORD,
            175_928_847_299_117_063,
            "2016-04-30T11:18:25.796Z",
            1 << 5,
            vec![("worker", 1), ("process", 0)],
            7,
        ),
        (
            Layout::TWITTER,
            1_541_815_603_606_036_480,
            "2022-06-28T16:07:40.105Z",
            378,
            vec![("datacenter", 11), ("worker", 26)],
            0,
        ),
        (
            Layout::TWITTER,
            1_869_539_350_270_877_696,
            // 1734567890123 ms
            "2024-12-19T00:24:50.123Z",
            42,
            vec![("datacenter", 1), ("worker", 10)],
            0,
        ),
        (
            Layout::INSTAGRAM,
            2_384_288_897_814_875_714,
            "2020-08-26T13:43:27.313Z",
            2_675,
            vec![("shard", 2_675)],
            578,
        ),
        (
            Layout::FLAKE_ID,
            111_773_356_109_402_112,
            "2015-11-05T10:27:24.745Z",
            17,
            vec![("thread", 0), ("process", 17)],
            0,
        ),
    ] {
        let known = id(known);
        let parts = layout.decompose(known);
        let decoded = layout.unix_millis(parts.timestamp).unwrap();
        assert_eq!(UtcTime(decoded).to_string(), time, "{known}");
        assert_eq!((parts.node, parts.sequence), (node, sequence), "{known}");
        assert_eq!(layout.split_node(node).collect::<Vec<_>>(), node_fields);

        let values: Vec<_> = node_fields.iter().map(|(_, value)| *value).collect();
        let node = layout.join_node(&values).unwrap();
        let timestamp = layout.timestamp(decoded).unwrap();
        assert_eq!(layout.compose(Parts { timestamp, caller: 0, node, sequence }), Ok(known));
        assert!(layout.contains(known));
    }
}

#[test]
fn named_parts_are_split_and_joined_for_every_value() {
    for layout in [Layout::TWITTER, Layout::DISCORD, Layout::INSTAGRAM, Layout::FLAKE_ID] {
        for node in 0..=layout.max_node() {
            let values: Vec<_> = layout.split_node(node).map(|(_, value)| value).collect();
            assert_eq!(layout.join_node(&values), Ok(node));
        }
    }
    let increment: Vec<_> = Layout::DISCORD.split_sequence(7).collect();
    assert_eq!(increment, [("increment", 7)]);
    let bottom: Vec<_> = Layout::TRACE_ID.split_sequence(5 << 10 | 9).collect();
    assert_eq!(bottom, [("chunk", 5), ("counter", 9)]);
    assert_eq!(Layout::DEFAULT.split_node(7).len(), 0);
    assert_eq!(Layout::DEFAULT.join_node(&[]), Ok(0));
}

#[test]
fn every_ecmascript_id_is_a_safe_integer() {
    assert_eq!(Layout::ECMASCRIPT.max_id(), id(9_007_199_254_740_991));
    assert!(!Layout::ECMASCRIPT.contains(id(9_007_199_254_740_992)));
}

#[test]
fn trace_ids_wrap_at_the_published_instants() {
    let layout = Layout::TRACE_ID;
    assert_eq!(UtcTime(LAST_WRAP).to_string(), "2026-05-10T03:48:16.000Z");
    assert_eq!(UtcTime(NEXT_WRAP).to_string(), "2027-06-02T12:28:48.000Z");
    for wrap in [LAST_WRAP, NEXT_WRAP] {
        assert_eq!(layout.timestamp(wrap - 1), Ok((1 << 25) - 1));
        assert_eq!(layout.timestamp(wrap), Ok(0));
        assert_eq!(layout.timestamp(wrap + 999), Ok(0));
        assert_eq!(layout.timestamp(wrap + 1_000), Ok(1));
    }
    assert_eq!(layout.period_millis(), Some(33_554_432_000));
    assert_eq!(NEXT_WRAP - LAST_WRAP, 33_554_432_000);
    assert_eq!(layout.ends_at(), None);
    assert_eq!(layout.unix_millis(5), None);
}

#[test]
fn a_wrapped_timestamp_is_read_by_a_reference() {
    let before = |timestamp, reference| Layout::TRACE_ID.unix_millis_before(timestamp, reference);
    assert_eq!(before(0, LAST_WRAP), Some(LAST_WRAP));
    assert_eq!(before(0, NEXT_WRAP - 1), Some(LAST_WRAP));
    assert_eq!(before(0, NEXT_WRAP), Some(NEXT_WRAP));
    assert_eq!(before((1 << 25) - 1, NEXT_WRAP), Some(NEXT_WRAP - 1_000));
    assert_eq!(before((1 << 25) - 1, NEXT_WRAP - 1_001), Some(LAST_WRAP - 1_000));
    // What is no later than a reference before 1970 is before it as well.
    assert_eq!(before(0, -1), Some(-33_554_432_000));
    assert_eq!(before(0, i64::MIN), None);
    assert_eq!(Layout::DEFAULT.unix_millis_before(5, i64::MAX), Some(1_735_689_600_005));
    assert_eq!(Layout::DEFAULT.unix_millis_before(5, 1_735_689_600_004), None);
}

#[test]
fn a_decoded_timestamp_is_of_a_period_that_can_be_named() {
    let layout = Layout::TRACE_ID;
    for reference in [LAST_WRAP, LAST_WRAP + 1, NEXT_WRAP - 1] {
        for timestamp in [0, 1, (1 << 25) - 1] {
            let decoded = layout.unix_millis_before(timestamp, reference).unwrap();
            let period = layout.period_start(decoded).unwrap();
            assert_eq!(decoded - period, 1_000 * timestamp.cast_signed());
            assert!([LAST_WRAP, LAST_WRAP - 33_554_432_000].contains(&period));
        }
    }
    assert_eq!(layout.period_start(-1), Some(-33_554_432_000));
    assert_eq!(layout.period_start(i64::MAX), Some(i64::MAX - i64::MAX % 33_554_432_000));
    assert_eq!(layout.period_start(i64::MIN), None);
    assert_eq!(Layout::DEFAULT.period_start(LAST_WRAP), None);
}

#[test]
fn every_preset_says_what_its_order_means() {
    for layout in Layout::PRESETS {
        let expected = match layout.name() {
            "mastodon" => Monotonicity::Full,
            "trace-id" => Monotonicity::Periodic,
            _ => Monotonicity::Sharded,
        };
        assert_eq!(layout.monotonicity(), expected, "{layout}");
    }
    let alone = Layout::builder("alone").time_bits(41).sequence_bits(22).build();
    assert_eq!(alone.monotonicity(), Monotonicity::Full);
}

#[test]
fn how_ids_grow_is_said_in_a_word() {
    for (grows, word) in [
        (Monotonicity::Full, "full"),
        (Monotonicity::Sharded, "sharded"),
        (Monotonicity::Periodic, "periodic"),
        (Monotonicity::PerGenerator, "per generator"),
    ] {
        assert_eq!(grows.to_string(), word);
    }
}

#[test]
fn the_counter_of_a_trace_id_is_never_zero() {
    let compose =
        |sequence| Layout::TRACE_ID.compose(Parts { timestamp: 5, caller: 0, node: 6, sequence });
    for zero in [0, 1 << 10, 4_095 << 10] {
        let max = (1 << 22) - 1;
        assert_eq!(compose(zero), Err(FieldError::SequenceOutOfRange { sequence: zero, max }));
        assert!(compose(zero + 1).is_ok());
        assert!(!Layout::TRACE_ID.contains(id(5 << 38 | 6 << 22 | i64::from(zero))));
    }
}

proptest! {
    #[test]
    fn any_id_of_any_preset_is_taken_apart_and_put_together_again(
        preset in prop::sample::select(Layout::PRESETS),
        number in 1..=i64::MAX,
    ) {
        let number = id(number);
        let parts = preset.decompose(number);
        prop_assert_eq!(preset.compose(parts).is_ok(), preset.contains(number));
        if preset.contains(number) {
            prop_assert_eq!(preset.compose(parts), Ok(number));
        }
    }

    #[test]
    fn any_parts_of_any_preset_are_put_together_and_taken_apart_again(
        preset in prop::sample::select(Layout::PRESETS),
        timestamp: u64,
        node: u32,
        sequence: u32,
    ) {
        let parts = Parts {
            timestamp: timestamp & preset.max_timestamp(),
            caller: 0,
            node: node & preset.max_node(),
            // With a counter that is not 0, for those that have one.
            sequence: sequence & preset.max_sequence() | 1,
        };
        prop_assert_eq!(preset.compose(parts).map(|id| preset.decompose(id)), Ok(parts));
    }
}
