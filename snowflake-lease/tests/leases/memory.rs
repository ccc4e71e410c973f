//! A store of leases in memory.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};

use snowflake_kit_lease::{Change, LeaseRow, Registry, Store, StoreError};
use snowflake_kit_mint::Clock;

/// Clones are the same store, on a clock of the test's.
#[derive(Clone)]
pub(crate) struct Memory {
    clock: Arc<dyn Clock>,
    shared: Arc<(Mutex<Shared>, Condvar)>,
}

#[derive(Default)]
pub(crate) struct Shared {
    pub(crate) rows: BTreeMap<u32, LeaseRow>,
    pub(crate) holders: BTreeMap<u32, String>,
    /// The spaces that it was asked about.
    pub(crate) spaces: Vec<String>,
    pub(crate) trouble: Trouble,
    /// How many requests hang.
    pub(crate) hanging: u32,
    /// How often a replacement was asked for.
    pub(crate) replacements: u32,
    /// How often each was asked for, in vain or not.
    pub(crate) reads: u32,
    pub(crate) claims: u32,
    pub(crate) renewals: u32,
    pub(crate) releases: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Trouble {
    #[default]
    None,
    /// It cannot be reached.
    Away,
    /// It changes what it is asked to, and its answers are lost.
    Mute,
    /// It panics.
    Panics,
    /// The next request hangs until there is no trouble any more. Others are
    /// answered.
    HangsOnce,
    /// One request hangs, and the others are answered.
    Hanging,
}

impl Memory {
    pub(crate) fn new(clock: impl Clock + 'static) -> Self {
        Self { clock: Arc::new(clock), shared: Arc::default() }
    }

    pub(crate) fn shared(&self) -> MutexGuard<'_, Shared> {
        self.shared.0.lock().unwrap()
    }

    pub(crate) fn row(&self, node: u32) -> LeaseRow {
        self.shared().rows[&node]
    }

    /// Puts rows there, whoever wrote them.
    pub(crate) fn put(&self, rows: impl IntoIterator<Item = (u32, i64, i64)>) {
        let rows = rows.into_iter().map(|(node, token, until)| LeaseRow { node, token, until });
        self.shared().rows.extend(rows.map(|row| (row.node, row)));
    }

    /// Another process claims the node.
    pub(crate) fn take(&self, node: u32) {
        let LeaseRow { token, until, .. } = self.row(node);
        self.put([(node, token + 1, until + 60_000)]);
    }

    pub(crate) fn trouble(&self, trouble: Trouble) {
        self.shared().trouble = trouble;
        self.shared.1.notify_all();
    }

    /// Waits until something has been asked of it.
    pub(crate) fn wait_until(&self, mut happened: impl FnMut(&Shared) -> bool) {
        let (shared, asked) = &*self.shared;
        drop(asked.wait_while(shared.lock().unwrap(), |shared| !happened(shared)).unwrap());
    }

    /// One request: counts it, and does it unless there is trouble.
    fn ask<R>(
        &self,
        space: &str,
        count: fn(&mut Shared) -> &mut u32,
        body: impl FnOnce(&mut Shared) -> R,
    ) -> Result<R, StoreError> {
        let mut shared = self.shared();
        *count(&mut shared) += 1;
        if shared.trouble == Trouble::HangsOnce {
            (shared.trouble, shared.hanging) = (Trouble::Hanging, shared.hanging + 1);
            self.shared.1.notify_all();
            let hangs = |shared: &mut Shared| shared.trouble != Trouble::None;
            shared = self.shared.1.wait_while(shared, hangs).unwrap();
            shared.hanging -= 1;
        }
        if !shared.spaces.iter().any(|known| known == space) {
            shared.spaces.push(space.to_owned());
        }
        let answer = match shared.trouble {
            Trouble::None | Trouble::Mute | Trouble::HangsOnce | Trouble::Hanging => {
                Ok(body(&mut shared))
            }
            Trouble::Away => Err(StoreError::new("nobody answers")),
            Trouble::Panics => {
                // So that the test can go on.
                drop(shared);
                self.shared.1.notify_all();
                panic!("as the test wants it")
            }
        };
        self.shared.1.notify_all();
        answer
    }

    fn now(&self) -> Result<i64, StoreError> {
        Ok(self.clock.read().map_err(StoreError::new)?.unix_millis())
    }
}

impl Store for Memory {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        let unix_millis = self.now()?;
        let rows = |shared: &mut Shared| {
            shared.rows.range(nodes).map(|(_, row)| *row).take(most).collect()
        };
        let rows = self.ask(space, |shared| &mut shared.reads, rows)?;
        Ok(Registry { unix_millis, rows })
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        let now = self.now()?;
        // A renewal by a wrong clock is not counted: it changes no row, whatever is there.
        change.applied(None, now)?;
        let count: fn(&mut Shared) -> &mut u32 = match change {
            Change::Claim { .. } => |shared| &mut shared.claims,
            Change::Renew { .. } => |shared| &mut shared.renewals,
            Change::Release(_) => |shared| &mut shared.releases,
        };
        let made = self.ask(space, count, |shared| {
            let there = shared.rows.get(&change.node()).copied();
            let Some(row) = change.applied(there, now)? else { return Ok(false) };
            shared.rows.insert(row.node, row);
            if let Change::Claim { holder, .. } = change {
                shared.holders.insert(row.node, holder.clone());
            }
            Ok(true)
        })??;
        match self.shared().trouble {
            Trouble::Mute => Err(StoreError::new("the connection was closed")),
            _ => Ok(made),
        }
    }

    fn replacement(&self) -> Option<Box<dyn Store>> {
        self.shared().replacements += 1;
        Some(Box::new(self.clone()))
    }
}

/// The same without a replacement.
pub(crate) struct Irreplaceable(pub(crate) Memory);

impl Store for Irreplaceable {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.0.read_nodes(space, nodes, most)
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        self.0.change(space, change)
    }
}
