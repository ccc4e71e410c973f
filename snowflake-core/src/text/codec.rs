//! How IDs become text and back.

use core::fmt;

use super::{Encoded, ParseError, Text};

/// How IDs of a type become text and back. This is [`Plain`], unless the type declares a public
/// form.
pub trait Codec<T> {
    /// The public form; `None` if texts are the number itself.
    const PUBLIC: Option<PublicForm>;

    /// Whether the number itself is accepted.
    const ACCEPTS_PLAIN: bool;

    /// The text of an ID, in the encoding and with the prefix of `text`.
    ///
    /// # Errors
    /// [`NoKeyError`] if no key for the public form is installed.
    fn encode(id: T, text: Text) -> Result<Encoded, NoKeyError>;

    /// The ID of a text.
    ///
    /// # Errors
    /// [`ParseError`] if `input` is not a text that [`encode`](Self::encode) writes.
    fn decode(input: &str, text: Text) -> Result<T, ParseError>;
}

/// The number itself, which everybody can read.
#[derive(Clone, Copy, Debug)]
pub enum Plain {}

/// A text that hides the number from everybody without the key. The crate `snowflake-public` makes
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

/// The error of [`Codec::encode`]: no key is installed, or another type has the same one, so an ID
/// with a public form has no text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoKeyError {
    name: &'static str,
    /// The other type that would have the same key.
    other: Option<&'static str>,
}

impl NoKeyError {
    /// For the type with this name.
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
