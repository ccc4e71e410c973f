//! Several processes in one test.

use std::sync::{Mutex, MutexGuard, PoisonError};

use snowflake_kit_core::SnowflakeId;

use crate::clock::Clock;
use crate::error::MintError;
use crate::installation::Installation;
use crate::mint::Sourced;
use crate::node::NodeError;
use crate::process::{Simulated, Space};
use crate::settings::Settings;
use crate::source::Source;

/// A process in a test. It has its own node states and its own installed node, and forks without a
/// system call. Code in [`run`](Self::run) runs in it.
pub struct SimulatedProcess<C: Clock + 'static> {
    process: Simulated,
    installation: Mutex<Installation<C>>,
    clock: C,
}

impl<C: Clock + Clone + 'static> SimulatedProcess<C> {
    /// A new process on this clock.
    pub fn new(clock: C) -> Self {
        Self { process: Simulated::new(), installation: Mutex::new(Installation::new()), clock }
    }

    /// A child, which starts with a copy of its parent's state.
    #[must_use]
    pub fn fork(&self) -> Self {
        let installation = Mutex::new(self.installation().forked());
        Self { process: self.process.forked(), installation, clock: self.clock.clone() }
    }

    /// Runs code in this process.
    pub fn run<R>(&self, body: impl FnOnce() -> R) -> R {
        self.process.run(body)
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
    pub fn try_mint<T: SnowflakeId + Sourced>(&self) -> Result<T, MintError> {
        self.run(|| {
            let clock = || self.clock.clone();
            let generator = self.installation().generator(T::LAYOUT, Space::of::<T>(), clock)?;
            generator.try_mint(0)
        })
    }

    fn installation(&self) -> MutexGuard<'_, Installation<C>> {
        self.installation.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
