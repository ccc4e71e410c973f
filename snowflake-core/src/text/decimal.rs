//! Decimal: 1 to 19 digits, as SQL, JSON numbers and people write them.
//!
//! Both directions work on eight digits in one 64-bit word: one digit per byte, the first digit in
//! the lowest byte.

use super::buffer::Digits;
use super::numerals::Numerals;

pub(super) static NUMERALS: Numerals = Numerals {
    name: "decimal",
    alphabet: "0123456789",
    character: "a decimal digit",
    shape: "a decimal string",
    first: "1",
    last: "9223372036854775807",
    correction: |_| None,
};

const ASCII_ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
const TEN_TO_8: u64 = 100_000_000;
const TEN_TO_16: u64 = TEN_TO_8 * TEN_TO_8;

/// The digits of `value`, which is not 0 and below 2^63.
#[inline]
pub(super) fn encode(value: u64) -> Digits {
    // Both quotients are computed from the value, so that they do not wait for each other:
    // code that writes the text must wait for both.
    let (front, high) = (value / TEN_TO_8, value / TEN_TO_16);
    let (middle, low) = (front - high * TEN_TO_8, value - front * TEN_TO_8);
    let words = [three(high as u32) << 40, eight(middle as u32), eight(low as u32)];
    let leading_zeros = |word: u64| (word ^ ASCII_ZEROS).trailing_zeros() as usize / 8;
    let count = if high != 0 {
        17 + usize::from(high >= 10) + usize::from(high >= 100)
    } else if front != 0 {
        16 - leading_zeros(words[1])
    } else {
        8 - leading_zeros(words[2])
    };
    Digits { words, count }
}

/// The value of 1 to 19 digits without a leading zero; 0 or negative if the text is not an ID.
pub(super) fn decode(text: &[u8]) -> i64 {
    let [first, ..] = text else { return 0 };
    if *first == b'0' || text.len() > 19 {
        return 0;
    }
    let Some((rest, low)) = text.split_last_chunk() else {
        return short(text).unwrap_or(0).cast_signed();
    };
    let low = u64::from_le_bytes(*low) ^ ASCII_ZEROS;
    let (high, middle) = match (rest.split_last_chunk(), text.first_chunk()) {
        (Some((high, middle)), Some(start)) => {
            let middle = u64::from_le_bytes(*middle) ^ ASCII_ZEROS;
            (leading(*start, high.len()), middle)
        }
        (None, Some(start)) => (0, leading(*start, rest.len())),
        (_, None) => return 0,
    };
    if !(are_digits(high) & are_digits(middle) & are_digits(low)) {
        return 0;
    }
    (number(high) * TEN_TO_16 + number(middle) * TEN_TO_8 + number(low)).cast_signed()
}

/// Fewer than eight digits. Minted IDs have more, so this need not be fast.
#[inline(never)]
fn short(text: &[u8]) -> Option<u64> {
    text.iter().try_fold(0, |value, byte| {
        byte.is_ascii_digit().then(|| value * 10 + u64::from(byte - b'0'))
    })
}

/// The first `count` (0 to 7) of eight characters, as digits after zeros.
fn leading(start: [u8; 8], count: usize) -> u64 {
    // In two steps, because a shift by 64 bits is an overflow.
    (u64::from_le_bytes(start) ^ ASCII_ZEROS) << 8 << (8 * (7 - count))
}

/// Whether every byte is 0 to 9.
fn are_digits(word: u64) -> bool {
    const TOP_BITS: u64 = u64::from_le_bytes([0x80; 8]);
    const TO_TOP_BIT: u64 = u64::from_le_bytes([0x80 - 10; 8]);
    // Adding carries from 10 on into the top bit of the byte. A carry out of the byte needs
    // 0x8A or more, where the top bit is already set.
    (word | word.wrapping_add(TO_TOP_BIT)) & TOP_BITS == 0
}

/// Joins eight digits to a number below 10^8: digits to pairs, pairs to fours, fours to the number.
/// (Known from simdjson, by Johnny Lee.)
fn number(digits: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let first_and_third = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let second_and_fourth = ((pairs >> 16) & PAIRS).wrapping_mul(1 + (10_000 << 32));
    first_and_third.wrapping_add(second_and_fourth) >> 32
}

/// A number below 10^8 to eight digits in ASCII.
fn eight(number: u32) -> u64 {
    // Both quotients are computed from the number, as above.
    let (front, thousands) = (number / 1_000_000, number / 1_000);
    // `front` has two digits, so the zero before them is left out.
    (three(front) >> 8)
        | three(thousands - front * 1_000) << 16
        | three(number - thousands * 1_000) << 40
}

/// A number below 1,000 to three digits in ASCII, and a zero byte.
///
/// Three at once, because multiplications take most of the time, and a table of pairs needs almost
/// twice as many. The table has 4 KiB. SSE2 makes sixteen digits at once and is faster if nobody
/// reads them, but they are ready only after twice the time, and writing JSON took longer.
fn three(number: u32) -> u64 {
    // The size is a power of two, so that the index needs no check. It is close to 1,000:
    // modulo 1,024, to subtract `1_000 * front` is to add `24 * front`, which takes two
    // additions.
    static DIGITS: [u32; 1024] = {
        let mut digits = [0; 1024];
        // Counts in decimal, because division is slow at compile time.
        let (mut value, mut text) = (0, 0x30_30_30);
        while value < 1_000 {
            digits[value] = text;
            value += 1;
            text += 0x01_00_00;
            if text >= 0x3A_00_00 {
                text -= 0x0A_00_00 - 0x01_00;
                if text & 0xFF_00 == 0x3A_00 {
                    text -= 0x0A_00 - 0x01;
                }
            }
        }
        digits
    };
    u64::from(DIGITS[number as usize % DIGITS.len()])
}

#[cfg(test)]
mod tests {
    use super::{ASCII_ZEROS, eight, number, three};

    #[test]
    fn three_digits_are_those_of_the_number() {
        for value in 0..1_000 {
            let digits = format!("{value:03}\0");
            assert_eq!(three(value).to_le_bytes()[..4], *digits.as_bytes());
        }
    }

    #[test]
    fn eight_digits_are_exact_at_every_carry() {
        for front in 0..10_000 {
            for back in [0, 1, 98, 99, 100, 101, 999, 1_000, 4_999, 9_900, 9_998, 9_999] {
                let value = front * 10_000 + back;
                let word = eight(value);
                assert_eq!(word.to_le_bytes(), *format!("{value:08}").as_bytes());
                assert_eq!(number(word ^ ASCII_ZEROS), u64::from(value));
            }
        }
    }
}
