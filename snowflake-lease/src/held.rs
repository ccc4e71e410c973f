//! What the owner of a lease and its keeper share.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snowflake_kit_mint::__private::{Bell, Ring, fork, replace};
use snowflake_kit_mint::{Grant, NodeError, Settings, SystemClock, install};

use crate::error::ClaimError;
use crate::keeper::{Keeper, Kept};
use crate::store::AsyncStore;

pub(super) struct Held {
    /// By what the process mints: the lease, or the promise of one.
    settings: Mutex<Settings>,
    pub(super) bell: Arc<Bell>,
    /// The process generation that has it. A forked child has no lease, and no thread that would
    /// give one back.
    generation: u32,
}

impl Held {
    pub(super) fn install<S: AsyncStore>(
        keeper: &Keeper<S, SystemClock>,
        settings: Settings,
    ) -> Result<Arc<Self>, ClaimError> {
        let refused = settings.node();
        if let Err(error) = install(settings.clone()) {
            let installed = match error {
                NodeError::AlreadyInstalled { installed, .. } => installed,
                _ => refused,
            };
            return Err(ClaimError::AlreadyInstalled { installed });
        }
        let (settings, bell) = (Mutex::new(settings), Arc::clone(keeper.bell()));
        Ok(Arc::new(Self { settings, bell, generation: fork::generation() }))
    }

    /// The grant, once the lease is claimed.
    pub(super) fn grant(&self) -> Option<Grant> {
        self.settings().grant()
    }

    /// The grant of a lease that was claimed before it was given out.
    pub(super) fn claimed(&self) -> Grant {
        self.grant().expect("a lease that is not lazy is claimed first")
    }

    /// Asks the keeper to give it back. Returns `false` in a forked child, where nothing does.
    pub(super) fn stop(&self) -> bool {
        let is_mine = self.generation == fork::generation();
        if is_mine {
            self.bell.ring(Ring::Stop);
        }
        is_mine
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.bell.has_rung(Ring::Stop)
    }

    /// Whether it is to be claimed when the bell rings.
    pub(super) fn is_promised(&self) -> bool {
        self.settings().is_promised() && !self.is_stopped()
    }

    /// Stops minting, also if no node was claimed.
    pub(super) fn close(&self) {
        self.settings().close();
    }

    fn settings(&self) -> MutexGuard<'_, Settings> {
        self.settings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn follow<S: AsyncStore>(
        &self,
        keeper: &Keeper<S, SystemClock>,
        round: Result<Kept, ClaimError>,
    ) {
        let mut held = self.settings();
        match round {
            Ok(Kept::Changed(permit)) => {
                let settings = keeper.settings(permit);
                replace(&mem::replace(&mut *held, settings.clone()), settings);
            }
            Ok(Kept::Renewed) => {}
            Err(error) => held.not_claimed(&error.to_string()),
        }
    }
}

/// Dropped when neither owner nor keeper needs it: then minting stops now, and not when the lease
/// ends.
impl Drop for Held {
    fn drop(&mut self) {
        self.settings.get_mut().unwrap_or_else(PoisonError::into_inner).close();
    }
}
