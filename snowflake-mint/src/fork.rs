//! Notices that this process is a fork.
//!
//! A forked child starts with a copy of its parent's memory: the same node and the same last slot.
//! If it continued there, both would mint the same IDs. So a session remembers the process
//! generation in which it began, and each mint compares.
//!
//! The comparison is one load, because a handler counts the generations, which the C library runs
//! in the child before `fork` returns there. Asking for the process number would be a system call:
//! 107 ns on a machine where a whole mint takes 10. A child made by a raw `clone` system call, or by
//! `_Fork()` of POSIX 2024, is not noticed, because no handlers run.

use core::ops::{Deref, DerefMut};

#[cfg(not(all(unix, not(loom))))]
use elsewhere as system;
use system::Calm;
pub(crate) use system::calm;
pub use system::watch;
#[cfg(all(unix, not(loom)))]
use unix as system;

/// How many forks are between this process and the first one that minted.
#[inline]
pub fn generation() -> u32 {
    #[cfg(feature = "test-util")]
    if let Some(generation) = SIMULATED.get() {
        return generation;
    }
    system::counted()
}

/// A lock that a child needs. No thread forks while another one has it: that thread would be missing
/// in the child, and the child would wait for ever. The threads of leases take such locks at any
/// time, so a program cannot see to it.
#[derive(Debug)]
pub struct Calmly<G> {
    // Given back in this order.
    guard: G,
    _calm: Calm,
}

/// Takes such a lock.
pub fn calmly<G>(lock: impl FnOnce() -> G) -> Calmly<G> {
    let calm = calm();
    Calmly { guard: lock(), _calm: calm }
}

impl<G: Deref> Deref for Calmly<G> {
    type Target = G::Target;

    fn deref(&self) -> &G::Target {
        &self.guard
    }
}

impl<G: DerefMut> DerefMut for Calmly<G> {
    fn deref_mut(&mut self) -> &mut G::Target {
        &mut self.guard
    }
}

#[cfg(feature = "test-util")]
thread_local! {
    /// The generation of the process that this thread simulates in a test.
    pub static SIMULATED: std::cell::Cell<Option<u32>> =
        const { std::cell::Cell::new(None) };
}

#[cfg(all(unix, not(loom)))]
mod unix {
    use core::cell::Cell;
    use core::ffi::c_int;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::{Mutex, MutexGuard, Once, PoisonError};

    static GENERATION: AtomicU32 = AtomicU32::new(0);

    static CALM: Mutex<()> = Mutex::new(());

    thread_local! {
        /// While this thread forks.
        static FORKS: Cell<Option<Calm>> = const { Cell::new(None) };

        /// Whether this thread has it.
        static HERE: Cell<bool> = const { Cell::new(false) };
    }

    /// See [`calm`].
    #[derive(Debug)]
    pub(crate) struct Calm(Option<MutexGuard<'static, ()>>);

    /// No other thread forks while this one has it. A thread that has it already gets another one
    /// that does nothing; they are given back in the opposite order.
    pub(crate) fn calm() -> Calm {
        // A thread that ends has no such place any more. It takes one lock, and no other in it.
        if HERE.try_with(|here| here.replace(true)) == Ok(true) {
            return Calm(None);
        }
        Calm(Some(CALM.lock().unwrap_or_else(PoisonError::into_inner)))
    }

    impl Drop for Calm {
        fn drop(&mut self) {
            if self.0.is_some() {
                let _ = HERE.try_with(|here| here.set(false));
            }
        }
    }

    #[inline]
    pub(super) fn counted() -> u32 {
        // Relaxed: it changes only in a child with one thread, before any code of the
        // program runs there.
        GENERATION.load(Ordering::Relaxed)
    }

    /// Counts forks from now on. Call it before the first session begins.
    pub fn watch() {
        static ONCE: Once = Once::new();
        ONCE.call_once(register);
    }

    extern "C" fn before() {
        // A thread that ends has no such place any more, and forks all the same.
        let _ = FORKS.try_with(|forks| forks.set(Some(calm())));
    }

    /// On the same thread, or its copy in the child.
    extern "C" fn in_parent() {
        let _ = FORKS.try_with(Cell::take);
    }

    extern "C" fn in_child() {
        GENERATION.fetch_add(1, Ordering::Relaxed);
        in_parent();
    }

    #[expect(unsafe_code, reason = "the only way to learn of a fork without a system call per ID")]
    fn register() {
        type Handler = Option<extern "C" fn()>;

        // SAFETY: the signature is that of POSIX.1-2001 `pthread_atfork`.
        unsafe extern "C" {
            fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
        }

        // SAFETY: the handlers may be called at any time in any process, and exist as long as the
        // program. They lock and unlock a mutex on the thread that forks, and add to an atomic.
        // No thread forks while this one has the mutex.
        let result = unsafe { pthread_atfork(Some(before), Some(in_parent), Some(in_child)) };
        // The only error is ENOMEM. A program that lacks these few bytes at its start is
        // about to end anyway.
        assert_eq!(result, 0, "no memory left to watch for forks");
    }
}

#[cfg(not(all(unix, not(loom))))]
mod elsewhere {
    /// There is no `fork` here, or no way to notice one.
    pub(super) const fn counted() -> u32 {
        0
    }

    /// There is nothing to watch.
    pub const fn watch() {}

    /// Nor anybody to hold up.
    #[derive(Debug)]
    pub(crate) struct Calm;

    pub(crate) const fn calm() -> Calm {
        Calm
    }
}
