//! The four encodings.

use core::fmt;

use super::numerals::Numerals;
use super::{base32, base62, decimal, hex};

/// How the number of an ID is written: the digits of a [`Text`](super::Text), which has a table of
/// them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encoding {
    /// 1 to 19 decimal digits.
    Decimal,
    /// 11 characters, `0-9A-Za-z`.
    Base62,
    /// 13 characters of Crockford's base32, upper case.
    Base32,
    /// 16 hexadecimal digits, lower case.
    Hex,
}

impl Encoding {
    /// Every encoding, the most used first.
    pub const ALL: &'static [Self] = &[Self::Decimal, Self::Base62, Self::Base32, Self::Hex];

    /// The name in options and messages: `decimal`, `base62`, `base32`, `hex`.
    ///
    /// ```
    /// use snowflake_kit_core::Encoding;
    ///
    /// assert_eq!(Encoding::Base62.name(), "base62");
    /// ```
    pub const fn name(self) -> &'static str {
        self.numerals().name
    }

    /// The encoding with this [`name`](Self::name), or `None`.
    ///
    /// ```
    /// use snowflake_kit_core::Encoding;
    ///
    /// assert_eq!(Encoding::from_name("hex"), Some(Encoding::Hex));
    /// assert_eq!(Encoding::from_name("Hex"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|encoding| encoding.name() == name).copied()
    }

    /// The characters in the order of their values, from 0.
    ///
    /// ```
    /// use snowflake_kit_core::Encoding;
    ///
    /// assert_eq!(Encoding::Base32.alphabet(), "0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    /// ```
    pub const fn alphabet(self) -> &'static str {
        self.numerals().alphabet
    }

    pub(super) const fn numerals(self) -> &'static Numerals {
        match self {
            Self::Decimal => &decimal::NUMERALS,
            Self::Base62 => &base62::NUMERALS,
            Self::Base32 => &base32::NUMERALS,
            Self::Hex => &hex::NUMERALS,
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
