//! The bytes of a text, and the proof that they are UTF-8.

use super::Text;

/// A text of at most [`Encoded::MAX_LEN`](super::Encoded::MAX_LEN) bytes, inline.
///
/// All bytes from `start` on are UTF-8: a prefix, which was a `str`, and then ASCII. Only
/// [`new`](Self::new), [`new_of_two`](Self::new_of_two) and [`of_ascii`](Self::of_ascii) write to
/// them.
#[derive(Clone, Copy)]
// Aligned, so that no word crosses two cache lines.
#[repr(C, align(8))]
pub(super) struct Buffer {
    /// The text is at the end, so that digits can be written before their number is known.
    bytes: [u8; SIZE],
    start: u8,
}

/// Enough for a prefix and a block of 128 bits in hex.
pub(super) const SIZE: usize = Text::MAX_PREFIX_LEN + 32;
const _: () = assert!(Text::MAX_LEN <= SIZE, "every text fits the buffer");

/// The digits of a number, in registers.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    /// ASCII. The first byte is the lowest byte of the first word.
    pub(super) words: [u64; 3],
    /// How many bytes at the end are digits.
    pub(super) count: usize,
}

impl Digits {
    /// One character.
    pub(super) fn one(character: u8) -> Self {
        Self { words: [0, 0, u64::from(character) << 56], count: 1 }
    }
}

impl Buffer {
    /// The prefix, of at most [`Text::MAX_PREFIX_LEN`] bytes, and the digits.
    #[inline]
    pub(super) fn new(prefix: &str, digits: Digits) -> Self {
        let mut bytes = [0; SIZE];
        put(&mut bytes, digits);
        let end = SIZE - digits.count;
        let start = end - prefix.len();
        // Copying 0 bytes would still be a call.
        if !prefix.is_empty() {
            bytes[start..end].copy_from_slice(prefix.as_bytes());
        }
        Self { bytes, start: start as u8 }
    }

    /// The prefix, and the digits of two numbers, at most 16 each.
    #[inline]
    pub(super) fn new_of_two(prefix: &str, front: Digits, back: Digits) -> Self {
        let mut bytes = [0; SIZE];
        let middle = SIZE - back.count;
        // `back` first, because `put` also writes the bytes in front of its digits.
        put(&mut bytes, back);
        put(&mut bytes[..middle], front);
        let end = middle - front.count;
        let start = end - prefix.len();
        bytes[start..end].copy_from_slice(prefix.as_bytes());
        Self { bytes, start: start as u8 }
    }

    /// The prefix, and these characters.
    ///
    /// # Panics
    /// If both together have more than [`SIZE`] bytes.
    pub(super) fn of_ascii(prefix: &str, characters: &[u8]) -> Self {
        let mut bytes = [0; SIZE];
        let middle = SIZE - characters.len();
        for (byte, character) in bytes[middle..].iter_mut().zip(characters) {
            *byte = character & 0x7F;
        }
        let start = middle - prefix.len();
        bytes[start..middle].copy_from_slice(prefix.as_bytes());
        Self { bytes, start: start as u8 }
    }

    #[inline]
    pub(super) fn as_bytes(&self) -> &[u8] {
        &self.bytes[usize::from(self.start)..]
    }

    #[inline]
    #[expect(unsafe_code, reason = "a look at all bytes takes longer than writing them")]
    pub(super) fn as_str(&self) -> &str {
        // SAFETY: only `new`, `new_of_two` and `of_ascii` write to a buffer. From `start` on it
        // holds:
        // 1. the whole of a `str`, or nothing;
        // 2. bytes that `put` or `of_ascii` has masked to ASCII, or the zeros of the new array.
        // UTF-8 followed by ASCII is UTF-8.
        unsafe { str::from_utf8_unchecked(self.as_bytes()) }
    }
}

#[inline]
fn put(bytes: &mut [u8], digits: Digits) {
    const ASCII: u64 = u64::from_le_bytes([0x7F; 8]);
    let start = bytes.len() - 24;
    for (bytes, word) in bytes[start..].chunks_exact_mut(8).zip(digits.words) {
        // Encodings write ASCII, so the mask changes no digit. With it, `as_str` is sound
        // without trust in any table or arithmetic of theirs.
        bytes.copy_from_slice(&(word & ASCII).to_le_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::{Buffer, Digits, SIZE};

    #[test]
    fn whatever_is_written_is_utf_8() {
        let words = [
            [0; 3],
            [u64::MAX; 3],
            [0x80; 3],
            [u64::from_be_bytes(*b"\xE2\x82\xAC\xF0\x9F\x92\xA9\xFF"); 3],
        ];
        for words in words {
            for count in 0..=24 {
                for prefix in ["", "a_", "sixteen_letters_", "\u{20AC}", "\u{1F4A9}\u{E9}"] {
                    let buffer = Buffer::new(prefix, Digits { words, count });
                    let text = str::from_utf8(buffer.as_bytes()).unwrap();
                    assert_eq!(text, buffer.as_str());
                    assert_eq!(text.len(), prefix.len() + count);
                    assert!(text.strip_prefix(prefix).unwrap().is_ascii());
                    let [front, back] = [count, 24 - count].map(|count| count.min(16));
                    let [front, back] = [front, back].map(|count| Digits { words, count });
                    let buffer = Buffer::new_of_two(prefix, front, back);
                    let text = str::from_utf8(buffer.as_bytes()).unwrap();
                    assert_eq!(text, buffer.as_str());
                    assert_eq!(text.len(), prefix.len() + front.count + back.count);
                    assert!(text.strip_prefix(prefix).unwrap().is_ascii());
                    let characters = words.map(u64::to_le_bytes).concat();
                    let buffer = Buffer::of_ascii(prefix, &characters[..count]);
                    let text = str::from_utf8(buffer.as_bytes()).unwrap();
                    assert_eq!(text, buffer.as_str());
                    assert_eq!(text.len(), prefix.len() + count);
                    assert!(text.strip_prefix(prefix).unwrap().is_ascii());
                }
            }
        }
    }

    #[test]
    fn digits_are_at_the_end() {
        let words = [*b"abcdefgh", *b"ijklmnop", *b"qrstuvwx"].map(u64::from_le_bytes);
        let buffer = Buffer::new("p_", Digits { words, count: 19 });
        assert_eq!(buffer.as_str(), "p_fghijklmnopqrstuvwx");
        assert_eq!(usize::from(buffer.start), SIZE - 21);
    }
}
