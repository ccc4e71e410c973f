//! The texts of public forms: enciphered numbers as characters.

use super::buffer::Digits;
use super::{Encoded, Encoding, Text, base32, base62, hex};
use crate::snowflake::Snowflake;

/// The text of a sealed ID: the two words of a block, the first one in front.
///
/// Each word has as many characters as an ID has. If IDs are decimal, the words are base62.
#[must_use]
#[inline]
pub fn encode_block(text: Text, [front, back]: [u64; 2]) -> Encoded {
    let word = |word| match text.encoding {
        Encoding::Base62 | Encoding::Decimal => base62::encode(word),
        Encoding::Base32 => base32::encode(word),
        Encoding::Hex => hex::encode(word),
    };
    Encoded::new_of_two(text.prefix, word(front), word(back))
}

/// The block of a text, if it is one.
#[must_use]
pub fn decode_block(text: Text, input: &str) -> Option<[u64; 2]> {
    let digits = text.without_prefix(input.as_bytes())?;
    let (front, back) = digits.split_at_checked(digits.len() / 2)?;
    let word = |digits| match text.encoding {
        Encoding::Base62 | Encoding::Decimal => base62::decode_word(digits),
        Encoding::Base32 => base32::decode_word(digits),
        Encoding::Hex => hex::decode_word(digits),
    };
    Some([word(front)?, word(back)?])
}

/// The text of a permuted ID: the letter of the key, and the digits of another ID.
///
/// # Panics
/// If the letter is not ASCII.
#[must_use]
#[inline]
pub fn encode_with_letter(text: Text, letter: char, id: Snowflake) -> Encoded {
    assert!(letter.is_ascii(), "{letter:?} is not an ASCII letter");
    let letter = Digits { words: [0, 0, u64::from(letter) << 56], count: 1 };
    Encoded::new_of_two(text.prefix, letter, text.digits(id))
}

/// The letter and the ID of a text, if it has both.
#[must_use]
pub fn decode_with_letter(text: Text, input: &str) -> Option<(char, Snowflake)> {
    let (letter, digits) = text.without_prefix(input.as_bytes())?.split_first()?;
    let letter = letter.is_ascii_uppercase().then_some(char::from(*letter))?;
    let id = Text::new(text.encoding).decode_bytes(digits).ok()?;
    Some((letter, id))
}
