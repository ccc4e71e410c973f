//! The start of a refused text, for its error.

use core::fmt::{self, Write};

use super::Text;

/// The first bytes of an input, cut between characters, and its full length.
///
/// A copy, because an error outlives its input. Inline, because core does not allocate. Short,
/// because an input can have a megabyte.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Excerpt {
    bytes: [u8; Self::SIZE],
    len: u8,
    pub(super) total: usize,
}

impl Excerpt {
    const SIZE: usize = 40;

    pub(crate) fn new(input: &[u8]) -> Self {
        let is_continuation = |byte: &u8| byte & 0xC0 == 0x80;
        let mut len = input.len().min(Self::SIZE);
        // A character has at most three continuation bytes. If there are more, the input is
        // not UTF-8, and any place is right for the cut.
        for back in 0..=len.min(3) {
            if input.get(len - back).is_none_or(|byte| !is_continuation(byte)) {
                len -= back;
                break;
            }
        }
        let mut bytes = [0; Self::SIZE];
        bytes[..len].copy_from_slice(&input[..len]);
        Self { bytes, len: len as u8, total: input.len() }
    }

    pub(super) fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.len)]
    }
}

// The excerpt contains every text of a valid length as a whole.
const _: () = assert!(Text::MAX_LEN <= Excerpt::SIZE, "a text fits the excerpt");

impl fmt::Display for Excerpt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for chunk in self.bytes().utf8_chunks() {
            for found in chunk.valid().chars() {
                match found {
                    '\'' => f.write_char(found)?,
                    _ => write!(f, "{}", found.escape_debug())?,
                }
            }
            for byte in chunk.invalid() {
                write!(f, "\\x{byte:02x}")?;
            }
        }
        if self.total > self.bytes().len() {
            write!(f, "…\" ({} bytes)", self.total)
        } else {
            f.write_char('"')
        }
    }
}
