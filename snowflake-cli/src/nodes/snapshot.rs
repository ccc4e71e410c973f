//! What a store has.

use super::Error;
use super::row::RowTexts;

/// What a store has, and when.
#[derive(Debug)]
pub(super) struct Snapshot {
    /// The store's clock, in Unix ms.
    pub(super) unix_millis: i64,
    /// By how much it is ahead of this machine's, in ms.
    pub(super) skew: i64,
    pub(super) rows: Vec<RowTexts>,
    /// The registry's identity, if it has one.
    pub(super) registry: Option<String>,
    /// Why processes refuse the registry, if they do.
    pub(super) contradiction: Option<Error>,
    /// How to move the table to a better place.
    pub(super) advice: Option<String>,
    /// Whether a fence is for all spaces, because processes refuse the registry as a whole.
    pub(super) is_fenced_whole: bool,
}

impl Snapshot {
    /// What a store has that begins with no identity.
    pub(super) fn new(unix_millis: i64, skew: i64, rows: Vec<RowTexts>) -> Self {
        let (registry, contradiction, advice) = (None, None, None);
        let is_fenced_whole = false;
        Self { unix_millis, skew, rows, registry, contradiction, advice, is_fenced_whole }
    }
}
