//! Several processes in one test.

use std::sync::Arc;

use snowflake_kit_core::SnowflakeId;

use crate::clock::Clock;
use crate::error::MintError;
use crate::installation::Installation;
use crate::node::NodeError;
use crate::process::{self, Owner, Process};
use crate::settings::Settings;
use crate::source::{Source, Sourced};

/// A process in a test. It has its own node states and its own installed node, and forks without a
/// system call. Code in [`run`](Self::run) runs in it.
pub struct SimulatedProcess<C> {
    process: Arc<Process>,
    is_forked: bool,
    installation: Installation<C>,
}

impl<C: Clock + Clone> SimulatedProcess<C> {
    /// A new process on this clock.
    pub fn new(clock: C) -> Self {
        let installation = Installation::new(clock);
        Self { process: Arc::default(), is_forked: false, installation }
    }

    /// A child, as of a process that had a node. What its memory has does not matter, since it uses
    /// nothing of it.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self { is_forked: true, ..Self::new(self.installation.clock().clone()) }
    }

    /// Runs code in this process, on this thread.
    pub fn run<R>(&self, body: impl FnOnce() -> R) -> R {
        process::simulate(&self.process, self.is_forked, body)
    }

    /// As [`install`](crate::install).
    ///
    /// # Errors
    /// As [`install`](crate::install).
    pub fn install(&self, settings: impl Into<Settings>) -> Result<(), NodeError> {
        self.run(|| self.installation.install(settings.into()))
    }

    /// As [`Minter::try_mint`](crate::Minter::try_mint).
    ///
    /// # Errors
    /// As [`Minter::try_mint`](crate::Minter::try_mint).
    pub fn try_mint<T: SnowflakeId + Sourced>(&self) -> Result<T, MintError> {
        self.run(|| {
            let generator = self.installation.generator(T::LAYOUT, Owner::of::<T>())?;
            self.installation.catch_up(&generator)?;
            generator.attempt(0)
        })
    }
}
