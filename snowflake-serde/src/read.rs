//! IDs out of formats.

use core::fmt;
use core::marker::PhantomData;

use serde_core::Deserializer;
use serde_core::de::{Error, Unexpected, Visitor};
use snowflake_core::{Snowflake, SnowflakeId, ValueError};

/// Reads an ID: from its text form or an integer where people write it,
/// elsewhere from the integer.
///
/// # Errors
/// Those of the deserializer, and one that names the type, the value and what
/// was expected if that is no ID.
#[inline]
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: SnowflakeId,
    D: Deserializer<'de>,
{
    let visitor = IdVisitor(PhantomData);
    if deserializer.is_human_readable() {
        deserializer.deserialize_any(visitor)
    } else {
        deserializer.deserialize_i64(visitor)
    }
}

struct IdVisitor<T>(PhantomData<T>);

/// An integer as an ID, or what the format calls it when it is none.
#[inline]
fn integer<T: SnowflakeId, I, E>(value: I, unexpected: impl FnOnce() -> E) -> Result<T, E>
where
    Snowflake: TryFrom<I, Error = ValueError>,
{
    match Snowflake::try_from(value) {
        Ok(id) => Ok(T::from_snowflake(id)),
        Err(_) => Err(unexpected()),
    }
}

impl<'de, T: SnowflakeId> Visitor<'de> for IdVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a {}: {}", T::NAME, T::TEXT.expected())
    }

    #[inline]
    fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
        // The error of the text form says more than `expecting` could: which
        // byte, and what to write instead.
        T::from_text(text).map_err(E::custom)
    }

    #[inline]
    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        integer(value, || E::invalid_value(Unexpected::Signed(value), &self))
    }

    #[inline]
    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        integer(value, || E::invalid_value(Unexpected::Unsigned(value), &self))
    }

    // serde has no way to show integers of 128 bits as unexpected.
    fn visit_i128<E: Error>(self, value: i128) -> Result<T, E> {
        Snowflake::try_from(value)
            .map(T::from_snowflake)
            .map_err(|error| E::custom(error.with_name(T::NAME)))
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<T, E> {
        Snowflake::try_from(value)
            .map(T::from_snowflake)
            .map_err(|error| E::custom(error.with_name(T::NAME)))
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserialize(deserializer)
    }
}
