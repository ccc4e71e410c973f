//! The digits of one encoding, and what their texts look like.

/// The digits of one encoding, and the words that errors use for it. Tables are made from it;
/// encoding and decoding do not read it.
#[derive(Debug)]
pub(super) struct Numerals {
    /// The encoding's name in options and messages.
    pub(super) name: &'static str,
    /// Every character, in the order of their values.
    pub(super) alphabet: &'static str,
    /// "is not …" of a message.
    pub(super) character: &'static str,
    /// "expected …" of a message, after the width if there is one.
    pub(super) shape: &'static str,
    /// The text of ID 1, the shortest.
    pub(super) first: &'static str,
    /// The text of ID 2^63 - 1, the longest.
    pub(super) last: &'static str,
    /// What to write in place of a character that is not in the alphabet, if that is clear.
    pub(super) correction: fn(char) -> Option<char>,
}

impl Numerals {
    pub(super) const fn is_fixed(&self) -> bool {
        self.first.len() == self.last.len()
    }

    pub(super) fn contains(&self, byte: u8) -> bool {
        self.alphabet.as_bytes().contains(&byte)
    }
}

/// The value of a byte outside of the alphabet in a [`values`] table.
///
/// All its bits are set. So the OR of all values of a text is negative if one byte was invalid, and
/// no character needs a branch.
const FOREIGN: i8 = -1;

/// The value of each byte in an alphabet, or [`FOREIGN`].
pub(super) const fn values(alphabet: &str) -> [i8; 256] {
    let alphabet = alphabet.as_bytes();
    let mut values = [FOREIGN; 256];
    let mut value = 0;
    while value < alphabet.len() {
        values[alphabet[value] as usize] = value as i8;
        value += 1;
    }
    values
}

#[cfg(test)]
mod tests {
    use super::super::{base32, base62};

    /// A compiler takes two to five microseconds for each pair that it computes, so they are in
    /// files.
    #[test]
    fn the_pairs_of_characters_are_those_of_the_alphabet() {
        for (alphabet, pairs) in [
            (base32::NUMERALS.alphabet, include_str!("base32_pairs.txt")),
            (base62::NUMERALS.alphabet, include_str!("base62_pairs.txt")),
        ] {
            let all = alphabet.chars().flat_map(|a| alphabet.chars().flat_map(move |b| [a, b]));
            assert_eq!(all.collect::<String>(), pairs);
        }
    }
}
