//! "Created between": the IDs of an interval of time.

use std::ops::{Bound, RangeInclusive};
use std::time::{Duration, SystemTime};

use proptest::prelude::*;
use snowflake_kit_core::{FieldError, Id, Layout, Parts, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = "sonyflake")]
struct ReadingId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = "baidu")]
struct OldId(Snowflake);

/// Its epoch is before 1970, and a tick lasts 7 ms.
const ODD: Layout = Layout::builder("odd")
    .epoch_unix_millis(-1_000_003)
    .tick_millis(7)
    .time_bits(40)
    .node_bits(3)
    .sequence_bits(5)
    .build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = ODD)]
struct OddId(Snowflake);

const EPOCH: i64 = Layout::DEFAULT.epoch_unix_millis();

fn unix(millis: i64) -> SystemTime {
    let since = Duration::from_millis(millis.unsigned_abs());
    if millis < 0 { SystemTime::UNIX_EPOCH - since } else { SystemTime::UNIX_EPOCH + since }
}

/// Nothing is between its bounds.
fn is_empty(range: &RangeInclusive<impl SnowflakeId>) -> bool {
    range.start() > range.end()
}

/// The timestamps of the first and the last ID.
fn ticks<T: SnowflakeId>(range: &RangeInclusive<T>) -> (u64, u64) {
    (range.start().parts().timestamp, range.end().parts().timestamp)
}

/// The smallest or the largest ID of a tick.
fn edge(layout: &Layout, timestamp: u64, last: bool) -> Snowflake {
    let node = if last { layout.max_node() } else { 0 };
    let sequence = if last { layout.max_sequence() } else { 0 };
    layout.compose(Parts { timestamp, caller: 0, node, sequence }).unwrap()
}

#[test]
fn a_range_begins_with_the_first_id_of_a_tick_and_ends_with_the_last() {
    for layout in [Layout::DEFAULT, Layout::SONYFLAKE, Layout::BAIDU, ODD] {
        let begin = |timestamp| layout.unix_millis(timestamp).unwrap();
        for timestamp in [1, 2, 1_000, layout.max_timestamp()] {
            let one = layout.range(begin(timestamp), begin(timestamp) + 1).unwrap();
            assert_eq!(*one.start(), edge(&layout, timestamp, false));
            assert_eq!(*one.end(), edge(&layout, timestamp, true));
            // The same, as far as the next tick goes.
            let tick = i64::from(layout.tick_millis());
            assert_eq!(layout.range(begin(timestamp), begin(timestamp) + tick), Ok(one.clone()));
            assert_eq!(layout.range(begin(timestamp) - tick + 1, begin(timestamp) + 1), Ok(one));
        }
    }
}

#[test]
fn a_range_that_begins_inside_a_tick_begins_with_the_next() {
    for layout in [Layout::SONYFLAKE, Layout::BAIDU, ODD] {
        let tick = i64::from(layout.tick_millis());
        let begin = layout.unix_millis(1_000).unwrap();
        let range = layout.range(begin + 1, begin + tick + 1).unwrap();
        assert_eq!(*range.start(), edge(&layout, 1_001, false));
        assert_eq!(*range.end(), edge(&layout, 1_001, true));
        // Between two ticks nothing is minted.
        assert!(layout.range(begin + 1, begin + tick).unwrap().is_empty());
    }
}

#[test]
fn an_interval_without_time_is_an_empty_range() {
    for layout in Layout::PRESETS.iter().filter(|layout| !layout.is_periodic()) {
        let epoch = layout.epoch_unix_millis();
        let end = layout.ends_at().unwrap();
        let middle = epoch + (end - epoch) / 2;
        for (from, to) in [
            (middle, middle),
            (middle + 1, middle),
            (i64::MAX, i64::MIN),
            (i64::MIN, i64::MIN),
            (i64::MAX, i64::MAX),
            (i64::MIN, epoch),
            (epoch - 1_000, epoch),
            (end, i64::MAX),
            (end + 5, end + 1_000),
        ] {
            assert!(layout.range(from, to).unwrap().is_empty(), "{layout}: {from}..{to}");
        }
    }
}

#[test]
fn bounds_outside_of_the_layouts_time_are_moved_to_its_edges() {
    for layout in Layout::PRESETS.iter().filter(|layout| !layout.is_periodic()) {
        let (epoch, end) = (layout.epoch_unix_millis(), layout.ends_at().unwrap());
        let all = Snowflake::MIN..=layout.max_id();
        for (from, to) in [(i64::MIN, i64::MAX), (epoch, end), (epoch - 1, end + 1), (0, i64::MAX)]
        {
            assert_eq!(layout.range(from, to), Ok(all.clone()), "{layout}");
        }
        let tick = i64::from(layout.tick_millis());
        let last = layout.range(end - tick, i64::MAX).unwrap();
        assert_eq!(*last.start(), edge(layout, layout.max_timestamp(), false));
        assert_eq!(*last.end(), layout.max_id());
    }
}

#[test]
fn the_epochs_own_tick_begins_with_id_one() {
    let range = Layout::DEFAULT.range(EPOCH, EPOCH + 1).unwrap();
    assert_eq!(range, Snowflake::MIN..=Snowflake::new((1 << 22) - 1).unwrap());
    // With neither node nor sequence it would have the ID 0 alone.
    let bare = Layout::builder("bare").time_bits(41).build();
    assert!(bare.range(EPOCH, EPOCH + 1).unwrap().is_empty());
    assert_eq!(bare.range(EPOCH, EPOCH + 2), Ok(Snowflake::MIN..=Snowflake::MIN));
}

#[test]
fn a_layout_whose_timestamps_wrap_has_no_ranges() {
    assert_eq!(Layout::TRACE_ID.range(0, 1), Err(FieldError::Periodic));
}

#[test]
fn every_form_of_interval_has_its_bounds() {
    let at = |tick: i64| EPOCH + tick;
    assert_eq!(ticks(&PostId::range(at(10)..at(20))), (10, 19));
    assert_eq!(ticks(&PostId::range(at(10)..=at(20))), (10, 20));
    assert_eq!(ticks(&PostId::range(..at(20))), (0, 19));
    assert_eq!(ticks(&PostId::range(..=at(20))), (0, 20));
    let max = Layout::DEFAULT.max_timestamp();
    assert_eq!(ticks(&PostId::range(at(10)..)), (10, max));
    assert_eq!(ticks(&PostId::range::<i64, _>(..)), (0, max));
    let both = (Bound::Excluded(at(10)), Bound::Excluded(at(20)));
    assert_eq!(ticks(&PostId::range(both)), (11, 19));
    let none = (Bound::Excluded(at(10)), Bound::Excluded(at(11)));
    assert!(is_empty(&PostId::range(none)));
    assert_eq!(PostId::range(at(10)..at(20)), PostId::range(unix(at(10))..unix(at(20))));
}

#[test]
fn the_ends_of_i64_are_bounds_like_any() {
    let all = PostId::range::<i64, _>(..);
    assert_eq!(PostId::range(i64::MIN..i64::MAX), all);
    assert_eq!(PostId::range(i64::MIN..=i64::MAX), all);
    assert_eq!(PostId::range((Bound::Excluded(i64::MIN), Bound::Included(i64::MAX))), all);
    assert!(is_empty(&PostId::range((Bound::Excluded(i64::MAX), Bound::Unbounded))));
    assert!(is_empty(&PostId::range(..i64::MIN)));
    assert!(is_empty(&PostId::range(..=i64::MIN)));
}

#[test]
fn a_system_time_between_two_milliseconds_counts_exactly() {
    let at = |tick: i64, nanos| unix(EPOCH + tick) + Duration::from_nanos(nanos);
    // An ID of tick 10 was minted at 10.000000 ms, as far as it says.
    assert_eq!(ticks(&PostId::range(at(10, 0)..at(20, 0))), (10, 19));
    assert_eq!(ticks(&PostId::range(at(10, 1)..at(20, 1))), (11, 20));
    assert_eq!(ticks(&PostId::range(at(10, 999_999)..at(20, 999_999))), (11, 20));
    assert_eq!(ticks(&PostId::range(at(10, 1)..=at(20, 0))), (11, 20));
    assert_eq!(ticks(&PostId::range(at(10, 1)..=at(20, 999_999))), (11, 20));
    let exclusive = (Bound::Excluded(at(10, 1)), Bound::Excluded(at(20, 1)));
    assert_eq!(ticks(&PostId::range(exclusive)), (11, 20));
    assert!(is_empty(&PostId::range(at(10, 1)..at(10, 999_999))));
}

#[test]
fn a_system_time_before_1970_counts_exactly() {
    let before = |nanos| SystemTime::UNIX_EPOCH - Duration::from_nanos(nanos);
    // 142,857 ticks of 7 ms after the epoch it is 1969-12-31T23:59:59.996Z.
    assert_eq!(ODD.unix_millis(142_857), Some(-4));
    assert_eq!(ticks(&OddId::range(before(4_000_000)..before(3_999_999))), (142_857, 142_857));
    assert!(is_empty(&OddId::range(before(3_999_999)..before(0))));
    assert!(is_empty(&OddId::range(before(5_000_000)..before(4_000_000))));
    assert_eq!(ticks(&OddId::range(before(4_000_001)..=before(4_000_000))), (142_857, 142_857));
}

/// People write a time far away where they mean "for ever".
#[test]
fn a_system_time_further_away_than_i64_milliseconds_is_for_ever() {
    let all = PostId::range::<i64, _>(..);
    for seconds in [1_u64 << 60, 1 << 61, 1 << 62, (1 << 62) + 12_345, i64::MAX.cast_unsigned()] {
        let span = Duration::from_secs(seconds);
        let Some(late) = SystemTime::UNIX_EPOCH.checked_add(span) else { continue };
        assert_eq!(PostId::range(..late), all, "{seconds} s after 1970");
        assert_eq!(PostId::range(..=late), all, "{seconds} s after 1970");
        assert!(is_empty(&PostId::range(late..)), "{seconds} s after 1970");
        let Some(early) = SystemTime::UNIX_EPOCH.checked_sub(span) else { continue };
        assert_eq!(PostId::range(early..), all, "{seconds} s before 1970");
        assert!(is_empty(&PostId::range(..early)), "{seconds} s before 1970");
    }
}

/// Instants around the ticks of a layout, and anywhere.
fn instant(layout: Layout) -> impl Strategy<Value = i64> {
    let (epoch, end) = (layout.epoch_unix_millis(), layout.ends_at().unwrap());
    prop_oneof![
        8 => epoch..epoch + 5_000,
        2 => epoch - 50..epoch + 50,
        2 => end - 5_000..end + 50,
        1 => epoch..end,
        1 => any::<i64>(),
        1 => Just(i64::MIN),
        1 => Just(i64::MAX),
    ]
}

fn check<T: SnowflakeId>(id: i64, from: i64, to: i64) -> Result<(), TestCaseError> {
    let id = T::from_i64(id).unwrap();
    let time = id.unix_millis();
    prop_assert_eq!(T::range(from..to).contains(&id), from <= time && time < to);
    prop_assert_eq!(T::range(from..=to).contains(&id), from <= time && time <= to);
    prop_assert_eq!(T::range(from..).contains(&id), from <= time);
    prop_assert_eq!(T::range(..to).contains(&id), time < to);
    let after = (Bound::Excluded(from), Bound::Included(to));
    prop_assert_eq!(T::range(after).contains(&id), from < time && time <= to);
    Ok(())
}

/// IDs in the first and the last ticks, and anywhere in the layout.
fn id(layout: Layout) -> impl Strategy<Value = i64> {
    let max = layout.max_id().get();
    let some_ticks = edge(&layout, 5_000, true).get();
    prop_oneof![8 => 1..=some_ticks, 2 => max - some_ticks..=max, 1 => 1..=max]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn an_id_is_in_a_range_when_its_time_is_in_ticks_of_1_ms(
        id in id(Layout::DEFAULT),
        from in instant(Layout::DEFAULT),
        to in instant(Layout::DEFAULT),
    ) {
        check::<PostId>(id, from, to)?;
    }

    #[test]
    fn an_id_is_in_a_range_when_its_time_is_in_ticks_of_10_ms(
        id in id(Layout::SONYFLAKE),
        from in instant(Layout::SONYFLAKE),
        to in instant(Layout::SONYFLAKE),
    ) {
        check::<ReadingId>(id, from, to)?;
    }

    #[test]
    fn an_id_is_in_a_range_when_its_time_is_in_ticks_of_1_s(
        id in id(Layout::BAIDU),
        from in instant(Layout::BAIDU),
        to in instant(Layout::BAIDU),
    ) {
        check::<OldId>(id, from, to)?;
    }

    #[test]
    fn an_id_is_in_a_range_when_its_time_is_in_ticks_of_7_ms_from_before_1970(
        id in id(ODD),
        from in instant(ODD),
        to in instant(ODD),
    ) {
        check::<OddId>(id, from, to)?;
    }
}

/// Keys that a database counted are told from those that were minted.
#[test]
fn an_id_has_a_time_since_a_start_if_it_is_in_the_range_from_there() {
    const START: i64 = 1_795_305_600_000; // 2026-11-22T00:00:00Z
    for counted in [1, 2, 3, 4_095, 4_096, 1 << 22, i64::from(u32::MAX)] {
        let id = PostId::from_i64(counted).unwrap();
        assert_eq!(id.unix_millis_since(START), None, "{counted}");
        assert_eq!(id.unix_millis_since(unix(START)), None, "{counted}");
        // Its bits would mean this.
        assert_eq!(id.unix_millis_since(EPOCH), Some(id.unix_millis()));
    }
    for (millis, since) in [(START - 1, None), (START, Some(START)), (START + 1, Some(START + 1))] {
        let id = PostId::from_snowflake(Layout::DEFAULT.id_at(millis, 1_023, 4_095).unwrap());
        assert_eq!(id.unix_millis_since(START), since);
        assert_eq!(id.unix_millis_since(unix(START)), since);
        assert_eq!(PostId::range(START..).contains(&id), since.is_some());
        let timestamp = id.parts().timestamp;
        assert_eq!(Layout::DEFAULT.unix_millis_since(timestamp, START), since);
    }
    // A fraction of a millisecond after it is after it.
    let id = PostId::from_snowflake(Layout::DEFAULT.id_at(START, 0, 0).unwrap());
    assert_eq!(id.unix_millis_since(unix(START) + Duration::from_nanos(1)), None);
    assert_eq!(Layout::TRACE_ID.unix_millis_since(1, i64::MIN), None);
}

proptest! {
    #[test]
    fn since_a_start_is_the_range_from_there(id in 1..i64::MAX, start in any::<i64>(), near in -20..20_i64) {
        fn holds<T: SnowflakeId>(id: i64, start: i64) -> Result<(), TestCaseError> {
            let id = T::from_i64(id).unwrap();
            if !T::LAYOUT.contains(id.snowflake()) {
                return Ok(());
            }
            let since = id.unix_millis_since(start);
            prop_assert_eq!(since.is_some(), T::range(start..).contains(&id));
            prop_assert!(since.is_none_or(|since| since == id.unix_millis()));
            Ok(())
        }
        for start in [start, PostId::from_i64(id).unwrap().unix_millis().saturating_add(near)] {
            holds::<PostId>(id, start)?;
            holds::<ReadingId>(id, start)?;
            holds::<OldId>(id, start)?;
            holds::<OddId>(id, start)?;
        }
    }
}
