//! IDs out of arguments.

use std::fmt::{self, Write};

use async_graphql::{InputType, InputValueError, InputValueResult, Number, Value};
use snowflake_kit_core::__private::{Raw, Width};
use snowflake_kit_core::{Encoded, Id, NoKeyError, ParseError, Shape, ValueError};

/// Reads an ID: from its text form, or from an integer from 1 to 2^63 - 1.
///
/// # Errors
/// If the value is not an ID: the message names the scalar and the value, and says what was expected.
pub fn parse<T: Id + InputType>(value: &Value) -> InputValueResult<T> {
    let id = read(Untyped::of::<T>(), value);
    let id = id.and_then(|id| T::from_raw(id).map_err(Refusal::Integer));
    id.map_err(InputValueError::custom)
}

/// How IDs of a type are written and read, without the type: so that there is one of each
/// function here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Untyped {
    pub(crate) shape: Shape,
    public: Option<Public>,
}

/// The functions of a type with a public form. Others have none, since each would be compiled
/// with each of these types.
#[derive(Clone, Copy, Debug)]
struct Public {
    encode: fn(Raw) -> Result<Encoded, NoKeyError>,
    decode: fn(&str) -> Result<Raw, ParseError>,
}

impl Untyped {
    pub(crate) const fn of<T: Id>() -> Self {
        const {
            Self {
                shape: Shape::of_type::<T>(),
                public: match Shape::of_type::<T>().public() {
                    None => None,
                    Some(_) => Some(Public {
                        encode: |id| match T::from_raw(id) {
                            Ok(id) => id.try_text(),
                            Err(_) => unreachable!("it is the value of such an ID"),
                        },
                        decode: |text| T::from_text(text).map(Id::raw),
                    }),
                },
            }
        }
    }

    pub(crate) fn encode(&self, id: Raw) -> Result<Encoded, NoKeyError> {
        match self.public {
            None => Ok(self.shape.encode(id)),
            Some(public) => (public.encode)(id),
        }
    }

    pub(crate) fn decode(&self, text: &str) -> Result<Raw, ParseError> {
        match self.public {
            None => self.shape.decode(text),
            Some(public) => (public.decode)(text),
        }
    }
}

/// The same for an ID of any type with this text form, without the name of the
/// scalar in the error.
pub(crate) fn read(id: Untyped, value: &Value) -> Result<Raw, Refusal<'_>> {
    let kind = || Refusal::Kind { found: value, shape: Some(id.shape) };
    match value {
        Value::String(string) => {
            id.decode(string).map_err(|error| Refusal::Text(error.with_name("ID")))
        }
        Value::Number(number) if id.shape.accepts_plain() && id.shape.width() != Width::U128 => {
            integer(number, id.shape.width()).ok_or_else(kind)?.map_err(Refusal::Integer)
        }
        _ => Err(kind()),
    }
}

/// Refuses a value that is not an ID of any type.
pub(crate) fn read_shared(value: &Value) -> Result<(), Refusal<'_>> {
    match value {
        Value::String(_) => Ok(()),
        Value::Number(number) => {
            let id =
                integer(number, Width::I64).ok_or(Refusal::Kind { found: value, shape: None })?;
            id.map(drop).map_err(Refusal::Integer)
        }
        _ => Err(Refusal::Kind { found: value, shape: None }),
    }
}

/// All the integers that a `Number` can hold; for floats it is `None`, also for
/// those without a fraction, as they may have been rounded.
fn integer(number: &Number, width: Width) -> Option<Result<Raw, ValueError>> {
    let value = number.as_i128()?;
    let id = i64::try_from(value).ok().filter(|value| *value > 0);
    let id = id.and_then(|value| width.integer(value));
    Some(id.ok_or_else(|| ValueError::new(value).with_width(width)))
}

/// Why a value is not an ID.
pub(crate) enum Refusal<'a> {
    Text(ParseError),
    Integer(ValueError),
    /// It is neither a string nor an integer. Without a shape it was looked
    /// at for several types.
    Kind {
        found: &'a Value,
        shape: Option<Shape>,
    },
}

impl fmt::Display for Refusal<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(error) => error.fmt(f),
            Self::Integer(error) => error.fmt(f),
            Self::Kind { found, shape } => {
                f.write_str("invalid ID ")?;
                write_start(found, f)?;
                f.write_str(": expected ")?;
                match shape {
                    Some(shape) => write!(f, "{}", shape.expected())?,
                    None => f.write_str("the text of an ID")?,
                }
                let width = shape.map_or(Width::I64, |shape| shape.width());
                if width == Width::U128 || shape.is_some_and(|shape| !shape.accepts_plain()) {
                    return Ok(());
                }
                write!(f, ", or an integer from 1 to {}", width.max())
            }
        }
    }
}

/// Writes a value, but not all of a large one.
pub(crate) fn write_start(value: &Value, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let mut start = Start { out: f, left: Start::SIZE };
    if write!(start, "{value}").is_err() { f.write_char('…') } else { Ok(()) }
}

/// Takes the start of a text and fails on the rest, so that an error about a
/// large object costs little to make and to log.
struct Start<'a, 'f> {
    out: &'a mut fmt::Formatter<'f>,
    left: usize,
}

impl Start<'_, '_> {
    /// As many characters as `ParseError` quotes bytes.
    const SIZE: usize = 40;
}

impl Write for Start<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        // In strings they are escaped. Names of fields have them, in variables.
        for found in text.chars() {
            self.left = self.left.checked_sub(1).ok_or(fmt::Error)?;
            if found.is_control() {
                write!(self.out, "{}", found.escape_debug())?;
            } else {
                self.out.write_char(found)?;
            }
        }
        Ok(())
    }
}
