//! Writes down what was granted.

use std::fs::File;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;

use snowflake_kit::lease::{
    AsyncStore, Claim, Registry, Release, Renewal, Renewed, Store, StoreError,
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

fn claimed(mut grants: &File, claim: &Claim) -> Result<bool, StoreError> {
    let grant = claim.grant();
    let (node, token, from, until) = (grant.node, grant.token, grant.from, grant.until);
    // One write: another file, or a stop in the middle, does not split it.
    let line = format!("claimed {node} {token} {from} {until}\n");
    grants.write_all(line.as_bytes()).map_err(StoreError::new)?;
    Ok(true)
}

fn renewed(mut grants: &File, renewal: &Renewal) -> Result<bool, StoreError> {
    let line = format!("renewed {} {} {}\n", renewal.node, renewal.token, renewal.until);
    grants.write_all(line.as_bytes()).map_err(StoreError::new)?;
    Ok(true)
}

/// Before the store knows of it: nothing may have been minted from there on,
/// whether its answer arrives or not.
fn releasing(mut grants: &File, release: &Release) -> Result<(), StoreError> {
    let line = format!("releasing {} {} {}\n", release.node, release.token, release.until);
    grants.write_all(line.as_bytes()).map_err(StoreError::new)
}

impl Store for Recorded<Box<dyn Store>> {
    fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        self.store.read(space)
    }

    fn unix_millis(&mut self) -> Result<i64, StoreError> {
        self.store.unix_millis()
    }

    fn claim(&mut self, space: &str, claim: &Claim, holder: &str) -> Result<bool, StoreError> {
        if self.store.claim(space, claim, holder)? {
            claimed(&self.grants, claim)
        } else {
            Ok(false)
        }
    }

    fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        if self.store.renew(space, renewal)? { renewed(&self.grants, renewal) } else { Ok(false) }
    }

    fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        releasing(&self.grants, release)?;
        self.store.release(space, release)
    }

    fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.store.read_nodes(space, nodes, most)
    }

    fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> Result<Renewed, StoreError> {
        let answer = self.store.renew_at(space, renewal, clock)?;
        if answer == Renewed::Yes {
            renewed(&self.grants, renewal)?;
        }
        Ok(answer)
    }

    fn replacement(&self) -> Option<Box<dyn Store>> {
        let (store, grants) = (self.store.replacement()?, self.grants.try_clone().ok()?);
        Some(Box::new(Self { store, grants }))
    }
}

/// The same for stores that are awaited.
pub(crate) struct AsyncRecorded<S>(pub(crate) Recorded<S>);

impl<S: AsyncStore> AsyncStore for AsyncRecorded<S> {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        self.0.store.read(space).await
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        self.0.store.unix_millis().await
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        let mine = self.0.store.claim(space, claim, holder).await?;
        if mine { claimed(&self.0.grants, claim) } else { Ok(false) }
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        let mine = self.0.store.renew(space, renewal).await?;
        if mine { renewed(&self.0.grants, renewal) } else { Ok(false) }
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        releasing(&self.0.grants, release)?;
        self.0.store.release(space, release).await
    }

    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        self.0.store.read_nodes(space, nodes, most).await
    }

    async fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> Result<Renewed, StoreError> {
        let answer = self.0.store.renew_at(space, renewal, clock).await?;
        if answer == Renewed::Yes {
            renewed(&self.0.grants, renewal)?;
        }
        Ok(answer)
    }
}
