//! What is between the processes and the store: it loses, delays, repeats and
//! reorders requests and answers.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::ops::RangeInclusive;
use std::sync::{Arc, Mutex, MutexGuard};
use std::task::{Poll, Waker};
use std::time::Duration;

use snowflake_kit_lease::{AsyncStore, Change, Registry, StoreError};

use crate::ledger::{Checks, Ledger, Run, Violation};
use crate::random::Random;
use crate::report::Report;
use crate::store::{Answer, Mutant, Request, Store};
use crate::time::{Due, Time};

/// What all processes share.
#[derive(Clone)]
pub(crate) struct World {
    pub(crate) time: Time,
    pub(crate) mutant: Option<Mutant>,
    state: Arc<Mutex<State>>,
}

pub(crate) struct State {
    time: Time,
    random: Random,
    pub(crate) store: Store,
    pub(crate) ledger: Ledger,
    pub(crate) report: Report,
    /// How it is between a process and the store.
    pub(crate) weather: Vec<Weather>,
    pub(crate) away: Away,
    /// How long messages take.
    pub(crate) slow: Duration,
    /// How late the late ones are, if they are not an hour late.
    pub(crate) late: Duration,
    calls: BTreeMap<u64, Call>,
    called: u64,
    /// The first thing that went wrong.
    pub(crate) violation: Option<Violation>,
}

/// What may happen to a message, in times per thousand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Weather {
    pub(crate) lost: u32,
    pub(crate) late: u32,
    pub(crate) twice: u32,
}

impl Weather {
    pub(crate) const FINE: Self = Self { lost: 0, late: 0, twice: 0 };
}

/// Whether the store can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Away {
    No,
    /// It says so at once.
    Refuses,
    /// It swallows what it is sent.
    Silent,
}

/// A call that waits for its answer.
#[derive(Default)]
struct Call {
    answer: Option<Answer>,
    waker: Option<Waker>,
}

/// A message on its way.
#[derive(Clone, Debug)]
pub(crate) enum Delivery {
    Request { from: Sender, call: u64, space: usize, request: Request },
    Answer { call: u64, answer: Answer },
}

/// One life of a process.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sender {
    pub(crate) process: usize,
    /// All lives are numbered, whosever they are.
    pub(crate) life: u64,
}

/// The sets of IDs that share the store.
pub(crate) const SPACES: [&str; 2] = ["shop", "bank"];

impl World {
    pub(crate) fn new(
        mutant: Option<Mutant>,
        checks: Checks,
        processes: usize,
        random: Random,
    ) -> Self {
        let time = Time::new();
        let state = State {
            time: time.clone(),
            random,
            store: Store::new(mutant),
            ledger: Ledger::new(checks),
            report: Report::default(),
            weather: vec![Weather::FINE; processes],
            away: Away::No,
            slow: micros(1_000),
            late: Duration::from_secs(60),
            calls: BTreeMap::new(),
            called: 0,
            violation: None,
        };
        Self { time, mutant, state: Arc::new(Mutex::new(state)) }
    }

    pub(crate) fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap()
    }
}

impl State {
    /// Checks and notes what a life has minted just now.
    pub(crate) fn minted(&mut self, by: Sender, run: &Run) {
        if let Err(violation) = self.ledger.minted(by.life, run) {
            self.violate(violation);
        }
        self.report.minted(by.process, self.time.now(), run);
    }

    /// Notes that something is not as it should be.
    pub(crate) fn violate(&mut self, violation: Violation) {
        self.violation.get_or_insert(violation);
    }

    /// Sends a message on its way, as the weather is.
    fn send(&mut self, process: usize, delivery: &Delivery) {
        let weather = self.weather[process];
        let copies = 1 + u32::from(self.random.chance(weather.twice));
        self.report.count("a message sent twice", copies > 1);
        for _ in 0..copies {
            if self.random.chance(weather.lost) {
                self.report.count("a message lost", true);
                continue;
            }
            let mut delay = self.random.duration(micros(100)..self.slow);
            if self.random.chance(weather.late) {
                self.report.count("a message late", true);
                let latest = self.random.pick(&[self.late, Duration::from_secs(4200)]);
                delay += self.random.duration(micros(1_000)..latest);
            }
            self.time.after(delay, Due::Deliver(delivery.clone()));
        }
    }

    pub(crate) fn deliver(&mut self, delivery: Delivery) {
        match delivery {
            Delivery::Request { from, call, space, request } => {
                let now = self.time.now().div_euclid(1_000);
                let Self { store, ledger, report, .. } = self;
                let answer = match self.away {
                    Away::Silent => return,
                    Away::Refuses => Ok(Answer::Refused),
                    Away::No => store.carry_out(now, (space, from.life), request, ledger, report),
                };
                let answer = match answer {
                    Ok(answer) => answer,
                    Err(violation) => return self.violate(violation),
                };
                self.report.trace(&[now as u64, from.life, call, answer.summary()]);
                self.send(from.process, &Delivery::Answer { call, answer });
            }
            Delivery::Answer { call, answer } => {
                // Nobody waits for it any more, or it has been here before.
                let Some(waiting) = self.calls.get_mut(&call) else { return };
                waiting.answer.get_or_insert(answer);
                if let Some(waker) = waiting.waker.take() {
                    waker.wake();
                }
            }
        }
    }
}

impl Answer {
    /// For the trace.
    fn summary(&self) -> u64 {
        match self {
            Self::Registry(registry) => {
                registry.rows.iter().fold(registry.unix_millis as u64, |sum, row| {
                    sum.rotate_left(7) ^ row.until as u64 ^ row.token as u64
                })
            }
            Self::WrongClock(unix_millis) => *unix_millis as u64,
            Self::Done(done) => u64::from(*done),
            Self::Refused => 2,
        }
    }
}

/// The store, as a life of a process sees it.
pub(crate) struct Remote {
    world: World,
    sender: Sender,
    /// After which time an answer is not waited for any more; without one it is
    /// for ever.
    patience: Option<Duration>,
}

impl Remote {
    pub(crate) fn new(world: &World, sender: Sender, patience: Option<Duration>) -> Self {
        Self { world: world.clone(), sender, patience }
    }

    async fn call(&self, space: &str, request: Request) -> Result<Answer, StoreError> {
        let call = Waiting::new(&self.world, self.sender, space, request);
        let answer = match self.patience {
            Some(limit) => self.world.time.timeout(limit, call.answer()).await,
            None => Some(call.answer().await),
        };
        match answer {
            Some(Answer::Refused) => Err(StoreError::new("connection refused")),
            Some(answer) => Ok(answer),
            None => Err(StoreError::new("no answer in time")),
        }
    }
}

/// A call for as long as somebody waits for it.
struct Waiting<'w> {
    world: &'w World,
    call: u64,
}

impl<'w> Waiting<'w> {
    fn new(world: &'w World, from: Sender, space: &str, request: Request) -> Self {
        let space = SPACES.iter().position(|name| *name == space).unwrap();
        let mut state = world.state();
        state.called += 1;
        let call = state.called;
        state.calls.insert(call, Call::default());
        state.send(from.process, &Delivery::Request { from, call, space, request });
        Self { world, call }
    }

    async fn answer(&self) -> Answer {
        poll_fn(|context| {
            let mut state = self.world.state();
            let Some(call) = state.calls.get_mut(&self.call) else {
                unreachable!("it is there until this is dropped")
            };
            call.waker = Some(context.waker().clone());
            call.answer.take().map_or(Poll::Pending, Poll::Ready)
        })
        .await
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.world.state().calls.remove(&self.call);
    }
}

impl AsyncStore for Remote {
    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        match self.call(space, Request::Read).await? {
            Answer::Registry(registry) => Ok(registry.only(&nodes, most)),
            other => unreachable!("{other:?} is no registry"),
        }
    }

    async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        let made = match self.call(space, Request::Change(change.clone())).await {
            Ok(Answer::Done(done)) => Ok(done),
            Ok(Answer::WrongClock(unix_millis)) => Err(StoreError::wrong_clock(unix_millis)),
            Ok(other) => unreachable!("{other:?} is no answer to {change:?}"),
            Err(error) => Err(error),
        };
        match (self.world.mutant, change) {
            (Some(Mutant::BelievedClaim), Change::Claim { .. })
            | (Some(Mutant::BelievedRenewal), Change::Renew { .. }) => made.or(Ok(true)),
            _ => made,
        }
    }
}

const fn micros(micros: u64) -> Duration {
    Duration::from_micros(micros)
}
