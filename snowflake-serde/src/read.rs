//! IDs out of formats.

use core::fmt;
use core::marker::PhantomData;

use serde_core::Deserializer;
use serde_core::de::{Error, Unexpected, Visitor};
use snowflake_core::{Id, Json, Snowflake, Text, ValueError};

/// Reads an ID: from its text form or an integer where people write it,
/// elsewhere from the integer.
///
/// # Errors
/// Those of the deserializer, and one that names the type, the value and what
/// was expected if that is no ID.
#[inline]
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Id,
    D: Deserializer<'de>,
{
    if deserializer.is_human_readable() {
        // A number that is the key of a map comes as its digits.
        let number = const { matches!(T::JSON, Json::Number) };
        any(deserializer, Accept { text: T::TEXT, digits: number, number })
    } else {
        integer(deserializer)
    }
}

/// Which strings are read as IDs. Integers are in any case, if the format gives
/// one.
#[derive(Clone, Copy)]
pub(crate) struct Accept {
    /// This form.
    pub(crate) text: Text,
    /// And plain decimal digits.
    pub(crate) digits: bool,
    /// Whether it is an integer that should be there, for errors.
    pub(crate) number: bool,
}

/// From a format that says what it holds.
#[inline]
pub(crate) fn any<'de, T, D>(deserializer: D, accept: Accept) -> Result<T, D::Error>
where
    T: Id,
    D: Deserializer<'de>,
{
    deserializer.deserialize_any(IdVisitor { accept, id: PhantomData })
}

/// From a format that may have to be told that it holds an integer.
#[inline]
pub(crate) fn integer<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Id,
    D: Deserializer<'de>,
{
    let accept = Accept { text: T::TEXT, digits: false, number: true };
    deserializer.deserialize_i64(IdVisitor { accept, id: PhantomData })
}

/// From a format that may have to be told that it holds a string.
///
/// Formats for people are told too: XML cannot guess, and CSV would guess that
/// a text of digits alone is an integer, in base62 that of another ID.
#[inline]
pub(crate) fn text<'de, T, D>(deserializer: D, text: Text) -> Result<T, D::Error>
where
    T: Id,
    D: Deserializer<'de>,
{
    let accept = Accept { text, digits: false, number: false };
    deserializer.deserialize_str(IdVisitor { accept, id: PhantomData })
}

struct IdVisitor<T> {
    accept: Accept,
    id: PhantomData<T>,
}

impl<'de, T: Id> Visitor<'de> for IdVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Accept { text, number, .. } = self.accept;
        if number {
            write!(f, "a {}: an integer from 1 to {}", T::NAME, Snowflake::MAX)
        } else {
            write!(f, "a {}: {}", T::NAME, text.expected())
        }
    }

    #[inline]
    fn visit_str<E: Error>(self, input: &str) -> Result<T, E> {
        let Accept { text, digits, .. } = self.accept;
        let id = match (text.decode(input), digits.then(|| Text::DECIMAL.decode(input))) {
            // Without a prefix, digits may be an ID in both forms, and the key
            // of a map cannot be told from a value: better none than a wrong one.
            (Ok(id), Some(Ok(other))) if id != other => {
                return Err(E::custom(format_args!(
                    "invalid {} {input:?}: these digits are one ID in decimal and another in the \
                     type's text form; give the text form a prefix",
                    T::NAME
                )));
            }
            (Err(_), Some(Ok(id))) => Ok(id),
            (result, _) => result,
        };
        match id {
            Ok(id) => Ok(T::from_snowflake(id)),
            // The error of the text form says more than `expecting` could:
            // which byte, and what to write instead.
            Err(error) => Err(E::custom(error.with_name(T::NAME))),
        }
    }

    #[inline]
    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        known(value).map_err(|_| E::invalid_value(Unexpected::Signed(value), &self))
    }

    #[inline]
    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        known(value).map_err(|_| E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    // serde cannot show an integer of 128 bits as unexpected.
    fn visit_i128<E: Error>(self, value: i128) -> Result<T, E> {
        known(value).map_err(E::custom)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<T, E> {
        known(value).map_err(E::custom)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(self)
        } else {
            deserializer.deserialize_i64(self)
        }
    }
}

/// An integer as an ID of this type.
#[inline]
fn known<T: Id, I>(value: I) -> Result<T, ValueError>
where
    Snowflake: TryFrom<I, Error = ValueError>,
{
    match Snowflake::try_from(value) {
        Ok(id) => Ok(T::from_snowflake(id)),
        Err(error) => Err(error.with_name(T::NAME)),
    }
}
