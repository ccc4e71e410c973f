//! Whether data has to last.

/// What a server does for its data to last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Durability {
    /// What its defaults are.
    Default,
    /// As little as possible: for tests that do not stop it.
    None,
}
