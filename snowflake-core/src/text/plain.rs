//! Values out of plain texts.

use super::{Encoding, ParseError, ParseErrorKind, Shape, uuid};
use crate::raw::{Raw, Width};

impl Shape {
    /// The value of a plain text.
    ///
    /// # Errors
    /// [`ParseError`] if `input` is not a text that [`encode`](Self::encode) writes.
    #[doc(hidden)]
    pub fn decode(&self, input: &str) -> Result<Raw, ParseError> {
        let refused = |otherwise| ParseError::new(*self, input.as_bytes(), otherwise);
        if self.width() != Width::U128 {
            let id = self.text().decode(input).map_err(|_| refused(ParseErrorKind::TooLarge))?;
            return self.width().integer(id.get()).ok_or_else(|| refused(ParseErrorKind::TooLarge));
        }
        let characters = self.text().without_prefix(input.as_bytes());
        let read = if matches!(self.text().encoding(), Encoding::Base32) {
            uuid::from_typeid
        } else {
            uuid::from_hyphenated
        };
        match characters.and_then(read) {
            None => Err(refused(ParseErrorKind::TooLarge)),
            Some(0 | u128::MAX) if !self.accepts_nil() => Err(refused(ParseErrorKind::Zero)),
            Some(bits) => Ok(Raw::Uuid(bits)),
        }
    }
}
