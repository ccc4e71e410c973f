//! Typed IDs.

use core::fmt;
use core::hash::Hash;
use core::str::FromStr;

use crate::text::{Codec, Encoded, NoKeyError, ParseError, Plain, PublicForm, Shape};
use crate::{Scheme, Snowflake, Text, ValueError};

/// A typed ID: a newtype over [`Snowflake`] that says what it identifies. This is what
/// adapters ask for, and what generic code should ask for that only hands IDs on.
///
/// It is derived together with [`SnowflakeId`](crate::SnowflakeId), for IDs with a
/// time, or with [`DecimalId`](crate::DecimalId), for IDs that are counted:
///
/// ```
/// use snowflake_core::{Id, Snowflake};
/// # use snowflake_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// struct UserId(Snowflake);
///
/// /// Where a row can be read.
/// fn path<T: Id>(id: T) -> String {
///     format!("/{}/{id}", T::NAME)
/// }
///
/// assert_eq!(path(UserId::from_i64(7)?), "/UserId/7");
/// # Ok::<(), snowflake_core::ValueError>(())
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
    /// The type's name, as error messages and schemas call it.
    const NAME: &'static str;

    /// The type's doc comment, with which its [`Description`](crate::Description)
    /// in schemas begins.
    const DOC: &'static str = "";

    /// What its number is made of.
    const SCHEME: Scheme;

    /// The encoding and the prefix of this type's texts, everywhere.
    const TEXT: Text;

    /// How IDs become text and back: as the number, or in a public form.
    type Codec: Codec<Self>;

    /// What this type's texts look like.
    const SHAPE: Shape = match Self::Codec::PUBLIC {
        None => Shape::of(Self::TEXT),
        Some(form) => Shape::of_public(Self::TEXT, form, Self::Codec::ACCEPTS_PLAIN),
    };

    /// What an ID of this type is in JSON.
    const JSON: Json;

    /// Whether this type has a generator of its own, so that its IDs may equal those of
    /// other types, instead of sharing one with all types of its scheme.
    const OWN_GENERATOR: bool = false;

    /// This ID without its type.
    fn snowflake(self) -> Snowflake;

    /// This ID without its type, by reference: for adapters to frameworks that
    /// borrow what they bind to a query.
    fn as_snowflake(&self) -> &Snowflake;

    /// An ID of this type, from one that is known to be of this kind.
    fn from_snowflake(id: Snowflake) -> Self;

    /// The value, 1 ..= 2^63 - 1.
    fn get(self) -> i64 {
        self.snowflake().get()
    }

    /// The ID with this value. Any value in the range is an ID, also one that was never
    /// minted, such as a key that a database counted: its [time](crate::SnowflakeId::time)
    /// means nothing, and [`unix_millis_since`](crate::SnowflakeId::unix_millis_since)
    /// tells.
    ///
    /// # Errors
    /// [`ValueError`] if it is not in 1 ..= 2^63 - 1.
    fn from_i64(value: i64) -> Result<Self, ValueError> {
        match Snowflake::new(value) {
            Some(id) => Ok(Self::from_snowflake(id)),
            None => Err(ValueError::new(value.into()).with_name(Self::NAME)),
        }
    }

    /// The text form, without allocation. `Display` writes the same.
    ///
    /// Types with a public form have [`try_text`](Self::try_text) alone.
    fn text(self) -> Encoded
    where
        Self: Id<Codec = Plain>,
    {
        Self::TEXT.encode(self.snowflake())
    }

    /// The text form of an ID of any type, without allocation.
    ///
    /// # Errors
    /// [`NoKeyError`] if the type has a public form and no key is installed. Without a
    /// public form there is no error.
    #[inline]
    fn try_text(self) -> Result<Encoded, NoKeyError> {
        Self::Codec::encode(self, Self::TEXT)
    }

    /// Reads the text form; [`FromStr`] does the same.
    ///
    /// # Errors
    /// [`ParseError`] if `input` is not what [`try_text`](Self::try_text) writes for
    /// some ID.
    fn from_text(input: &str) -> Result<Self, ParseError> {
        Self::Codec::decode(input, Self::TEXT)
    }
}

impl<T: Id> Codec<T> for Plain {
    const PUBLIC: Option<PublicForm> = None;
    const ACCEPTS_PLAIN: bool = true;

    #[inline]
    fn encode(id: T, text: Text) -> Result<Encoded, NoKeyError> {
        Ok(text.encode(id.snowflake()))
    }

    #[inline]
    fn decode(input: &str, text: Text) -> Result<T, ParseError> {
        match text.decode(input) {
            Ok(id) => Ok(T::from_snowflake(id)),
            Err(error) => Err(error.with_name(T::NAME)),
        }
    }
}

/// What an ID is in JSON.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Json {
    /// Its text form, which every client can hold.
    #[default]
    String,
    /// A number. JavaScript, and what is written in it, keeps 53 bits of it.
    Number,
}
