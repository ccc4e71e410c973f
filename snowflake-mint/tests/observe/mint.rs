//! Minting, and the clock that it uses.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use metrics::{Counter, Gauge, Histogram, Key, KeyName, Metadata, SharedString, Unit};

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{
    Clock, ClockError, Generator, ManualClock, MintError, Minter, Node, Reading, Settings,
    publish_metrics,
};

use test_processes::operator::EachEvent;
use tracing::subscriber;

use crate::{NOW, observed};

/// Four IDs a tick.
const LAYOUT: Layout = Layout::builder("four").time_bits(43).node_bits(4).sequence_bits(2).build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = LAYOUT)]
struct FourId(Snowflake);

/// 256 IDs a tick.
const WIDE: Layout = Layout::builder("wide").time_bits(43).node_bits(4).sequence_bits(8).build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = WIDE)]
struct WideId(Snowflake);

fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn on(
    clock: &ManualClock,
    layout: Layout,
    settings: impl Into<Settings>,
) -> Generator<ManualClock> {
    Generator::with_clock(layout, settings, clock.clone()).unwrap()
}

const MINTED: &str = "snowflake_minted_total{layout=four}";

#[test]
fn each_id_is_counted_once() {
    observed(|operator| {
        let clock = ManualClock::at(NOW);
        let generator = on(&clock, LAYOUT, Node::fixed(7));
        assert!(operator.metrics().is_empty());

        generator.try_mint::<FourId>().unwrap();
        generator.try_mint::<Snowflake>().unwrap();
        generator.try_mint_many::<FourId>(0).unwrap().for_each(|_: FourId| ());
        generator.try_mint_many::<FourId>(2).unwrap().for_each(|_: FourId| ());
        generator.try_mint::<FourId>().unwrap_err();
        assert!(!operator.metrics().contains_key(MINTED), "it is published, not told");
        publish_metrics();
        assert_eq!(operator.metrics()[MINTED], "4");
        publish_metrics();
        assert!(!operator.metrics().contains_key(MINTED));

        // Waiting, in pieces.
        assert_eq!(generator.mint_many::<FourId>(10).len(), 10);
        let _: Vec<FourId> = generator.mint_many(7);
        generator.mint::<FourId>();
        generator.mint::<Snowflake>();
        publish_metrics();
        assert_eq!(operator.metrics()[MINTED], "19");
    });
}

#[test]
fn what_ended_is_counted_as_well() {
    observed(|operator| {
        for node in 0..100 {
            // Another time each, which ends with the generator.
            let generator = on(&ManualClock::at(NOW), LAYOUT, Node::fixed(node % 16));
            generator.try_mint::<FourId>().unwrap();
        }
        publish_metrics();
        assert_eq!(operator.metrics()[MINTED], "100");
    });
}

#[test]
fn of_a_handle_those_are_counted_that_were_minted() {
    const MINTED: &str = "snowflake_minted_total{layout=wide}";
    observed(|operator| {
        let clock = ManualClock::at(NOW);
        let generator = on(&clock, WIDE, Node::fixed(7));
        drop(generator.local());
        {
            // 20 of them are a block and 4 of the next one.
            let local = generator.local();
            let mint = |count| (0..count).for_each(|_| assert!(local.try_mint::<WideId>().is_ok()));
            mint(20);
            clock.advance(ms(1));
            mint(3);
            generator.change_node(Node::fixed(8)).unwrap();
            mint(5);
        }
        publish_metrics();
        assert_eq!(operator.metrics()[MINTED], "28");
    });
}

#[test]
fn waits_are_recorded_in_seconds_be_they_in_vain() {
    const WAIT: &str = "snowflake_mint_wait_seconds{layout=four}";
    observed(|operator| {
        let clock = ManualClock::at(NOW);
        let generator = on(&clock, LAYOUT, Node::fixed(7));
        generator.mint_many::<FourId>(4);
        assert!(!operator.metrics().contains_key(WAIT));
        generator.mint::<FourId>();
        assert_eq!(operator.metrics()[WAIT], "0.001");
        generator.mint_many::<FourId>(8);
        assert_eq!(operator.metrics()[WAIT], "0.002");
        // Known to be in vain beforehand.
        clock.step_back(ms(5_000));
        generator.mint_many::<FourId>(3);
        let waited = generator.mint_timeout::<FourId>(ms(2_000));
        assert!(matches!(waited, Err(MintError::WaitedTooLong { .. })));
        assert!(!operator.metrics().contains_key(WAIT));
    });
}

#[test]
fn the_time_that_a_layout_has_left_is_a_gauge() {
    const ENDS: &str = "snowflake_layout_ends_seconds{layout=four}";
    observed(|operator| {
        // By the machine's clock, whatever the generator's is.
        let _generator = on(&ManualClock::at(NOW), LAYOUT, Node::fixed(7));
        publish_metrics();
        let left: f64 = operator.metrics()[ENDS].parse().unwrap();
        let end = Duration::from_millis(LAYOUT.ends_at().unwrap().unsigned_abs());
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        let expected = end.as_secs_f64() - now.as_secs_f64();
        assert!((left - expected).abs() < 60.0, "{left} instead of {expected}");
    });
}

#[test]
fn the_largest_lead_is_a_gauge_and_an_event_when_it_is_published() {
    const LEAD: &str = "snowflake_lead_seconds{layout=four}";
    observed(|operator| {
        let clock = ManualClock::at(NOW);
        let limits = Limits::new().max_lead(ms(2_000));
        let generator = on(&clock, LAYOUT, Node::fixed(7).with_limits(limits));
        generator.mint_many::<FourId>(4);
        publish_metrics();
        assert!(!operator.metrics().contains_key(LEAD));
        // 1,500 ticks, of which one is the present.
        generator.mint_many::<FourId>(4 * 1_499);
        clock.advance(ms(1_400));
        generator.mint::<FourId>();
        assert_eq!(operator.events(), [] as [&str; 0]);
        publish_metrics();
        assert_eq!(operator.metrics()[LEAD], "1.499");
        assert_eq!(
            operator.events(),
            ["DEBUG snowflake::mint: IDs were ahead of the clock layout=\"four\" lead_ms=1499"]
        );
        // Still ahead.
        generator.mint::<FourId>();
        publish_metrics();
        assert_eq!(operator.metrics()[LEAD], "0.1");
        clock.advance(ms(1_000));
        generator.mint::<FourId>();
        operator.events();
        publish_metrics();
        assert!(!operator.metrics().contains_key(LEAD));
        assert_eq!(operator.events(), [] as [&str; 0]);
    });
}

#[test]
fn figures_are_in_milliseconds_whatever_a_tick_is() {
    const TENS: Layout =
        Layout::builder("tens").time_bits(43).node_bits(4).sequence_bits(2).tick_millis(10).build();
    observed(|operator| {
        let clock = ManualClock::at(NOW);
        let limits = Limits::new().max_lead(ms(2_000));
        let generator = on(&clock, TENS, Node::fixed(7).with_limits(limits));
        // All but one of 150 ticks, of which one is the present.
        for _ in 0..4 * 150 - 1 {
            generator.try_mint::<Snowflake>().unwrap();
        }
        publish_metrics();
        assert_eq!(operator.metrics()["snowflake_lead_seconds{layout=tens}"], "1.49");
        operator.events();
        clock.step_back(ms(3_000));
        generator.try_mint::<Snowflake>().unwrap();
        assert_eq!(
            operator.events(),
            ["WARN snowflake::clock: the clock stepped back: minting goes on layout=\"tens\" \
              node=7 by_ms=2490 until=2025-12-31T23:59:59.490Z"]
        );
    });
}

#[test]
fn a_step_back_is_told_once() {
    observed(|operator| {
        let clock = ManualClock::at(NOW);
        let generator = on(&clock, WIDE, Node::fixed(7));
        for (step, until) in [(2_000, "00:00:00.000"), (9_000, "00:00:05.000")] {
            generator.mint::<WideId>();
            clock.step_back(ms(step));
            for _ in 0..50 {
                generator.try_mint::<WideId>().unwrap();
                clock.advance(ms(7));
            }
            let event = format!(
                "WARN snowflake::clock: the clock stepped back: minting goes on \
                 layout=\"wide\" node=7 by_ms={step} until=2026-01-01T{until}Z"
            );
            assert_eq!(operator.events(), [event]);
            publish_metrics();
            let metrics = operator.metrics();
            assert_eq!(metrics["snowflake_rollback_absorbed_total{layout=wide}"], "1");
            assert!(!metrics.contains_key("snowflake_rollback_refused_total{layout=wide}"));
            clock.set(NOW + 5_000);
        }
    });
}

#[test]
fn a_step_back_that_is_too_large_is_told_once_and_then_that_it_is_near() {
    const REFUSED: &str = "snowflake_rollback_refused_total{layout=four}";
    const ABSORBED: &str = "snowflake_rollback_absorbed_total{layout=four}";
    observed(|operator| {
        let clock = ManualClock::at(NOW);
        let limits = Limits::new().max_lead(ms(100)).max_rollback(ms(1_000));
        let generator = on(&clock, LAYOUT, Node::fixed(7).with_limits(limits));
        generator.mint_many::<FourId>(4 * 101);
        clock.step_back(ms(3_600_000));
        for _ in 0..100 {
            generator.try_mint::<FourId>().unwrap_err();
            clock.advance(ms(100));
        }
        // Until the clock is where the lead allows the last ID again.
        assert_eq!(
            operator.events(),
            ["ERROR snowflake::clock: the clock stepped back: nothing is minted \
              layout=\"four\" node=7 by_ms=3600000 until=2026-01-01T00:00:00.000Z"]
        );
        publish_metrics();
        let metrics = operator.metrics();
        assert_eq!((&*metrics[REFUSED], metrics.get(ABSORBED)), ("1", None));
        operator.events();

        clock.set(NOW - 900);
        generator.try_mint::<FourId>().unwrap_err();
        clock.set(NOW - 800);
        generator.try_mint::<FourId>().unwrap_err();
        assert_eq!(
            operator.events(),
            ["WARN snowflake::clock: the clock stepped back: minting goes on layout=\"four\" \
              node=7 by_ms=900 until=2026-01-01T00:00:00.000Z"]
        );
        publish_metrics();
        let metrics = operator.metrics();
        assert_eq!((metrics.get(REFUSED), &*metrics[ABSORBED]), (None, "1"));
    });
}

/// Two cores may read the clock a tick apart.
#[test]
fn a_tick_is_no_step() {
    observed(|operator| {
        for layout in [LAYOUT, WIDE] {
            let clock = ManualClock::at(NOW);
            let generator = on(&clock, layout, Node::fixed(7));
            generator.mint::<Snowflake>();
            clock.step_back(ms(1));
            // Until the tick is used up.
            while generator.try_mint::<Snowflake>().is_ok() {}
            assert_eq!(operator.events(), [] as [&str; 0]);
        }
    });
}

/// Goes on at half the speed after a step back, as the machine's clock does.
struct Hiding {
    wall: ManualClock,
    stepped_at: i64,
}

impl Clock for Hiding {
    fn read(&self) -> Result<Reading, ClockError> {
        let wall = self.wall.unix_millis();
        let shown = i64::midpoint(self.stepped_at, wall);
        if wall >= self.stepped_at {
            return Ok(Reading::at(wall));
        }
        Ok(Reading::at(shown).with_wall_behind(shown.abs_diff(wall)))
    }

    fn skip(&self, wait: Duration) -> bool {
        self.wall.skip(wait)
    }
}

#[test]
fn a_step_back_that_the_clock_hides_is_told_once() {
    observed(|operator| {
        let wall = ManualClock::at(NOW - 3_000);
        let clock = Hiding { wall: wall.clone(), stepped_at: NOW + 3_000 };
        let generator = Generator::with_clock(WIDE, Node::fixed(7), clock).unwrap();
        wall.advance(ms(1));
        while wall.unix_millis() < NOW + 4_000 {
            generator.mint_timeout::<WideId>(ms(1_000)).unwrap();
            wall.advance(ms(7));
        }
        assert_eq!(
            operator.events(),
            ["WARN snowflake::clock: the clock stepped back: minting goes on layout=\"wide\" \
              node=7 by_ms=2999 until=2026-01-01T00:00:02.999Z"]
        );
    });
}

/// Leaps as long as it is told to.
struct Leaping(AtomicBool);

impl Clock for &Leaping {
    fn read(&self) -> Result<Reading, ClockError> {
        if self.0.load(Ordering::Relaxed) {
            let (by, limit) = (ms(3_600_000), ms(10_000));
            // In an hour, so that all of the test is within one confirmation.
            return Err(ClockError::LeaptAhead { by, limit, confirmed_in: ms(3_600_000) });
        }
        Ok(Reading::at(NOW))
    }
}

#[test]
fn a_leap_is_told_once() {
    observed(|operator| {
        let clock = Leaping(AtomicBool::new(false));
        let generator = Generator::with_clock(WIDE, Node::fixed(9), &clock).unwrap();
        clock.0.store(true, Ordering::Relaxed);
        for _ in 0..100 {
            generator.try_mint::<WideId>().unwrap_err();
        }
        assert_eq!(
            operator.events(),
            ["WARN snowflake::clock: the clock leapt ahead: nothing is minted before that is \
              confirmed layout=\"wide\" node=9 error=the clock leapt ahead by 3600s, more than \
              the 10s that are believed at once: minting continues if it stays there for \
              another 3600s"]
        );
        publish_metrics();
        assert_eq!(operator.metrics()["snowflake_clock_leaps_total{layout=wide}"], "1");
    });
}

/// Panics whatever it is told of.
struct Panicking;

impl metrics::Recorder for Panicking {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {
        panic!("as the test wants it");
    }

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {
        panic!("as the test wants it");
    }

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {
        panic!("as the test wants it");
    }

    fn register_counter(&self, _: &Key, _: &Metadata<'_>) -> Counter {
        panic!("as the test wants it");
    }

    fn register_gauge(&self, _: &Key, _: &Metadata<'_>) -> Gauge {
        panic!("as the test wants it");
    }

    fn register_histogram(&self, _: &Key, _: &Metadata<'_>) -> Histogram {
        panic!("as the test wants it");
    }
}

#[test]
fn who_listens_and_panics_reaches_no_mint() {
    let events = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&events);
    let subscriber = EachEvent(move |_: String| {
        counted.fetch_add(1, Ordering::Relaxed);
        panic!("as the test wants it");
    });
    let minted = || {
        let clock = ManualClock::at(NOW);
        let generator = on(&clock, WIDE, Node::fixed(7));
        generator.mint::<WideId>();
        // Ridden out, and then refused.
        clock.step_back(ms(5));
        generator.mint::<WideId>();
        clock.step_back(ms(60_000));
        let refused = generator.try_mint::<WideId>();
        assert!(matches!(refused, Err(MintError::ClockWentBack { .. })), "{refused:?}");
        clock.advance(ms(70_000));
        generator.mint::<WideId>();
        publish_metrics();
    };
    metrics::with_local_recorder(&Panicking, || subscriber::with_default(subscriber, minted));
    assert_eq!(events.load(Ordering::Relaxed), 2);
}
