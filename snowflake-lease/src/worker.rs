//! A blocking store on its own thread.

use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use snowflake_kit_mint::__private::keeps_leases;

use crate::store::{Change, Registry, Store, StoreError, StoreErrorKind};

/// How many threads may hang in abandoned operations. Each holds a connection, and a server that
/// never answers must not get more and more of them.
const MOST_HANGING: usize = 16;

/// A blocking store whose operations all end in time.
///
/// A thread carries the operations out. Threads cannot be stopped. So if an operation takes too
/// long, its thread and store are abandoned, and another thread continues with the store's
/// [replacement](Store::replacement). Each answer has its own channel, so a later operation never
/// takes an abandoned answer for its own.
pub struct Worker {
    limit: Duration,
    at_work: Option<AtWork>,
    /// Made in advance, because a store that hangs cannot make it.
    spare: Option<Box<dyn Store>>,
    /// One clone for this and one for each running thread.
    threads: Arc<()>,
}

struct AtWork {
    jobs: Sender<Job>,
    /// Waits for an operation that took too long, if there is no replacement. Returns whether it
    /// has ended.
    late: Option<Box<dyn FnMut(Duration) -> bool + Send>>,
    /// Nothing is sent here. It closes when the thread has dropped its store.
    ended: Receiver<()>,
}

type Job = Box<dyn FnOnce(&mut dyn Store) + Send>;

impl Worker {
    /// `limit` is for each operation.
    pub fn new(store: Box<dyn Store>, limit: Duration) -> Self {
        let threads = Arc::new(());
        Self { limit, at_work: None, spare: Some(store), threads }
    }

    fn at_work(&mut self) -> Result<&mut AtWork, StoreError> {
        if self.at_work.is_none() {
            if self.spare.is_none() {
                return Err(StoreError::new("it has no thread"));
            }
            let (stores, taken) = channel();
            let at_work = self.begin(taken).map_err(|error| StoreError::no_thread(&error))?;
            if let Some(store) = self.spare.take() {
                self.spare = caught(|| Ok(store.replacement())).unwrap_or_default();
                stores.send(store).map_err(|_| StoreError::new("its thread has ended"))?;
            }
            self.at_work = Some(at_work);
        }
        self.at_work.as_mut().ok_or_else(|| StoreError::new("it has no thread"))
    }

    /// The store comes when the thread is there: else it would be lost if none can begin.
    fn begin(&self, taken: Receiver<Box<dyn Store>>) -> std::io::Result<AtWork> {
        let (jobs, work) = channel::<Job>();
        let (ending, ended) = channel();
        let alive = Arc::clone(&self.threads);
        thread::Builder::new().name("snowflake store".to_owned()).spawn(move || {
            keeps_leases();
            let Ok(mut store) = taken.recv() else { return };
            for job in work {
                job(&mut *store);
            }
            // Catches panics, because the last operation already has its answer.
            let _ = caught(|| {
                drop(store);
                Ok(())
            });
            drop((ending, alive));
        })?;
        Ok(AtWork { jobs, late: None, ended })
    }

    /// Abandons the thread and its store if there is another store. Returns whether it did.
    fn replace(&mut self) -> bool {
        let can = self.spare.is_some() && Arc::strong_count(&self.threads) <= MOST_HANGING + 1;
        if can {
            self.at_work = None;
        }
        can
    }

    fn ask<R: Send + 'static>(
        &mut self,
        operation: impl FnOnce(&mut dyn Store) -> Result<R, StoreError> + Send + 'static,
    ) -> Result<R, StoreError> {
        let (limit, end) = (self.limit, Instant::now() + self.limit);
        let left = || end.saturating_duration_since(Instant::now());
        let at_work = self.at_work()?;
        if let Some(has_ended) = &mut at_work.late
            && !has_ended(left())
        {
            return Err(StoreError::timed_out(limit));
        }
        at_work.late = None;
        let (sender, answer) = channel();
        let job: Job = Box::new(move |store| {
            // Fails if the operation was abandoned.
            let _ = sender.send(caught(|| operation(store)));
        });
        at_work.jobs.send(job).map_err(|_| StoreError::new("its thread has ended"))?;
        match answer.recv_timeout(left()) {
            Ok(answer) => {
                if matches!(&answer, Err(error) if error.kind() == StoreErrorKind::Panicked) {
                    // The store may be in any state. If there is no other one, the next
                    // operation uses it again.
                    self.replace();
                }
                answer
            }
            Err(RecvTimeoutError::Timeout) => {
                if !self.replace()
                    && let Some(at_work) = &mut self.at_work
                {
                    at_work.late = Some(Box::new(move |wait| {
                        !matches!(answer.recv_timeout(wait), Err(RecvTimeoutError::Timeout))
                    }));
                }
                Err(StoreError::timed_out(limit))
            }
            Err(RecvTimeoutError::Disconnected) => unreachable!("panics are caught"),
        }
    }
}

impl Store for Worker {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        let space = space.to_owned();
        self.ask(move |store| store.read_nodes(&space, nodes, most))
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        let (space, change) = (space.to_owned(), change.clone());
        self.ask(move |store| store.change(&space, &change))
    }
}

/// Waits until the store is dropped and its connection closed, unless it hangs.
impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(AtWork { jobs, late: None, ended }) = self.at_work.take() {
            drop(jobs);
            // The thread answers by closing the channel.
            let _ = ended.recv_timeout(self.limit);
        }
    }
}

impl std::fmt::Debug for Worker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Worker").field("limit", &self.limit).finish_non_exhaustive()
    }
}

pub(super) fn caught<R>(body: impl FnOnce() -> Result<R, StoreError>) -> Result<R, StoreError> {
    // Only the store can be left half changed, and it is replaced or connects again.
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
        let error = StoreError::panicked(text.unwrap_or("without a text"));
        // Dropping what was thrown may panic again, so it is not dropped.
        std::mem::forget(panic);
        Err(error)
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::*;

    /// What the stores of a test share.
    #[derive(Default)]
    struct Shared {
        asked: AtomicUsize,
        dropped: AtomicBool,
        /// Locked while operations are to hang.
        hangs: Mutex<()>,
    }

    struct Hanging {
        shared: Arc<Shared>,
        has_replacement: bool,
    }

    impl Store for Hanging {
        fn read_nodes(
            &mut self,
            _: &str,
            _: RangeInclusive<u32>,
            _: usize,
        ) -> Result<Registry, StoreError> {
            self.shared.asked.fetch_add(1, Ordering::Relaxed);
            drop(self.shared.hangs.lock().unwrap());
            Ok(Registry { unix_millis: 1, rows: Vec::new() })
        }

        fn change(&mut self, _: &str, _: &Change) -> Result<bool, StoreError> {
            panic!("not asked")
        }

        fn replacement(&self) -> Option<Box<dyn Store>> {
            let shared = Arc::clone(&self.shared);
            self.has_replacement.then(|| Box::new(Self { shared, has_replacement: true }) as _)
        }
    }

    impl Drop for Hanging {
        fn drop(&mut self) {
            thread::sleep(Duration::from_millis(50));
            self.shared.dropped.store(true, Ordering::Relaxed);
        }
    }

    fn worker(limit: Duration, has_replacement: bool) -> (Worker, Arc<Shared>) {
        let shared = Arc::<Shared>::default();
        let store = Hanging { shared: Arc::clone(&shared), has_replacement };
        (Worker::new(Box::new(store), limit), shared)
    }

    const LONG: Duration = Duration::from_secs(60);

    #[test]
    fn a_worker_that_is_dropped_waits_until_its_store_is() {
        let (mut worker, shared) = worker(LONG, false);
        assert_eq!(worker.read("shop").unwrap().unix_millis, 1);
        drop(worker);
        assert!(shared.dropped.load(Ordering::Relaxed));
    }

    #[test]
    fn an_error_says_that_no_thread_could_be_started() {
        let error = StoreError::no_thread(&std::io::Error::other("EAGAIN"));
        assert_eq!(error.kind(), StoreErrorKind::NoThread);
    }

    /// Else a later one would be carried out when no caller waits for it any more.
    #[test]
    fn a_store_that_hangs_without_a_replacement_is_asked_nothing() {
        let (mut worker, shared) = worker(Duration::from_millis(20), false);
        let hangs = shared.hangs.lock().unwrap();
        for _ in 0..4 {
            assert!(worker.read("shop").is_err());
        }
        drop(hangs);
        worker.limit = LONG;
        assert_eq!(worker.read("shop").unwrap().unix_millis, 1);
        assert_eq!(shared.asked.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn only_so_many_threads_hang() {
        let (mut worker, shared) = worker(Duration::from_millis(20), true);
        let hangs = shared.hangs.lock().unwrap();
        for _ in 0..MOST_HANGING + 4 {
            assert!(worker.read("shop").is_err());
        }
        // The last of them is not abandoned.
        let most = MOST_HANGING + 1;
        let end = Instant::now() + LONG;
        while shared.asked.load(Ordering::Relaxed) < most && Instant::now() < end {
            thread::yield_now();
        }
        assert_eq!(shared.asked.load(Ordering::Relaxed), most);
        drop(hangs);
        worker.limit = LONG;
        assert_eq!(worker.read("shop").unwrap().unix_millis, 1);
        assert_eq!(shared.asked.load(Ordering::Relaxed), most + 1);
    }
}
