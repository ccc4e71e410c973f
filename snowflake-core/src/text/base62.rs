//! Base62: 11 characters, the shortest form that needs no escaping anywhere.

use super::buffer::Digits;
use super::numerals::{Numerals, values};

pub(super) static NUMERALS: Numerals = Numerals {
    name: "base62",
    alphabet: "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz",
    character: "a base62 character",
    shape: "base62 characters (0-9, A-Z, a-z)",
    first: "00000000001",
    last: "AzL8n0Y58m7",
    correction: |_| None,
};

const WIDTH: usize = 11;
static VALUES: [i8; 256] = values(NUMERALS.alphabet);

const POWER_2: u64 = 62 * 62;
const POWER_4: u64 = POWER_2 * POWER_2;
const POWER_6: u64 = POWER_4 * POWER_2;
const POWER_8: u64 = POWER_4 * POWER_4;
const POWER_10: u64 = POWER_8 * POWER_2;

/// The two characters of each number below 62^2.
static PAIRS: [u8; 2 * POWER_2 as usize] = *include_bytes!("base62_pairs.txt");

#[inline]
pub(super) fn encode(value: u64) -> Digits {
    let (front, rest) = (value / POWER_8, value % POWER_8);
    let (middle, back) = (rest / POWER_4, rest % POWER_4);
    // These are twelve characters. The first one is always `0`, and left out.
    let (front, back) = (four(front) << 32, four(middle) | (four(back) << 32));
    Digits { words: [0, front, back], count: WIDTH }
}

/// The value of eleven characters; 0 or negative if the text is not an ID.
#[inline]
pub(super) fn decode(text: &[u8]) -> i64 {
    let Ok(text) = <&[u8; WIDTH]>::try_from(text) else {
        return 0;
    };
    // 2^63 - 1 starts with `A`. Larger first characters could overflow; 11 * 62^10 is
    // still below 2^64.
    if text[0] > b'A' {
        return 0;
    }
    match parts(text) {
        Some((first, rest)) => (first * POWER_10 + rest).cast_signed(),
        None => 0,
    }
}

/// The word of eleven characters, if they fit one.
pub(super) fn decode_word(text: &[u8]) -> Option<u64> {
    let (first, rest) = parts(text.try_into().ok()?)?;
    first.checked_mul(POWER_10)?.checked_add(rest)
}

#[inline]
fn parts(text: &[u8; WIDTH]) -> Option<(u64, u64)> {
    let value = |at: usize| i64::from(VALUES[usize::from(text[at])]);
    let joined = (value(0) | value(1) | value(2) | value(3))
        | (value(4) | value(5) | value(6) | value(7))
        | (value(8) | value(9) | value(10));
    if joined < 0 {
        return None;
    }
    let pair = |at: usize| (value(at) * 62 + value(at + 1)) as u64;
    // The products do not depend on each other, so the processor computes them together.
    let rest =
        pair(1) * POWER_8 + pair(3) * POWER_6 + pair(5) * POWER_4 + pair(7) * POWER_2 + pair(9);
    Some((value(0) as u64, rest))
}

/// The four characters of a number below 62^4, the first in the lowest byte.
#[inline]
fn four(number: u64) -> u64 {
    let (high, low) = (number / POWER_2, number % POWER_2);
    let pair = |number: u64| u64::from(u16::from_le_bytes(PAIRS.as_chunks().0[number as usize]));
    pair(high) | pair(low) << 16
}
