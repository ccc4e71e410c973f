//! Hex: 16 lower-case digits, a digit for each four bits of the layout.

use super::buffer::Digits;
use super::numerals::{Numerals, values};

pub(super) static NUMERALS: Numerals = Numerals {
    name: "hex",
    alphabet: "0123456789abcdef",
    character: "a lower-case hex digit",
    shape: "lower-case hex digits (0-9, a-f)",
    first: "0000000000000001",
    last: "7fffffffffffffff",
    correction: |found| matches!(found, 'A'..='F').then(|| found.to_ascii_lowercase()),
};

const WIDTH: usize = 16;
static VALUES: [i8; 256] = values(NUMERALS.alphabet);

pub(super) fn encode(value: u64) -> Digits {
    let (front, back) = (characters(value >> 32), characters(value & 0xFFFF_FFFF));
    Digits { words: [0, front.swap_bytes(), back.swap_bytes()], count: WIDTH }
}

/// The value of sixteen digits; 0 or negative if the text is not an ID.
pub(super) fn decode(text: &[u8]) -> i64 {
    let Ok(text) = <&[u8; WIDTH]>::try_from(text) else {
        return 0;
    };
    // An invalid character sets all bits from its own up, also the sign.
    let mut number = 0;
    for byte in text {
        number = (number << 4) | i64::from(VALUES[usize::from(*byte)]);
    }
    number
}

/// The word of sixteen digits, if they are valid.
pub(super) fn decode_word(text: &[u8]) -> Option<u64> {
    let text = <&[u8; WIDTH]>::try_from(text).ok()?;
    let (mut word, mut joined) = (0, 0);
    for byte in text {
        let value = VALUES[usize::from(*byte)];
        joined |= value;
        word = word << 4 | i64::from(value) as u64;
    }
    (joined >= 0).then_some(word)
}

/// The value of a digit.
pub(super) fn value(digit: u8) -> Option<u8> {
    u8::try_from(VALUES[usize::from(digit)]).ok()
}

/// The eight digits of 32 bits, the last digit in the lowest byte. Spreads the bits to four per
/// byte, then adds `0`, and 39 more from `a` on.
fn characters(bits: u64) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let halves = (bits | bits << 16) & 0x0000_FFFF_0000_FFFF;
    let bytes = (halves | halves << 8) & 0x00FF_00FF_00FF_00FF;
    let values = (bytes | bytes << 4) & 0x0F0F_0F0F_0F0F_0F0F;
    let letters = ((values + ONES * (0x10 - 10)) >> 4) & ONES;
    values + ONES * 0x30 + letters * 39
}
