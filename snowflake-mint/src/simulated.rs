//! Several processes in one test.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snowflake_core::SnowflakeId;

use crate::clock::Clock;
use crate::error::MintError;
use crate::fork;
use crate::installation::Installation;
use crate::node::NodeError;
use crate::numbers::{self, Numbers};
use crate::settings::Settings;
use crate::states::{self, Space, States};

/// A process in a test. It has its own node states and its own installed node, and forks without a
/// system call. Code in [`run`](Self::run) runs in it.
pub struct SimulatedProcess<C: Clock + 'static> {
    states: Arc<States>,
    numbers: Arc<Numbers>,
    generation: u32,
    installation: Mutex<Installation<C>>,
    clock: C,
}

impl<C: Clock + Clone + 'static> SimulatedProcess<C> {
    /// A new process on this clock.
    pub fn new(clock: C) -> Self {
        let (states, numbers) = (Arc::new(States::new()), Arc::new(Numbers::new()));
        Self {
            states,
            numbers,
            generation: 0,
            installation: Mutex::new(Installation::new()),
            clock,
        }
    }

    /// A child, which starts with a copy of its parent's state.
    #[must_use]
    pub fn fork(&self) -> Self {
        let installation = Mutex::new(self.installation().forked());
        Self {
            states: Arc::new(self.states.copied()),
            numbers: Arc::new(self.numbers.copied()),
            generation: self.generation + 1,
            installation,
            clock: self.clock.clone(),
        }
    }

    /// Runs code in this process.
    pub fn run<R>(&self, body: impl FnOnce() -> R) -> R {
        struct Back(Option<Arc<States>>, Option<Arc<Numbers>>, Option<u32>);
        impl Drop for Back {
            fn drop(&mut self) {
                states::SIMULATED.set(self.0.take());
                numbers::SIMULATED.set(self.1.take());
                fork::SIMULATED.set(self.2);
            }
        }
        let _back = Back(
            states::SIMULATED.replace(Some(Arc::clone(&self.states))),
            numbers::SIMULATED.replace(Some(Arc::clone(&self.numbers))),
            fork::SIMULATED.replace(Some(self.generation)),
        );
        body()
    }

    /// As [`install`](crate::install).
    ///
    /// # Errors
    /// As [`install`](crate::install).
    pub fn install(&self, settings: impl Into<Settings>) -> Result<(), NodeError> {
        self.run(|| self.installation().install(settings.into()))
    }

    /// As [`Mint::try_mint`](crate::Mint::try_mint).
    ///
    /// # Errors
    /// As [`Mint::try_mint`](crate::Mint::try_mint).
    pub fn try_mint<T: SnowflakeId>(&self) -> Result<T, MintError> {
        self.run(|| {
            let clock = || self.clock.clone();
            let generator = self.installation().generator(T::LAYOUT, Space::of::<T>(), clock)?;
            generator.typed(0)
        })
    }

    fn installation(&self) -> MutexGuard<'_, Installation<C>> {
        self.installation.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
