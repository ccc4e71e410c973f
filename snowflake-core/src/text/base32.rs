//! Crockford's base32: 13 characters for people who read IDs aloud.
//!
//! <https://www.crockford.com/base32.html>

use super::buffer::Digits;
use super::numerals::{Numerals, values};

pub(super) static NUMERALS: Numerals = Numerals {
    name: "base32",
    alphabet: "0123456789ABCDEFGHJKMNPQRSTVWXYZ",
    character: "a base32 character",
    shape: "Crockford base32 characters (0-9, A-Z without I, L, O, U)",
    first: "0000000000001",
    last: "7ZZZZZZZZZZZZ",
    correction: |found| match found.to_ascii_uppercase() {
        'I' | 'L' => Some('1'),
        'O' => Some('0'),
        // Not in the alphabet, and similar to no character of it.
        'U' => None,
        upper => upper.is_ascii_uppercase().then_some(upper),
    },
};

const WIDTH: usize = 13;
static VALUES: [i8; 256] = values(NUMERALS.alphabet);

/// The two characters of each ten bits.
static PAIRS: [u8; 2 * 1024] = *include_bytes!("base32_pairs.txt");

#[inline]
pub(super) fn encode(value: u64) -> Digits {
    let pairs = PAIRS.as_chunks().0;
    let pair =
        |bit: u32| u64::from(u16::from_le_bytes(pairs[(value >> bit) as usize % pairs.len()]));
    let front = pair(60) << 16 | pair(50) << 32 | pair(40) << 48;
    let back = pair(30) | pair(20) << 16 | pair(10) << 32 | pair(0) << 48;
    Digits { words: [0, front, back], count: WIDTH }
}

/// The value of thirteen characters; 0 or negative if the text is not an ID.
#[inline]
pub(super) fn decode(text: &[u8]) -> i64 {
    let Ok(text) = <&[u8; WIDTH]>::try_from(text) else {
        return 0;
    };
    // 13 characters have 65 bits, and a positive i64 has 63: check the first one apart.
    if text[0] > b'7' {
        return 0;
    }
    // An invalid character sets all bits from its own up, also the sign.
    let value = |at: usize| i64::from(VALUES[usize::from(text[at])]) << (5 * (12 - at));
    (value(0) | value(1) | value(2) | value(3))
        | (value(4) | value(5) | value(6) | value(7))
        | (value(8) | value(9) | value(10) | value(11))
        | value(12)
}

/// The word of thirteen characters, if they fit one.
pub(super) fn decode_word(text: &[u8]) -> Option<u64> {
    let text = <&[u8; WIDTH]>::try_from(text).ok()?;
    let (mut word, mut joined) = (0, 0);
    for byte in text {
        let value = VALUES[usize::from(*byte)];
        joined |= value;
        word = word << 5 | i64::from(value) as u64;
    }
    // 13 characters have 65 bits, so the first one may use only four of its five.
    (joined >= 0 && text[0] <= b'F').then_some(word)
}
