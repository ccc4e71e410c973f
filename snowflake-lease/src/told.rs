//! What one thread tells another, which waits for it or awaits it.

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use crate::driver::block_on;

/// Who tells. If it is dropped, nothing will be told.
#[derive(Debug)]
pub struct Teller<T>(Told<T>);

/// What will be told: `None` if nothing will be.
#[derive(Debug)]
pub struct Told<T>(Arc<Mutex<State<T>>>);

#[derive(Debug)]
struct State<T> {
    value: Option<T>,
    is_over: bool,
    waker: Option<Waker>,
}

impl<T> Teller<T> {
    /// Tells it.
    pub fn tell(self, value: T) {
        self.0.state().value = Some(value);
    }
}

impl<T> Drop for Teller<T> {
    fn drop(&mut self) {
        let mut state = self.0.state();
        state.is_over = true;
        let waker = state.waker.take();
        drop(state);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Told<T> {
    /// The two ends. A value that is not taken is dropped with the last of them.
    pub fn pair() -> (Teller<T>, Self) {
        let state = Arc::new(Mutex::new(State { value: None, is_over: false, waker: None }));
        (Teller(Self(Arc::clone(&state))), Self(state))
    }

    /// Keeps this thread until it is told, for at most so long.
    pub fn wait(self, limit: Duration) -> Option<T> {
        block_on(self, limit).flatten()
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        // Nothing panics while the lock is held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<T> Future for Told<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut state = self.state();
        if state.is_over {
            return Poll::Ready(state.value.take());
        }
        state.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

#[cfg(test)]
mod tests {
    use std::thread;

    use super::*;

    #[test]
    fn what_is_told_ends_the_wait_and_so_does_nothing() {
        let (teller, told) = Told::pair();
        assert_eq!(told.wait(Duration::from_millis(1)), None::<u32>);
        teller.tell(1);
        for (tells, value) in [(true, Some(2)), (false, None)] {
            let (teller, told) = Told::pair();
            let telling = thread::spawn(move || {
                thread::sleep(Duration::from_millis(10));
                if tells {
                    teller.tell(2);
                }
            });
            assert_eq!(told.wait(Duration::MAX), value);
            telling.join().unwrap();
        }
    }

    #[test]
    fn a_value_that_is_not_taken_is_dropped() {
        let value = Arc::new(());
        let (teller, told) = Told::pair();
        drop(told);
        teller.tell(Arc::clone(&value));
        let (teller, told) = Told::pair();
        teller.tell(Arc::clone(&value));
        drop(told);
        assert_eq!(Arc::strong_count(&value), 1);
    }
}
