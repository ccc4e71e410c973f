//! IDs of numbers, without any framework.

use std::collections::HashSet;
use std::ops::Bound::{Excluded, Unbounded};
use std::panic::catch_unwind;
use std::time::{Duration, SystemTime};

use snowflake_kit_arbitrary::{Interval, Samples, ids};
use snowflake_kit_core::{DecimalId as _, DecimalParts, Id, Layout, Parts, Snowflake};

use crate::types::{
    FEBRUARY, JANUARY, NODES, NodeId, OLD, OldId, OrderId, SAMPLES, SHARDS, SecretId, ShardId,
    TICKS, TickId, TraceId, UserId, is_valid,
};

/// Numbers without a pattern.
fn numbers() -> impl Iterator<Item = [u64; 4]> {
    let mut random = snowflake_kit_core::__private::Random::new(7);
    (0..SAMPLES).map(move |_| [(); 4].map(|()| random.below(u64::MAX)))
}

fn is_valid_for_all_numbers<T: Id<Value = Snowflake>>() {
    let samples = ids::<T>(..);
    for numbers in numbers().chain([[0; 4], [u64::MAX; 4], samples.largest()]) {
        let id = samples.id(numbers);
        assert!(is_valid(id), "{id:?} of {numbers:?}");
    }
}

#[test]
fn all_numbers_are_ids_of_the_type() {
    is_valid_for_all_numbers::<UserId>();
    is_valid_for_all_numbers::<OldId>();
    is_valid_for_all_numbers::<TickId>();
    is_valid_for_all_numbers::<NodeId>();
    is_valid_for_all_numbers::<ShardId>();
    is_valid_for_all_numbers::<TraceId>();
    is_valid_for_all_numbers::<OrderId>();
    is_valid_for_all_numbers::<SecretId>();
}

#[test]
fn the_ends_are_the_first_and_the_last_id() {
    fn ends<T: Id<Value = Snowflake>>() -> (i64, i64) {
        let samples = Samples::<T>::default();
        (samples.id([0; 4]).get(), samples.id(samples.largest()).get())
    }

    assert_eq!(ends::<UserId>(), (1, Layout::DEFAULT.max_id().get()));
    assert_eq!(ends::<OldId>(), (1, OLD.max_id().get()));
    assert_eq!(ends::<TickId>(), (1, TICKS.max_id().get()));
    assert_eq!(ends::<NodeId>(), (1, NODES.max_id().get()));
    assert_eq!(ends::<ShardId>(), (1, SHARDS.max_id().get()));
    assert_eq!(ends::<TraceId>(), (1, Layout::TRACE_ID.max_id().get()));
    let parts = DecimalParts {
        counter: DecimalParts::MAX_COUNTER,
        generator: DecimalParts::MAX_GENERATOR,
        launch: DecimalParts::MAX_LAUNCH,
    };
    assert_eq!(ends::<OrderId>(), (10_000_000_000, parts.compose().unwrap().get()));
}

#[test]
fn each_number_is_a_field() {
    let id = ids::<UserId>(JANUARY..).id([5, 0, 7, 3]);
    let timestamp = Layout::DEFAULT.timestamp(JANUARY + 5).unwrap();
    assert_eq!(id.parts(), Parts { timestamp, caller: 0, node: 7, sequence: 3 });

    let parts = ids::<ShardId>(JANUARY..).id([5, 42, 7, 3]).parts();
    let timestamp = SHARDS.timestamp(JANUARY + 5).unwrap();
    assert_eq!(parts, Parts { timestamp, caller: 42, node: 7, sequence: 3 });

    // The counter of a `TraceId` begins at 1, and the chunk goes on after 1023 of them.
    let sequence = |index| ids::<TraceId>(..).id([0, 0, 0, index]).parts().sequence;
    assert_eq!([0, 1022, 1023].map(sequence), [1, 1023, 1025]);

    let parts = DecimalParts { counter: 6, generator: 7, launch: 3 };
    assert_eq!(ids::<OrderId>(..).id([5, 0, 7, 3]).decimal_parts(), Ok(parts));
}

#[test]
fn samples_are_of_every_node_and_sequence_number() {
    let parts: Vec<_> = numbers().map(|numbers| ids::<OldId>(..).id(numbers).parts()).collect();
    let nodes: HashSet<_> = parts.iter().map(|parts| parts.node).collect();
    let sequences: HashSet<_> = parts.iter().map(|parts| parts.sequence).collect();
    assert_eq!((nodes.len(), sequences.len()), (32, 8));
}

#[test]
fn samples_are_within_each_kind_of_range() {
    fn is_within(interval: impl Interval<UserId>, first: i64, last: i64) {
        let samples = ids(interval);
        let times = || numbers().map(|numbers| samples.id(numbers).unix_millis());
        assert!(times().all(|time| (first..=last).contains(&time)));
        assert_eq!(samples.id([0; 4]).unix_millis(), first);
        assert_eq!(samples.id(samples.largest()).unix_millis(), last);
    }

    let (epoch, end) = (Layout::DEFAULT.epoch_unix_millis(), Layout::DEFAULT.ends_at().unwrap());
    is_within(JANUARY..FEBRUARY, JANUARY, FEBRUARY - 1);
    is_within(JANUARY..=FEBRUARY, JANUARY, FEBRUARY);
    is_within(JANUARY.., JANUARY, end - 1);
    is_within(..FEBRUARY, epoch, FEBRUARY - 1);
    is_within(..=FEBRUARY, epoch, FEBRUARY);
    is_within((Excluded(JANUARY), Unbounded), JANUARY + 1, end - 1);
    is_within(i64::MIN..i64::MAX, epoch, end - 1);
    is_within(.., epoch, end - 1);
    is_within(ids(JANUARY..FEBRUARY), JANUARY, FEBRUARY - 1);

    let time = |unix_millis: i64| {
        SystemTime::UNIX_EPOCH + Duration::from_millis(unix_millis.unsigned_abs())
    };
    is_within(time(JANUARY)..time(FEBRUARY), JANUARY, FEBRUARY - 1);
    is_within(time(JANUARY) + Duration::from_nanos(1).., JANUARY + 1, end - 1);
}

#[test]
fn samples_are_those_of_the_range_of_the_type() {
    // From inside of a tick of 10 ms, before 1970.
    let interval = -86_400_003..-86_399_000;
    let (first, last) = OldId::range(interval.clone()).into_inner();
    let samples = ids::<OldId>(interval);
    assert_eq!((samples.id([0; 4]), samples.id(samples.largest())), (first, last));
    assert!(numbers().all(|numbers| (first..=last).contains(&samples.id(numbers))));
}

fn refusal<I: Interval<T> + std::panic::UnwindSafe, T: Id<Value = Snowflake>>(
    interval: I,
) -> String {
    let error = catch_unwind(|| ids::<T>(interval).largest()).unwrap_err();
    *error.downcast::<String>().unwrap()
}

#[test]
fn an_interval_without_ids_is_refused_by_its_name() {
    let (start, end) = (FEBRUARY, JANUARY);
    assert_eq!(
        refusal::<_, UserId>(start..end),
        "no UserId has a time in 2026-02-01T00:00:00.000Z..2026-01-01T00:00:00.000Z: give a \
         range whose start is before its end, and that contains a time of the layout `default`, \
         which has one every 1 ms in 2025-01-01T00:00:00.000Z..2094-09-07T15:47:35.552Z"
    );
    for (refusal, start) in [
        (refusal::<_, UserId>(JANUARY..JANUARY), "no UserId has a time in 2026-01-01T"),
        (refusal::<_, UserId>(..=0), "no UserId has a time in ..=1970-01-01T00:00:00.000Z: "),
        (
            refusal::<_, UserId>(i64::MAX..),
            "no UserId has a time in 292278994-08-17T07:12:55.807Z..: ",
        ),
        // Between two ticks.
        (refusal::<_, OldId>(1..10), "no OldId has a time in 1970-01-01T00:00:00.001Z..1970-"),
        // The ID of this tick would be 0.
        (
            refusal::<_, TickId>(1_735_689_600_000..=1_735_689_600_000),
            "no TickId has a time in 2025-01-01T00:00:00.000Z..=2025-01-01T00:00:00.000Z: ",
        ),
    ] {
        assert!(refusal.starts_with(start), "{refusal}");
    }
}

#[test]
fn an_id_that_would_be_0_is_1() {
    assert_eq!(ids::<NodeId>(..).id([0, 0, 0, 0]).snowflake(), Snowflake::MIN);
    assert_eq!(ids::<NodeId>(..).id([0, 0, 2, 0]).parts().node, 2);
}
