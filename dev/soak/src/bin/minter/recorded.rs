//! Writes down what was granted.

use std::fmt;
use std::fs::File;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;

use snowflake_kit::lease::{
    AsyncStore, Change, Grant, Registry, Release, Renewal, Store, StoreError,
};

/// A store, and a file with a line for each claim and renewal that it has
/// acknowledged.
pub(crate) struct Recorded<S> {
    store: S,
    grants: File,
}

impl<S> Recorded<S> {
    pub(crate) fn new(store: S, file: &Path) -> std::io::Result<Self> {
        // What an operation that was given up writes late goes to the end as well.
        Ok(Self { store, grants: File::options().create(true).append(true).open(file)? })
    }
}

impl<S> Recorded<S> {
    /// Before the store knows of a release: nothing may have been minted from there on, whether its
    /// answer arrives or not.
    fn before(&self, change: &Change) -> Result<(), StoreError> {
        if let Change::Release(Release { node, token, until }) = change {
            self.line(format_args!("releasing {node} {token} {until}"))?;
        }
        Ok(())
    }

    /// After the store has acknowledged a change.
    fn after(&self, change: &Change, is_made: bool) -> Result<bool, StoreError> {
        match change {
            Change::Claim { claim, .. } if is_made => {
                let Grant { node, token, from, until } = claim.grant();
                self.line(format_args!("claimed {node} {token} {from} {until}"))?;
            }
            Change::Renew { renewal: Renewal { node, token, until }, .. } if is_made => {
                self.line(format_args!("renewed {node} {token} {until}"))?;
            }
            _ => {}
        }
        Ok(is_made)
    }

    /// One write: another file, or a stop in the middle, does not split it.
    fn line(&self, text: fmt::Arguments<'_>) -> Result<(), StoreError> {
        (&self.grants).write_all(format!("{text}\n").as_bytes()).map_err(StoreError::new)
    }
}

impl Store for Recorded<Box<dyn Store>> {
    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.store.read_nodes(space, nodes, most)
    }

    fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        self.before(change)?;
        let is_made = self.store.change(space, change)?;
        self.after(change, is_made)
    }

    fn replacement(&self) -> Option<Box<dyn Store>> {
        let (store, grants) = (self.store.replacement()?, self.grants.try_clone().ok()?);
        Some(Box::new(Self { store, grants }))
    }
}

/// The same for stores that are awaited.
pub(crate) struct AsyncRecorded<S>(pub(crate) Recorded<S>);

impl<S: AsyncStore> AsyncStore for AsyncRecorded<S> {
    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.0.store.read_nodes(space, nodes, most).await
    }

    async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        self.0.before(change)?;
        let is_made = self.0.store.change(space, change).await?;
        self.0.after(change, is_made)
    }
}
