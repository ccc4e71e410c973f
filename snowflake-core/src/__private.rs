//! What derived code and the other crates of the kit call.

use core::fmt;

pub use crate::decimal_id::COUNTER;
#[cfg(feature = "std")]
pub use crate::random::seed;
pub use crate::random::{Random, mix};
pub use crate::text::public::{decode_block, decode_with_letter, encode_block, encode_with_letter};
#[cfg(feature = "std")]
pub use crate::time::unix_millis;
pub use crate::{
    CallerId, Codec, DecimalId, Encoding, Id, Json, Layout, ParseError, Plain, PublicForm, Scheme,
    Snowflake, SnowflakeId, Text, ValueError,
};

/// `UserId(175928847299117063)`, with the ID in its text form; with its number if that
/// is a public one, since whoever reads logs can see the database.
pub fn debug<T: Id>(id: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let text = match T::SHAPE.public() {
        None => T::TEXT.encode(id.snowflake()),
        Some(_) => Text::DECIMAL.encode(id.snowflake()),
    };
    write!(f, "{}({text})", T::NAME)
}

/// The text form, which takes width and alignment as strings do; an error if a public
/// form has no key.
pub fn display<T: Id>(id: T, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.pad(&id.try_text().map_err(|_| fmt::Error)?)
}

/// Whether a type says of its layout what is so.
///
/// # Panics
/// In derived code, where that is a compile error.
pub const fn check_caller(layout: &Layout, is_declared: bool) {
    match layout.caller() {
        Some(_) if !is_declared => panic!(
            "the layout has a field that the caller gives: write `caller` beside `layout`, and \
             mint with `mint_in`"
        ),
        None if is_declared => panic!(
            "the layout has no field that the caller gives: leave `caller` out, or give the \
             layout the field with `LayoutBuilder::caller`"
        ),
        _ => {}
    }
}

/// The ID with this value.
pub fn from_integer<T: Id, I>(value: I) -> Result<T, ValueError>
where
    Snowflake: TryFrom<I, Error = ValueError>,
{
    match Snowflake::try_from(value) {
        Ok(id) => Ok(T::from_snowflake(id)),
        Err(error) => Err(error.with_name(T::NAME)),
    }
}
