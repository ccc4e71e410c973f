//! Tests with the two clocks of an operating system.

use std::cell::Cell;

use super::*;

struct Os {
    wall: Cell<i64>,
    monotonic: Cell<i64>,
    guard: Guard,
}

const START: i64 = 1_767_225_600_000;

impl TimeSource for Os {
    fn wall(&self) -> Wall {
        Wall { millis: self.wall.get(), nanos_left: 0 }
    }

    fn monotonic_nanos(&self) -> i64 {
        self.monotonic.get() * 1_000_000
    }

    fn has_counter(&self) -> bool {
        false
    }

    fn counter(&self) -> u64 {
        unreachable!("there is none")
    }
}

impl Os {
    fn new() -> Self {
        Self { wall: Cell::new(START), monotonic: Cell::new(77), guard: Guard::new() }
    }

    fn pass(&self, millis: i64) {
        self.wall.set(self.wall.get() + millis);
        self.monotonic.set(self.monotonic.get() + millis);
    }

    fn step(&self, millis: i64) {
        self.wall.set(self.wall.get() + millis);
    }

    fn read(&self) -> Result<Reading, ClockError> {
        self.guard.read(self)
    }

    fn time(&self) -> i64 {
        self.read().unwrap().unix_millis() - START
    }
}

#[test]
fn an_even_clock_is_followed_exactly() {
    let os = Os::new();
    for step in [0, 1, 1, 0, 500, 998, 1_000, 1_001, 60_000, 86_400_000] {
        os.pass(step);
        assert_eq!(os.read(), Ok(Reading::at(os.wall.get())));
    }
}

#[test]
fn small_steps_forward_are_followed_at_once() {
    let os = Os::new();
    assert_eq!(os.time(), 0);
    os.step(MAX_STEP);
    assert_eq!(os.time(), MAX_STEP);
    os.step(MAX_STEP + 1);
    assert!(os.read().is_err());
}

#[test]
fn one_absurd_reading_moves_nothing() {
    let os = Os::new();
    os.time();
    os.step(86_400_000);
    assert_eq!(
        os.read(),
        Err(ClockError::LeaptAhead {
            by: Duration::from_secs(86400),
            limit: Duration::from_secs(10),
            confirmed_in: Duration::from_secs(1),
        })
    );
    os.step(-86_400_000);
    os.pass(5);
    assert_eq!(os.read(), Ok(Reading::at(START + 5)));
}

#[test]
fn a_leap_that_lasts_is_believed() {
    let os = Os::new();
    os.time();
    os.step(3_600_000);
    assert!(os.read().is_err());
    os.pass(999);
    let Err(error) = os.read() else { panic!("believed too early") };
    assert_eq!(error.retry_after(), Some(Duration::from_millis(1)));
    os.pass(1);
    assert_eq!(os.time(), 3_601_000);
    os.pass(1);
    assert_eq!(os.time(), 3_601_001);
}

#[test]
fn a_second_leap_starts_the_wait_anew() {
    let os = Os::new();
    os.time();
    os.step(3_600_000);
    assert!(os.read().is_err());
    os.pass(900);
    os.step(3_600_000);
    assert!(os.read().is_err());
    os.pass(900);
    assert!(os.read().is_err());
    os.pass(100);
    assert_eq!(os.time(), 7_200_000 + 1_900);
}

#[test]
fn a_machine_that_slept_wakes_up_after_the_confirmation() {
    let os = Os::new();
    os.time();
    os.step(28_800_000); // the monotonic clock does not count sleep
    assert!(os.read().is_err());
    os.pass(CONFIRMATION);
    assert_eq!(os.time(), 28_801_000);
}

#[test]
fn a_small_step_back_is_ridden_out_at_half_speed() {
    let os = Os::new();
    os.time();
    os.pass(100);
    assert_eq!(os.time(), 100);
    os.step(-50);
    assert_eq!(os.read(), Ok(Reading::at(START + 100).with_wall_behind(50)));
    for passed in 1_i64..=96 {
        os.pass(1);
        let time = 100 + passed / 2;
        let behind = (time - (50 + passed)).cast_unsigned();
        assert_eq!(os.read(), Ok(Reading::at(START + time).with_wall_behind(behind)));
    }
    // Caught up: 148 both.
    os.pass(2);
    assert_eq!(os.read(), Ok(Reading::at(START + 148)));
    os.pass(1);
    assert_eq!(os.read(), Ok(Reading::at(START + 149)));
}

#[test]
fn half_speed_is_kept_however_rarely_it_is_read() {
    let os = Os::new();
    os.pass(1_000);
    assert_eq!(os.time(), 1_000);
    os.step(-800);
    os.time();
    os.pass(301);
    assert_eq!(os.time(), 1_150);
    os.pass(301);
    assert_eq!(os.time(), 1_301);
}

#[test]
fn after_a_large_step_back_time_stands_still_and_says_so() {
    let os = Os::new();
    os.time();
    os.step(-3_600_000);
    assert_eq!(os.read(), Ok(Reading::at(START).with_wall_behind(3_600_000)));
    os.pass(3_000_000);
    assert_eq!(os.read(), Ok(Reading::at(START).with_wall_behind(600_000)));
    os.pass(590_000);
    assert_eq!(os.read(), Ok(Reading::at(START).with_wall_behind(10_000)));
    os.pass(20_000);
    assert_eq!(os.read(), Ok(Reading::at(START + 10_000)));
}

#[test]
fn a_clock_before_1970_is_read() {
    let os = Os::new();
    os.wall.set(-5_000);
    assert_eq!(os.read(), Ok(Reading::at(-5_000)));
}
