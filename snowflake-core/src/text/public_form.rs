//! The ways to hide a number in its text.

/// A text that hides the number from everybody without the key. The crate `snowflake-kit-public` makes
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PublicForm {
    /// One block of 128 bits, which shows if it was forged: 22 characters in base62, 26 in base32,
    /// 32 in hex.
    Sealed,
    /// A letter that names the key, and then another ID. Any text of this shape is accepted.
    Permuted,
}

impl PublicForm {
    /// Its name in options and messages: `sealed`, `permuted`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sealed => "sealed",
            Self::Permuted => "permuted",
        }
    }
}
