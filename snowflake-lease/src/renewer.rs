//! What renews a lease, seen by a mint that waits for the renewal.
//!
//! A mint that blocks must not wait for something that only its own thread can do. A runtime with
//! one thread, or with a few threads that all mint, runs the renewing task only after these mints.

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use snowflake_mint::__private::Outlook;
#[cfg(feature = "tokio")]
pub(super) use task::{BEAT, Task};

/// The thread or task that renews a lease. Empty if the lease is renewed by hand.
#[derive(Debug, Default)]
pub(crate) struct Renewer {
    /// Whether it existed and has ended.
    is_gone: AtomicBool,
    /// When and why the last claim failed for which mints wait.
    failure: Mutex<Option<(Instant, &'static str)>>,
    #[cfg(feature = "tokio")]
    task: Mutex<Option<task::Turn>>,
}

impl Renewer {
    pub(super) fn outlook(&self, since: Instant) -> Outlook {
        if self.is_gone() {
            Outlook::Gone
        } else if ptr::eq(HERE.get(), self) || self.is_starved_by_this_thread(since) {
            Outlook::Blocked
        } else {
            Outlook::Open
        }
    }

    pub(super) fn failure(&self, since: Option<Instant>) -> Option<&'static str> {
        if self.is_gone() {
            return Some("the thread or the task that was to claim it has ended");
        }
        let failure = *self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        let (at, error) = failure?;
        since.is_none_or(|since| at >= since).then_some(error)
    }

    pub(super) fn failed(&self, error: &str) {
        let failure = Some((Instant::now(), kept(error)));
        *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = failure;
    }

    pub(super) fn is_gone(&self) -> bool {
        // Relaxed: nothing depends on what it did before.
        self.is_gone.load(Ordering::Relaxed)
    }

    #[cfg(feature = "tokio")]
    fn is_starved_by_this_thread(&self, since: Instant) -> bool {
        let turn = self.task.lock().unwrap_or_else(PoisonError::into_inner);
        turn.as_ref().is_some_and(|turn| turn.is_starved_by_this_thread(since))
    }

    #[cfg(not(feature = "tokio"))]
    #[expect(clippy::unused_self, reason = "in place of one that has a task")]
    const fn is_starved_by_this_thread(&self, _: Instant) -> bool {
        false
    }
}

/// How many texts are kept at most. Most stores fail in a few ways, but a text may contain a time
/// and so be different each time.
const MOST_KEPT: usize = 100;

/// A text that lives as long as the process, because errors of mints are `Copy`. Equal texts are
/// kept once.
fn kept(text: &str) -> &'static str {
    static KEPT: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.iter().find(|known| **known == text) {
        return known;
    }
    if kept.len() == MOST_KEPT {
        return "the events of the target `snowflake::lease` say why";
    }
    let text = text.to_owned().leak();
    kept.push(text);
    text
}

thread_local! {
    /// The renewer of the lease that this thread renews or serves now.
    static HERE: Cell<*const Renewer> = const { Cell::new(ptr::null()) };
}

#[must_use]
pub(super) struct Here(*const Renewer);

pub(super) fn enter(renewer: &Renewer) -> Here {
    Here(HERE.replace(renewer))
}

impl Drop for Here {
    fn drop(&mut self) {
        HERE.set(self.0);
    }
}

pub(super) struct Goodbye(pub(super) std::sync::Arc<Renewer>);

impl Drop for Goodbye {
    fn drop(&mut self) {
        self.0.is_gone.store(true, Ordering::Relaxed);
    }
}

#[cfg(feature = "tokio")]
mod task {
    use std::pin::Pin;
    use std::sync::{Arc, PoisonError};
    use std::task::{Context, Poll};
    use std::thread::{self, ThreadId};
    use std::time::{Duration, Instant};

    use tokio::runtime::{Handle, Id, RuntimeFlavor};

    use super::{Goodbye, Renewer, enter};

    /// How often a task checks an operation in progress.
    pub(in super::super) const BEAT: Duration = Duration::from_millis(100);

    /// If a task is later than this, the threads of its runtime are probably busy with mints that
    /// wait for it.
    const LATE: Duration = Duration::from_millis(250);

    /// The last and the next turn of a task.
    #[derive(Debug)]
    pub(super) struct Turn {
        runtime: Id,
        is_of_one_thread: bool,
        /// The thread that polled it last.
        thread: ThreadId,
        /// When it is polled again at the latest, if its runtime has time.
        due: Instant,
    }

    impl Turn {
        fn here() -> Self {
            let handle = Handle::current();
            Self {
                runtime: handle.id(),
                is_of_one_thread: handle.runtime_flavor() == RuntimeFlavor::CurrentThread,
                thread: thread::current().id(),
                due: Instant::now(),
            }
        }

        pub(super) fn is_starved_by_this_thread(&self, since: Instant) -> bool {
            // Threads outside of the runtime do not keep it busy.
            if !Handle::try_current().is_ok_and(|handle| handle.id() == self.runtime) {
                return false;
            }
            if self.is_of_one_thread && self.thread == thread::current().id() {
                return true;
            }
            self.due.max(since).elapsed() > LATE
        }
    }

    impl Renewer {
        pub(in super::super) fn goes_on_within(&self, wait: Duration) {
            if let Some(turn) = &mut *self.task.lock().unwrap_or_else(PoisonError::into_inner) {
                turn.due = Instant::now() + wait;
            }
        }

        fn has_its_turn(&self) {
            let mut turn = self.task.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(turn) = &mut *turn {
                turn.thread = thread::current().id();
            }
        }
    }

    pub(in super::super) struct Task<F> {
        future: Pin<Box<F>>,
        goodbye: Goodbye,
    }

    impl<F: Future> Task<F> {
        pub(in super::super) fn new(renewer: Arc<Renewer>, future: F) -> Self {
            *renewer.task.lock().unwrap_or_else(PoisonError::into_inner) = Some(Turn::here());
            Self { future: Box::pin(future), goodbye: Goodbye(renewer) }
        }
    }

    impl<F: Future> Future for Task<F> {
        type Output = F::Output;

        fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<F::Output> {
            let renewer = Arc::clone(&self.goodbye.0);
            renewer.has_its_turn();
            // The future may call a subscriber that mints.
            let _here = enter(&renewer);
            self.future.as_mut().poll(context)
        }
    }

    #[cfg(test)]
    mod tests {
        use std::future::{pending, poll_fn};

        use tokio::runtime::Builder;

        use super::*;

        #[test]
        fn only_a_runtime_of_one_thread_is_kept_by_a_mint_that_waits() {
            let here = || Turn::here().is_starved_by_this_thread(Instant::now() + BEAT * 1_000);
            let one = Builder::new_current_thread().build().unwrap();
            assert!(one.block_on(async { here() }));
            let many = Builder::new_multi_thread().worker_threads(2).build().unwrap();
            assert!(!many.block_on(async { here() }));
            // Not a thread of this runtime.
            let turn = one.block_on(async { Turn::here() });
            assert!(!turn.is_starved_by_this_thread(Instant::now()));
            assert!(!many.block_on(async { turn.is_starved_by_this_thread(Instant::now()) }));
        }

        #[test]
        fn the_thread_of_a_runtime_is_the_one_that_ran_it_last() {
            let one = Builder::new_current_thread().build().unwrap();
            let renewer = Arc::<Renewer>::default();
            let later = Instant::now() + BEAT * 1_000;
            let is_starved = || renewer.is_starved_by_this_thread(later);
            let inside = one.enter();
            let mut task = Task::new(Arc::clone(&renewer), pending::<()>());
            assert!(is_starved());
            drop(inside);
            let turn = poll_fn(|context| {
                assert!(Pin::new(&mut task).poll(context).is_pending());
                assert!(is_starved());
                Poll::Ready(())
            });
            thread::scope(|scope| scope.spawn(|| one.block_on(turn)).join().unwrap());
            assert!(!one.block_on(async { is_starved() }));
        }

        #[test]
        fn a_task_is_late_when_it_said_that_it_would_be_back() {
            let many = Builder::new_multi_thread().worker_threads(1).build().unwrap();
            many.block_on(async {
                let renewer = Arc::<Renewer>::default();
                let began = Instant::now();
                let _task = Task::new(Arc::clone(&renewer), pending::<()>());
                thread::sleep(LATE + BEAT);
                assert!(renewer.is_starved_by_this_thread(began));
                renewer.goes_on_within(LATE * 1_000);
                assert!(!renewer.is_starved_by_this_thread(began));
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mint_of_the_thread_that_renews_does_not_wait_while_it_renews() {
        let (renewer, other) = (Renewer::default(), Renewer::default());
        let outlook = || renewer.outlook(Instant::now());
        let here = enter(&renewer);
        assert_eq!(outlook(), Outlook::Blocked);
        let there = enter(&other);
        assert_eq!(outlook(), Outlook::Open);
        drop(there);
        assert_eq!(outlook(), Outlook::Blocked);
        drop(here);
        assert_eq!(outlook(), Outlook::Open);
    }
}
