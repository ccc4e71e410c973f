//! How IDs of a type become text and back: as the number, or in a public form.

use core::fmt;

use super::{Encoded, ParseError, Text};

/// How IDs of a type become text and back. It is [`Plain`], unless the type declares a
/// public form.
pub trait Codec<T> {
    /// The public form; `None` if texts are the number itself.
    const PUBLIC: Option<PublicForm>;

    /// Whether the number itself is read.
    const ACCEPTS_PLAIN: bool;

    /// The text of an ID, in the encoding and with the prefix of `text`.
    ///
    /// # Errors
    /// [`NoKeyError`] if a public form has no key.
    fn encode(id: T, text: Text) -> Result<Encoded, NoKeyError>;

    /// The ID of a text.
    ///
    /// # Errors
    /// [`ParseError`] if `input` is not what [`encode`](Self::encode) writes for some ID.
    fn decode(input: &str, text: Text) -> Result<T, ParseError>;
}

/// The number itself: what anybody can read.
#[derive(Clone, Copy, Debug)]
pub enum Plain {}

/// A text that shows nothing of the number, for everybody who does not have the key.
///
/// The crate `snowflake-public` makes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PublicForm {
    /// One block of 128 bits, which shows whether it was forged: 22 characters in base62,
    /// 26 in base32, 32 in hex.
    Sealed,
    /// Another ID, after a letter that names the key. Any text of this shape is one.
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

/// The error of [`Codec::encode`]: no key is installed, so the text of an ID with a
/// public form cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoKeyError {
    name: &'static str,
}

impl NoKeyError {
    /// For the type with this name.
    #[cold]
    #[must_use]
    pub const fn new(name: &'static str) -> Self {
        Self { name }
    }
}

/// What to do about a missing key.
pub(super) const INSTALL: &str = "call `public::install(Keys::from_env(\"SNOWFLAKE_PUBLIC_KEY\")?)` \
     when the program starts; `snowflake keygen` makes a key";

impl fmt::Display for NoKeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no key is installed to write the public form of a {}: {INSTALL}", self.name)
    }
}

impl core::error::Error for NoKeyError {}
