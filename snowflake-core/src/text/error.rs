//! Why a text is not an ID.

use core::fmt;

use super::Text;
use super::excerpt::Excerpt;

/// The error of [`Text::decode`]: what is wrong with the text, and what was
/// expected instead.
///
/// The message names the ID type if it is known, the text, the reason, and the
/// limits. It quotes at most 40 bytes of the text, with control characters
/// escaped, so that it is safe to log whatever was sent.
///
/// ```
/// use snowflake_core::{ParseErrorKind, Text};
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
    text: Text,
    input: Excerpt,
}

/// What is wrong with a text.
///
/// A text can be wrong in several ways; the kind is the first that applies, in
/// the order below. Characters are looked at up to the 40th byte, so that a
/// text of any length is refused in the same time.
///
/// ```
/// use snowflake_core::{ParseErrorKind as Kind, Text};
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
    /// The text does not start with the prefix, which is the same for every ID
    /// and in the same case.
    Prefix,
    /// A character is not one of the encoding's.
    Character {
        /// The character; U+FFFD if the bytes there are not UTF-8.
        found: char,
        /// Where it starts, in bytes from the start of the text.
        index: usize,
    },
    /// The encoding has a fixed width and the text another one, or there is
    /// nothing after the prefix.
    Length {
        /// The number of bytes after the prefix.
        found: usize,
    },
    /// A decimal number starts with a zero.
    LeadingZero,
    /// The number is 0, which is not an ID.
    Zero,
    /// The number is 2^63 or more.
    TooLarge,
}

impl ParseError {
    /// Finds out what is wrong with a text that was refused.
    ///
    /// Out of line and only for those, so that the decoders need not keep
    /// track of a reason.
    #[cold]
    #[inline(never)]
    pub(super) fn new(text: Text, input: &[u8]) -> Self {
        let excerpt = Excerpt::new(input);
        Self { kind: kind(text, input, excerpt.bytes()), name: None, text, input: excerpt }
    }

    /// What is wrong, for code.
    pub const fn kind(&self) -> ParseErrorKind {
        self.kind
    }

    /// The same error, naming the ID type that was asked for.
    ///
    /// ```
    /// use snowflake_core::Text;
    ///
    /// let error = Text::HEX.decode("7").unwrap_err().with_name("PostId");
    /// assert!(error.to_string().starts_with("invalid PostId \"7\": "));
    /// ```
    #[must_use]
    pub const fn with_name(mut self, name: &'static str) -> Self {
        self.name = Some(name);
        self
    }

    /// The name of the ID type that was asked for, if it is known.
    pub const fn name(&self) -> Option<&'static str> {
        self.name
    }
}

fn kind(text: Text, input: &[u8], shown: &[u8]) -> ParseErrorKind {
    let form = text.encoding.form();
    if input.is_empty() {
        return ParseErrorKind::Empty;
    }
    let (Some(digits), Some(visible)) =
        (input.strip_prefix(text.prefix.as_bytes()), shown.strip_prefix(text.prefix.as_bytes()))
    else {
        return ParseErrorKind::Prefix;
    };
    if let Some(at) = visible.iter().position(|byte| !form.contains(*byte)) {
        return ParseErrorKind::Character {
            found: first_char(&visible[at..]),
            index: text.prefix.len() + at,
        };
    }
    if digits.is_empty() || form.is_fixed() && digits.len() != form.last.len() {
        return ParseErrorKind::Length { found: digits.len() };
    }
    if !form.is_fixed() && digits.starts_with(b"0") && digits.len() > 1 {
        ParseErrorKind::LeadingZero
    } else if visible.iter().all(|byte| *byte == b'0') {
        ParseErrorKind::Zero
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
        let form = self.text.encoding.form();
        let prefix = self.text.prefix;
        let after = if prefix.is_empty() { "" } else { " after the prefix" };
        match self.kind {
            ParseErrorKind::Empty => f.write_str("it is empty"),
            ParseErrorKind::Prefix => write!(f, "it does not start with \"{prefix}\""),
            ParseErrorKind::Character { found, index } => {
                write!(f, "{found:?} at byte {index} is not {}", form.character)?;
                // In a text of another length it is more likely that another
                // form was meant than that a character was mistyped.
                let fits = (self.text.min_len()..=self.text.max_len()).contains(&self.input.total);
                if let Some(mend) = (form.mend)(found).filter(|_| fits) {
                    write!(f, " (write \"{mend}\")")
                } else if found.is_numeric() && !found.is_ascii() {
                    f.write_str(" (write ASCII digits)")
                } else {
                    Ok(())
                }
            }
            ParseErrorKind::Length { found: 0 } => write!(f, "there is nothing{after}"),
            ParseErrorKind::Length { found } => {
                write!(f, "its length{after} is {found} instead of {}", form.last.len())
            }
            ParseErrorKind::LeadingZero => f.write_str("it has a leading zero (remove it)"),
            ParseErrorKind::Zero => f.write_str("0 is not an ID"),
            ParseErrorKind::TooLarge => f.write_str("it is larger than the largest ID, 2^63 - 1"),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "invalid {} {}: ", self.name.unwrap_or("ID"), self.input)?;
        self.write_reason(f)?;
        write!(f, "; expected {}", self.text.expected())
    }
}

impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParseError")
            .field("kind", &self.kind)
            .field("name", &self.name)
            .field("text", &self.text)
            .field("input", &format_args!("{}", self.input))
            .finish()
    }
}

impl core::error::Error for ParseError {}
