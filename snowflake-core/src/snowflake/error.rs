//! What is wrong with a value.

use core::fmt;

/// An integer that is not an ID: 0, negative, or above 2^63 - 1.
///
/// ```
/// use snowflake_kit_core::Snowflake;
///
/// let error = Snowflake::try_from(-1_i64).unwrap_err();
/// assert_eq!(error.to_string(), "invalid ID -1: expected 1 to 9223372036854775807");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ValueError {
    magnitude: u128,
    negative: bool,
    name: Option<&'static str>,
}

impl ValueError {
    /// An error about this integer.
    #[doc(hidden)]
    pub const fn new(value: i128) -> Self {
        Self { magnitude: value.unsigned_abs(), negative: value < 0, name: None }
    }

    /// An error about this integer, which may be above `i128::MAX`.
    #[doc(hidden)]
    pub const fn unsigned(value: u128) -> Self {
        Self { magnitude: value, negative: false, name: None }
    }

    /// The same error with the name of the ID type.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_name(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }
}

impl fmt::Display for ValueError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = self.name.unwrap_or("ID");
        let sign = if self.negative { "-" } else { "" };
        write!(f, "invalid {name} {sign}{}: expected 1 to {}", self.magnitude, i64::MAX)
    }
}

impl core::error::Error for ValueError {}
