//! Measuring contenders in turns.
//!
//! A machine is never quiet: its clock speed changes, others use its caches. So
//! the contenders of a table take turns, a tenth of a millisecond each, and what is
//! compared is what was measured in the same round. Turns are much shorter than what a
//! scheduler gives to others, so most of them are whole.

use std::hint::black_box;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use figures::Spread;

/// How long a sample should take.
const SAMPLE: Duration = Duration::from_micros(100);

/// Something that is measured.
pub struct Contender {
    pub name: &'static str,
    /// What it gives up for its figure; empty for nothing.
    pub gives_up: &'static str,
    /// Whether it is the kit.
    pub kit: bool,
    sample: Box<dyn FnMut(u64) -> Duration>,
    /// How many units are in a sample; 0 for as many as there is time for.
    count: u64,
    /// In which unit its figure is, in ns.
    scale: f64,
}

impl Contender {
    /// A call, as often as there is time for in a turn.
    pub fn new<R>(name: &'static str, mut call: impl FnMut() -> R + 'static) -> Self {
        Self::timed(name, move |count| {
            let began = Instant::now();
            for _ in 0..count {
                black_box(call());
            }
            began.elapsed()
        })
    }

    /// A function that does so many units and says how long they took.
    pub fn timed(name: &'static str, sample: impl FnMut(u64) -> Duration + 'static) -> Self {
        Self { name, gives_up: "", kit: false, sample: Box::new(sample), count: 0, scale: 1.0 }
    }

    /// A call over all of these values; a unit is one of them.
    pub fn each<T: 'static, R>(
        name: &'static str,
        values: Vec<T>,
        mut call: impl FnMut(&T) -> R + 'static,
    ) -> Self {
        Self::timed(name, move |count| {
            let rounds = count.div_ceil(values.len() as u64);
            let began = Instant::now();
            for _ in 0..rounds {
                for value in &values {
                    black_box(call(black_box(value)));
                }
            }
            // As if it had been `count`.
            began.elapsed().mul_f64(count as f64 / (rounds * values.len() as u64) as f64)
        })
    }

    /// A call, `count` times at the beginning of a millisecond: for generators
    /// that have only so many IDs in each.
    pub fn burst<R>(name: &'static str, count: u64, mut call: impl FnMut() -> R + 'static) -> Self {
        Self::timed(name, move |count| {
            next_milli();
            let began = Instant::now();
            for _ in 0..count {
                black_box(call());
            }
            began.elapsed()
        })
        .of(count)
    }

    /// Exactly so many units in a sample.
    pub fn of(mut self, count: u64) -> Self {
        self.count = count;
        self
    }

    /// Told in ms, not in ns.
    pub fn in_millis(mut self) -> Self {
        self.scale = 1e6;
        self
    }

    /// What it gives up.
    pub fn gives_up(mut self, what: &'static str) -> Self {
        self.gives_up = what;
        self
    }

    /// The kit's own.
    pub fn kit(mut self) -> Self {
        self.kit = true;
        self
    }

    fn sample(&mut self) -> f64 {
        (self.sample)(self.count).as_nanos() as f64 / self.count as f64 / self.scale
    }

    /// Finds out how many units there are in a sample.
    fn calibrate(&mut self) {
        if self.count != 0 {
            self.sample();
            return;
        }
        self.count = 1;
        loop {
            let took = (self.sample)(self.count);
            if took >= SAMPLE / 2 || self.count >= 1 << 24 {
                return;
            }
            let more = SAMPLE.as_nanos() / took.as_nanos().max(1);
            self.count *= u64::try_from(more.clamp(2, 64)).unwrap_or(64);
        }
    }
}

/// Waits for the beginning of a millisecond of the wall clock.
pub fn next_milli() {
    let millis = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |now| now.as_millis());
    let began = millis();
    while millis() == began {
        std::hint::spin_loop();
    }
}

/// What was measured of a contender: a figure for each round.
pub struct Measured {
    pub contender: Contender,
    pub samples: Vec<f64>,
}

/// The samples of all contenders, in turns.
pub fn measure(contenders: Vec<Contender>, rounds: usize) -> Vec<Measured> {
    let mut measured: Vec<_> = contenders
        .into_iter()
        .map(|mut contender| {
            contender.calibrate();
            Measured { contender, samples: Vec::with_capacity(rounds) }
        })
        .collect();
    let turns = measured.len();
    for round in 0..rounds {
        // None always follows the same one.
        for turn in 0..turns {
            let next = &mut measured[(turn * 7 + round) % turns];
            // Where 7 divides, the order is plain.
            let next = if turns % 7 == 0 { &mut measured[(turn + round) % turns] } else { next };
            let sample = next.contender.sample();
            next.samples.push(sample);
        }
    }
    measured
}

impl Measured {
    pub fn spread(&self) -> Spread {
        Spread::of(self.samples.iter().copied())
    }

    /// How much of another one's it is, round by round.
    pub fn ratio(&self, other: &Self) -> Spread {
        Spread::of_ratios(&self.samples, &other.samples)
    }
}
