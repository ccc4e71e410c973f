//! Typed IDs.

use core::fmt;
use core::hash::Hash;
use core::str::FromStr;

use crate::detail::Detail;
use crate::raw::Raw;
use crate::scheme::Scheme;
use crate::snowflake::{Snowflake, ValueError};
use crate::text::Text;
use crate::text::{Codec, Encoded, NoKeyError, ParseError, Plain, PublicForm, Shape};
use crate::value::Value;

/// A typed ID: a newtype over a [`Value`] that says what it identifies.
///
/// Adapters require this trait. Use it as the bound of generic code that only passes IDs on. Four
/// derives implement it:
///
/// | derive | the field | who makes IDs |
/// |---|---|---|
/// | [`SnowflakeId`](crate::SnowflakeId) | [`Snowflake`] | this program, with a node number |
/// | [`DecimalId`](crate::DecimalId) | [`Snowflake`] | this program, with a generator number |
/// | `UuidId` (feature `uuid`) | `Uuid` | this program |
/// | `CountedId` | `i16`, `i32` or `i64` | the database, which counts |
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
            `UuidId`, `CountedId` or `DecimalId`"
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

    /// What the type wraps: `Snowflake`, `Uuid`, `i16`, `i32` or `i64`.
    type Value: Value;

    /// How its number is divided: by a layout, or into decimal parts. `None` for counted keys and
    /// UUIDs.
    const SCHEME: Option<Scheme> = None;

    /// The encoding and the prefix of the text form.
    const TEXT: Text;

    /// How IDs convert to text and back: as the value itself, or in a public form.
    type Codec: Codec<Self>;

    /// Whether an ID of this type is a string or a number in JSON.
    const JSON: Json = Json::String;

    /// Whether this type has its own generator. If so, its IDs may equal IDs of other types.
    /// Otherwise it shares one generator with all types of its scheme.
    const OWN_GENERATOR: bool = false;

    /// Whether the nil and the max UUID are IDs of this type: `#[uuid_id(nil)]`.
    const NIL: bool = false;

    /// Returns what the type wraps.
    #[doc(hidden)]
    fn as_inner(&self) -> &Self::Value;

    /// Gives a value this type, without a check: the caller has made it.
    #[doc(hidden)]
    fn from_inner(value: Self::Value) -> Self;

    /// Returns the value, as databases store it: an integer from 1, or a `Uuid`. The derives also
    /// write a `const fn get` of the type itself, which needs no import.
    fn get(self) -> <Self::Value as Value>::Stored {
        self.as_inner().stored()
    }

    /// Returns the ID with this value. Every value in the range is an ID, even if it was never minted.
    ///
    /// # Errors
    /// [`ValueError`] if the value is 0 or negative, or the nil or max UUID (unless the type is
    /// declared with `#[uuid_id(nil)]`).
    fn from_value(value: <Self::Value as Value>::Stored) -> Result<Self, ValueError> {
        checked(Self::Value::from_stored(value))
    }

    /// Returns this ID without its type.
    fn snowflake(self) -> Snowflake
    where
        Self: Id<Value = Snowflake>,
    {
        *self.as_inner()
    }

    /// Gives an untyped ID this type. You must know that it identifies this kind of thing.
    fn from_snowflake(id: Snowflake) -> Self
    where
        Self: Id<Value = Snowflake>,
    {
        Self::from_inner(id)
    }

    /// Returns the ID with this value, for an ID type over [`Snowflake`]. Every value in the range is
    /// an ID, even if it was never minted, such as a key that a database counted. The
    /// [time](crate::SnowflakeId::time) of such a key means nothing;
    /// [`unix_millis_since`](crate::SnowflakeId::unix_millis_since) recognizes these keys.
    ///
    /// # Errors
    /// [`ValueError`] if the value is not in 1 ..= 2^63 - 1.
    fn from_i64(value: i64) -> Result<Self, ValueError>
    where
        Self: Id<Value = Snowflake>,
    {
        Self::from_value(value)
    }

    /// Returns the value, for adapters that treat all kinds of IDs alike.
    #[doc(hidden)]
    fn raw(self) -> Raw {
        self.as_inner().raw()
    }

    /// Returns the ID with this value, which may be of another width.
    #[doc(hidden)]
    fn from_raw(value: Raw) -> Result<Self, ValueError> {
        checked(Self::Value::from_raw(value))
    }

    /// Returns the text form, without allocation. `Display` writes the same.
    ///
    /// Types with a public form have only [`try_text`](Self::try_text).
    fn text(self) -> Encoded
    where
        Self: Id<Codec = Plain>,
    {
        self.as_inner().encode(Self::TEXT)
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

/// The ID of a value; the error of another names the type.
fn checked<T: Id>(value: Result<T::Value, ValueError>) -> Result<T, ValueError> {
    match value {
        Ok(value) if T::NIL || !value.is_special() => Ok(T::from_inner(value)),
        Ok(value) => Err(ValueError::of_raw(value.raw(), T::Value::WIDTH).with_name(T::NAME)),
        Err(error) => Err(error.with_name(T::NAME)),
    }
}

impl Shape {
    /// The shape of an ID type's texts.
    #[must_use]
    pub const fn of_type<T: Id>() -> Self {
        let shape = match T::Codec::PUBLIC {
            None => Self::of(T::TEXT),
            Some(form) => Self::of_public(T::TEXT, form, T::Codec::ACCEPTS_PLAIN),
        };
        shape.with_width(T::Value::WIDTH).with_nil(T::NIL)
    }
}

impl<T: Id> Codec<T> for Plain {
    const PUBLIC: Option<PublicForm> = None;
    const ACCEPTS_PLAIN: bool = true;

    fn encode(id: T, text: Text) -> Result<Encoded, NoKeyError> {
        Ok(id.as_inner().encode(text))
    }

    fn decode(input: &str, text: Text) -> Result<T, ParseError> {
        match T::Value::decode(input, Shape::of_type::<T>().with_text(text)) {
            Ok(value) => Ok(T::from_inner(value)),
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
