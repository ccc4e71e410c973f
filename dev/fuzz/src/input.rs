//! An input, taken apart from its front.

use std::str;

use snowflake_kit_core::Snowflake;

/// What is left of an input. Where it is too short, the missing bytes are 0.
pub(crate) struct Input<'a>(pub(crate) &'a [u8]);

impl<'a> Input<'a> {
    pub(crate) fn bytes<const N: usize>(&mut self) -> [u8; N] {
        let (front, rest) = self.0.split_at(N.min(self.0.len()));
        self.0 = rest;
        let mut bytes = [0; N];
        bytes[..front.len()].copy_from_slice(front);
        bytes
    }

    pub(crate) fn number(&mut self) -> i64 {
        i64::from_be_bytes(self.bytes())
    }

    /// Any ID: of the numbers that are not one, the sign is dropped.
    pub(crate) fn id(&mut self) -> Snowflake {
        Snowflake::new(self.number() & i64::MAX).unwrap_or(Snowflake::MIN)
    }

    /// One of several things, by the next byte.
    pub(crate) fn pick<T: Copy, const N: usize>(&mut self, things: [T; N]) -> T {
        things[usize::from(self.bytes::<1>()[0]) % N]
    }

    /// The rest, if it is text.
    pub(crate) fn text(&self) -> Option<&'a str> {
        str::from_utf8(self.0).ok()
    }
}
