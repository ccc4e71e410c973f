//! ULIDs.

use core::fmt;
use core::str::FromStr;

use super::text::{Alphabet, TextError, Wording};

/// A ULID: 48 bits of Unix ms and 80 bits more, written as 26 characters.
///
/// This type has only what converting IDs needs. Convert by bytes from and to the types of ULID
/// crates:
///
/// ```
/// use snowflake_kit_core::bridge::Ulid;
///
/// let ulid: Ulid = "01ARZ3NDEKTSV4RRFFQ69G5FAV".parse()?;
/// assert_eq!(ulid.unix_millis(), 1_469_922_850_259);
/// assert_eq!(ulid.to_string(), "01ARZ3NDEKTSV4RRFFQ69G5FAV");
///
/// let theirs = ulid::Ulid::from_bytes(ulid.to_bytes());
/// assert_eq!(Ulid::from_bytes(theirs.to_bytes()), ulid);
/// # Ok::<(), snowflake_kit_core::bridge::TextError>(())
/// ```
///
/// Source: <https://github.com/ulid/spec>.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ulid([u8; 16]);

/// Crockford's base32.
const ALPHABET: Alphabet = Alphabet::new(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");

static WORDING: Wording = Wording {
    name: "ULID",
    character: "a Crockford base32 character (0-9, A-Z without I, L, O, U)",
    last: "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
};

const WIDTH: usize = 26;

impl Ulid {
    /// The ULID with these bytes, most significant first. All bytes are valid.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The bytes, most significant first.
    pub const fn to_bytes(self) -> [u8; 16] {
        self.0
    }

    /// The time, in Unix ms: 0 to 2^48 - 1.
    pub const fn unix_millis(self) -> i64 {
        (u128::from_be_bytes(self.0) >> 80) as i64
    }
}

/// The 26 characters, in upper case.
impl fmt::Display for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; WIDTH];
        let value = u128::from_be_bytes(self.0);
        for (at, character) in text.iter_mut().rev().enumerate() {
            *character = ALPHABET.character((value >> (5 * at) & 0x1f) as u8);
        }
        f.pad(str::from_utf8(&text).unwrap_or_default())
    }
}

impl fmt::Debug for Ulid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ulid({self})")
    }
}

impl FromStr for Ulid {
    type Err = TextError;

    /// Reads the 26 characters, in upper or lower case, as the specification says.
    ///
    /// # Errors
    /// [`TextError`] if there are not 26 characters, if one is not in the alphabet, or if the first
    /// is above `7` (more than 128 bits).
    fn from_str(text: &str) -> Result<Self, TextError> {
        if text.len() != WIDTH {
            return Err(TextError::length(&WORDING, text));
        }
        let mut value = 0;
        for (at, character) in text.bytes().enumerate() {
            match ALPHABET.value(character.to_ascii_uppercase()) {
                // 26 digits of 5 bits are 130 bits, 2 more than fit.
                Some(digit) if at == 0 && digit > 7 => {
                    return Err(TextError::too_large(&WORDING, text));
                }
                Some(digit) => value = value << 5 | u128::from(digit),
                None => return Err(TextError::character(&WORDING, text, at)),
            }
        }
        Ok(Self(value.to_be_bytes()))
    }
}
