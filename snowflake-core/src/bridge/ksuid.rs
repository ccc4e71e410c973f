//! KSUIDs.

use core::fmt;
use core::str::FromStr;

use super::text::{Alphabet, TextError, Wording};

/// 2014-05-13T16:53:20Z in Unix seconds.
pub(super) const EPOCH: i64 = 1_400_000_000;

/// A KSUID: 32 bits of seconds since 2014-05-13T16:53:20Z and a payload of 128 bits, written as 27
/// characters.
///
/// This type has only what converting IDs needs. Convert by bytes from and to the types of KSUID
/// crates:
///
/// ```
/// use snowflake_kit_core::bridge::Ksuid;
/// use svix_ksuid::KsuidLike;
///
/// let ksuid: Ksuid = "0ujtsYcgvSTl8PAuAdqWYSMnLOv".parse()?;
/// assert_eq!(ksuid.unix_seconds(), 1_507_608_047);
/// assert_eq!(ksuid.to_string(), "0ujtsYcgvSTl8PAuAdqWYSMnLOv");
///
/// let theirs = svix_ksuid::Ksuid::from_bytes(ksuid.to_bytes());
/// assert_eq!(Ksuid::from_bytes(*theirs.bytes()), ksuid);
/// # Ok::<(), snowflake_kit_core::bridge::TextError>(())
/// ```
///
/// Source: <https://github.com/segmentio/ksuid>.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ksuid([u8; 20]);

const ALPHABET: Alphabet =
    Alphabet::new(b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");

static WORDING: Wording = Wording {
    name: "KSUID",
    character: "a base62 character (0-9, A-Z, a-z)",
    last: "aWgEPTl1tmebfsQzFP4bxwgy80V",
};

const WIDTH: usize = 27;

impl Ksuid {
    /// The KSUID with these bytes, most significant first. All bytes are valid.
    pub const fn from_bytes(bytes: [u8; 20]) -> Self {
        Self(bytes)
    }

    /// The bytes, most significant first.
    pub const fn to_bytes(self) -> [u8; 20] {
        self.0
    }

    /// The time, in Unix seconds: 1400000000 to 5694967295.
    pub const fn unix_seconds(self) -> i64 {
        let [a, b, c, d, ..] = self.0;
        EPOCH + u32::from_be_bytes([a, b, c, d]) as i64
    }

    /// The payload: the last 16 bytes.
    pub const fn payload(self) -> [u8; 16] {
        let [_, _, _, _, payload @ ..] = self.0;
        payload
    }

    /// The KSUID whose payload is the 128 bits of a UUID, with the second of that UUID.
    pub(super) fn of_payload(payload: u128) -> Self {
        let unix_seconds = (payload >> 80) as i64 / 1_000;
        let mut bytes = [0; 20];
        // In range: callers have checked that the time is in the span `KSUID`.
        bytes[..4].copy_from_slice(&((unix_seconds - EPOCH) as u32).to_be_bytes());
        bytes[4..].copy_from_slice(&payload.to_be_bytes());
        Self(bytes)
    }
}

/// The 27 characters.
impl fmt::Display for Ksuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = [0; WIDTH];
        let mut rest = self.0;
        for character in text.iter_mut().rev() {
            // Long division by 62, one byte at a time.
            let mut remainder = 0;
            for byte in &mut rest {
                let dividend = remainder << 8 | u16::from(*byte);
                *byte = (dividend / 62) as u8;
                remainder = dividend % 62;
            }
            *character = ALPHABET.character(remainder as u8);
        }
        f.pad(str::from_utf8(&text).unwrap_or_default())
    }
}

impl fmt::Debug for Ksuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Ksuid({self})")
    }
}

impl FromStr for Ksuid {
    type Err = TextError;

    /// Reads the 27 characters.
    ///
    /// # Errors
    /// [`TextError`] if there are not 27 characters, if one is not a letter or digit, or if the
    /// value is above `aWgEPTl1tmebfsQzFP4bxwgy80V` (more than 160 bits).
    fn from_str(text: &str) -> Result<Self, TextError> {
        if text.len() != WIDTH {
            return Err(TextError::length(&WORDING, text));
        }
        let mut bytes = [0; 20];
        let mut carry = 0;
        for (at, character) in text.bytes().enumerate() {
            // Only the last character can carry out of 160 bits.
            let digit = ALPHABET.value(character);
            carry = u16::from(digit.ok_or_else(|| TextError::character(&WORDING, text, at))?);
            for byte in bytes.iter_mut().rev() {
                let product = u16::from(*byte) * 62 + carry;
                *byte = product as u8;
                carry = product >> 8;
            }
        }
        if carry == 0 { Ok(Self(bytes)) } else { Err(TextError::too_large(&WORDING, text)) }
    }
}
