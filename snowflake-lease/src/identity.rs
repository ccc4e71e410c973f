//! Whether a registry is the one that a process began with.

use std::sync::{Mutex, PoisonError};

use crate::store::StoreError;

/// The identity of the registry that a store uses, as soon as it has seen one.
///
/// A registry gets a random identity when it is made. Another identity means that the rows of this
/// process's leases are somewhere else: other processes may claim its nodes here. A registry that an
/// older version has made has none, and may get one later.
#[derive(Debug, Default)]
pub(crate) struct Identity(Mutex<Option<String>>);

impl Identity {
    /// Whether an operation has found one.
    pub(crate) fn is_known(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).is_some()
    }

    /// Compares the identity that an operation has found.
    ///
    /// # Errors
    /// [`StoreError`] if it is not the one that was found before.
    pub(crate) fn compare(&self, found: Option<&str>) -> Result<(), StoreError> {
        let mut seen = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match (&*seen, found) {
            (None, _) => *seen = found.map(str::to_owned),
            (Some(seen), Some(found)) if seen == found => {}
            (Some(seen), found) => {
                let found = found.map_or_else(
                    || "a registry without an identity".to_owned(),
                    |found| format!("the registry {found:?}"),
                );
                return Err(StoreError::new(format!(
                    "this process began with the registry of leases {seen:?}, and here is {found}"
                ))
                .with_advice(
                    "the table or file was replaced, or the connection leads to another one: \
                     bring the first one back; or, if it is gone, read about `snowflake nodes \
                     --fence`, and then start this process again",
                ));
            }
        }
        Ok(())
    }
}
