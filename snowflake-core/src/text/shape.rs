//! What the texts of a type look like.

use core::fmt;

use super::numerals::Numerals;
use super::public_form::PublicForm;
use super::{Encoding, Text};

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
    public: Option<PublicForm>,
    accepts_plain: bool,
}

impl Shape {
    /// The shape of the number itself.
    #[must_use]
    pub const fn of(text: Text) -> Self {
        Self { numbers: text.encoding, prefix: text.prefix, public: None, accepts_plain: true }
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

    /// The same shape with the encoding and prefix of `text`.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_text(self, text: Text) -> Self {
        Self { numbers: text.encoding, prefix: text.prefix, ..self }
    }

    /// The length in bytes of the shortest text that is written, the prefix included.
    #[must_use]
    pub const fn min_len(&self) -> usize {
        match self.public {
            None => self.text().min_len(),
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
            None => self.text().max_len(),
            Some(PublicForm::Sealed) => self.min_len(),
            Some(PublicForm::Permuted) => self.text().max_len() + 1,
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
        let Shape { numbers, prefix, .. } = self.0;
        if !prefix.is_empty() {
            write!(f, "\"{prefix}\" and ")?;
        }
        write_digits(numbers.numerals(), f)?;
        match numbers {
            Encoding::Decimal => f.write_str(" of 1 to 19 digits"),
            _ => Ok(()),
        }
    }
}

struct Expected(Shape);

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { numbers, prefix, public, accepts_plain } = self.0;
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
        let Numerals { first, last, .. } = numbers.numerals();
        if !prefix.is_empty() {
            write!(f, "\"{prefix}\" and ")?;
        }
        write_digits(numbers.numerals(), f)?;
        write!(f, " from \"{prefix}{first}\" to \"{prefix}{last}\"")
    }
}

fn write_digits(numerals: &Numerals, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if numerals.is_fixed() {
        write!(f, "{} ", numerals.last.len())?;
    }
    f.write_str(numerals.shape)
}
