//! Where the sequence starts in a new tick, and sequences out of the ordinary.

use std::collections::HashSet;
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Parts, SequenceStart, Snowflake};
use snowflake_kit_mint::{Generator, ManualClock, MintError, Minter, Node};

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;

fn on(clock: &ManualClock, layout: Layout, node: u32, limits: Limits) -> Generator<ManualClock> {
    Generator::with_clock(layout, Node::fixed(node).with_limits(limits), clock.clone()).unwrap()
}

fn starting(start: SequenceStart, seed: u64) -> (ManualClock, Generator<ManualClock>) {
    let clock = ManualClock::at(START);
    let limits = Limits::new().sequence_start(start).seed(seed);
    let generator = on(&clock, Layout::DEFAULT, 7, limits);
    (clock, generator)
}

/// One ID per tick, for so many ticks.
fn at_a_low_rate(start: SequenceStart, seed: u64, ticks: usize) -> Vec<Snowflake> {
    let (clock, generator) = starting(start, seed);
    (0..ticks)
        .map(|_| {
            clock.advance(Duration::from_millis(1));
            generator.try_mint::<Snowflake>().unwrap()
        })
        .collect()
}

/// All IDs from now on until `try_mint` refuses.
fn rest_of_tick(generator: &Generator<ManualClock>) -> Vec<Parts> {
    let mut rest = Vec::new();
    while let Ok(id) = generator.try_mint::<Snowflake>() {
        rest.push(generator.layout().decompose(id));
    }
    rest
}

#[test]
fn at_low_rates_zero_puts_all_ids_on_one_shard() {
    let ids = at_a_low_rate(SequenceStart::Zero, 0, 1_000);
    assert!(ids.iter().all(|id| id.get() % 4096 == 0));
}

#[test]
fn at_low_rates_the_other_starts_spread_ids_evenly_over_shards() {
    const IDS: usize = 1 << 16;
    for start in [SequenceStart::Random, SequenceStart::Continue] {
        for seed in [0, 1, 0xdead_beef] {
            let ids = at_a_low_rate(start, seed, IDS);
            assert!(ids.is_sorted_by(|a, b| a < b));
            for shards in [2_usize, 4, 16, 64, 1_024] {
                let mut load = vec![0_usize; shards];
                for id in &ids {
                    load[id.get() as usize % shards] += 1;
                }
                // A fair draw deviates by five standard deviations on one
                // shard in two million.
                let mean = IDS / shards;
                for (shard, load) in load.into_iter().enumerate() {
                    let is_even = load.abs_diff(mean).pow(2) <= 25 * mean;
                    assert!(is_even, "{start:?}: {load} instead of {mean} on {shard} of {shards}");
                }
            }
        }
    }
}

/// At one ID per second and at a million. Remainders of 256 say those of smaller powers of two, and
/// those of 35 to 99 all smaller odd numbers. (With 125, IDs that are a second apart to the ms have the
/// 1,024 starts alone, which are not within 5 %.)
#[test]
fn remainders_are_within_5_percent_of_even() {
    let divisors: Vec<u32> = [256].into_iter().chain((35..100).step_by(2)).collect();
    // Those that are drawn have to be many for the draw to be even.
    for (start, ids) in [(SequenceStart::Random, 1_536_000), (SequenceStart::Continue, 512_000)] {
        for (per_step, step) in [(1, 1_000), (1_000, 1)] {
            let (clock, generator) = starting(start, 7);
            let mut counts: Vec<_> =
                divisors.iter().map(|divisor| vec![0_u32; *divisor as usize]).collect();
            for _ in 0..ids / per_step {
                clock.advance(Duration::from_millis(step));
                for _ in 0..per_step {
                    let id = generator.try_mint::<Snowflake>().unwrap().get();
                    for (divisor, counts) in divisors.iter().zip(&mut counts) {
                        counts[(id % i64::from(*divisor)) as usize] += 1;
                    }
                }
            }
            for (divisor, counts) in divisors.iter().zip(counts) {
                let even = f64::from(ids) / f64::from(*divisor);
                for count in counts {
                    let off = (f64::from(count) - even).abs() / even;
                    assert!(
                        off < 0.05,
                        "{start:?}, {per_step} IDs each {step} ms, {divisor}: {off}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_random_start_is_replayed_from_its_seed() {
    let ids = |seed| at_a_low_rate(SequenceStart::Random, seed, 1_000);
    assert_eq!(ids(7), ids(7));
    assert_ne!(ids(7), ids(8));
}

#[test]
fn without_a_seed_each_generator_draws_its_own() {
    let ids = || {
        let clock = ManualClock::at(START);
        let limits = Limits::new().sequence_start(SequenceStart::Random);
        let generator = on(&clock, Layout::DEFAULT, 7, limits);
        (0..100)
            .map(|_| {
                clock.advance(Duration::from_millis(1));
                generator.try_mint::<Snowflake>().unwrap()
            })
            .collect::<Vec<_>>()
    };
    assert_ne!(ids(), ids());
}

#[test]
fn a_start_costs_a_quarter_of_the_tick_at_most() {
    for start in [SequenceStart::Random, SequenceStart::Continue] {
        let (clock, generator) = starting(start, 5);
        let mut fewest = usize::MAX;
        for _ in 0..200 {
            clock.advance(Duration::from_millis(1));
            let ids = rest_of_tick(&generator);
            assert!(ids.is_sorted_by(|a, b| a < b));
            assert_eq!(ids.last().unwrap().sequence, 4095, "up to the last slot");
            assert!(ids[0].sequence < 1_024);
            fewest = fewest.min(ids.len());
        }
        assert!(fewest > 3_072);
    }
}

#[test]
fn continue_goes_on_with_the_next_number() {
    let (clock, generator) = starting(SequenceStart::Continue, 0);
    let mut last = Layout::DEFAULT.decompose(generator.try_mint::<Snowflake>().unwrap()).sequence;
    for _ in 0..3_000 {
        clock.advance(Duration::from_millis(1));
        let sequence =
            Layout::DEFAULT.decompose(generator.try_mint::<Snowflake>().unwrap()).sequence;
        assert_eq!(sequence, (last + 1) % 1_024);
        last = sequence;
    }
}

#[test]
fn a_narrow_sequence_has_no_room_for_another_start() {
    for sequence_bits in 0..=2 {
        let layout = Layout::builder("narrow")
            .time_bits(41)
            .node_bits(3)
            .sequence_bits(sequence_bits)
            .build();
        for start in [SequenceStart::Random, SequenceStart::Continue] {
            let clock = ManualClock::at(START);
            let generator = on(&clock, layout, 7, Limits::new().sequence_start(start).seed(1));
            for _ in 0..100 {
                clock.advance(Duration::from_millis(1));
                assert_eq!(rest_of_tick(&generator).len(), 1 << sequence_bits);
            }
        }
    }
}

#[test]
fn a_layout_without_a_sequence_has_one_id_per_tick() {
    let layout = Layout::builder("single").time_bits(41).node_bits(10).build();
    let clock = ManualClock::at(layout.epoch_unix_millis());
    let generator = on(&clock, layout, 0, Limits::new());
    // That of the epoch's tick would be 0.
    let wait = Duration::from_millis(1);
    assert_eq!(generator.try_mint::<Snowflake>(), Err(MintError::WouldWait { wait }));
    for timestamp in 1..100 {
        clock.advance(wait);
        let parts = layout.decompose(generator.try_mint::<Snowflake>().unwrap());
        assert_eq!(parts, Parts { timestamp, ..Parts::default() });
        assert_eq!(generator.try_mint::<Snowflake>(), Err(MintError::WouldWait { wait }));
    }
    assert_eq!(layout.ids_per_second(), 1_000);
}

#[test]
fn a_layout_without_a_node_takes_node_zero_alone() {
    let clock = ManualClock::at(START);
    let generator = on(&clock, Layout::MASTODON, 0, Limits::new());
    let ids = rest_of_tick(&generator);
    assert_eq!(ids.len(), 65_536);
    assert_eq!(
        ids[65_535],
        Parts { timestamp: START.cast_unsigned(), sequence: 65_535, ..Parts::default() }
    );
}

#[test]
fn a_sequence_above_the_node_counts_in_order() {
    let clock = ManualClock::at(START);
    let generator = on(&clock, Layout::SONYFLAKE, 65_535, Limits::new());
    let ids = rest_of_tick(&generator);
    let sequences: Vec<_> = ids.iter().map(|parts| parts.sequence).collect();
    assert_eq!(sequences, (0..256).collect::<Vec<_>>());
    assert!(ids.iter().all(|parts| parts.node == 65_535));
}

/// The instant at which the timestamps of `TRACE_ID` begin again at 0:
/// 2027-06-02T12:28:48Z.
const WRAP: i64 = 1_811_939_328_000;

#[test]
fn a_counter_from_one_is_never_zero_and_goes_on_into_the_next_chunk() {
    let clock = ManualClock::at(START);
    let generator = on(&clock, Layout::TRACE_ID, 7, Limits::new());
    let ids: Vec<_> = (0..3_000).map(|_| generator.try_mint::<Snowflake>().unwrap()).collect();
    assert!(ids.is_sorted_by(|a, b| a < b));
    for (index, id) in ids.into_iter().enumerate() {
        assert!(Layout::TRACE_ID.contains(id));
        let sequence = Layout::TRACE_ID.decompose(id).sequence;
        let parts: Vec<_> = Layout::TRACE_ID.split_sequence(sequence).collect();
        let (chunk, counter) = (index as u32 / 1_023, index as u32 % 1_023 + 1);
        assert_eq!(parts, [("chunk", chunk), ("counter", counter)]);
    }
}

#[test]
fn every_slot_of_a_tick_of_trace_ids_is_used() {
    let clock = ManualClock::at(START);
    let generator = on(&clock, Layout::TRACE_ID, 7, Limits::new());
    let ids = rest_of_tick(&generator);
    assert_eq!(ids.len() as u64, Layout::TRACE_ID.ids_per_second());
    assert_eq!(ids.len(), 4_096 * 1_023);
    assert_eq!(ids.last().unwrap().sequence, (1 << 22) - 1);
}

#[test]
fn trace_ids_go_on_when_their_timestamp_wraps() {
    let clock = ManualClock::at(WRAP - 1);
    let generator = on(&clock, Layout::TRACE_ID, 0, Limits::new());
    let timestamp = |id: Snowflake| Layout::TRACE_ID.decompose(id).timestamp;
    let mut before = HashSet::new();
    for _ in 0..2_000 {
        let id = generator.try_mint::<Snowflake>().unwrap();
        assert_eq!(timestamp(id), (1 << 25) - 1);
        before.insert(id);
    }
    clock.advance(Duration::from_millis(1));
    for sequence in 1..=1_023 {
        let id = generator.try_mint::<Snowflake>().unwrap();
        // Time and node are 0 here: the counter alone keeps the ID from being 0.
        assert_eq!(id.get(), sequence);
        assert!(!before.contains(&id));
    }
    // A step back over the wrap goes on after it.
    clock.step_back(Duration::from_millis(1));
    assert_eq!(timestamp(generator.try_mint::<Snowflake>().unwrap()), 0);
}
