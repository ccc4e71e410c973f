//! The synchronization primitives, which `loom` can replace.

#[cfg(not(loom))]
pub use core::sync::atomic;
#[cfg(not(loom))]
pub use std::sync::{Mutex, MutexGuard, OnceLock};
#[cfg(not(loom))]
pub use std::thread::yield_now;

#[cfg(loom)]
pub use loom::sync::atomic;
#[cfg(loom)]
pub use loom::sync::{Mutex, MutexGuard};
#[cfg(loom)]
pub use loom::thread::yield_now;
#[cfg(loom)]
pub use once::OnceLock;

#[cfg(loom)]
mod once {
    use super::Mutex;
    use super::atomic::{AtomicBool, Ordering};

    /// `std::sync::OnceLock` for `loom`: a thread that sees the flag sees the value.
    #[derive(Debug)]
    pub struct OnceLock<T> {
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
