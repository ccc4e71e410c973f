//! The text that schemas say about an ID type.

use core::fmt;

use crate::detail::Detail;
use crate::id::{Id, Json};
use crate::raw::Width;
use crate::scheme::Scheme;
use crate::text::Shape;

/// The description of an ID type in schemas: its doc comment, how an ID is written, and, if the
/// type or the program chooses [`Detail::Exact`], what its bits mean. `Display` writes it.
///
/// ```
/// use snowflake_kit_core::{Description, Snowflake};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// /// Identifies a user.
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct UserId(Snowflake);
///
/// assert_eq!(
///     Description::of::<UserId>().to_string(),
///     "Identifies a user.\n\nA snowflake ID: a decimal string of 1 to 19 digits.",
/// );
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Description {
    doc: &'static str,
    /// `None`: what the program chooses.
    detail: Option<Detail>,
    json: Json,
    shape: Shape,
    scheme: Option<Scheme>,
}

impl Description {
    /// Describes the ID type as it is in JSON: a string or a number.
    pub const fn of<T: Id>() -> Self {
        Self {
            doc: T::DOC,
            detail: T::DETAIL,
            json: T::JSON,
            shape: Shape::of_type::<T>(),
            scheme: T::SCHEME,
        }
    }

    /// Describes the text form, even if IDs are numbers in JSON.
    #[must_use]
    pub const fn as_text(mut self) -> Self {
        self.json = Json::String;
        self
    }
}

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { doc, detail, json, shape, scheme } = self;
        if !doc.is_empty() {
            write!(f, "{doc}\n\n")?;
        }
        if shape.public().is_some() {
            // A public form hides the layout and the order, so do not describe them.
            return write!(f, "An opaque ID: {}.", shape.expected());
        }
        let max = shape.width().max();
        f.write_str(match (scheme, shape.width()) {
            (Some(_), _) => "A snowflake ID: ",
            (None, Width::U128) => "A UUID: ",
            (None, _) => "An ID: ",
        })?;
        if !matches!(detail.unwrap_or_else(Detail::current), Detail::Exact) {
            return match json {
                Json::String => write!(f, "{}.", shape.brief()),
                Json::Number => {
                    write!(f, "a positive integer of up to {} bits.", max.trailing_ones())
                }
            };
        }
        match json {
            Json::String => write!(f, "{}", shape.expected())?,
            Json::Number => write!(f, "an integer from 1 to {max}")?,
        }
        let Some(scheme) = scheme else { return f.write_str(".") };
        write!(f, ". Its layout is {scheme}. ")?;
        match scheme.ordering_field() {
            None => f.write_str(scheme.monotonicity().sentence()),
            Some(field) => {
                write!(
                    f,
                    "IDs increase with time, to the tick; inside a tick, those of one generator or \
                     handle and {field} increase."
                )
            }
        }
    }
}
