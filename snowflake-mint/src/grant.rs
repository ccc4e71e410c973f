//! The permission to mint with a node number for some time.

/// The permission to mint with a node number the timestamps from `from` on and
/// below `until`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Grant {
    /// The node number.
    pub node: u32,
    /// The token of the claim.
    pub token: i64,
    /// The first timestamp, in Unix ms.
    pub from: i64,
    /// The first timestamp that it does not reach to, in Unix ms.
    pub until: i64,
}

impl Grant {
    /// Whether a timestamp is inside.
    pub const fn allows(&self, unix_millis: i64) -> bool {
        self.from <= unix_millis && unix_millis < self.until
    }

    /// Extends the grant by a renewal that the store has carried out. If it
    /// changed no row instead, another process has the node, and this grant is
    /// all there will be.
    pub fn extend(&mut self, renewal: &Renewal) {
        if (renewal.node, renewal.token) == (self.node, self.token) {
            self.until = self.until.max(renewal.until);
        }
    }

    /// Gives the node back. `first_unused` is the first timestamp that was not
    /// minted; nothing may be minted by this grant any more.
    pub fn release(self, first_unused: i64) -> Release {
        // Not `clamp`, which panics where a grant of somebody's own ends before
        // it begins.
        let until = first_unused.min(self.until).max(self.from);
        Release { node: self.node, token: self.token, until }
    }
}

/// A renewal that a store is to carry out: raise `until` to this value, where
/// `node` and `token` are these. It may arrive late, twice, or never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Renewal {
    /// The node number.
    pub node: u32,
    /// The token of the claim.
    pub token: i64,
    /// The least `until` that the row has afterwards, in Unix ms.
    pub until: i64,
}

/// A release that a store is to carry out: set `until` to this value, where
/// `node` and `token` are these. It may arrive late, twice, or never.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Release {
    /// The node number.
    pub node: u32,
    /// The token of the claim.
    pub token: i64,
    /// The `until` that the row has afterwards, in Unix ms.
    pub until: i64,
}
