//! A store of leases in memory.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard};

use snowflake_core::lease::{Claim, LeaseRow, Registry, Release, Renewal, Store, StoreError};
use snowflake_core::{Clock, ManualClock};

/// Clones are the same store, on a clock that is set by hand.
#[derive(Clone)]
pub(crate) struct Memory {
    pub(crate) clock: ManualClock,
    shared: Arc<Mutex<Shared>>,
}

#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) rows: BTreeMap<u32, LeaseRow>,
    /// Whether it cannot be reached.
    pub(crate) away: bool,
    /// How often it was asked.
    pub(crate) calls: usize,
    pub(crate) holders: BTreeMap<u32, String>,
}

impl Memory {
    pub(crate) fn new(clock: ManualClock) -> Self {
        Self { clock, shared: Arc::default() }
    }

    pub(crate) fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap()
    }

    pub(crate) fn row(&self, node: u32) -> LeaseRow {
        self.shared().rows[&node]
    }

    fn reached(&self) -> Result<MutexGuard<'_, Shared>, StoreError> {
        let mut shared = self.shared();
        shared.calls += 1;
        if shared.away { Err(StoreError::new("nobody answers")) } else { Ok(shared) }
    }
}

impl Store for Memory {
    fn read(&mut self, _space: &str) -> Result<Registry, StoreError> {
        let unix_millis = self.clock.unix_millis();
        Ok(Registry { unix_millis, rows: self.reached()?.rows.values().copied().collect() })
    }

    fn unix_millis(&mut self) -> Result<i64, StoreError> {
        self.reached()?;
        Ok(self.clock.read().map_err(StoreError::new)?.unix_millis())
    }

    fn claim(&mut self, _space: &str, claim: &Claim, holder: &str) -> Result<bool, StoreError> {
        let mut shared = self.reached()?;
        let same = shared.rows.get(&claim.row.node).copied() == claim.expected;
        if same {
            shared.rows.insert(claim.row.node, claim.row);
            shared.holders.insert(claim.row.node, holder.to_owned());
        }
        Ok(same)
    }

    fn renew(&mut self, _space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        let mut shared = self.reached()?;
        let row = shared.rows.get_mut(&renewal.node);
        let row = row.filter(|row| row.token == renewal.token);
        Ok(row.map(|row| row.until = row.until.max(renewal.until)).is_some())
    }

    fn release(&mut self, _space: &str, release: &Release) -> Result<bool, StoreError> {
        let mut shared = self.reached()?;
        let row = shared.rows.get_mut(&release.node);
        let row = row.filter(|row| row.token == release.token);
        Ok(row.map(|row| row.until = release.until).is_some())
    }
}
