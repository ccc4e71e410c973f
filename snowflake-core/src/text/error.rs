//! Why a text is not an ID.

use core::fmt;

use super::excerpt::Excerpt;
use super::no_key::{INSTALL, SHARED};
use super::public_form::PublicForm;
use super::shape::Shape;
use super::{Text, uuid};
use crate::raw::Width;

/// The error of [`Text::decode`]: what is wrong with the text, and what is expected.
///
/// The message names the ID type if it is known, the text, the reason and the limits. It is safe to
/// log: it quotes at most 40 bytes of the text and escapes control characters.
///
/// ```
/// use snowflake_kit_core::{ParseErrorKind, Text};
///
/// let error = Text::DECIMAL.decode("+1").unwrap_err().with_name("UserId");
/// assert_eq!(error.kind(), ParseErrorKind::Character { found: '+', index: 0 });
/// assert_eq!(
///     error.to_string(),
///     "invalid UserId \"+1\": '+' at byte 0 is not a decimal digit; \
///      expected a decimal string from \"1\" to \"9223372036854775807\"",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ParseError {
    kind: ParseErrorKind,
    name: Option<&'static str>,
    shape: Shape,
    input: Excerpt,
}

/// What is wrong with a text.
///
/// If a text is wrong in several ways, this is the first kind that applies, in the order below.
/// Characters are checked up to the 40th byte, or up to the length of the longest text. So the time
/// to refuse does not depend on the length of the text.
///
/// ```
/// use snowflake_kit_core::{ParseErrorKind as Kind, Text};
///
/// let kind = |input| Text::BASE62.with_prefix("usr_").decode(input).unwrap_err().kind();
/// assert_eq!(kind(""), Kind::Empty);
/// assert_eq!(kind("175928847299117063"), Kind::Prefix);
/// assert_eq!(kind("usr_ 0Czks0tP37X"), Kind::Character { found: ' ', index: 4 });
/// assert_eq!(kind("usr_Czks0tP37X"), Kind::Length { found: 10 });
/// assert_eq!(kind("usr_00000000000"), Kind::Zero);
/// assert_eq!(kind("usr_AzL8n0Y58m8"), Kind::TooLarge);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The text is empty.
    Empty,
    /// The text does not start with the prefix, in the same case.
    Prefix,
    /// A character is not in the alphabet of the encoding.
    Character {
        /// The character; U+FFFD if the bytes there are not UTF-8.
        found: char,
        /// Where it starts, in bytes from the start of the text.
        index: usize,
    },
    /// The text does not have the width of the encoding, or nothing follows the prefix.
    Length {
        /// The number of bytes after the prefix.
        found: usize,
    },
    /// A decimal number starts with a zero.
    LeadingZero,
    /// The number is 0, which is not an ID; or it is the nil or the max UUID.
    Zero,
    /// The number is 2^63 or more, or above the largest `i32` or `i16` of a counted ID; or a TypeID has
    /// more than 128 bits.
    TooLarge,
    /// A sealed text does not open: it is mistyped or forged, of another type, or sealed with a key
    /// that is not installed. The text does not say which.
    Sealed,
    /// No installed key has the letter at the start of a permuted text.
    UnknownKey {
        /// The letter.
        found: char,
    },
    /// No key is installed, so the public form cannot be read.
    NoKey,
    /// Another type has the same prefix, or the same name, so both would have the same key. Writing
    /// an ID of the type names the other one.
    SharedLabel,
}

impl ParseError {
    /// Finds out what is wrong with a text that a decoder refused. `otherwise` is the kind if the
    /// shape is right.
    ///
    /// It is out of line and runs only for refused texts, so that the decoders need not track a
    /// reason.
    #[cold]
    #[inline(never)]
    #[doc(hidden)]
    #[must_use]
    pub fn new(shape: Shape, input: &[u8], otherwise: ParseErrorKind) -> Self {
        let excerpt = Excerpt::new(input);
        let kind = match otherwise {
            // Applies to every text.
            ParseErrorKind::NoKey | ParseErrorKind::SharedLabel => otherwise,
            _ => kind(shape, input, excerpt.bytes(), otherwise),
        };
        Self { kind, name: None, shape, input: excerpt }
    }

    /// What is wrong.
    pub const fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// The same error with the name of the ID type.
    ///
    /// ```
    /// use snowflake_kit_core::Text;
    ///
    /// let error = Text::HEX.decode("7").unwrap_err().with_name("PostId");
    /// assert!(error.to_string().starts_with("invalid PostId \"7\": "));
    /// ```
    #[doc(hidden)]
    #[must_use]
    pub const fn with_name(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// The name of the ID type, if it is known.
    pub const fn name(&self) -> Option<&'static str> {
        self.name
    }
}

fn kind(shape: Shape, input: &[u8], shown: &[u8], otherwise: ParseErrorKind) -> ParseErrorKind {
    let text = shape.text();
    let numerals = shape.numerals();
    if input.is_empty() {
        return ParseErrorKind::Empty;
    }
    let Some(digits) = input.strip_prefix(text.prefix.as_bytes()) else {
        return ParseErrorKind::Prefix;
    };
    let letters = usize::from(shape.public() == Some(PublicForm::Permuted));
    // A text that is short enough is checked as a whole, and a longer one only at its start.
    let seen = if input.len() <= shape.max_len() { input } else { shown };
    let seen = seen.strip_prefix(text.prefix.as_bytes()).unwrap_or_default();
    let is_foreign = |(at, byte): (usize, &u8)| {
        if at < letters { !byte.is_ascii_uppercase() } else { !numerals.contains(*byte) }
    };
    if let Some(at) = seen.iter().enumerate().position(is_foreign) {
        return ParseErrorKind::Character {
            found: first_char(&seen[at..]),
            index: text.prefix.len() + at,
        };
    }
    let len = text.prefix.len() + digits.len();
    if digits.len() <= letters || numerals.is_fixed() && len != shape.max_len() {
        return ParseErrorKind::Length { found: digits.len() };
    }
    if shape.public() == Some(PublicForm::Sealed) {
        return otherwise;
    }
    if shape.width() == Width::U128 {
        let misplaced = (digits.len() == 36).then(|| uuid::misplaced(digits)).flatten();
        return misplaced.map_or(otherwise, |at| ParseErrorKind::Character {
            found: char::from(digits[at]),
            index: text.prefix.len() + at,
        });
    }
    let number = &digits[letters..];
    if !numerals.is_fixed() && number.starts_with(b"0") && number.len() > 1 {
        ParseErrorKind::LeadingZero
    } else if number.iter().all(|byte| *byte == b'0') {
        ParseErrorKind::Zero
    } else if letters > 0 && Text::new(text.encoding).decode_bytes(number).is_ok() {
        otherwise
    } else {
        ParseErrorKind::TooLarge
    }
}

fn first_char(bytes: &[u8]) -> char {
    bytes
        .utf8_chunks()
        .next()
        .and_then(|chunk| chunk.valid().chars().next())
        .unwrap_or(char::REPLACEMENT_CHARACTER)
}

impl ParseError {
    fn write_reason(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = self.shape.text();
        let numerals = self.shape.numerals();
        let prefix = text.prefix;
        let after = if prefix.is_empty() { "" } else { " after the prefix" };
        match self.kind {
            ParseErrorKind::Empty => f.write_str("it is empty"),
            ParseErrorKind::Prefix => write!(f, "it does not start with \"{prefix}\""),
            ParseErrorKind::Character { found, index } => {
                write!(f, "{found:?} at byte {index} is not ")?;
                if index == prefix.len() && self.shape.public() == Some(PublicForm::Permuted) {
                    return f.write_str("an upper-case letter, which names the key");
                }
                f.write_str(numerals.character)?;
                // If the length does not fit either, the writer probably meant another
                // form, so do not suggest a character.
                let fits =
                    (self.shape.min_len()..=self.shape.max_len()).contains(&self.input.total);
                if let Some(correction) = (numerals.correction)(found).filter(|_| fits) {
                    write!(f, " (write \"{correction}\")")
                } else if found.is_numeric() && !found.is_ascii() {
                    f.write_str(" (write ASCII digits)")
                } else {
                    Ok(())
                }
            }
            ParseErrorKind::Length { found: 0 } => write!(f, "there is nothing{after}"),
            ParseErrorKind::Length { found } => {
                let expected = self.shape.max_len() - prefix.len();
                write!(f, "its length{after} is {found} instead of {expected}")
            }
            ParseErrorKind::LeadingZero => f.write_str("it has a leading zero (remove it)"),
            ParseErrorKind::Zero if self.shape.width() == Width::U128 => {
                f.write_str("the nil and the max UUID identify nothing")
            }
            ParseErrorKind::Zero => f.write_str("0 is not an ID"),
            ParseErrorKind::TooLarge => match self.shape.width() {
                Width::I16 => f.write_str("it is larger than the largest ID, 2^15 - 1"),
                Width::I32 => f.write_str("it is larger than the largest ID, 2^31 - 1"),
                Width::I64 => f.write_str("it is larger than the largest ID, 2^63 - 1"),
                Width::U128 => {
                    f.write_str("it has more than 128 bits: the first character is above 7")
                }
            },
            ParseErrorKind::Sealed => f.write_str(
                "no installed key opens it (it is mistyped, or of another type, or was sealed with \
                 another key)",
            ),
            ParseErrorKind::UnknownKey { found } => {
                write!(f, "no installed key has the letter {found:?} (install the old key as well)")
            }
            ParseErrorKind::NoKey => write!(f, "no key is installed to read it: {INSTALL}"),
            ParseErrorKind::SharedLabel => write!(f, "its type and another one have {SHARED}"),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid {} {}: ", self.name.unwrap_or("ID"), self.input)?;
        self.write_reason(f)?;
        write!(f, "; expected {}", self.shape.expected())
    }
}

impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseError")
            .field("kind", &self.kind)
            .field("name", &self.name)
            .field("text", &self.shape.text())
            .field("input", &format_args!("{}", self.input))
            .finish()
    }
}

impl core::error::Error for ParseError {}
