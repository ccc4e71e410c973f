//! Why an ID with a public form has no text.

use core::fmt;

/// The error of [`Codec::encode`](super::Codec::encode): no key is installed, or another type has the same one, so an ID
/// with a public form has no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoKeyError {
    name: &'static str,
    /// The other type that would have the same key.
    other: Option<&'static str>,
}

impl NoKeyError {
    /// For the type with this name.
    #[doc(hidden)]
    #[cold]
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name, other: None }
    }

    /// For the type with this name, which would have the key of another type.
    #[cold]
    #[must_use]
    #[doc(hidden)]
    pub const fn shared(name: &'static str, other: &'static str) -> Self {
        Self { name, other: Some(other) }
    }
}

pub(super) const SHARED: &str = "the same prefix, or the same name and no prefix, so each would read \
     the other's texts: tell them apart with `public(\"…\", label = \"…\")`, or give both the same \
     `label` if that is meant";

pub(super) const INSTALL: &str = "call `public::install(Keys::from_env(\"SNOWFLAKE_PUBLIC_KEY\")?)` \
     when the program starts; `snowflake keygen` makes a key";

impl fmt::Display for NoKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(other) = self.other {
            return write!(f, "{} and {other} have {SHARED}", self.name);
        }
        write!(f, "no key is installed to write the public form of a {}: {INSTALL}", self.name)
    }
}

impl core::error::Error for NoKeyError {}
