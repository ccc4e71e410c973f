//! The text that schemas say about an ID type.

use core::fmt;

use crate::id::{Id, Json};
use crate::scheme::Scheme;
use crate::text::Shape;

/// The description of an ID type in schemas: its doc comment, how an ID is written, and what its
/// bits mean. `Display` writes it.
///
/// ```
/// use snowflake_core::{Description, Snowflake};
/// # use snowflake_derive::SnowflakeId;
///
/// /// Identifies a user.
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// struct UserId(Snowflake);
///
/// assert_eq!(
///     Description::of::<UserId>().to_string(),
///     "Identifies a user.\n\n\
///      A snowflake ID: a decimal string from \"1\" to \"9223372036854775807\". \
///      Its layout is default: 41 time · 10 node · 12 sequence, \
///      1 ms ticks since 2025-01-01T00:00:00.000Z. \
///      IDs increase with time, to the tick, and strictly per node.",
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Description {
    doc: &'static str,
    json: Json,
    shape: Shape,
    scheme: Scheme,
}

impl Description {
    /// Describes the ID type as it is in JSON: a string or a number.
    pub const fn of<T: Id>() -> Self {
        Self { doc: T::DOC, json: T::JSON, shape: T::SHAPE, scheme: T::SCHEME }
    }

    /// Describes the text form, even if IDs are numbers in JSON.
    #[must_use]
    pub const fn as_text(mut self) -> Self {
        self.json = Json::String;
        self
    }
}

impl fmt::Display for Description {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { doc, json, shape, scheme } = self;
        if !doc.is_empty() {
            write!(f, "{doc}\n\n")?;
        }
        if shape.public().is_some() {
            // A public form hides the layout and the order, so do not describe them.
            return write!(f, "An opaque ID: {}.", shape.expected());
        }
        f.write_str("A snowflake ID: ")?;
        match json {
            Json::String => write!(f, "{}", shape.expected())?,
            Json::Number => write!(f, "an integer from 1 to {}", i64::MAX)?,
        }
        write!(f, ". Its layout is {scheme}. ")?;
        match scheme.ordering_field() {
            None => f.write_str(scheme.monotonicity().sentence()),
            Some(field) => {
                write!(f, "IDs increase with time, to the tick, and strictly per node and {field}.")
            }
        }
    }
}
