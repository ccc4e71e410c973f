//! The text of an ID, by value.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use super::buffer::{self, Buffer, Digits};

/// The text of an ID, held inline: no allocation, `Copy`.
///
/// [`Text::encode`] makes it. Use it as a `&str`: it compares, sorts and hashes as one. If the form
/// is [ordered](crate::Text::is_ordered), texts sort as their IDs.
///
/// [`Text::encode`]: crate::Text::encode
///
/// ```
/// use snowflake_kit_core::{Snowflake, Text};
///
/// let id = Snowflake::new(175_928_847_299_117_063).unwrap();
/// let text = Text::BASE62.with_prefix("usr_").encode(id);
/// assert_eq!(text, "usr_0Czks0tP37X");
/// assert_eq!(text.len(), 15);
/// assert_eq!(format!("{text:>17}"), "  usr_0Czks0tP37X");
/// ```
#[derive(Clone, Copy)]
pub struct Encoded(Buffer);

impl Encoded {
    /// The most bytes a text has, public forms included: 48.
    pub const MAX_LEN: usize = buffer::SIZE;

    #[inline]
    pub(super) fn new(prefix: &str, digits: Digits) -> Self {
        Self(Buffer::new(prefix, digits))
    }

    #[inline]
    pub(super) fn new_of_two(prefix: &str, front: Digits, back: Digits) -> Self {
        Self(Buffer::new_of_two(prefix, front, back))
    }

    pub(super) fn of_ascii(prefix: &str, characters: &[u8]) -> Self {
        Self(Buffer::of_ascii(prefix, characters))
    }

    /// The text.
    ///
    /// ```
    /// use snowflake_kit_core::{Snowflake, Text};
    ///
    /// assert_eq!(Text::DECIMAL.encode(Snowflake::MIN).as_str(), "1");
    /// ```
    #[inline]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The text as bytes, for writers that do not need a `str`.
    ///
    /// ```
    /// use snowflake_kit_core::{Snowflake, Text};
    ///
    /// assert_eq!(Text::DECIMAL.encode(Snowflake::MIN).as_bytes(), b"1");
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl Deref for Encoded {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<str> for Encoded {
    #[inline]
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl AsRef<[u8]> for Encoded {
    #[inline]
    fn as_ref(&self) -> &[u8] {
        self.as_bytes()
    }
}

impl fmt::Display for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.pad(false, f)
    }
}

impl Encoded {
    /// Writes it with the formatter's width. A 0 before the width pads a number as an integer.
    pub(crate) fn pad(&self, is_number: bool, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if is_number && f.sign_aware_zero_pad() {
            f.pad_integral(true, "", self.as_str())
        } else if f.precision().is_some() {
            // `Formatter::pad` would cut it, to what may be the text of another ID.
            f.write_str(self.as_str())
        } else {
            f.pad(self.as_str())
        }
    }
}

impl fmt::Debug for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

// Compared by the text alone: the bytes before it in the buffer mean nothing.

impl PartialEq for Encoded {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for Encoded {}

impl PartialOrd for Encoded {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Encoded {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.as_bytes().cmp(other.as_bytes())
    }
}

impl Hash for Encoded {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl PartialEq<str> for Encoded {
    #[inline]
    fn eq(&self, other: &str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl PartialEq<&str> for Encoded {
    #[inline]
    fn eq(&self, other: &&str) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}
