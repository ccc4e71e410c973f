//! What the owner of a lease and its keeper share.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use snowflake_kit_mint::__private::{Bell, Ring, replace};
use snowflake_kit_mint::{NodeError, SystemClock, install};

use crate::error::ClaimError;
use crate::keeper::{Keeper, Kept};
use crate::store::AsyncStore;
use snowflake_kit_mint::{Grant, Permit};

pub(super) struct Held {
    permit: Mutex<Permit>,
    pub(super) bell: Arc<Bell>,
}

impl Held {
    pub(super) fn install<S: AsyncStore>(
        keeper: &Keeper<S, SystemClock>,
        permit: Permit,
    ) -> Result<Arc<Self>, ClaimError> {
        let settings = keeper.settings(&permit);
        let refused = settings.node();
        if let Err(error) = install(settings) {
            let installed = match error {
                NodeError::AlreadyInstalled { installed, .. } => installed,
                _ => refused,
            };
            return Err(ClaimError::AlreadyInstalled { installed });
        }
        let (permit, bell) = (Mutex::new(permit), Arc::clone(keeper.bell()));
        Ok(Arc::new(Self { permit, bell }))
    }

    pub(super) fn grant(&self) -> Grant {
        self.permit().grant()
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.bell.has_rung(Ring::Stop)
    }

    pub(super) fn is_pending(&self) -> bool {
        self.permit().is_pending() && !self.is_stopped()
    }

    pub(super) fn claimed(&self) -> Option<Grant> {
        let permit = self.permit();
        (!permit.is_pending()).then(|| permit.grant())
    }

    /// Stops minting, also if no node was claimed.
    pub(super) fn close(&self) {
        self.permit().close();
    }

    fn permit(&self) -> MutexGuard<'_, Permit> {
        self.permit.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn follow<S: AsyncStore>(
        &self,
        keeper: &Keeper<S, SystemClock>,
        round: Result<Kept, ClaimError>,
    ) {
        let mut held = self.permit();
        match round {
            Ok(Kept::Changed(permit)) => {
                let settings = keeper.settings(&permit);
                replace(&mem::replace(&mut *held, permit), settings);
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
        self.permit.get_mut().unwrap_or_else(PoisonError::into_inner).close();
    }
}
