//! IDs for rows that were created before.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use snowflake_kit_core::{Backfill, BackfillError, FieldError, Layout, Snowflake};

const EPOCH: i64 = Layout::DEFAULT.epoch_unix_millis();

/// Four IDs per tick of 5 ms.
const FEW: Layout =
    Layout::builder("few").tick_millis(5).time_bits(30).node_bits(4).sequence_bits(2).build();

fn unix_millis(layout: &Layout, id: Snowflake) -> i64 {
    layout.unix_millis(layout.decompose(id).timestamp).unwrap()
}

#[test]
fn rows_of_one_tick_count_the_sequence() {
    let mut backfill = Backfill::new(Layout::DEFAULT, 1023).unwrap();
    for sequence in 0..=4095 {
        let id = backfill.id_at(EPOCH + 5).unwrap();
        assert_eq!(Layout::DEFAULT.id_at(EPOCH + 5, 1023, sequence), Ok(id));
    }
    // What does not fit goes into the next tick, and what comes after it moves up.
    let over = backfill.id_at(EPOCH + 5).unwrap();
    assert_eq!(Layout::DEFAULT.id_at(EPOCH + 6, 1023, 0), Ok(over));
    let next = backfill.id_at(EPOCH + 6).unwrap();
    assert_eq!(Layout::DEFAULT.id_at(EPOCH + 6, 1023, 1), Ok(next));
    let later = backfill.id_at(EPOCH + 7).unwrap();
    assert_eq!(Layout::DEFAULT.id_at(EPOCH + 7, 1023, 0), Ok(later));
}

#[test]
fn the_first_tick_has_no_id_0() {
    let mut backfill = Backfill::new(Layout::DEFAULT, 0).unwrap();
    assert_eq!(backfill.id_at(EPOCH), Ok(Snowflake::MIN));
}

#[test]
fn rows_without_an_id_say_why_and_change_nothing() {
    let mut backfill = Backfill::new(Layout::DEFAULT, 1).unwrap();
    let first = backfill.id_at(EPOCH + 5).unwrap();
    let error = backfill.id_at(EPOCH + 4).unwrap_err();
    assert_eq!(error, BackfillError::OutOfOrder { unix_millis: EPOCH + 4, before: EPOCH + 5 });
    assert_eq!(
        error.to_string(),
        "a row of 2025-01-01T00:00:00.004Z comes after one of 2025-01-01T00:00:00.005Z: sort the \
         rows by their creation"
    );
    let ends_at = Layout::DEFAULT.ends_at().unwrap();
    let error = backfill.id_at(ends_at).unwrap_err();
    let after = FieldError::AfterEnd { unix_millis: ends_at, ends_at };
    assert_eq!(error, BackfillError::NoId(after));
    assert_eq!(backfill.id_at(EPOCH + 5), Snowflake::new(first.get() + 1).ok_or(error));

    let mut backfill = Backfill::new(Layout::DEFAULT, 1).unwrap();
    assert_eq!(
        backfill.id_at(EPOCH - 1).unwrap_err().to_string(),
        "2024-12-31T23:59:59.999Z is before the layout's epoch 2025-01-01T00:00:00.000Z: take a \
         layout with an epoch before the oldest row"
    );
    assert!(backfill.id_at(EPOCH).is_ok());
}

#[test]
fn the_last_tick_has_an_end() {
    let last = FEW.ends_at().unwrap() - 1;
    let mut backfill = Backfill::new(FEW, 15).unwrap();
    for _ in 0..4 {
        backfill.id_at(last).unwrap();
    }
    let error = backfill.id_at(last).unwrap_err();
    assert!(matches!(error, BackfillError::NoId(FieldError::AfterEnd { .. })), "{error}");
    // It goes on in the last tick as in any other.
    let [first, second] = [0, 1].map(|sequence| FEW.id_at(last, 15, sequence).unwrap());
    assert_eq!(Backfill::after(FEW, first).unwrap().id_at(last), Ok(second));
}

#[test]
fn what_cannot_be_filled_in_is_refused_at_once() {
    let new = |layout, node| Backfill::new(layout, node).map(drop);
    let layout = |error| Err(BackfillError::NoId(error));
    assert_eq!(
        new(Layout::DEFAULT, 1024),
        layout(FieldError::NodeOutOfRange { node: 1024, max: 1023 })
    );
    assert_eq!(new(Layout::TRACE_ID, 1), layout(FieldError::Periodic));
    let after = |layout, id| Backfill::after(layout, Snowflake::new(id).unwrap()).map(drop);
    assert_eq!(after(Layout::TRACE_ID, 1), layout(FieldError::Periodic));
    let outside = FieldError::TimestampOutOfRange { timestamp: 1 << 30, max: (1 << 30) - 1 };
    assert_eq!(after(FEW, 1 << 36), layout(outside));
}

proptest! {
    #[test]
    fn order_is_kept_and_time_as_far_as_it_can_be(
        layout in select(vec![Layout::DEFAULT, Layout::SONYFLAKE, Layout::MASTODON, FEW]),
        steps in vec(prop_oneof![5 => Just(0), 2 => 1..3_i64, 1 => 1..100_i64], 1..200),
        stops in vec(any::<bool>(), 200),
    ) {
        let start = layout.epoch_unix_millis() + 1_000;
        let mut backfill = Backfill::new(layout, layout.max_node()).unwrap();
        let mut row = start;
        let mut last: Option<Snowflake> = None;
        for (step, stop) in steps.into_iter().zip(stops) {
            row += step;
            if let Some(last) = last.filter(|_| stop) {
                backfill = Backfill::after(layout, last).unwrap();
            }
            let id = backfill.id_at(row).unwrap();
            prop_assert!(layout.contains(id) && layout.decompose(id).node == layout.max_node());
            prop_assert!(last.is_none_or(|last| last < id));
            let tick = i64::from(layout.tick_millis());
            let began = unix_millis(&layout, id);
            if began > row {
                // Its own tick is full, and so are all up to this one.
                let last = layout.decompose(last.unwrap());
                let parts = layout.decompose(id);
                let full = last.sequence == layout.max_sequence() && parts.sequence == 0;
                prop_assert!(full || last.timestamp == parts.timestamp);
            } else {
                prop_assert!(row - began < tick);
            }
            last = Some(id);
        }
    }
}
