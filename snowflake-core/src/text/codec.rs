//! How IDs become text and back.

use super::error::ParseError;
use super::no_key::NoKeyError;
use super::public_form::PublicForm;
use super::{Encoded, Text};

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
