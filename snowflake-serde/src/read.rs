//! IDs out of formats.

use core::fmt;
use core::marker::PhantomData;

use serde_core::Deserializer;
use serde_core::de::{Error, Unexpected, Visitor};
use snowflake_kit_core::__private::{Raw, Width};
use snowflake_kit_core::{
    Codec, Encoding, Id, Json, ParseError, Shape, Snowflake, Text, ValueError,
};

/// Reads an ID: from its text form or an integer in human-readable formats, and from the integer in
/// others. A type with a public form is read from its public text in every format.
///
/// # Errors
/// Those of the deserializer. A value that is not an ID is an error that names the type, the value
/// and what was expected.
pub fn deserialize<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Id,
    D: Deserializer<'de>,
{
    let human_readable = deserializer.is_human_readable();
    // A binary format may have to be told that this is a string.
    let public = const { Shape::of_type::<T>().public().is_some() };
    if public && (!human_readable || const { !Shape::of_type::<T>().accepts_plain() }) {
        text(deserializer, None)
    } else if human_readable {
        let accept = const {
            match T::JSON {
                Json::Number => Accept::NumberOrDigits,
                Json::String => Accept::Text(None),
            }
        };
        any(deserializer, accept)
    } else {
        value(deserializer)
    }
}

/// What should be there, which errors name. An integer is read in any case, if the format gives one
/// and it is not the number that a public form hides; so is a text in the type's own form.
#[derive(Clone, Copy)]
pub(crate) enum Accept {
    /// A text in the type's own form, or in another encoding of it.
    Text(Option<Encoding>),
    /// An integer.
    Number,
    /// An integer, or its digits: a number that is the key of a map comes as a string.
    NumberOrDigits,
    /// The 16 bytes of a UUID.
    Bytes,
}

/// From a format that says what it holds.
pub(crate) fn any<'de, T, D>(deserializer: D, accept: Accept) -> Result<T, D::Error>
where
    T: Id,
    D: Deserializer<'de>,
{
    deserializer.deserialize_any(IdVisitor { accept, id: PhantomData })
}

/// From a format that may have to be told what it holds: an integer of a width, or bytes.
pub(crate) fn value<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Id,
    D: Deserializer<'de>,
{
    match const { Shape::of_type::<T>().width() } {
        Width::I16 => deserializer.deserialize_i16(integer_visitor()),
        Width::I32 => deserializer.deserialize_i32(integer_visitor()),
        Width::I64 => deserializer.deserialize_i64(integer_visitor()),
        Width::U128 => {
            deserializer.deserialize_bytes(IdVisitor { accept: Accept::Bytes, id: PhantomData })
        }
    }
}

/// Of integers alone.
pub(crate) const fn integer_visitor<'de, T: Id>() -> impl Visitor<'de, Value = T> {
    IdVisitor { accept: Accept::Number, id: PhantomData }
}

/// From a format that may have to be told that it holds a string.
///
/// Formats for people are told too: XML cannot guess, and CSV would guess that
/// a text of digits alone is an integer, in base62 that of another ID.
pub(crate) fn text<'de, T, D>(deserializer: D, encoding: Option<Encoding>) -> Result<T, D::Error>
where
    T: Id,
    D: Deserializer<'de>,
{
    deserializer.deserialize_str(IdVisitor { accept: Accept::Text(encoding), id: PhantomData })
}

/// Refuses, when a program is built, to show the number of a type with a public form, and a form that
/// a UUID does not have.
pub(crate) const fn hides<T: Id>(encoding: Option<Encoding>) {
    assert!(
        !matches!(Shape::of_type::<T>().width(), Width::U128)
            || matches!(encoding, None | Some(Encoding::Base32 | Encoding::Hex)),
        "a UUID is not written as a number, as decimal digits or in base62: there are `string`, \
         `hex` (with hyphens) and `base32` (as a TypeID)"
    );
    assert!(
        Shape::of_type::<T>().public().is_none() || !matches!(encoding, Some(Encoding::Decimal)),
        "an ID with a public form is not written as its number or as decimal digits: leave out \
         `number` and `decimal`, or the public form"
    );
}

struct IdVisitor<T> {
    accept: Accept,
    id: PhantomData<T>,
}

impl<T: Id> IdVisitor<T> {
    /// Whether integers are read: not where one is the number that a public form hides, and not as a
    /// UUID.
    const fn reads_integers(&self) -> bool {
        !matches!(Shape::of_type::<T>().width(), Width::U128)
            && (!matches!(self.accept, Accept::Text(_)) || Shape::of_type::<T>().accepts_plain())
    }

    fn integer<E: Error, I>(&self, value: I, unexpected: Unexpected<'_>) -> Result<T, E>
    where
        Snowflake: TryFrom<I, Error = ValueError>,
    {
        if !self.reads_integers() {
            return Err(E::invalid_type(unexpected, self));
        }
        known(value).map_err(|_| E::invalid_value(unexpected, self))
    }

    fn long_integer<E: Error, I>(&self, value: I) -> Result<T, E>
    where
        Snowflake: TryFrom<I, Error = ValueError>,
    {
        if !self.reads_integers() {
            return Err(E::invalid_type(Unexpected::Other("an integer"), self));
        }
        known(value).map_err(E::custom)
    }
}

impl<'de, T: Id> Visitor<'de> for IdVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.accept {
            Accept::Text(encoding) => {
                let shape = Shape::of_type::<T>().with_text(form::<T>(encoding));
                write!(f, "a {}: {}", T::NAME, shape.expected())
            }
            Accept::Number | Accept::NumberOrDigits => {
                let max = Shape::of_type::<T>().width().max();
                write!(f, "a {}: an integer from 1 to {max}", T::NAME)
            }
            Accept::Bytes => write!(f, "a {}: the 16 bytes of a UUID", T::NAME),
        }
    }

    fn visit_str<E: Error>(self, input: &str) -> Result<T, E> {
        let (encoding, digits) = match self.accept {
            Accept::Text(encoding) => (encoding, None),
            Accept::Number | Accept::Bytes => (None, None),
            Accept::NumberOrDigits => (None, Some(Text::DECIMAL.decode(input))),
        };
        let id = match (decode::<T>(encoding, input), digits) {
            // Without a prefix, digits may be an ID in both forms, and the key
            // of a map cannot be told from a value: better none than a wrong one.
            (Ok(id), Some(Ok(other))) if id.raw().to_i64() != Some(other.get()) => {
                return Err(E::custom(format_args!(
                    "invalid {} {input:?}: these digits are one ID in decimal and another in the \
                     type's text form; give the text form a prefix",
                    T::NAME
                )));
            }
            (Err(error), Some(Ok(id))) => T::from_raw(Raw::I64(id.get())).map_err(|_| error),
            (result, _) => result,
        };
        // The error of the text form says more than `expecting` could: which byte, and
        // what to write instead.
        id.map_err(E::custom)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<T, E> {
        self.integer(value, Unexpected::Signed(value))
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<T, E> {
        self.integer(value, Unexpected::Unsigned(value))
    }

    // serde cannot show an integer of 128 bits as unexpected.
    fn visit_i128<E: Error>(self, value: i128) -> Result<T, E> {
        self.long_integer(value)
    }

    fn visit_u128<E: Error>(self, value: u128) -> Result<T, E> {
        self.long_integer(value)
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<T, E> {
        match (self.accept, bytes.try_into()) {
            (Accept::Bytes, Ok(bytes)) => {
                T::from_raw(Raw::Uuid(u128::from_be_bytes(bytes))).map_err(E::custom)
            }
            _ => Err(E::invalid_type(Unexpected::Bytes(bytes), &self)),
        }
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(self)
        } else if let Accept::Text(_) = self.accept {
            deserializer.deserialize_str(self)
        } else {
            value(deserializer)
        }
    }
}

/// The text form of a type, with another encoding if one is given.
pub(crate) const fn form<T: Id>(encoding: Option<Encoding>) -> Text {
    match encoding {
        None => T::TEXT,
        Some(encoding) => T::TEXT.with_encoding(encoding),
    }
}

/// Reads a text of that form.
fn decode<T: Id>(encoding: Option<Encoding>, input: &str) -> Result<T, ParseError> {
    T::Codec::decode(input, form::<T>(encoding))
}

/// An integer as an ID of this type.
fn known<T: Id, I>(value: I) -> Result<T, ValueError>
where
    Snowflake: TryFrom<I, Error = ValueError>,
{
    match Snowflake::try_from(value) {
        Ok(id) => T::from_raw(Raw::I64(id.get())),
        Err(error) => {
            Err(error.with_name(T::NAME).with_width(const { Shape::of_type::<T>().width() }))
        }
    }
}
