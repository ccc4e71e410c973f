//! Typed IDs.

use core::fmt;
use core::hash::Hash;
use core::str::FromStr;

use crate::detail::Detail;
use crate::scheme::Scheme;
use crate::snowflake::{Snowflake, ValueError};
use crate::text::Text;
use crate::text::{Codec, Encoded, NoKeyError, ParseError, Plain, PublicForm, Shape};

/// A typed ID: a newtype over [`Snowflake`] that says what it identifies.
///
/// Adapters require this trait. Use it as the bound of generic code that only passes IDs on. Derive
/// it together with [`SnowflakeId`](crate::SnowflakeId) for IDs with a time, or with
/// [`DecimalId`](crate::DecimalId) for IDs that are counted:
///
/// ```
/// use snowflake_kit_core::{Id, Snowflake};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct UserId(Snowflake);
///
/// /// Where a row can be read.
/// fn path<T: Id>(id: T) -> String {
///     format!("/{}/{id}", T::NAME)
/// }
///
/// assert_eq!(path(UserId::from_i64(7)?), "/UserId/7");
/// # Ok::<(), snowflake_kit_core::ValueError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an ID type",
    note = "an ID type is declared like `#[derive(SnowflakeId)] struct UserId(Snowflake);`, or with \
            `DecimalId` if its IDs are counted"
)]
pub trait Id:
    Copy
    + Eq
    + Ord
    + Hash
    + fmt::Debug
    + fmt::Display
    + FromStr<Err = ParseError>
    + Send
    + Sync
    + 'static
{
    /// The type's name in error messages and schemas.
    const NAME: &'static str;

    /// The type's doc comment, with which its [`Description`](crate::Description) begins.
    const DOC: &'static str = "";

    /// How much schemas say about this type, if it chooses: `#[snowflake(schema = "exact")]`.
    const DETAIL: Option<Detail> = None;

    /// How its number is divided: by a layout, or into decimal parts.
    const SCHEME: Scheme;

    /// The encoding and the prefix of the text form.
    const TEXT: Text;

    /// How IDs convert to text and back: as the number, or in a public form.
    type Codec: Codec<Self>;

    /// Whether an ID of this type is a string or a number in JSON.
    const JSON: Json = Json::String;

    /// Whether this type has its own generator. If so, its IDs may equal IDs of other types.
    /// Otherwise it shares one generator with all types of its scheme.
    const OWN_GENERATOR: bool = false;

    /// Returns this ID without its type.
    fn snowflake(self) -> Snowflake;

    /// Returns this ID without its type, by reference, for frameworks that borrow query
    /// parameters.
    fn as_snowflake(&self) -> &Snowflake;

    /// Gives an untyped ID this type. You must know that it identifies this kind of thing.
    fn from_snowflake(id: Snowflake) -> Self;

    /// Returns the value, 1 ..= 2^63 - 1. The derives also write a `const fn get` of the type itself,
    /// which needs no import.
    fn get(self) -> i64 {
        self.snowflake().get()
    }

    /// Returns the ID with this value. Every value in the range is an ID, even if it was never minted,
    /// such as a key that a database counted. The [time](crate::SnowflakeId::time) of such a key
    /// means nothing; [`unix_millis_since`](crate::SnowflakeId::unix_millis_since) recognizes these
    /// keys.
    ///
    /// # Errors
    /// [`ValueError`] if the value is not in 1 ..= 2^63 - 1.
    fn from_i64(value: i64) -> Result<Self, ValueError> {
        match Snowflake::new(value) {
            Some(id) => Ok(Self::from_snowflake(id)),
            None => Err(ValueError::new(value.into()).with_name(Self::NAME)),
        }
    }

    /// Returns the text form, without allocation. `Display` writes the same.
    ///
    /// Types with a public form have only [`try_text`](Self::try_text).
    fn text(self) -> Encoded
    where
        Self: Id<Codec = Plain>,
    {
        Self::TEXT.encode(self.snowflake())
    }

    /// Returns the text form, without allocation. This works for all types.
    ///
    /// # Errors
    /// [`NoKeyError`] if the type has a public form and no key is installed. Types without
    /// a public form never return an error.
    fn try_text(self) -> Result<Encoded, NoKeyError> {
        Self::Codec::encode(self, Self::TEXT)
    }

    /// Reads the text form; [`FromStr`] does the same.
    ///
    /// # Errors
    /// [`ParseError`] if `input` is not a text that [`try_text`](Self::try_text) writes.
    fn from_text(input: &str) -> Result<Self, ParseError> {
        Self::Codec::decode(input, Self::TEXT)
    }
}

impl Shape {
    /// The shape of an ID type's texts.
    #[must_use]
    pub const fn of_type<T: Id>() -> Self {
        match T::Codec::PUBLIC {
            None => Self::of(T::TEXT),
            Some(form) => Self::of_public(T::TEXT, form, T::Codec::ACCEPTS_PLAIN),
        }
    }
}

impl<T: Id> Codec<T> for Plain {
    const PUBLIC: Option<PublicForm> = None;
    const ACCEPTS_PLAIN: bool = true;

    fn encode(id: T, text: Text) -> Result<Encoded, NoKeyError> {
        Ok(text.encode(id.snowflake()))
    }

    fn decode(input: &str, text: Text) -> Result<T, ParseError> {
        match text.decode(input) {
            Ok(id) => Ok(T::from_snowflake(id)),
            Err(error) => Err(error.with_name(T::NAME)),
        }
    }
}

/// Whether an ID is a string or a number in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Json {
    /// The text form. Every client can hold it.
    #[default]
    String,
    /// A number. JavaScript keeps only 53 bits of it.
    Number,
}
