//! Notices that this process is a fork.
//!
//! A forked child starts with a copy of its parent's memory: the same node and the same last slot.
//! If it continued there, both would mint the same IDs. Its other threads are missing, and may have
//! held any lock. So a child of a process that had a node mints nothing, for ever, and each way in
//! looks here before it takes a lock:
//!
//! - [`watch`] comes before the first lock. In a process that has not called it, nothing is kept under
//!   the locks, and none is held: its child is a process like any other.
//! - [`is_forked`] is one load, because a handler writes it, which the C library runs in the child
//!   before `fork` returns there. Asking for the process number would be a system call: 107 ns on a
//!   machine where a whole mint takes 10.
//!
//! A child made by a raw `clone` system call, or by `_Fork()` of POSIX 2024, is not noticed, because
//! no handlers run.

#[cfg(not(all(unix, not(loom))))]
use elsewhere as system;
#[cfg(all(unix, not(loom)))]
use unix as system;

/// The text of all errors in such a child.
pub const FORKED: &str = "this process was forked from one that had already installed a node or \
    minted, so it mints nothing: install after the fork, or start the child's program with `exec`";

/// Whether this process is a fork of one that had a node.
#[inline]
pub fn is_forked() -> bool {
    #[cfg(feature = "test-util")]
    if let Some(is_forked) = SIMULATED.get() {
        return is_forked;
    }
    system::is_forked()
}

/// Whether the locks of this process may guard anything that it can use.
pub(crate) fn has_begun() -> bool {
    system::is_watched() && !is_forked()
}

/// Watches for forks from now on. Returns `false` if this process is one, and must not begin.
#[must_use = "a fork must not begin"]
pub fn watch() -> bool {
    system::watch();
    !is_forked()
}

#[cfg(feature = "test-util")]
thread_local! {
    /// Whether the process that this thread simulates in a test is a fork.
    pub static SIMULATED: std::cell::Cell<Option<bool>> =
        const { std::cell::Cell::new(None) };
}

#[cfg(all(unix, not(loom)))]
mod unix {
    use core::ffi::c_int;
    use std::sync::atomic::{AtomicBool, Ordering};

    static FORKED: AtomicBool = AtomicBool::new(false);

    static WATCHED: AtomicBool = AtomicBool::new(false);

    #[inline]
    pub(super) fn is_forked() -> bool {
        // Relaxed: it changes only in a child with one thread, before any code of the
        // program runs there.
        FORKED.load(Ordering::Relaxed)
    }

    pub(super) fn is_watched() -> bool {
        WATCHED.load(Ordering::Acquire)
    }

    /// Without a lock, which a thread might hold during the fork. So two threads may register the
    /// handler, which does no harm.
    pub(super) fn watch() {
        if !is_watched() {
            register();
            WATCHED.store(true, Ordering::Release);
        }
    }

    extern "C" fn in_child() {
        FORKED.store(true, Ordering::Relaxed);
    }

    #[expect(unsafe_code, reason = "the only way to learn of a fork without a system call per ID")]
    fn register() {
        type Handler = Option<extern "C" fn()>;

        // SAFETY: the signature is that of POSIX.1-2001 `pthread_atfork`.
        unsafe extern "C" {
            fn pthread_atfork(prepare: Handler, parent: Handler, child: Handler) -> c_int;
        }

        // SAFETY: the handler may be called at any time in any process, and exists as long as the
        // program. It only writes an atomic.
        let result = unsafe { pthread_atfork(None, None, Some(in_child)) };
        // The only error is ENOMEM. A program that lacks these few bytes at its start is
        // about to end anyway.
        assert_eq!(result, 0, "no memory left to watch for forks");
    }
}

#[cfg(not(all(unix, not(loom))))]
mod elsewhere {
    /// There is no `fork` here, or no way to notice one.
    pub(super) const fn is_forked() -> bool {
        false
    }

    /// There is nothing to watch.
    pub(super) const fn is_watched() -> bool {
        true
    }

    pub(super) const fn watch() {}
}
