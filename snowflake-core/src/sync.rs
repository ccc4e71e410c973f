//! The synchronisation primitives, so that `loom` can take their place.

#[cfg(not(loom))]
pub(crate) use core::sync::atomic;

#[cfg(loom)]
pub(crate) use loom::sync::atomic;

#[cfg(not(loom))]
pub(crate) use std::sync::{Mutex, MutexGuard, OnceLock};

#[cfg(loom)]
pub(crate) use loom::sync::{Mutex, MutexGuard};
#[cfg(loom)]
pub(crate) use once::OnceLock;

#[cfg(not(loom))]
pub(crate) use std::thread::yield_now;

#[cfg(loom)]
pub(crate) use loom::thread::yield_now;

#[cfg(loom)]
mod once {
    use super::Mutex;
    use super::atomic::{AtomicBool, Ordering};

    /// What `std::sync::OnceLock` promises, in terms that `loom` understands:
    /// who sees the flag sees the value.
    #[derive(Debug)]
    pub(crate) struct OnceLock<T> {
        set: AtomicBool,
        setting: Mutex<()>,
        value: std::sync::OnceLock<T>,
    }

    impl<T> OnceLock<T> {
        pub(crate) fn new() -> Self {
            Self {
                set: AtomicBool::new(false),
                setting: Mutex::new(()),
                value: std::sync::OnceLock::new(),
            }
        }

        pub(crate) fn get(&self) -> Option<&T> {
            if self.set.load(Ordering::Acquire) { self.value.get() } else { None }
        }

        pub(crate) fn get_or_init(&self, init: impl FnOnce() -> T) -> &T {
            let _setting = self.setting.lock();
            let value = self.value.get_or_init(init);
            self.set.store(true, Ordering::Release);
            value
        }
    }
}
