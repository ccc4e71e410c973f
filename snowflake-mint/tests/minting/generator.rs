//! One generator on a clock that is set by hand: order, and the limits.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{LazyLock, Mutex};
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{
    Clock, ClockError, Generator, Grant, ManualClock, MintError, Minter, Node, Permit, Reading,
    Timeline,
};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint", layout = "sonyflake")]
struct ReadingId(Snowflake);

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;
const EPOCH: i64 = Layout::DEFAULT.epoch_unix_millis();
const PER_TICK: u64 = 4096;

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

fn at(start: i64, limits: Limits) -> (ManualClock, Generator<ManualClock>) {
    with_layout(Layout::DEFAULT, start, limits)
}

fn with_layout(
    layout: Layout,
    start: i64,
    limits: Limits,
) -> (ManualClock, Generator<ManualClock>) {
    let clock = ManualClock::at(start);
    let node = Node::fixed(layout.max_node().min(7));
    let generator = Generator::with_clock(layout, node.with_limits(limits), clock.clone()).unwrap();
    (clock, generator)
}

/// Mints until `try_mint` refuses.
fn exhaust(generator: &Generator<impl Clock>) -> (u64, MintError) {
    let mut minted = 0;
    loop {
        match generator.try_mint::<Snowflake>() {
            Ok(_) => minted += 1,
            Err(error) => return (minted, error),
        }
    }
}

fn would_wait(millis: u64) -> MintError {
    MintError::WouldWait { wait: ms(millis) }
}

#[test]
fn a_tick_is_used_up_to_its_last_slot_and_in_order() {
    let (clock, generator) = at(START, Limits::new());
    for tick in 0..3_u32 {
        let timestamp = Layout::DEFAULT.timestamp(START).unwrap() + u64::from(tick);
        for sequence in 0..PER_TICK as u32 {
            let parts = generator.try_mint::<UserId>().unwrap().parts();
            assert_eq!((parts.timestamp, parts.node, parts.sequence), (timestamp, 7, sequence));
        }
        assert_eq!(generator.try_mint::<UserId>(), Err(would_wait(1)));
        assert_eq!(generator.try_mint::<UserId>(), Err(would_wait(1)), "asking costs nothing");
        clock.advance(ms(1));
    }
}

#[test]
fn a_mint_that_waits_moves_a_manual_clock_by_no_more_than_it_must() {
    let (clock, generator) = at(START, Limits::new());
    let ids: Vec<UserId> = (0..=2 * PER_TICK).map(|_| generator.mint()).collect();
    assert!(ids.is_sorted_by(|a, b| a < b));
    assert_eq!(clock.unix_millis(), START + 2);
}

#[test]
fn the_wait_is_up_to_the_beginning_of_the_next_tick() {
    // 3 ms of the 10 ms tick have passed.
    let start = Layout::SONYFLAKE.epoch_unix_millis() + 1_000_003;
    let (clock, generator) = with_layout(Layout::SONYFLAKE, start, Limits::new());
    assert_eq!(exhaust(&generator), (256, would_wait(7)));
    clock.advance(ms(6));
    assert_eq!(generator.try_mint::<Snowflake>(), Err(would_wait(1)));
    clock.advance(ms(1));
    assert!(generator.try_mint::<Snowflake>().is_ok());
}

#[test]
fn a_slot_that_becomes_free_within_max_wait_is_waited_for() {
    let start = Layout::SONYFLAKE.epoch_unix_millis() + 1_000_003;
    let (clock, generator) = with_layout(Layout::SONYFLAKE, start, Limits::new());
    exhaust(&generator);
    assert_eq!(
        generator.mint_timeout::<ReadingId>(ms(6)),
        Err(MintError::WaitedTooLong { limit: ms(6), wait: ms(7) })
    );
    assert_eq!(clock.unix_millis(), start, "it is clear beforehand");
    assert!(generator.mint_timeout::<ReadingId>(ms(7)).is_ok());
}

#[test]
fn a_wait_is_measured_against_max_wait() {
    let (clock, generator) = at(START, Limits::new().max_wait(ms(5)));
    exhaust(&generator);
    clock.step_back(ms(5));
    assert_eq!(
        generator.mint_timeout::<UserId>(ms(5)),
        Err(MintError::WaitedTooLong { limit: ms(5), wait: ms(6) })
    );
    assert_eq!(clock.unix_millis(), START - 5, "it is clear beforehand");
    let panic = catch_unwind(AssertUnwindSafe(|| generator.mint::<UserId>())).unwrap_err();
    assert_eq!(
        panic.downcast_ref::<String>().unwrap(),
        "cannot mint a UserId: no slot became free within max_wait = 5ms; it takes 6ms more"
    );
    assert_eq!(generator.mint_timeout::<UserId>(ms(6)).unwrap().unix_millis(), START + 1);
}

#[test]
fn a_lead_is_exact() {
    for lead in [0, 1, 10, 1_000] {
        let (clock, generator) = at(START, Limits::new().max_lead(ms(lead)));
        let (minted, error) = exhaust(&generator);
        assert_eq!((minted, error), (PER_TICK * (lead + 1), would_wait(1)));
        clock.advance(ms(1));
        let last = generator.try_mint::<UserId>().unwrap();
        assert_eq!(last.unix_millis(), START + 1 + lead.cast_signed());
    }
}

#[test]
fn a_lead_finer_than_a_tick_is_rounded_down() {
    let start = Layout::SONYFLAKE.epoch_unix_millis() + 1_000_000;
    for (lead, ticks) in [(9, 1), (10, 2), (19, 2), (20, 3)] {
        let (_, generator) =
            with_layout(Layout::SONYFLAKE, start, Limits::new().max_lead(ms(lead)));
        assert_eq!(exhaust(&generator).0, 256 * ticks);
    }
    let (_, generator) = at(START, Limits::new().max_lead(Duration::from_micros(999)));
    assert_eq!(exhaust(&generator).0, PER_TICK);
}

#[test]
fn minting_goes_on_in_the_last_tick_while_the_clock_is_back() {
    let (clock, generator) = at(START, Limits::new());
    let first: UserId = generator.try_mint().unwrap();
    clock.step_back(ms(500));
    for next in 1..PER_TICK.cast_signed() {
        let id: UserId = generator.try_mint().unwrap();
        assert_eq!(id.get(), first.get() + next);
    }
    assert_eq!(generator.try_mint::<UserId>(), Err(would_wait(501)));
    clock.advance(ms(500));
    assert_eq!(generator.try_mint::<UserId>(), Err(would_wait(1)));
    clock.advance(ms(1));
    assert_eq!(generator.try_mint::<UserId>().unwrap().unix_millis(), START + 1);
}

#[test]
fn a_step_back_is_borne_up_to_max_rollback_exactly() {
    let (clock, generator) = at(START, Limits::new().max_rollback(ms(500)));
    let _: UserId = generator.try_mint().unwrap();
    clock.step_back(ms(501));
    let error = generator.try_mint::<UserId>().unwrap_err();
    assert_eq!(error, MintError::ClockWentBack { by: ms(501), limit: ms(500) });
    assert_eq!(error.retry_after(), Some(ms(1)));
    assert_eq!(generator.mint_timeout::<UserId>(Duration::MAX), Err(error), "it does not wait");
    clock.advance(ms(1));
    assert_eq!(generator.try_mint::<UserId>().unwrap().unix_millis(), START);
}

/// A clock of which the readings are given.
#[derive(Default)]
struct Told(Mutex<VecDeque<Reading>>);

impl Told {
    fn next(&self, readings: impl IntoIterator<Item = Reading>) {
        self.0.lock().unwrap().extend(readings);
    }
}

impl Clock for &Told {
    fn read(&self) -> Result<Reading, ClockError> {
        Ok(self.0.lock().unwrap().pop_front().expect("a reading is told"))
    }

    fn timeline(&self) -> &Timeline {
        static TIMELINE: LazyLock<Timeline> = LazyLock::new(Timeline::new);
        &TIMELINE
    }
}

#[test]
fn a_wall_clock_that_is_behind_is_borne_up_to_max_rollback_exactly() {
    let clock = Told::default();
    let limits = Limits::new().max_rollback(ms(500));
    let generator =
        Generator::with_clock(Layout::DEFAULT, Node::fixed(1).with_limits(limits), &clock).unwrap();
    let behind = |time, behind| Reading::at(START + time).with_wall_behind(behind);
    let minted = |reading: Reading| {
        // It is read twice before it is refused.
        clock.next([reading; 2]);
        let minted = generator.try_mint::<UserId>().map(|id| id.unix_millis() - START);
        clock.0.lock().unwrap().clear();
        minted
    };
    assert_eq!(minted(behind(0, 0)), Ok(0));
    assert_eq!(minted(behind(5, 500)), Ok(5));
    let refused = MintError::ClockWentBack { by: ms(501), limit: ms(500) };
    assert_eq!(minted(behind(5, 501)), Err(refused));
    // After that it is followed as soon as it is not before what was issued.
    assert_eq!(minted(behind(506, 501)), Ok(5));
    assert_eq!(minted(behind(507, 500)), Ok(7));
    assert_eq!(minted(behind(508, 0)), Ok(508));
}

#[test]
fn a_batch_that_fits_the_second_reading_exactly_is_minted() {
    let clock = Told::default();
    let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(2), &clock).unwrap();
    clock.next([0, 0, 1].map(|time| Reading::at(START + time)));
    assert_eq!(generator.try_mint::<UserId>().unwrap().unix_millis(), START);
    let mut ids = generator.try_mint_many::<UserId>(PER_TICK as usize).unwrap();
    assert!(ids.all(|id| id.unix_millis() == START + 1));
}

#[test]
fn the_largest_batch_waits_for_a_tick_of_its_own() {
    let (clock, generator) = at(START, Limits::new());
    generator.try_mint::<UserId>().unwrap();
    let minted =
        |count: u64| generator.try_mint_many::<UserId>(count as usize).map(|ids| ids.len() as u64);
    assert_eq!(minted(PER_TICK), Err(would_wait(1)));
    clock.advance(ms(1));
    assert_eq!(minted(PER_TICK), Ok(PER_TICK));
    let refused = MintError::BatchTooLarge { wanted: PER_TICK + 1, max: PER_TICK };
    assert_eq!(minted(PER_TICK + 1), Err(refused));
}

/// A renewal would not help.
#[test]
fn after_the_end_of_the_layout_no_lease_is_said_to_have_ended() {
    let until = Layout::DEFAULT.ends_at().unwrap();
    let permit = Permit::new(Grant { node: 3, token: 1, from: 0, until });
    let clock = ManualClock::at(until - 1);
    let generator = Generator::with_clock(Layout::DEFAULT, permit, clock).unwrap();
    generator.try_mint::<UserId>().unwrap();
    assert!(generator.try_mint_many::<UserId>(PER_TICK as usize - 1).is_ok());
    let batch = generator.try_mint_many::<UserId>(PER_TICK as usize);
    assert!(matches!(batch, Err(MintError::LayoutEnded { .. })), "{batch:?}");
}

#[test]
fn a_step_back_within_the_lead_is_not_noticed() {
    let limits = Limits::new().max_lead(ms(100)).max_rollback(Duration::ZERO);
    let (clock, generator) = at(START, limits);
    let first: UserId = generator.try_mint().unwrap();
    clock.step_back(ms(100));
    assert_eq!(generator.try_mint::<UserId>().unwrap().get(), first.get() + 1);
    clock.step_back(ms(2));
    assert!(matches!(generator.try_mint::<UserId>(), Err(MintError::ClockWentBack { .. })));
}

#[test]
fn a_clock_that_leapt_ahead_and_back_issues_nothing_twice() {
    let (clock, generator) = at(START, Limits::new());
    let before: UserId = generator.try_mint().unwrap();
    clock.set(START + 3_600_000);
    let far: UserId = generator.try_mint().unwrap();
    assert_eq!(far.unix_millis(), START + 3_600_000);
    clock.set(START);
    assert_eq!(
        generator.try_mint::<UserId>(),
        Err(MintError::ClockWentBack {
            by: Duration::from_secs(3600),
            limit: Limits::new().max_rollback
        })
    );
    clock.set(START + 3_600_000);
    let after: UserId = generator.try_mint().unwrap();
    assert!(before < far);
    assert_eq!(after.get(), far.get() + 1);
}

#[test]
fn before_the_epoch_there_is_nothing_to_mint() {
    for unix_millis in [EPOCH - 1, 0, -1, i64::MIN] {
        let (_, generator) = at(unix_millis, Limits::new().max_lead(Duration::MAX));
        let error = MintError::BeforeEpoch { unix_millis, epoch: EPOCH, layout: "default" };
        assert_eq!(generator.try_mint::<UserId>(), Err(error.clone()));
        assert_eq!(generator.mint_timeout::<UserId>(Duration::MAX), Err(error));
    }
    let error = MintError::BeforeEpoch { unix_millis: 0, epoch: EPOCH, layout: "default" };
    assert_eq!(
        error.to_string(),
        "the clock says 1970-01-01T00:00:00.000Z, which is before the epoch \
         2025-01-01T00:00:00.000Z of the layout `default`: set the clock"
    );
}

#[test]
fn the_epochs_own_tick_lacks_the_slot_that_would_be_zero() {
    let clock = ManualClock::at(EPOCH);
    let generator = Generator::with_clock(Layout::DEFAULT, Node::fixed(0), clock).unwrap();
    assert_eq!(generator.try_mint::<Snowflake>().unwrap(), Snowflake::MIN);
    assert_eq!(exhaust(&generator).0, PER_TICK - 2);
}

#[test]
fn past_the_end_there_is_nothing_to_mint() {
    let end = Layout::DEFAULT.ends_at().unwrap();
    for unix_millis in [end, end + 1, i64::MAX] {
        let (_, generator) = at(unix_millis, Limits::new());
        let error = MintError::LayoutEnded { ended_at: end, layout: "default" };
        assert_eq!(generator.try_mint::<UserId>(), Err(error.clone()));
        assert_eq!(generator.mint_timeout::<UserId>(Duration::MAX), Err(error));
    }
    assert_eq!(
        MintError::LayoutEnded { ended_at: end, layout: "default" }.to_string(),
        "the layout `default` has no timestamps from 2094-09-07T15:47:35.552Z on: move to a \
         layout with a later epoch or more time bits"
    );
}

#[test]
fn the_last_tick_of_a_layout_is_used_up_to_its_last_id() {
    let end = Layout::DEFAULT.ends_at().unwrap();
    for limits in [Limits::new(), Limits::new().max_lead(Duration::MAX)] {
        let clock = ManualClock::at(end - 1);
        let node = Node::fixed(1023);
        let generator =
            Generator::with_clock(Layout::DEFAULT, node.with_limits(limits), clock).unwrap();
        let mut last = None;
        let error = loop {
            match generator.try_mint::<Snowflake>() {
                Ok(id) => last = Some(id),
                Err(error) => break error,
            }
        };
        assert_eq!(error, MintError::LayoutEnded { ended_at: end, layout: "default" });
        assert_eq!(last, Some(Layout::DEFAULT.max_id()));
        assert_eq!(generator.mint_timeout::<UserId>(Duration::MAX), Err(error));
    }
}

#[test]
fn an_endless_lead_ends_with_the_layout() {
    let end = Layout::DEFAULT.ends_at().unwrap();
    let (_, generator) = at(end - 3, Limits::new().max_lead(Duration::MAX));
    let (minted, error) = exhaust(&generator);
    assert_eq!(minted, 3 * PER_TICK);
    assert_eq!(error, MintError::LayoutEnded { ended_at: end, layout: "default" });
}

#[test]
fn a_type_of_another_layout_is_refused() {
    let (_, generator) = at(START, Limits::new());
    let error =
        MintError::LayoutMismatch { id: "ReadingId", layout: "sonyflake", generator: "default" };
    assert_eq!(generator.try_mint::<ReadingId>(), Err(error.clone()));
    assert_eq!(generator.mint_timeout::<ReadingId>(Duration::MAX), Err(error.clone()));
    assert_eq!(generator.try_mint_many::<ReadingId>(0).map(|_| ()), Err(error.clone()));
    assert_eq!(generator.local().try_mint::<ReadingId>(), Err(error.clone()));
    assert_eq!(
        error.to_string(),
        "ReadingId has the layout `sonyflake`, but this generator mints `default`: build one \
         with the layout of ReadingId"
    );
}

#[test]
fn a_node_that_does_not_fit_is_refused() {
    let clock = ManualClock::at(START);
    for (layout, max) in
        [(Layout::DEFAULT, 1023), (Layout::MASTODON, 0), (Layout::BAIDU, 4_194_303)]
    {
        assert!(Generator::with_clock(layout, Node::fixed(max), &clock).is_ok());
        for node in [max + 1, u32::MAX] {
            let node = Node::fixed(node);
            let result = Generator::with_clock(layout, node, &clock).map(drop);
            assert_eq!(result, Err(MintError::NodeOutOfRange { node, max, layout: layout.name() }));
        }
    }
    assert_eq!(
        MintError::NodeOutOfRange { node: Node::fixed(1024), max: 1023, layout: "default" }
            .to_string(),
        "node 1024 does not fit the layout `default`, which has 0 to 1023: use one of these, or a \
         layout with more node bits"
    );
}

/// Its time is over: old IDs can be read, new ones cannot be had.
#[test]
fn baidu_is_read_and_no_longer_minted() {
    use snowflake_kit_core::{Parts, UtcTime};

    let last = Layout::BAIDU.decompose(Snowflake::MAX);
    assert_eq!(
        last,
        Parts { timestamp: (1 << 28) - 1, caller: 0, node: (1 << 22) - 1, sequence: 8_191 }
    );
    let time = Layout::BAIDU.unix_millis(last.timestamp).unwrap();
    assert_eq!(UtcTime(time).to_string(), "2024-11-20T13:24:15.000Z");

    let generator = Generator::new(Layout::BAIDU, Node::fixed(7)).unwrap();
    let error = generator.try_mint::<Snowflake>().unwrap_err();
    let ended_at = 1_732_109_056_000;
    assert_eq!(error, MintError::LayoutEnded { ended_at, layout: "baidu" });
    assert_eq!(
        error.to_string(),
        "the layout `baidu` has no timestamps from 2024-11-20T13:24:16.000Z on: move to a layout \
         with a later epoch or more time bits"
    );
}
