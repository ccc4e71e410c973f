//! Why a text is not a prefix.

use core::fmt;

/// The error of [`Text::try_with_prefix`](super::Text::try_with_prefix): the rule that the prefix
/// breaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PrefixError {
    /// It is empty.
    Empty,
    /// It has more than 16 bytes.
    TooLong,
    /// It does not start with an ASCII letter.
    Start,
    /// It has characters other than ASCII letters, digits, `_` and `-`.
    Character,
    /// It does not end with `_` or `-`.
    End,
}

impl PrefixError {
    pub(super) const fn message(self) -> &'static str {
        match self {
            Self::Empty => "an ID prefix is not empty: leave it out",
            Self::TooLong => "an ID prefix has at most 16 bytes",
            Self::Start => "an ID prefix starts with an ASCII letter",
            Self::Character => "an ID prefix has only ASCII letters, digits, `_` and `-`",
            Self::End => "an ID prefix ends with `_` or `-`, as in \"usr_\"",
        }
    }
}

impl fmt::Display for PrefixError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.message())
    }
}

impl core::error::Error for PrefixError {}
