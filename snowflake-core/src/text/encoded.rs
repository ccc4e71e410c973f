//! The text of an ID, by value.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::Deref;

use super::Text;

/// The text of an ID, held inline: no allocation, `Copy`.
///
/// It is made by [`Text::encode`] and used as a `&str`. Texts compare, sort
/// and hash as strings do; those of one ordered form
/// ([`Text::is_ordered`]) sort as the IDs.
///
/// ```
/// use snowflake_core::{Snowflake, Text};
///
/// let id = Snowflake::new(175_928_847_299_117_063).unwrap();
/// let text = Text::BASE62.with_prefix("usr_").encode(id);
/// assert_eq!(text, "usr_0Czks0tP37X");
/// assert_eq!(text.len(), 15);
/// assert_eq!(format!("{text:>17}"), "  usr_0Czks0tP37X");
/// ```
#[derive(Clone, Copy)]
// `as_str` reads the buffer in words, which start at its own start.
#[repr(C, align(8))]
pub struct Encoded {
    /// ASCII throughout. The text is at the end, so that digits can be
    /// written before it is known how many there are.
    buffer: [u8; SIZE],
    start: u8,
}

/// What the standard library checks for ASCII at once: two words.
const STRIDE: usize = 16;
const SIZE: usize = 3 * STRIDE;
const _: () = assert!(Text::MAX_LEN <= SIZE, "every text fits the buffer");

/// What an encoding makes of a number, in registers.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    /// ASCII. The first byte is the lowest of the first word.
    pub(super) words: [u64; 3],
    /// How many bytes, counted from the end, are digits.
    pub(super) count: usize,
}

impl Encoded {
    /// The prefix, at most [`Text::MAX_PREFIX_LEN`] bytes, and the digits.
    #[inline]
    pub(super) fn new(prefix: &str, digits: Digits) -> Self {
        let mut buffer = [0; SIZE];
        for (bytes, word) in buffer[SIZE - 24..].chunks_exact_mut(8).zip(digits.words) {
            bytes.copy_from_slice(&word.to_le_bytes());
        }
        let end = SIZE - digits.count;
        let start = end - prefix.len();
        // Copying nothing is a call, too.
        if !prefix.is_empty() {
            buffer[start..end].copy_from_slice(prefix.as_bytes());
        }
        Self { buffer, start: start as u8 }
    }

    /// The text.
    ///
    /// Without `unsafe` this has to check that the bytes are UTF-8, which takes
    /// a few nanoseconds; [`as_bytes`](Self::as_bytes) does not.
    ///
    /// ```
    /// use snowflake_core::{Snowflake, Text};
    ///
    /// assert_eq!(Text::DECIMAL.encode(Snowflake::MIN).as_str(), "1");
    /// ```
    #[inline]
    pub fn as_str(&self) -> &str {
        let start = usize::from(self.start);
        // Whole strides are checked several times faster than the odd bytes of
        // a text.
        let aligned = start - start % STRIDE;
        match str::from_utf8(&self.buffer[aligned..]) {
            Ok(text) => &text[start - aligned..],
            Err(_) => unreachable!("alphabets and prefixes are ASCII"),
        }
    }

    /// The text as ASCII bytes, for writers that do not ask for a `str`.
    ///
    /// ```
    /// use snowflake_core::{Snowflake, Text};
    ///
    /// assert_eq!(Text::DECIMAL.encode(Snowflake::MIN).as_bytes(), b"1");
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.buffer[usize::from(self.start)..]
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
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Encoded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

// By the text alone: what lies before it in the buffer is left over.

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
