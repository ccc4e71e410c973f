//! Decimal: 1 to 19 digits, as SQL, JSON numbers and people write them.
//!
//! Both directions work on eight digits in one 64-bit word, a digit per byte,
//! the first digit in the lowest byte.

use super::encoded::Digits;
use super::form::Form;

pub(super) static FORM: Form = Form {
    name: "decimal",
    alphabet: "0123456789",
    character: "a decimal digit",
    shape: "a decimal string",
    first: "1",
    last: "9223372036854775807",
    mend: |_| None,
};

const ASCII_ZEROS: u64 = u64::from_le_bytes([b'0'; 8]);
const TEN_TO_8: u64 = 100_000_000;
const TEN_TO_16: u64 = TEN_TO_8 * TEN_TO_8;

/// The digits of `value`, which is not 0 and below 2^63.
#[inline]
pub(super) fn encode(value: u64) -> Digits {
    // Both quotients from the value, so that neither waits for the other: who writes
    // the text somewhere has to wait for all of this.
    let (front, high) = (value / TEN_TO_8, value / TEN_TO_16);
    let (middle, low) = (front - high * TEN_TO_8, value - front * TEN_TO_8);
    let hundreds = (high * 5_243) >> 19; // exact below 10,000
    let high_pairs = (pair(hundreds) << 32) | (pair(high - hundreds * 100) << 48);
    let words = [high_pairs | ASCII_ZEROS, digits(middle), digits(low)];
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

/// The value of 1 to 19 digits without a leading zero; 0 or negative if the
/// text is not an ID's.
#[inline]
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

/// Fewer than eight digits: test data, not snowflakes, so this is plain.
#[inline(never)]
fn short(text: &[u8]) -> Option<u64> {
    text.iter().try_fold(0, |value, byte| {
        byte.is_ascii_digit().then(|| value * 10 + u64::from(byte - b'0'))
    })
}

/// The first `count` (0 to 7) of eight characters, as digits behind zeros.
#[inline]
fn leading(start: [u8; 8], count: usize) -> u64 {
    // In two steps, because shifting by all 64 bits is an overflow.
    (u64::from_le_bytes(start) ^ ASCII_ZEROS) << 8 << (8 * (7 - count))
}

/// Whether every byte is 0 to 9.
#[inline]
fn are_digits(word: u64) -> bool {
    const TOP_BITS: u64 = u64::from_le_bytes([0x80; 8]);
    const TO_TOP_BIT: u64 = u64::from_le_bytes([0x80 - 10; 8]);
    // Adding carries from 10 into the top bit of the byte. A carry out of the
    // byte happens only above 0x89, where the top bit tells by itself.
    (word | word.wrapping_add(TO_TOP_BIT)) & TOP_BITS == 0
}

/// Eight digits to a number below 10^8: neighbours are joined to pairs, pairs
/// to fours, fours to the number. (Known from simdjson, by Johnny Lee.)
#[inline]
fn number(digits: u64) -> u64 {
    const PAIRS: u64 = 0x0000_00FF_0000_00FF;
    let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
    let first_and_third = (pairs & PAIRS).wrapping_mul(100 + (1_000_000 << 32));
    let second_and_fourth = ((pairs >> 16) & PAIRS).wrapping_mul(1 + (10_000 << 32));
    first_and_third.wrapping_add(second_and_fourth) >> 32
}

/// A number below 10^8 to eight digits in ASCII.
#[inline]
fn digits(number: u64) -> u64 {
    // The number divided by 10^6 as a fixed-point fraction of 57 bits: its
    // integer part is the first pair, and each times 100 brings up the next.
    // The constant is rounded up by less than 1, so the fraction is at most
    // 10^8 < 2^27 units too large, and after three times 100 at most 2^47, less
    // than 2^-10. The fraction that is left at each step is at least 10^-6,
    // 10^-4, 10^-2, 1 below the next integer, which the error does not reach.
    const FRACTION: u32 = 57;
    const SCALE: u64 = (1 << FRACTION) / 1_000_000 + 1;
    const MASK: u64 = (1 << FRACTION) - 1;
    let first = number * SCALE;
    let second = (first & MASK) * 100;
    let third = (second & MASK) * 100;
    let fourth = (third & MASK) * 100;
    pair(first >> FRACTION)
        | pair(second >> FRACTION) << 16
        | pair(third >> FRACTION) << 32
        | pair(fourth >> FRACTION) << 48
}

/// The two characters of a number below 100, the first in the lower byte.
#[inline]
fn pair(number: u64) -> u64 {
    // The size is a power of two, so that the index needs no check.
    static PAIRS: [u16; 128] = {
        let mut pairs = [0; 128];
        let mut value = 0;
        while value < 100 {
            let (tens, ones) = (value as u8 / 10, value as u8 % 10);
            pairs[value] = u16::from_le_bytes([b'0' + tens, b'0' + ones]);
            value += 1;
        }
        pairs
    };
    u64::from(PAIRS[number as usize % PAIRS.len()])
}

#[cfg(test)]
mod tests {
    use super::{ASCII_ZEROS, digits, number};

    #[test]
    fn eight_digits_are_exact_at_every_carry() {
        for front in 0..10_000 {
            for back in [0, 1, 98, 99, 100, 101, 4_999, 9_900, 9_998, 9_999] {
                let value = front * 10_000 + back;
                let word = digits(value) ^ ASCII_ZEROS;
                let naive = word
                    .to_le_bytes()
                    .iter()
                    .fold(0, |value, digit| value * 10 + u64::from(*digit));
                assert_eq!(naive, value);
                assert_eq!(number(word), value);
            }
        }
    }
}
