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

#[cfg(not(all(unix, not(loom))))]
use elsewhere::counted;
#[cfg(not(all(unix, not(loom))))]
pub use elsewhere::watch;
#[cfg(all(unix, not(loom)))]
use unix::counted;
#[cfg(all(unix, not(loom)))]
pub use unix::watch;

/// How many forks are between this process and the first one that minted.
#[inline]
pub fn generation() -> u32 {
    #[cfg(feature = "test-util")]
    if let Some(generation) = SIMULATED.get() {
        return generation;
    }
    counted()
}

#[cfg(feature = "test-util")]
thread_local! {
    /// The generation of the process that this thread simulates in a test.
    pub static SIMULATED: std::cell::Cell<Option<u32>> =
        const { std::cell::Cell::new(None) };
}

#[cfg(all(unix, not(loom)))]
mod unix {
    use core::ffi::c_int;
    use std::sync::Once;
    use std::sync::atomic::{AtomicU32, Ordering};

    static GENERATION: AtomicU32 = AtomicU32::new(0);

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

    extern "C" fn in_child() {
        GENERATION.fetch_add(1, Ordering::Relaxed);
    }

    #[expect(unsafe_code, reason = "the only way to learn of a fork without a system call per ID")]
    fn register() {
        type Handler = Option<extern "C" fn()>;

        // SAFETY: the signature is that of POSIX.1-2001 `pthread_atfork`.
        unsafe extern "C" {
            fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
        }

        // SAFETY: `in_child` may be called at any time in any process. It only adds to an
        // atomic, which is async-signal-safe, and it exists as long as the program.
        let result = unsafe { pthread_atfork(None, None, Some(in_child)) };
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
}
