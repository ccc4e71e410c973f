//! The texts of UUIDs: hyphenated ones, and those of TypeID.
//!
//! Hyphenated: [RFC 9562](https://www.rfc-editor.org/rfc/rfc9562#section-4), in lower case alone.
//! TypeID: [its specification, 0.3.0](https://github.com/jetify-com/typeid/tree/main/spec).

use super::numerals::{Numerals, values};
use super::{Encoding, hex};

pub(super) static HYPHENATED: Numerals = Numerals {
    name: "hyphenated",
    alphabet: "0123456789abcdef-",
    character: "a lower-case hex digit or a hyphen in its place",
    shape: "characters of a hyphenated UUID (0-9, a-f)",
    first: "00000000-0000-0000-0000-000000000001",
    last: "ffffffff-ffff-ffff-ffff-fffffffffffe",
    correction: hex::NUMERALS.correction,
};

pub(super) static TYPEID: Numerals = Numerals {
    name: "typeid",
    alphabet: "0123456789abcdefghjkmnpqrstvwxyz",
    character: "a character of TypeID's base32",
    shape: "characters of TypeID's base32 (0-9, a-z without i, l, o, u)",
    first: "00000000000000000000000001",
    last: "7zzzzzzzzzzzzzzzzzzzzzzzzy",
    correction: |found| {
        let lower = found.to_ascii_lowercase();
        (found.is_ascii_uppercase() && TYPEID.contains(lower as u8)).then_some(lower)
    },
};

static TYPEID_VALUES: [i8; 256] = values(TYPEID.alphabet);

/// A text of a UUID of version 7, for messages.
pub(super) const fn example(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Base32 => "01jgfjjzp1ehztkxw0a1rrm1kh",
        _ => "0194192f-fd80-744f-a9f6-1e001d8c5073",
    }
}

/// Where the hyphens are.
const HYPHENS: [usize; 4] = [8, 13, 18, 23];

/// 36 characters.
pub(super) fn hyphenated(bits: u128) -> [u8; 36] {
    let digits = HYPHENATED.alphabet.as_bytes();
    let mut text = [b'-'; 36];
    let mut left = 32;
    for (at, character) in text.iter_mut().enumerate() {
        if !HYPHENS.contains(&at) {
            left -= 1;
            *character = digits[(bits >> (4 * left)) as usize & 0xF];
        }
    }
    text
}

pub(super) fn from_hyphenated(text: &[u8]) -> Option<u128> {
    let text = <&[u8; 36]>::try_from(text).ok()?;
    let mut bits = 0;
    for (at, character) in text.iter().enumerate() {
        if HYPHENS.contains(&at) {
            if *character != b'-' {
                return None;
            }
        } else {
            bits = bits << 4 | u128::from(hex::value(*character)?);
        }
    }
    Some(bits)
}

/// 26 characters: two zero bits, and the 128 of the UUID.
pub(super) fn typeid(bits: u128) -> [u8; 26] {
    let digits = TYPEID.alphabet.as_bytes();
    core::array::from_fn(|at| digits[(bits >> (5 * (25 - at))) as usize & 0x1F])
}

pub(super) fn from_typeid(text: &[u8]) -> Option<u128> {
    let text = <&[u8; 26]>::try_from(text).ok()?;
    // More would not fit into 128 bits.
    if text[0] > b'7' {
        return None;
    }
    let mut bits = 0;
    for character in text {
        bits = bits << 5 | u128::from(u8::try_from(TYPEID_VALUES[usize::from(*character)]).ok()?);
    }
    Some(bits)
}

/// The first character of a hyphenated text that is not what its place asks for.
pub(super) fn misplaced(text: &[u8]) -> Option<usize> {
    text.iter().enumerate().position(|(at, byte)| (*byte == b'-') != HYPHENS.contains(&at))
}
