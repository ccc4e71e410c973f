//! The faults of published generators, each as a test.
//!
//! Those of databases (masks of the wrong precedence, `now()` in a transaction)
//! are not an application's. `fork` is in `fork.rs`, and the absurd reading of the
//! machine's own clock is in `clock_steps.rs`, end to end.

use std::collections::HashSet;
use std::sync::Mutex;
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, SequenceStart, Snowflake};
use snowflake_kit_mint::{
    Clock, ClockError, Generator, ManualClock, MintError, Minter, Node, Reading, Timeline,
};

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;
const EPOCH: i64 = Layout::DEFAULT.epoch_unix_millis();

fn at(start: i64, limits: Limits) -> (ManualClock, Generator<ManualClock>) {
    let clock = ManualClock::at(start);
    let node = Node::fixed(7);
    let generator =
        Generator::with_clock(Layout::DEFAULT, node.with_limits(limits), clock.clone()).unwrap();
    (clock, generator)
}

/// Says what it was told to, reading by reading, and then the last for ever.
struct Script {
    readings: Mutex<Vec<i64>>,
    timeline: Timeline,
}

impl Script {
    fn new(mut readings: Vec<i64>) -> Self {
        readings.reverse();
        Self { readings: Mutex::new(readings), timeline: Timeline::new() }
    }
}

impl Clock for Script {
    fn read(&self) -> Result<Reading, ClockError> {
        let mut readings = self.readings.lock().unwrap();
        let now = *readings.last().unwrap();
        if readings.len() > 1 {
            readings.pop();
        }
        Ok(Reading::at(now))
    }

    fn skip(&self, _: Duration) -> bool {
        true
    }

    fn timeline(&self) -> &Timeline {
        &self.timeline
    }
}

/// Fault: after spinning for the next millisecond, the clock is read a second
/// time and stored unchecked. If it stepped back in between, the millisecond
/// in which it is now is issued once more.
#[test]
fn a_clock_that_steps_back_while_a_mint_waits_brings_no_id_again() {
    for back in [1, 2, 5, 1_000] {
        // Two ticks of IDs, the wait for the third, and the step back as soon
        // as it is there.
        let mut readings = vec![START - 1; 4_096];
        readings.extend(vec![START; 4_096]);
        readings.extend([START, START, START + 1, START + 1 - back, START - back, START]);
        readings.push(START + 1);
        let node = Node::fixed(1);
        let generator = Generator::with_clock(Layout::TSID, node, Script::new(readings)).unwrap();
        let ids: Vec<_> = (0..3 * 4_096).map(|_| generator.mint::<Snowflake>()).collect();
        assert!(ids.is_sorted_by(|a, b| a < b), "back by {back} ms");
    }
}

/// Fault: the sequence is reset before it is checked whether the clock moved
/// backwards (Twitter, 2012). The mint that reports the step has set the
/// sequence to 0, and the next ones issue the millisecond again.
#[test]
fn a_refused_mint_leaves_the_sequence_as_it_was() {
    let limits = Limits::new().max_rollback(Duration::from_millis(1));
    let (clock, generator) = at(START, limits);
    let mut seen: HashSet<Snowflake> =
        (0..100).map(|_| generator.try_mint::<Snowflake>().unwrap()).collect();
    for back in [2, 3, 500, 86_400_000] {
        clock.set(START - back);
        for _ in 0..3 {
            let refused = generator.try_mint::<Snowflake>();
            assert!(matches!(refused, Err(MintError::ClockWentBack { .. })));
        }
        clock.set(START);
        for _ in 0..100 {
            assert!(seen.insert(generator.try_mint::<Snowflake>().unwrap()));
        }
    }
}

/// Fault: "drift" schemes take a reserved past tick for each step back (Yitter)
/// and have used them all up at the fifth.
#[test]
fn the_fifth_step_back_issues_nothing_again_and_neither_does_the_fiftieth() {
    let (clock, generator) = at(START, Limits::new());
    let mut seen = HashSet::new();
    let mut last = Snowflake::MIN;
    for _ in 0..50 {
        for _ in 0..50 {
            let id = generator.try_mint::<Snowflake>().unwrap();
            assert!(seen.insert(id));
            assert!(id > last);
            last = id;
        }
        clock.step_back(Duration::from_millis(7));
    }
    // And so does a clock that goes to and fro.
    for swing in 0..500_i64 {
        clock.set(START + swing - 9 * (swing % 5));
        while let Ok(id) = generator.try_mint::<Snowflake>() {
            assert!(seen.insert(id));
            assert!(id > last);
            last = id;
            if id.get() % 97 == 0 {
                break;
            }
        }
    }
}

/// Fault: an overflowing timestamp is masked, and the IDs of the epoch are
/// issued once more.
#[test]
fn a_timestamp_that_overflows_is_refused() {
    for layout in Layout::PRESETS.iter().filter(|layout| !layout.is_periodic()) {
        let end = layout.ends_at().unwrap();
        let clock = ManualClock::at(end - 1);
        let generator = Generator::with_clock(*layout, Node::fixed(0), clock.clone()).unwrap();
        let last = layout.decompose(generator.try_mint::<Snowflake>().unwrap());
        assert_eq!(last.timestamp, layout.max_timestamp());
        for over in [end, end + 1, end + (end - layout.epoch_unix_millis()), i64::MAX] {
            clock.set(over);
            let refused = generator.try_mint::<Snowflake>();
            assert!(matches!(refused, Err(MintError::LayoutEnded { .. })), "{layout}");
        }
    }
}

/// Fault: a sequence that restarts at 0 every tick makes `id % 2^k` constant at
/// low rates, and all rows go to one shard.
#[test]
fn a_start_other_than_zero_uses_all_shards_at_low_rates() {
    let shards = |start| {
        let (clock, generator) = at(START, Limits::new().sequence_start(start));
        let mint = |_| {
            clock.advance(Duration::from_millis(50));
            generator.try_mint::<Snowflake>().unwrap().get() % 64
        };
        (0..2_000).map(mint).collect::<HashSet<_>>().len()
    };
    assert_eq!(shards(SequenceStart::Zero), 1, "as the docs of the default say");
    assert_eq!(shards(SequenceStart::Random), 64);
    assert_eq!(shards(SequenceStart::Continue), 64);
}

/// Fault: that a recent epoch makes IDs safe as JavaScript numbers. A 41/10/12
/// ID passes 2^53 only 24.86 days after its epoch.
#[test]
fn a_recent_epoch_makes_no_safe_integers() {
    const SAFE: i64 = 1 << 53;
    // 2^53 / 2^22 ms are 24.855 days.
    let passed = EPOCH + (1 << 31);
    let (clock, generator) = at(passed - 1, Limits::new());
    assert!(generator.try_mint::<Snowflake>().unwrap().get() < SAFE);
    clock.set(passed);
    assert!(generator.try_mint::<Snowflake>().unwrap().get() > SAFE);

    let clock = ManualClock::at(Layout::ECMASCRIPT.ends_at().unwrap() - 1);
    let generator = Generator::with_clock(Layout::ECMASCRIPT, Node::fixed(31), clock).unwrap();
    let ids: Vec<_> = std::iter::from_fn(|| generator.try_mint::<Snowflake>().ok()).collect();
    assert_eq!(ids.last().unwrap().get(), SAFE - 1);
}

/// Fault: one absurd forward reading is believed, and minting freezes for as
/// long as the jump. A clock that does not trust what it sees says so, and then
/// the generator has not moved.
#[test]
fn a_reading_that_its_clock_does_not_trust_moves_nothing() {
    struct Doubtful(ManualClock);

    impl Clock for Doubtful {
        fn read(&self) -> Result<Reading, ClockError> {
            let now = self.0.unix_millis();
            if now < START + 1_000 {
                return Ok(Reading::at(now));
            }
            Err(ClockError::LeaptAhead {
                by: Duration::from_millis(now.abs_diff(START)),
                limit: Duration::from_secs(1),
                confirmed_in: Duration::from_secs(60),
            })
        }

        fn timeline(&self) -> &Timeline {
            self.0.timeline()
        }
    }

    let clock = ManualClock::at(START);
    let generator =
        Generator::with_clock(Layout::DEFAULT, Node::fixed(900), Doubtful(clock.clone())).unwrap();
    let before = generator.try_mint::<Snowflake>().unwrap();
    clock.set(START + 86_400_000);
    let error = generator.try_mint::<Snowflake>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "the clock leapt ahead by 86400s, more than the 1s that are believed at once: minting \
         continues if it stays there for another 60s"
    );
    assert!(generator.local().try_mint::<Untrusted>().is_err());
    clock.set(START);
    assert_eq!(generator.try_mint::<Snowflake>().unwrap().get(), before.get() + 1);
}

#[derive(snowflake_kit_derive::SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct Untrusted(Snowflake);

/// Fault: random node IDs collide (38 of 1024: about 50 %), and process IDs
/// are 1 in every container. There is no default node at all.
#[test]
fn there_is_no_generator_without_a_node() {
    // Nothing is installed in this process.
    assert_eq!(Untrusted::try_mint(), Err(MintError::NotInstalled));
}

/// A clock on which a thread is stopped just after it has read it: before it goes
/// on, a second passes and others mint.
struct Stopping {
    clock: ManualClock,
    stop: Mutex<bool>,
    others: Generator<ManualClock>,
}

impl Clock for Stopping {
    fn read(&self) -> Result<Reading, ClockError> {
        let reading = self.clock.read();
        if std::mem::take(&mut *self.stop.lock().unwrap()) {
            self.clock.advance(Duration::from_secs(1));
            self.others.mint::<Snowflake>();
        }
        reading
    }

    fn timeline(&self) -> &Timeline {
        self.clock.timeline()
    }
}

/// Else its own old reading would look like a clock that stepped back: an error, or
/// a wait of a second.
#[test]
fn a_thread_that_was_stopped_reads_the_clock_again() {
    let limits = Limits::new().max_rollback(Duration::ZERO);
    let (clock, others) = at(START, limits);
    let stopping = Stopping { clock: clock.clone(), stop: Mutex::new(false), others };
    let settings = Node::fixed(7).with_limits(limits);
    let generator = Generator::with_clock(Layout::DEFAULT, settings, stopping).unwrap();
    for _ in 0..3 {
        *generator.clock().stop.lock().unwrap() = true;
        let minted = generator.try_mint::<Snowflake>().map(|id| Layout::DEFAULT.decompose(id));
        let parts = minted.unwrap();
        assert_eq!(Layout::DEFAULT.unix_millis(parts.timestamp), Some(clock.unix_millis()));
        assert_eq!(parts.sequence, 1, "after the other's");
    }
}
