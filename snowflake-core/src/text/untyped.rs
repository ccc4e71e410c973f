//! The texts of an ID without a type: decimal, or any form on request.

use core::fmt;
use core::str::FromStr;

use super::{Encoded, ParseError, Text};
use crate::snowflake::Snowflake;

impl Snowflake {
    /// The ID in a text form, without allocation.
    ///
    /// ```
    /// use snowflake_kit_core::{Snowflake, Text};
    ///
    /// let id = Snowflake::new(175_928_847_299_117_063).unwrap();
    /// assert_eq!(&*id.encode(Text::HEX), "0271065ac1020007");
    /// ```
    #[inline]
    pub fn encode(self, text: Text) -> Encoded {
        text.encode(self)
    }

    /// Reads an ID from a text form. [`FromStr`] reads the decimal form.
    ///
    /// # Errors
    /// [`ParseError`] if `input` is not a text that [`encode`](Self::encode) writes.
    #[inline]
    pub fn decode(input: &str, text: Text) -> Result<Self, ParseError> {
        text.decode(input)
    }
}

impl fmt::Display for Snowflake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Text::DECIMAL.encode(*self).pad(true, f)
    }
}

impl FromStr for Snowflake {
    type Err = ParseError;

    #[inline]
    fn from_str(input: &str) -> Result<Self, ParseError> {
        Text::DECIMAL.decode(input)
    }
}
