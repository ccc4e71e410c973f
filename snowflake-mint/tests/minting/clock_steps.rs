//! The machine's clock, when somebody sets it: end to end, from the system call
//! to the ID.
//!
//! The standard library asks the C library for the time; here the answer is
//! this file's, so that the wall clock can be moved without being root.

#![cfg(all(target_os = "linux", target_pointer_width = "64"))]

use core::ffi::{c_int, c_long};
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime};

use snowflake_kit_core::{Limits, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_mint::{Clock, ClockError, MintError, Node, SystemClock, install};

use test_processes::alone;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_mint")]
struct UserId(Snowflake);

/// By how much the two clocks are ahead of their real ones, in ms.
static WALL: AtomicI64 = AtomicI64::new(0);
static MONOTONIC: AtomicI64 = AtomicI64::new(0);

#[repr(C)]
struct TimeSpec {
    seconds: i64,
    nanos: i64,
}

/// Takes the place of the C library's function of this name in this program.
#[expect(unsafe_code, reason = "what the standard library calls")]
#[unsafe(no_mangle)]
extern "C" fn clock_gettime(clock: c_int, time: *mut TimeSpec) -> c_int {
    const SYS_CLOCK_GETTIME: c_long = if cfg!(target_arch = "x86_64") { 228 } else { 113 };
    const REALTIME: c_int = 0;

    // SAFETY: the signature is that of `syscall(2)`.
    unsafe extern "C" {
        fn syscall(number: c_long, ...) -> c_long;
    }

    // SAFETY: the arguments are those of the system call; that `time` is a
    // place for its answer is up to the caller, as with the original.
    let result = unsafe { syscall(SYS_CLOCK_GETTIME, clock, time) };
    if result == 0 {
        let ahead = if clock == REALTIME { &WALL } else { &MONOTONIC };
        // SAFETY: the system call has just written there.
        let time = unsafe { &mut *time };
        let nanos = time.seconds * 1_000_000_000 + time.nanos;
        let nanos = nanos + ahead.load(Ordering::SeqCst) * 1_000_000;
        time.seconds = nanos.div_euclid(1_000_000_000);
        time.nanos = nanos.rem_euclid(1_000_000_000);
    }
    result as c_int
}

/// Somebody sets the wall clock.
fn step(millis: i64) {
    WALL.fetch_add(millis, Ordering::SeqCst);
}

/// Time passes.
fn pass(millis: i64) {
    WALL.fetch_add(millis, Ordering::SeqCst);
    MONOTONIC.fetch_add(millis, Ordering::SeqCst);
}

fn wall() -> i64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis() as i64
}

/// What the test itself takes, at most.
const SLACK: i64 = 2_000;

fn begin(limits: Limits) {
    install(Node::fixed(7).with_limits(limits)).unwrap();
    let id = UserId::mint();
    assert!((0..SLACK).contains(&(wall() - id.unix_millis())));
    let real = wall();
    step(1_000_000);
    assert!((wall() - real - 1_000_000).abs() < SLACK, "the clock is this file's");
    step(-1_000_000);
}

#[test]
fn one_absurd_reading_ahead_does_not_freeze_minting() {
    alone("one_absurd_reading_ahead_does_not_freeze_minting", || {
        begin(Limits::new());
        let before = UserId::mint();
        step(86_400_000);
        let error = UserId::try_mint().unwrap_err();
        assert!(matches!(error, MintError::Clock(ClockError::LeaptAhead { .. })), "{error}");
        assert!(error.retry_after().unwrap() <= SystemClock::CONFIRMATION);
        step(-86_400_000);
        let after = UserId::try_mint().unwrap();
        assert!(after > before);
        assert!(after.unix_millis() - before.unix_millis() < SLACK, "no ID is a day ahead");
    });
}

#[test]
fn a_leap_that_lasts_is_followed() {
    alone("a_leap_that_lasts_is_followed", || {
        begin(Limits::new());
        let before = UserId::mint();
        step(3_600_000);
        assert!(UserId::try_mint().is_err());
        pass(1_001);
        let after = UserId::try_mint().unwrap();
        let ahead = after.unix_millis() - before.unix_millis();
        assert!((3_601_000..3_601_001 + SLACK).contains(&ahead), "{ahead}");
    });
}

/// A machine that wakes up makes those wait who can.
#[test]
fn a_mint_that_may_wait_waits_for_a_leap_to_be_confirmed() {
    alone("a_mint_that_may_wait_waits_for_a_leap_to_be_confirmed", || {
        begin(Limits::new().max_wait(Duration::from_secs(20)));
        step(28_800_000);
        let id = UserId::mint();
        assert!((wall() - id.unix_millis()).abs() < SLACK);
        step(28_800_000);
        let error = UserId::mint_timeout(Duration::from_millis(10)).unwrap_err();
        assert!(matches!(error, MintError::Clock(_)), "{error}");
    });
}

#[test]
fn a_step_ahead_of_seconds_is_followed_at_once() {
    alone("a_step_ahead_of_seconds_is_followed_at_once", || {
        begin(Limits::new());
        step(9_000);
        assert!((wall() - UserId::try_mint().unwrap().unix_millis()).abs() < SLACK);
    });
}

#[test]
fn a_step_back_is_ridden_out_in_order() {
    alone("a_step_back_is_ridden_out_in_order", || {
        begin(Limits::new());
        let mut last = UserId::mint();
        step(-5_000);
        for _ in 0..100 {
            pass(50);
            let id = UserId::try_mint().unwrap();
            assert!(id > last);
            // 5 s ahead of the wall clock at first, and ever less.
            assert!(id.unix_millis() <= wall() + 5_000);
            last = id;
        }
        pass(10_000);
        assert!((wall() - UserId::try_mint().unwrap().unix_millis()).abs() < SLACK);
    });
}

/// Unix time has no leap seconds: a kernel has the last second of the day twice.
#[test]
fn a_leap_second_repeats_no_id_and_refuses_none() {
    alone("a_leap_second_repeats_no_id_and_refuses_none", || {
        begin(Limits::new());
        let mut last = UserId::mint();
        step(-1_000);
        for _ in 0..300 {
            pass(10);
            let id = UserId::try_mint().unwrap();
            assert!(id > last);
            assert!(id.unix_millis() <= wall() + 1_000);
            last = id;
        }
        assert!((wall() - last.unix_millis()).abs() < SLACK);
    });
}

/// Or its clock is slower for a day, by one second altogether.
#[test]
fn a_smeared_leap_second_is_time_like_any_other() {
    alone("a_smeared_leap_second_is_time_like_any_other", || {
        begin(Limits::new());
        let mut last = UserId::mint();
        for _ in 0..1_000 {
            pass(86_400);
            step(-1);
            let id = UserId::try_mint().unwrap();
            assert!(id > last);
            assert!((wall() - id.unix_millis()).abs() < SLACK);
            last = id;
        }
    });
}

#[test]
fn a_large_step_back_is_refused_until_the_clock_has_caught_up() {
    alone("a_large_step_back_is_refused_until_the_clock_has_caught_up", || {
        begin(Limits::new());
        let before = UserId::mint();
        step(-3_600_000);
        let error = UserId::try_mint().unwrap_err();
        let MintError::ClockWentBack { by, limit } = error else { panic!("{error}") };
        assert!(by.as_millis().abs_diff(3_600_000) < SLACK.unsigned_abs().into());
        assert_eq!(limit, Limits::new().max_rollback);
        assert!(SystemClock::new().read().unwrap().unix_millis() >= before.unix_millis());
        pass(3_600_000);
        assert!(UserId::try_mint().unwrap() > before);
    });
}

/// A generator with a narrower limit than the clock's own.
#[test]
fn a_step_back_is_held_against_max_rollback() {
    alone("a_step_back_is_held_against_max_rollback", || {
        begin(Limits::new().max_rollback(Duration::from_secs(2)));
        let before = UserId::mint();
        step(-5_000);
        assert!(matches!(UserId::try_mint(), Err(MintError::ClockWentBack { .. })));
        // At half the speed it takes 6 s until 3 s are made up for.
        pass(6_500);
        assert!(UserId::try_mint().unwrap() > before);
    });
}
