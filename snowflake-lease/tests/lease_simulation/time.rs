//! Virtual time: what is due when, and futures that wait for it.

use std::collections::{BTreeMap, VecDeque};
use std::future::poll_fn;
use std::pin::{Pin, pin};
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Wake, Waker};
use std::time::Duration;

use crate::nemesis::Strike;
use crate::network::Delivery;

/// 2026-01-01T00:00:00Z, in µs.
pub(crate) const START: i64 = 1_767_225_600_000_000;

/// The true time, in Unix µs, which nobody in the simulation sees. It moves when
/// nothing is left to do at its present value.
#[derive(Clone)]
pub(crate) struct Time(Arc<Shared>);

struct Shared {
    now: AtomicI64,
    agenda: Mutex<Agenda>,
}

#[derive(Default)]
struct Agenda {
    /// By time, and what is due at the same time in the order in which it was
    /// entered.
    entries: BTreeMap<(i64, u64), Due>,
    entered: u64,
}

/// What happens when its time has come.
pub(crate) enum Due {
    Wake(Waker),
    Deliver(Delivery),
    /// The nemesis does something, or undoes it.
    Strike(Strike),
}

impl Time {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Shared { now: AtomicI64::new(START), agenda: Mutex::default() }))
    }

    pub(crate) fn now(&self) -> i64 {
        self.0.now.load(Ordering::Relaxed)
    }

    /// Enters something that is due after a while.
    pub(crate) fn after(&self, wait: Duration, due: Due) {
        self.at(self.now() + wait.as_micros() as i64, due);
    }

    fn at(&self, when: i64, due: Due) {
        let mut agenda = self.0.agenda.lock().unwrap();
        agenda.entered += 1;
        let key = (when, agenda.entered);
        agenda.entries.insert(key, due);
    }

    /// Moves on to what is due next.
    pub(crate) fn next(&self) -> Option<Due> {
        let ((when, _), due) = self.0.agenda.lock().unwrap().entries.pop_first()?;
        self.0.now.store(when, Ordering::Relaxed);
        Some(due)
    }

    pub(crate) async fn sleep(&self, wait: Duration) {
        let end = self.now() + wait.as_micros() as i64;
        let mut entered = false;
        poll_fn(|context| {
            if self.now() >= end {
                return Poll::Ready(());
            }
            if !entered {
                entered = true;
                self.at(end, Due::Wake(context.waker().clone()));
            }
            Poll::Pending
        })
        .await;
    }

    /// What a future comes to, if it does so in time; else it is dropped.
    pub(crate) async fn timeout<R>(
        &self,
        limit: Duration,
        future: impl Future<Output = R>,
    ) -> Option<R> {
        let (mut future, mut sleep) = (pin!(future), pin!(self.sleep(limit)));
        poll_fn(|context| match future.as_mut().poll(context) {
            Poll::Ready(result) => Poll::Ready(Some(result)),
            Poll::Pending => sleep.as_mut().poll(context).map(|()| None),
        })
        .await
    }
}

/// Polls two futures until the first of them is done.
pub(crate) async fn alongside(main: impl Future<Output = ()>, other: impl Future<Output = ()>) {
    let (mut main, mut other) = (pin!(main), pin!(other));
    poll_fn(|context| {
        assert!(other.as_mut().poll(context).is_pending(), "it goes on for ever");
        main.as_mut().poll(context)
    })
    .await;
}

/// The lives of processes, polled one at a time, in the order in which they were
/// woken.
#[derive(Default)]
pub(crate) struct Executor {
    lives: BTreeMap<u64, Life>,
    woken: Arc<Mutex<VecDeque<u64>>>,
    begun: u64,
}

struct Life {
    process: usize,
    future: Pin<Box<dyn Future<Output = ()>>>,
    waker: Waker,
}

struct Alarm {
    life: u64,
    woken: Arc<Mutex<VecDeque<u64>>>,
}

impl Wake for Alarm {
    fn wake(self: Arc<Self>) {
        self.woken.lock().unwrap().push_back(self.life);
    }
}

impl Executor {
    pub(crate) fn begin(&mut self, process: usize, life: impl Future<Output = ()> + 'static) {
        self.begun += 1;
        let alarm = Alarm { life: self.begun, woken: Arc::clone(&self.woken) };
        let (future, waker) = (Box::pin(life), Waker::from(Arc::new(alarm)));
        waker.wake_by_ref();
        self.lives.insert(self.begun, Life { process, future, waker });
    }

    /// Ends a process's life as `kill -9` does: nothing in it runs any more.
    pub(crate) fn kill(&mut self, process: usize) {
        self.lives.retain(|_, life| life.process != process);
    }

    /// Lets a process run that has been stopped.
    pub(crate) fn resume(&mut self, process: usize) {
        for life in self.lives.values().filter(|life| life.process == process) {
            life.waker.wake_by_ref();
        }
    }

    /// Polls what has been woken, except in processes that are stopped; returns
    /// those whose lives have ended.
    pub(crate) fn run(&mut self, is_stopped: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut ended = Vec::new();
        loop {
            let woken = self.woken.lock().unwrap().pop_front();
            let Some(number) = woken else { return ended };
            let Some(life) = self.lives.get_mut(&number) else { continue };
            if is_stopped(life.process) {
                continue;
            }
            let polled = life.future.as_mut().poll(&mut Context::from_waker(&life.waker));
            if polled.is_ready() {
                ended.extend(self.lives.remove(&number).map(|life| life.process));
            }
        }
    }
}
