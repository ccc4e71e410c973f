//! What is wrong with a value.

use core::fmt;

use crate::raw::{Raw, Width};

/// A value that is not an ID: an integer that is 0, negative, or above 2^63 - 1 (2^31 - 1 or 2^15 - 1
/// for counted IDs over `i32` and `i16`); or the nil or the max UUID.
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
    /// Of the value itself.
    uuid: bool,
    /// Of the ID type.
    width: Width,
    name: Option<&'static str>,
}

impl ValueError {
    /// An error about this integer.
    #[doc(hidden)]
    pub const fn new(value: i128) -> Self {
        Self { negative: value < 0, ..Self::unsigned(value.unsigned_abs()) }
    }

    /// An error about this integer, which may be above `i128::MAX`.
    #[doc(hidden)]
    pub const fn unsigned(value: u128) -> Self {
        Self { magnitude: value, negative: false, uuid: false, width: Width::I64, name: None }
    }

    /// An error about this value of an ID type whose values are so wide.
    #[cold]
    #[doc(hidden)]
    #[must_use]
    pub const fn of_raw(value: Raw, width: Width) -> Self {
        let error = match value {
            Raw::Uuid(bits) => Self { uuid: true, ..Self::unsigned(bits) },
            Raw::I16(value) => Self::new(value as i128),
            Raw::I32(value) => Self::new(value as i128),
            Raw::I64(value) => Self::new(value as i128),
        };
        error.with_width(width)
    }

    /// The same error with the width of the ID type's values.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_width(mut self, width: Width) -> Self {
        self.width = width;
        self
    }

    /// The same error about the unsigned integer of the same 64 bits, if the value is negative.
    #[doc(hidden)]
    #[must_use]
    pub const fn unsigned_bits(mut self) -> Self {
        if self.negative {
            self.magnitude = (1 << 64) - self.magnitude;
            self.negative = false;
        }
        self
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
        write!(f, "invalid {name} {sign}")?;
        if self.uuid {
            write!(f, "{}", Hyphenated(self.magnitude))?;
        } else {
            write!(f, "{}", self.magnitude)?;
        }
        match (self.width, self.uuid) {
            (Width::U128, true) => f.write_str(": the nil and the max UUID identify nothing"),
            (Width::U128, false) => f.write_str(": expected a UUID"),
            (width, _) => write!(f, ": expected 1 to {}", width.max()),
        }
    }
}

impl core::error::Error for ValueError {}

/// A UUID's bits as people write them.
struct Hyphenated(u128);

impl fmt::Display for Hyphenated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = |from: u32, bits: u32| (self.0 >> from) & ((1 << bits) - 1);
        write!(f, "{:08x}-{:04x}-{:04x}", digits(96, 32), digits(80, 16), digits(64, 16))?;
        write!(f, "-{:04x}-{:012x}", digits(48, 16), digits(0, 48))
    }
}
