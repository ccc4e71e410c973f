//! Several processes in one test.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snowflake_kit_core::SnowflakeId;

use crate::clock::Clock;
use crate::error::MintError;
use crate::installation::Installation;
use crate::mint::Sourced;
use crate::node::NodeError;
use crate::process::{self, Process, Space};
use crate::settings::Settings;
use crate::source::Source;

/// A process in a test. It has its own node states and its own installed node, and forks without a
/// system call. Code in [`run`](Self::run) runs in it.
pub struct SimulatedProcess<C> {
    process: Arc<Process>,
    /// How often it was forked.
    generation: u32,
    installation: Mutex<Installation<C>>,
}

impl<C: Clock + Clone> SimulatedProcess<C> {
    /// A new process on this clock.
    pub fn new(clock: C) -> Self {
        let installation = Mutex::new(Installation::new(clock));
        Self { process: Arc::default(), generation: 0, installation }
    }

    /// A child, which starts with a copy of its parent's state.
    #[must_use]
    pub fn fork(&self) -> Self {
        let installation = Mutex::new(self.installation().forked());
        let process = Arc::new(self.process.forked());
        Self { process, generation: self.generation + 1, installation }
    }

    /// Runs code in this process, on this thread.
    pub fn run<R>(&self, body: impl FnOnce() -> R) -> R {
        process::simulate(&self.process, self.generation, body)
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
            let generator = self.installation().generator(T::LAYOUT, Space::of::<T>())?;
            generator.try_mint(0)
        })
    }

    fn installation(&self) -> MutexGuard<'_, Installation<C>> {
        self.installation.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
