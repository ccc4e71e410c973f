//! Texts that people write, with limits.

use std::borrow::Cow;

use serde::Deserialize;
use utoipa::openapi::{ObjectBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// The name of a user, a guild or a channel: 1 to 100 characters.
pub type Name = Text<100>;

/// The text of a message: 1 to 2000 characters.
pub type Body = Text<2000>;

/// What stands under a message: an emoji, as a rule. What people see as one may be
/// several characters, such as 👩‍🚀: 1 to 16.
pub type Emoji = Text<16>;

/// A text of 1 to `MAX` characters (Unicode scalar values) that is not blank.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Text<const MAX: usize>(String);

/// Why a text is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    #[error("this text has {length} characters: at most {max} are allowed")]
    TooLong { length: usize, max: usize },
    #[error("this text is empty or blank: write at least one character that can be seen")]
    Blank,
    #[error("this text has a NUL character at byte {at}: leave it out")]
    Nul { at: usize },
}

impl<const MAX: usize> TryFrom<String> for Text<MAX> {
    type Error = TextError;

    fn try_from(text: String) -> Result<Self, TextError> {
        let length = text.chars().count();
        if length > MAX {
            return Err(TextError::TooLong { length, max: MAX });
        }
        if let Some(at) = text.find('\0') {
            return Err(TextError::Nul { at });
        }
        if text.chars().all(|char| char.is_whitespace() || char.is_control()) {
            return Err(TextError::Blank);
        }
        Ok(Self(text))
    }
}

impl<const MAX: usize> From<Text<MAX>> for String {
    fn from(text: Text<MAX>) -> Self {
        text.0
    }
}

/// The same as a schema: no NUL, which PostgreSQL does not take, and something to
/// be seen.
impl<const MAX: usize> PartialSchema for Text<MAX> {
    fn schema() -> RefOr<Schema> {
        let text = ObjectBuilder::new()
            .schema_type(Type::String)
            .min_length(Some(1))
            .max_length(Some(MAX))
            .pattern(Some(r"^[^\x00]*[^\s\x00-\x1f\x7f-\x9f][^\x00]*$"));
        text.into()
    }
}

impl<const MAX: usize> ToSchema for Text<MAX> {
    fn name() -> Cow<'static, str> {
        Cow::Owned(format!("Text{MAX}"))
    }
}
