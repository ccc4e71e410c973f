//! The permission to mint with a node number for some time.

/// The permission to mint with a node number the timestamps from `from` until before `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    /// The node number.
    pub node: u32,
    /// The token of the claim.
    pub token: i64,
    /// The first timestamp, in Unix ms.
    pub from: i64,
    /// The end: the first timestamp that is not allowed, in Unix ms.
    pub until: i64,
}

impl Grant {
    /// Whether the grant allows this timestamp.
    pub const fn allows(&self, unix_millis: i64) -> bool {
        self.from <= unix_millis && unix_millis < self.until
    }

    /// Extends the grant after the store has carried out a renewal. If the store changed no row,
    /// another process has the node: then do not call this, and let the grant end.
    pub fn extend(&mut self, renewal: &Renewal) {
        if (renewal.node, renewal.token) == (self.node, self.token) {
            self.until = self.until.max(renewal.until);
        }
    }

    /// Gives the node back. `first_unused` is the first timestamp that was not minted. Do not mint
    /// with this grant any more.
    pub fn release(self, first_unused: i64) -> Release {
        // Not `clamp`, which panics if a hand-made grant ends before it begins.
        let until = first_unused.min(self.until).max(self.from);
        Release { node: self.node, token: self.token, until }
    }
}

/// A renewal for a store to carry out: raise `until` to this value in the row with this `node` and
/// `token`. It may arrive late, twice, or never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Renewal {
    /// The node number.
    pub node: u32,
    /// The token of the claim.
    pub token: i64,
    /// The smallest `until` of the row afterwards, in Unix ms.
    pub until: i64,
}

/// A release for a store to carry out: set `until` to this value in the row with this `node` and
/// `token`. It may arrive late, twice, or never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    /// The node number.
    pub node: u32,
    /// The token of the claim.
    pub token: i64,
    /// The `until` of the row afterwards, in Unix ms.
    pub until: i64,
}
