//! What a counter can change, and what it cannot.

use std::cell::Cell;

use super::*;

/// 2026-01-01T00:00:00Z.
const START: i64 = 1_767_225_600_000;

/// A machine at an instant, in ns, with a counter of 2.6 GHz.
struct Machine {
    nanos: Cell<i64>,
    /// How far the wall clock is ahead, in ns.
    set: Cell<i64>,
    counter: Cell<u64>,
    /// Counts per µs.
    speed: Cell<u64>,
    looks: Cell<u32>,
    guard: Guard,
}

impl TimeSource for Machine {
    fn wall(&self) -> Wall {
        self.looks.set(self.looks.get() + 1);
        let nanos = self.nanos.get() + self.set.get();
        let left = 1_000_000 - nanos.rem_euclid(1_000_000);
        Wall { millis: START + nanos.div_euclid(1_000_000), nanos_left: left as u32 }
    }

    fn monotonic_nanos(&self) -> i64 {
        self.nanos.get()
    }

    fn has_counter(&self) -> bool {
        true
    }

    fn counter(&self) -> u64 {
        self.counter.get()
    }
}

impl Machine {
    /// A machine whose counter is already trusted.
    fn new() -> Self {
        let machine = Self {
            nanos: Cell::new(0),
            set: Cell::new(0),
            // It overflows during the tests.
            counter: Cell::new(u64::MAX - 500_000_000),
            speed: Cell::new(2_600),
            looks: Cell::new(0),
            guard: Guard::new(),
        };
        machine.calibrate();
        machine
    }

    /// Reads often enough for two measurements.
    fn calibrate(&self) {
        for _ in 0..100 {
            self.pass(1_000_000);
            self.read();
        }
    }

    fn pass(&self, nanos: i64) {
        self.nanos.set(self.nanos.get() + nanos);
        let counts = nanos.cast_unsigned() * self.speed.get() / 1_000;
        self.counter.set(self.counter.get().wrapping_add(counts));
    }

    /// The reading of the guard, in ms since the start.
    fn read(&self) -> i64 {
        self.guard.read(self).unwrap().unix_millis() - START
    }

    /// The reading of the wall clock, in ms since the start.
    fn wall_millis(&self) -> i64 {
        (self.nanos.get() + self.set.get()).div_euclid(1_000_000)
    }

    /// How often the clock is read during one ms, with a reading each µs.
    fn looks_in_a_milli(&self) -> u32 {
        self.looks.set(0);
        for _ in 0..1_000 {
            self.pass(1_000);
            self.read();
        }
        self.looks.get()
    }
}

#[test]
fn the_clock_is_read_a_few_times_in_a_milli() {
    let machine = Machine::new();
    machine.pass(300_000);
    for _ in 0..2_000 {
        let looks = machine.looks_in_a_milli();
        assert!((1..10).contains(&looks), "{looks}");
    }
}

#[test]
fn every_reading_is_what_the_clock_says() {
    let machine = Machine::new();
    for step in 0..300_000 {
        machine.pass(step * 7_919 % 23_456);
        assert_eq!(machine.read(), machine.wall_millis());
    }
}

#[test]
fn the_clock_is_read_each_time_until_the_counter_is_measured_twice() {
    let machine = Machine::new();
    let machine = Machine { guard: Guard::new(), ..machine };
    assert_eq!(machine.looks_in_a_milli(), 1_000 + 1);
    for _ in 0..2 {
        machine.pass(window::SPAN + 2_000_000);
        machine.read();
    }
    assert!(machine.looks_in_a_milli() < 10);
}

/// With a reading every ms: each span takes two of them longer.
#[test]
fn the_counter_is_measured_as_soon_as_two_spans_are_over() {
    let machine = Machine::new();
    let machine = Machine { guard: Guard::new(), ..machine };
    machine.read();
    let spans = 2 * (window::SPAN / 1_000_000);
    for _ in 0..spans {
        machine.pass(1_000_000);
        machine.read();
    }
    assert_eq!(machine.looks_in_a_milli(), 1_000, "the counter is not known yet");
    for _ in 0..3 {
        machine.pass(1_000_000);
        machine.read();
    }
    assert!(machine.looks_in_a_milli() < 10);
}

/// Even if the counter is wrong, time is behind by one window at most.
#[test]
fn a_counter_that_jumps_costs_a_window_at_most() {
    for jump in [1, 1_000, 2_000_000, 1 << 23, 1 << 40, u64::MAX / 2] {
        for back in [false, true] {
            let machine = Machine::new();
            machine.pass(100_000);
            machine.read();
            let jump = if back { jump.wrapping_neg() } else { jump };
            machine.counter.set(machine.counter.get().wrapping_add(jump));
            let mut last = 0;
            for _ in 0..10_000 {
                machine.pass(1_000);
                let (time, wall) = (machine.read(), machine.wall_millis());
                assert!(time >= last && time <= wall, "{time} after {last}, it is {wall}");
                // 2^23 counts are 3.3 ms of this machine.
                assert!(wall - time <= 4, "{time}, it is {wall}");
                last = time;
            }
            assert_eq!(machine.read(), machine.wall_millis());
        }
    }
}

#[test]
fn a_machine_moved_to_a_slower_one_measures_anew() {
    for speed in [1_000, 2_597, 5_000] {
        let machine = Machine::new();
        machine.pass(100_000);
        machine.read();
        machine.speed.set(speed);
        for _ in 0..5_000_000 / 20 {
            machine.pass(20_000);
            let (time, wall) = (machine.read(), machine.wall_millis());
            assert!((wall - 2..=wall).contains(&time), "{time}, it is {wall}");
        }
        // The measurement during which the speed changed is no longer used.
        for _ in 0..1_000 {
            machine.pass(997);
            assert_eq!(machine.read(), machine.wall_millis());
        }
        assert!(machine.looks_in_a_milli() < 10);
    }
}

/// For example if a machine is suspended for a migration or a snapshot: the counter stands still
/// while time passes.
#[test]
fn time_in_which_the_counter_stood_still_is_seen_when_the_window_ends() {
    let machine = Machine::new();
    machine.pass(100_000);
    let before = machine.read();
    machine.nanos.set(machine.nanos.get() + 5_000_000_000);
    assert_eq!(machine.read(), before);
    machine.pass(1_000_000);
    assert_eq!(machine.read(), machine.wall_millis());
}

#[test]
fn a_step_of_the_clock_is_seen_when_the_window_ends() {
    let machine = Machine::new();
    machine.pass(100_000);
    let before = machine.read();
    machine.set.set(5_000_000_000);
    assert_eq!(machine.read(), before);
    machine.pass(900_000);
    assert_eq!(machine.read(), machine.wall_millis());

    // A step back is seen too, and each reading says by how much.
    let before = machine.read();
    machine.set.set(0);
    machine.pass(1_000_000);
    let reading = machine.guard.read(&machine).unwrap();
    assert_eq!(reading.unix_millis() - START, before);
    assert_eq!(reading.wall_behind(), (before - machine.wall_millis()).cast_unsigned());
    assert!(machine.looks_in_a_milli() >= 1_000);
}

#[test]
fn a_leap_that_is_not_believed_is_an_error_at_each_reading() {
    let machine = Machine::new();
    machine.set.set(3_600_000_000_000);
    machine.pass(1_000_000);
    for _ in 0..100 {
        machine.pass(1_000);
        assert!(machine.guard.read(&machine).is_err());
    }
}

#[test]
fn a_clock_that_is_slewed_is_behind_by_what_it_is_slewed() {
    let machine = Machine::new();
    // chrony's fastest, 83,333 ppm.
    for _ in 0..500_000 {
        machine.pass(1_200);
        machine.set.set(machine.set.get() + 100);
        let (time, wall) = (machine.read(), machine.wall_millis());
        assert!((wall - 1..=wall).contains(&time), "{time}, it is {wall}");
    }
}
