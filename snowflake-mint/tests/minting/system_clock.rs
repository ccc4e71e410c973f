//! The machine's clock, as it runs.

use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use snowflake_kit_mint::{Clock, Reading, SystemClock};
use static_assertions::{assert_eq_size, assert_impl_all};

assert_impl_all!(SystemClock: Clock, Copy, Default, Send, Sync);
assert_eq_size!(SystemClock, ());

fn unix_millis(time: SystemTime) -> i64 {
    time.duration_since(SystemTime::UNIX_EPOCH).unwrap().as_millis() as i64
}

#[test]
fn it_agrees_with_the_systems() {
    let clock = SystemClock::new();
    let began = Instant::now();
    while began.elapsed() < Duration::from_millis(300) {
        let before = unix_millis(SystemTime::now());
        let reading = clock.read().unwrap();
        let after = unix_millis(SystemTime::now());
        assert!((before - 1_000..=after + 1_000).contains(&reading.unix_millis()));
        assert!(reading.wall_behind() <= 1_000);
    }
}

/// What one thread has read is published; no thread may read less after it has
/// seen that.
#[test]
fn it_never_goes_backwards_over_threads() {
    let latest = AtomicI64::new(i64::MIN);
    let began = Instant::now();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                // Each thread has one of its own: all are one clock.
                let clock = SystemClock::new();
                while began.elapsed() < Duration::from_millis(1_500) {
                    let seen = latest.load(Ordering::SeqCst);
                    let now = clock.read().unwrap().unix_millis();
                    assert!(now >= seen, "{now} after {seen}");
                    latest.fetch_max(now, Ordering::SeqCst);
                }
            });
        }
    });
}

#[test]
fn it_does_not_stand_still() {
    let clock = SystemClock::new();
    let first = clock.read().unwrap().unix_millis();
    let began = Instant::now();
    while clock.read().unwrap().unix_millis() < first + 20 {
        assert!(began.elapsed() < Duration::from_secs(30));
        thread::yield_now();
    }
}

#[test]
fn it_is_not_moved_by_those_who_wait() {
    assert!(!SystemClock::new().skip(Duration::from_secs(3600)));
}

#[test]
fn a_reading_says_what_the_wall_clock_says() {
    let reading = Reading::at(7);
    assert_eq!((reading.unix_millis(), reading.wall_behind()), (7, 0));
    assert_eq!(reading.wall_unix_millis(), 7);
    let behind = reading.with_wall_behind(500);
    assert_eq!((behind.wall_behind(), behind.wall_unix_millis()), (500, -493));
    assert_eq!(reading.with_wall_behind(u64::MAX).wall_unix_millis(), i64::MIN);
}
