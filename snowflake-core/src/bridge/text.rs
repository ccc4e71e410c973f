//! The texts of ULIDs and KSUIDs.

use core::fmt;

use crate::text::Excerpt;

pub(super) struct Alphabet(&'static [u8]);

impl Alphabet {
    pub(super) const fn new(characters: &'static [u8]) -> Self {
        Self(characters)
    }

    pub(super) fn character(&self, value: u8) -> u8 {
        self.0[usize::from(value)]
    }

    pub(super) fn value(&self, character: u8) -> Option<u8> {
        self.0.iter().position(|one| *one == character).map(|value| value as u8)
    }
}

/// Why a text is not a ULID or KSUID.
///
/// ```
/// use snowflake_kit_core::bridge::{Ksuid, Ulid};
///
/// let error = "01ARZ3NDEKTSV4RRFFQ69G5FA".parse::<Ulid>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid ULID \"01ARZ3NDEKTSV4RRFFQ69G5FA\": its length is 25 instead of 26",
/// );
/// let error = "zujtsYcgvSTl8PAuAdqWYSMnLOv".parse::<Ksuid>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "invalid KSUID \"zujtsYcgvSTl8PAuAdqWYSMnLOv\": it is larger than the largest one, \
///      \"aWgEPTl1tmebfsQzFP4bxwgy80V\"",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TextError {
    wording: &'static Wording,
    input: Excerpt,
    reason: Reason,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wording {
    /// What the text should be: `ULID` or `KSUID`.
    pub(super) name: &'static str,
    /// "… is not" this.
    pub(super) character: &'static str,
    /// The largest text.
    pub(super) last: &'static str,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reason {
    Length { found: usize },
    Character { found: char, index: usize },
    TooLarge,
}

impl TextError {
    pub(super) fn length(wording: &'static Wording, input: &str) -> Self {
        // With a non-ASCII character, the length in bytes is not what a reader counts.
        match input.find(|character: char| !character.is_ascii()) {
            Some(index) => Self::character(wording, input, index),
            None => Self::new(wording, input, Reason::Length { found: input.len() }),
        }
    }

    pub(super) fn character(wording: &'static Wording, input: &str, index: usize) -> Self {
        let found = input[index..].chars().next().unwrap_or_default();
        Self::new(wording, input, Reason::Character { found, index })
    }

    pub(super) fn too_large(wording: &'static Wording, input: &str) -> Self {
        Self::new(wording, input, Reason::TooLarge)
    }

    fn new(wording: &'static Wording, input: &str, reason: Reason) -> Self {
        Self { wording, input: Excerpt::new(input.as_bytes()), reason }
    }
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Wording { name, character, last } = self.wording;
        write!(f, "invalid {name} {}: ", self.input)?;
        match self.reason {
            Reason::Length { found } => {
                write!(f, "its length is {found} instead of {}", last.len())
            }
            Reason::Character { found, index } => {
                write!(f, "{found:?} at byte {index} is not {character}")
            }
            Reason::TooLarge => write!(f, "it is larger than the largest one, \"{last}\""),
        }
    }
}

impl fmt::Debug for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TextError({self})")
    }
}

impl core::error::Error for TextError {}
