//! Several IDs from one step.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use proptest::prelude::*;
use snowflake_kit_core::{Id, Layout, Limits, Parts, SequenceStart, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::__private::{Pause, append_all, ready};
use snowflake_kit_mint::{Batch, Generator, ManualClock, Mint, MintError, Minter, Node};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

/// The node is the low field, so that a batch is not a range of numbers.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "sonyflake")]
struct ReadingId(Snowflake);

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;
const PER_TICK: usize = 4096;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn at(layout: Layout, limits: Limits) -> (ManualClock, Generator<ManualClock>) {
    let clock = ManualClock::at(START);
    let generator =
        Generator::with_clock(layout, Node::fixed(7).with_limits(limits), clock.clone()).unwrap();
    (clock, generator)
}

fn collect<T: SnowflakeId + Mint>(batch: Result<Batch<T>, MintError>) -> Result<Vec<T>, MintError> {
    batch.map(Iterator::collect)
}

/// What `mint_many` does, and what it has minted if it fails.
fn append(
    generator: &Generator<ManualClock>,
    count: usize,
    max_wait: Duration,
) -> (Result<(), MintError>, Vec<UserId>) {
    let mut ids = Vec::new();
    (ready(append_all(generator, 0, count, max_wait, Pause::Thread, &mut ids)), ids)
}

#[test]
fn a_batch_is_a_run_of_slots_that_nobody_else_gets() {
    let (_, generator) = at(Layout::DEFAULT, Limits::new());
    let before: UserId = generator.try_mint().unwrap();
    let batch: Vec<UserId> = collect(generator.try_mint_many(100)).unwrap();
    let after: UserId = generator.try_mint().unwrap();
    let numbers: Vec<_> = batch.iter().map(|id| id.get()).collect();
    let run: Vec<_> = (before.get() + 1..=before.get() + 100).collect();
    assert_eq!(numbers, run);
    assert_eq!(after.get(), before.get() + 101);
}

#[test]
fn a_batch_of_a_layout_whose_node_is_low_is_in_order_and_of_one_node() {
    let (_, generator) = at(Layout::SONYFLAKE, Limits::new());
    let batch: Vec<ReadingId> = collect(generator.try_mint_many(256)).unwrap();
    for (sequence, id) in batch.iter().enumerate() {
        assert_eq!((id.parts().node, id.parts().sequence as usize), (7, sequence));
    }
    assert!(batch.is_sorted_by(|a, b| a < b));
}

#[test]
fn a_batch_of_none_is_free() {
    let (clock, generator) = at(Layout::DEFAULT, Limits::new());
    assert_eq!(generator.try_mint_many::<UserId>(0).unwrap().len(), 0);
    generator.try_mint_many::<UserId>(0).unwrap().write_to(&mut []);
    assert_eq!(generator.mint_many::<UserId>(0), []);
    assert_eq!(append(&generator, 0, Duration::ZERO), (Ok(()), vec![]));
    assert_eq!(generator.try_mint::<UserId>().unwrap().parts().sequence, 0);
    assert_eq!(clock.unix_millis(), START);
}

#[test]
fn a_batch_is_had_whole_or_not_at_all() {
    let (clock, generator) = at(Layout::DEFAULT, Limits::new());
    let first: UserId = generator.try_mint().unwrap();
    let error = MintError::WouldWait { wait: ms(1) };
    assert_eq!(collect::<UserId>(generator.try_mint_many(PER_TICK)), Err(error.clone()));
    let mut places = vec![first; PER_TICK];
    assert_eq!(generator.try_mint_many(PER_TICK).map(|ids| ids.write_to(&mut places)), Err(error));
    assert_eq!(places, vec![first; PER_TICK], "the slice is as it was");
    // Nothing was taken.
    assert_eq!(generator.try_mint::<UserId>().unwrap().get(), first.get() + 1);
    clock.advance(ms(1));
    assert_eq!(generator.try_mint_many(PER_TICK).map(|ids| ids.write_to(&mut places)), Ok(()));
    assert!(places.is_sorted_by(|a, b| a < b));
    assert_eq!(places[0].unix_millis(), START + 1);
}

#[test]
fn a_batch_that_never_fits_is_told_from_one_that_has_to_wait() {
    for (lead, max) in [(0, PER_TICK), (9, 10 * PER_TICK)] {
        let (_, generator) = at(Layout::DEFAULT, Limits::new().max_lead(ms(lead)));
        for count in [max + 1, usize::MAX] {
            let error = MintError::BatchTooLarge { wanted: count as u64, max: max as u64 };
            assert_eq!(collect::<UserId>(generator.try_mint_many(count)), Err(error));
        }
        let _: UserId = generator.try_mint().unwrap();
        let result = collect::<UserId>(generator.try_mint_many(max));
        assert_eq!(result, Err(MintError::WouldWait { wait: ms(1) }));
    }
    assert_eq!(
        MintError::BatchTooLarge { wanted: 4097, max: 4096 }.to_string(),
        "a batch of 4097 IDs is too large: at most 4096 fit; ask for fewer, use `mint_many`, or \
         allow a larger `max_lead`"
    );
}

#[test]
fn the_largest_batch_can_be_had_wherever_the_sequence_starts() {
    for start in [SequenceStart::Zero, SequenceStart::Random, SequenceStart::Continue] {
        for lead in [0, 3] {
            let limits = Limits::new().max_lead(ms(lead)).sequence_start(start).seed(3);
            let (clock, generator) = at(Layout::DEFAULT, limits);
            let Err(MintError::BatchTooLarge { max, .. }) =
                collect::<UserId>(generator.try_mint_many(usize::MAX))
            else {
                panic!("{start:?} has no largest batch");
            };
            let spared = if start == SequenceStart::Zero { 0 } else { 1023 };
            assert_eq!(max, (PER_TICK as u64) * (lead + 1) - spared);
            for _ in 0..50 {
                clock.advance(ms(lead + 1));
                let batch: Vec<UserId> = collect(generator.try_mint_many(max as usize)).unwrap();
                assert_eq!(batch.len() as u64, max);
                clock.advance(ms(lead + 1));
                let _: UserId = generator.try_mint().unwrap();
            }
        }
    }
}

#[test]
fn a_batch_goes_on_in_the_last_tick_while_the_clock_is_back() {
    let (clock, generator) = at(Layout::DEFAULT, Limits::new());
    let first: UserId = generator.try_mint().unwrap();
    clock.step_back(ms(100));
    let batch: Vec<UserId> = collect(generator.try_mint_many(PER_TICK - 1)).unwrap();
    assert_eq!(batch[0].get(), first.get() + 1);
    assert!(batch.iter().all(|id| id.unix_millis() == START));
    let result = collect::<UserId>(generator.try_mint_many(1));
    assert_eq!(result, Err(MintError::WouldWait { wait: ms(101) }));
}

#[test]
fn many_more_than_a_tick_has_come_in_pieces() {
    let (clock, generator) = at(Layout::DEFAULT, Limits::new());
    let mut ids: Vec<UserId> = generator.mint_many(2 * PER_TICK + 1);
    assert_eq!(clock.unix_millis(), START + 2);
    ids.extend(generator.mint_many::<UserId>(3 * PER_TICK));
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert_eq!(ids.last().unwrap().unix_millis(), START + 5);
}

#[test]
fn a_piece_is_waited_for_up_to_max_wait() {
    let (clock, generator) = at(Layout::DEFAULT, Limits::new().max_wait(ms(1)));
    assert_eq!(generator.mint_many::<UserId>(10 * PER_TICK).len(), 10 * PER_TICK);
    let first: UserId = generator.mint();
    clock.step_back(ms(50));
    let (result, ids) = append(&generator, PER_TICK, ms(1));
    assert_eq!(result, Err(MintError::WaitedTooLong { limit: ms(1), wait: ms(51) }));
    // What there was has been appended, and is issued.
    assert_eq!(ids.len(), PER_TICK - 1);
    assert!(first < ids[0] && ids.is_sorted_by(|a, b| a < b));
    let panic = catch_unwind(AssertUnwindSafe(|| generator.mint_many::<UserId>(PER_TICK)));
    let panic = panic.unwrap_err();
    assert!(panic.downcast_ref::<String>().unwrap().starts_with("cannot mint a UserId: "));
}

#[test]
fn a_batch_before_the_end_of_the_layout_is_cut_off_by_it() {
    let end = Layout::DEFAULT.ends_at().unwrap();
    let (clock, generator) = at(Layout::DEFAULT, Limits::new());
    clock.set(end - 1);
    let ended = MintError::LayoutEnded { ended_at: end, layout: "default" };
    let _: UserId = generator.try_mint().unwrap();
    assert_eq!(collect::<UserId>(generator.try_mint_many(PER_TICK)), Err(ended.clone()));
    let (result, ids) = append(&generator, PER_TICK, Duration::MAX);
    assert_eq!(result, Err(ended));
    assert_eq!(ids[PER_TICK - 2].snowflake(), last_of_node_7());
}

fn last_of_node_7() -> Snowflake {
    let parts = Layout::DEFAULT.decompose(Layout::DEFAULT.max_id());
    Layout::DEFAULT.compose(Parts { node: 7, ..parts }).unwrap()
}

#[test]
fn asking_for_absurdly_many_is_an_error_and_no_abort() {
    let (_, generator) = at(Layout::DEFAULT, Limits::new().max_lead(Duration::MAX));
    // There are 2^53 slots at most, whatever the lead.
    assert!(generator.try_mint_many::<UserId>(usize::MAX).is_err());
    assert!(generator.try_mint::<UserId>().is_ok());
}

proptest! {
    #[test]
    fn a_batch_is_an_iterator_from_both_ends(steps in prop::collection::vec(0..4_usize, 0..60)) {
        let (_, generator) = at(Layout::SONYFLAKE, Limits::new());
        let mut batch = generator.try_mint_many::<ReadingId>(40).unwrap();
        // On another clock at the same instant: the same IDs.
        let (_, twin) = at(Layout::SONYFLAKE, Limits::new());
        let mut ids: std::collections::VecDeque<ReadingId> =
            twin.try_mint_many(40).unwrap().collect();
        prop_assert_eq!(ids.len(), 40);
        for step in steps {
            prop_assert_eq!(batch.size_hint(), (ids.len(), Some(ids.len())));
            match step {
                0 => prop_assert_eq!(batch.next(), ids.pop_front()),
                1 => prop_assert_eq!(batch.next_back(), ids.pop_back()),
                skip => {
                    ids.drain(..skip.min(ids.len()));
                    prop_assert_eq!(batch.nth(skip), ids.pop_front());
                }
            }
        }
    }
}
