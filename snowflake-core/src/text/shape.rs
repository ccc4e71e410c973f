//! What the texts of a type look like.

use core::fmt;

use super::buffer::Digits;
use super::numerals::Numerals;
use super::public_form::PublicForm;
use super::{Encoded, Encoding, Text, uuid};
use crate::raw::{Raw, Width};

/// What the texts of an ID type look like: its text form, or its public form. Adapters use it to
/// describe and check texts.
///
/// ```
/// use snowflake_kit_core::{Shape, Text};
///
/// let shape = Shape::of(Text::BASE62.with_prefix("usr_"));
/// assert_eq!((shape.min_len(), shape.max_len()), (15, 15));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    // Not a `Text`, so that the whole is as small as one: each `ParseError` contains it.
    numbers: Encoding,
    prefix: &'static str,
    width: Width,
    accepts_nil: bool,
    public: Option<PublicForm>,
    accepts_plain: bool,
}

impl Shape {
    /// The shape of the number itself.
    #[must_use]
    pub const fn of(text: Text) -> Self {
        let Text { encoding, prefix } = text;
        Self {
            numbers: encoding,
            prefix,
            width: Width::I64,
            accepts_nil: false,
            public: None,
            accepts_plain: true,
        }
    }

    /// The same shape for values that are so wide.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_width(mut self, width: Width) -> Self {
        self.width = width;
        self
    }

    /// The same shape, with the texts of the nil and the max UUID.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_nil(mut self, accepts_nil: bool) -> Self {
        self.accepts_nil = accepts_nil;
        self
    }

    /// Whether the nil and the max UUID are read.
    pub(super) const fn accepts_nil(&self) -> bool {
        self.accepts_nil
    }

    /// How wide the values are.
    #[doc(hidden)]
    #[must_use]
    pub const fn width(&self) -> Width {
        self.width
    }

    /// The shape of a public form. Readers may accept the number as well.
    #[doc(hidden)]
    #[must_use]
    pub const fn of_public(text: Text, form: PublicForm, accepts_plain: bool) -> Self {
        Self { public: Some(form), accepts_plain, ..Self::of(text) }
    }

    /// The encoding of the digits, and the prefix.
    #[must_use]
    pub const fn text(&self) -> Text {
        Text { encoding: self.numbers, prefix: self.prefix }
    }

    /// The public form; `None` if texts are the number itself.
    #[must_use]
    pub const fn public(&self) -> Option<PublicForm> {
        self.public
    }

    /// Whether the number itself is accepted.
    #[must_use]
    pub const fn accepts_plain(&self) -> bool {
        self.accepts_plain
    }

    /// The encoding of the written text: that of the text form, but base62 if the text is sealed
    /// and numbers are decimal.
    #[must_use]
    pub const fn encoding(&self) -> Encoding {
        match (self.public, self.numbers) {
            (Some(PublicForm::Sealed), Encoding::Decimal) => Encoding::Base62,
            (_, encoding) => encoding,
        }
    }

    /// Whether the texts are those of the integers themselves.
    #[doc(hidden)]
    #[must_use]
    pub const fn is_decimal(&self) -> bool {
        matches!((self.public, self.numbers), (None, Encoding::Decimal)) && self.prefix.is_empty()
    }

    /// The same shape with the encoding and prefix of `text`.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_text(self, text: Text) -> Self {
        Self { numbers: text.encoding, prefix: text.prefix, ..self }
    }

    /// The digits of the written text. UUIDs have two forms: TypeID's is that in base32, and all
    /// others are hyphenated.
    pub(super) const fn numerals(&self) -> &'static Numerals {
        match (self.width, self.encoding()) {
            (Width::U128, Encoding::Base32) => &uuid::TYPEID,
            (Width::U128, _) => &uuid::HYPHENATED,
            (_, encoding) => encoding.numerals(),
        }
    }

    /// The characters of texts in the order of their values, from 0.
    #[doc(hidden)]
    #[must_use]
    pub const fn alphabet(&self) -> &'static str {
        self.numerals().alphabet
    }

    /// The plain text of a value.
    #[doc(hidden)]
    pub fn encode(&self, value: Raw) -> Encoded {
        let value = match value {
            Raw::Uuid(bits) if matches!(self.numbers, Encoding::Base32) => {
                return Encoded::of_ascii(self.prefix, &uuid::typeid(bits));
            }
            Raw::Uuid(bits) => return Encoded::of_ascii(self.prefix, &uuid::hyphenated(bits)),
            Raw::I16(value) => value.into(),
            Raw::I32(value) => value.into(),
            Raw::I64(value) => value,
        };
        let digits = self.text().digits_of(value.unsigned_abs());
        // The module of a counted type can wrap a value that is no ID: its text is refused by `decode`.
        let sign = match value {
            1.. => return Encoded::new(self.prefix, digits),
            0 => b'0',
            _ => b'-',
        };
        Encoded::new_of_two(self.prefix, Digits::one(sign), digits)
    }

    /// The length in bytes of the shortest text that is written, the prefix included.
    #[must_use]
    pub const fn min_len(&self) -> usize {
        match self.public {
            None => self.prefix.len() + self.numerals().first.len(),
            Some(PublicForm::Sealed) => {
                self.prefix.len() + 2 * self.encoding().numerals().last.len()
            }
            Some(PublicForm::Permuted) => self.text().min_len() + 1,
        }
    }

    /// The length in bytes of the longest text that is written, the prefix included.
    #[must_use]
    pub const fn max_len(&self) -> usize {
        match self.public {
            None => self.prefix.len() + self.max_digits(),
            Some(PublicForm::Sealed) => self.min_len(),
            Some(PublicForm::Permuted) => self.text().max_len() + 1,
        }
    }

    /// The digits of the largest value.
    const fn max_digits(&self) -> usize {
        match (self.width, self.numbers) {
            (Width::I16 | Width::I32, Encoding::Decimal) => self.width.max().ilog10() as usize + 1,
            _ => self.numerals().last.len(),
        }
    }

    /// What a text of this shape looks like, for messages and documentation.
    ///
    /// ```
    /// use snowflake_kit_core::{PublicForm, Shape, Text};
    ///
    /// let text = Text::BASE62.with_prefix("usr_");
    /// assert_eq!(
    ///     Shape::of_public(text, PublicForm::Sealed, false).expected().to_string(),
    ///     "\"usr_\" and 22 base62 characters (0-9, A-Z, a-z)",
    /// );
    /// ```
    pub fn expected(&self) -> impl fmt::Display + use<> {
        Expected(*self)
    }

    /// The same without the first and the last text.
    pub(crate) fn brief(&self) -> impl fmt::Display + use<> {
        Brief(*self)
    }
}

impl From<Text> for Shape {
    fn from(text: Text) -> Self {
        Self::of(text)
    }
}

struct Brief(Shape);

impl fmt::Display for Brief {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { prefix, .. } = self.0;
        if !prefix.is_empty() {
            write!(f, "\"{prefix}\" and ")?;
        }
        write_digits(self.0.numerals(), f)?;
        if self.0.numerals().is_fixed() {
            return Ok(());
        }
        write!(f, " of 1 to {} digits", self.0.max_digits())
    }
}

struct Expected(Shape);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { numbers, prefix, width, public, accepts_plain, .. } = self.0;
        if let Some(form) = public {
            match (form, prefix) {
                (PublicForm::Sealed, "") => {}
                (PublicForm::Sealed, _) => write!(f, "\"{prefix}\" and ")?,
                (PublicForm::Permuted, "") => f.write_str("the letter of a key and ")?,
                (PublicForm::Permuted, _) => write!(f, "\"{prefix}\", the letter of a key, and ")?,
            }
            match form {
                PublicForm::Sealed => {
                    let Numerals { shape, last, .. } = self.0.encoding().numerals();
                    write!(f, "{} {shape}", 2 * last.len())?;
                }
                PublicForm::Permuted => write_digits(numbers.numerals(), f)?,
            }
            if !accepts_plain {
                return Ok(());
            }
            f.write_str(", or the number itself: ")?;
        }
        let plain = Shape { public: None, ..self.0 };
        if !prefix.is_empty() {
            write!(f, "\"{prefix}\" and ")?;
        }
        write_digits(plain.numerals(), f)?;
        if width == Width::U128 {
            return write!(f, ", as in \"{prefix}{}\"", uuid::example(numbers));
        }
        let first = plain.numerals().first;
        let last = plain.encode(Raw::I64(width.max().cast_signed()));
        write!(f, " from \"{prefix}{first}\" to \"{last}\"")
    }
}

fn write_digits(numerals: &Numerals, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if numerals.is_fixed() {
        write!(f, "{} ", numerals.last.len())?;
    }
    f.write_str(numerals.shape)
}
