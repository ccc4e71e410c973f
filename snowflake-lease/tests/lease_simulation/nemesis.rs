//! What goes wrong, and how it is put right again.

use std::sync::Arc;

use crate::clock::RIGHT;
use crate::network::{Away, State, Weather};
use crate::simulation::{MICRO, MILLI, SECOND, Simulation, micros};

/// The kinds of faults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    Kill,
    Stop,
    End,
    Redeploy,
    BadNetwork,
    Cut,
    Away,
    StoreClock,
    ClockStep,
    ClockStop,
    ClockRate,
    ClockNoise,
    ClockUnreadable,
    ClocksAlike,
}

/// What the nemesis does when its time has come.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Strike {
    /// The next fault.
    Fault,
    Begin {
        process: usize,
    },
    Resume {
        process: usize,
    },
    Clear {
        process: usize,
    },
    SetRight {
        machine: usize,
    },
    SetStoreRight,
    ComeBack,
}

impl Fault {
    /// Those of processes more than once, since without them nothing changes
    /// hands.
    pub(crate) const ALL: &[Self] = &[
        Self::Kill,
        Self::Kill,
        Self::Kill,
        Self::End,
        Self::End,
        Self::End,
        Self::Stop,
        Self::Stop,
        Self::Redeploy,
        Self::BadNetwork,
        Self::BadNetwork,
        Self::Cut,
        Self::Away,
        Self::StoreClock,
        Self::ClockStep,
        Self::ClockStep,
        Self::ClockStop,
        Self::ClockRate,
        Self::ClockNoise,
        Self::ClockUnreadable,
        Self::ClocksAlike,
    ];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Kill => "fault: a process killed",
            Self::Stop => "fault: a process stopped for a while",
            Self::End => "fault: a process ended in order",
            Self::Redeploy => "fault: all processes ended in order",
            Self::BadNetwork => "fault: messages lost, late or repeated",
            Self::Cut => "fault: a process cut off from the store",
            Self::Away => "fault: the store away",
            Self::StoreClock => "fault: the store's clock set wrong",
            Self::ClockStep => "fault: a clock set ahead or back",
            Self::ClockStop => "fault: a clock that stands still",
            Self::ClockRate => "fault: a clock too fast or too slow",
            Self::ClockNoise => "fault: a clock wrong at random",
            Self::ClockUnreadable => "fault: a clock that cannot be read",
            Self::ClocksAlike => "fault: two clocks and the store's set wrong alike",
        }
    }
}

impl Simulation {
    pub(crate) fn strike(&mut self, strike: Strike) {
        match strike {
            Strike::Fault if self.raging && !self.faults.is_empty() => {
                let fault = self.random.pick(&self.faults);
                self.world.state().report.count(fault.name(), true);
                self.fault(fault);
                self.later(self.pace / 20..self.pace, Strike::Fault);
            }
            Strike::Fault => {}
            Strike::Begin { process } => self.begin(process),
            Strike::Resume { process } => {
                self.processes[process].stopped = false;
                self.executor.resume(process);
            }
            Strike::Clear { process } => self.world.state().weather[process] = Weather::FINE,
            Strike::SetRight { machine } => {
                let skew = micros(self.max_skew) / 2 + 1;
                let machine = &self.machines[machine];
                machine.run_at(RIGHT);
                machine.make_noise(0);
                machine.make_unreadable(false);
                machine.set(self.random.within(-skew..skew));
            }
            Strike::SetStoreRight => self.world.state().store.offset = 0,
            Strike::ComeBack => {
                let mut state = self.world.state();
                let State { away, store, ledger, .. } = &mut *state;
                if *away != Away::No {
                    *away = Away::No;
                    store.come_back(ledger);
                }
            }
        }
    }

    fn fault(&mut self, fault: Fault) {
        let (term, process) = (self.term, self.random.below(self.processes.len()));
        match fault {
            Fault::Kill => self.kill(process),
            Fault::Stop => {
                self.processes[process].stopped = true;
                self.evenly_later(term / 2..term * 4, Strike::Resume { process });
            }
            Fault::End => self.end(process),
            Fault::Redeploy => (0..self.processes.len()).for_each(|process| self.end(process)),
            Fault::BadNetwork => {
                let [lost, late, twice] = [0; 3].map(|_| self.random.pick(&[0, 50, 300, 800]));
                self.world.state().weather[process] = Weather { lost, late, twice };
                self.evenly_later(term..term * 20, Strike::Clear { process });
            }
            Fault::Cut => {
                self.world.state().weather[process] = Weather { lost: 1_000, ..Weather::FINE };
                self.evenly_later(term / 2..term * 4, Strike::Clear { process });
            }
            Fault::Away => {
                self.world.state().away = self.random.pick(&[Away::Refuses, Away::Silent]);
                self.evenly_later(term / 2..term * 4, Strike::ComeBack);
            }
            Fault::StoreClock => {
                let offset = self.wrong_by() / 1_000;
                self.world.state().store.offset = offset;
                self.later(term / 2..term * 4, Strike::SetStoreRight);
            }
            _ => self.fault_of_a_clock(fault),
        }
    }

    fn kill(&mut self, process: usize) {
        self.executor.kill(process);
        self.processes[process].stop = None;
        self.processes[process].stopped = false;
        if self.random.chance(500) {
            self.begin(process);
        } else {
            self.later(MICRO..self.term * 2, Strike::Begin { process });
        }
    }

    fn end(&self, process: usize) {
        if let Some(stop) = &self.processes[process].stop {
            stop.ask();
        }
    }

    fn fault_of_a_clock(&mut self, fault: Fault) {
        let index = self.random.below(self.machines.len());
        let machine = Arc::clone(&self.machines[index]);
        match fault {
            Fault::ClockStop => machine.run_at(0),
            Fault::ClockRate => {
                machine.run_at(self.random.pick(&[500_000, 990_000, 1_010_000, 2_000_000]));
            }
            Fault::ClockNoise => {
                let noise = self.random.duration(MILLI..SECOND * 3_600);
                machine.make_noise(micros(noise));
            }
            Fault::ClockUnreadable => machine.make_unreadable(true),
            Fault::ClocksAlike => {
                let (by, other) = (self.wrong_by(), self.random.pick(&self.machines));
                machine.set(by);
                other.set(by);
                self.world.state().store.offset = by / 1_000;
                self.later(self.term / 2..self.term * 4, Strike::SetStoreRight);
            }
            _ => machine.step(self.wrong_by()),
        }
        self.later(self.term / 20..self.term * 4, Strike::SetRight { machine: index });
    }

    /// By how much a clock is set wrong: by ms, by seconds or by an hour, ahead
    /// or back, in µs.
    fn wrong_by(&mut self) -> i64 {
        let far = match self.random.below(3) {
            0 => self.random.duration(MILLI..MILLI * 50),
            1 => self.random.duration(MILLI * 50..SECOND * 20),
            // Where terms are short, an hour is too much to be waited for.
            _ => (SECOND * 3_600).min(self.term * 60),
        };
        if self.random.chance(500) { micros(far) } else { -micros(far) }
    }
}
