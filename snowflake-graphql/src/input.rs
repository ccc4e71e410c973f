//! IDs out of arguments.

use std::fmt::{self, Write};

use async_graphql::{InputType, InputValueError, InputValueResult, Value};
use snowflake_core::{Snowflake, SnowflakeId, Text};

/// Reads an ID: from its text form, or from an integer from 1 to 2^63 - 1.
///
/// # Errors
/// One that names the scalar and the value and says what was expected, if that
/// is no ID.
pub fn parse<T: SnowflakeId + InputType>(value: &Value) -> InputValueResult<T> {
    let id = match value {
        Value::String(text) => T::TEXT.decode(text).map_err(InputValueError::custom),
        // All the integers that a `Number` can hold; for floats it is `None`,
        // also for those without a fraction, as they may have been rounded.
        Value::Number(number) if let Some(integer) = number.as_i128() => {
            Snowflake::try_from(integer).map_err(InputValueError::custom)
        }
        _ => Err(InputValueError::custom(Mismatch { found: value, text: T::TEXT })),
    };
    id.map(T::from_snowflake)
}

/// A value that is neither a string nor an integer.
struct Mismatch<'a> {
    found: &'a Value,
    text: Text,
}

impl fmt::Display for Mismatch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("invalid ID ")?;
        let mut start = Start { out: f, left: Start::SIZE };
        if write!(start, "{}", self.found).is_err() {
            f.write_char('…')?;
        }
        let expected = self.text.expected();
        write!(f, ": expected {expected}, or an integer from 1 to {}", i64::MAX)
    }
}

/// Takes the start of a text and fails on the rest, so that an error about a
/// large object costs little to make and to log.
struct Start<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    left: usize,
}

impl Start<'_, '_> {
    /// As many bytes as `ParseError` quotes.
    const SIZE: usize = 40;
}

impl Write for Start<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let start = &text[..text.floor_char_boundary(self.left)];
        self.left -= start.len();
        self.out.write_str(start)?;
        if start.len() == text.len() {
            Ok(())
        } else {
            self.left = 0;
            Err(fmt::Error)
        }
    }
}
