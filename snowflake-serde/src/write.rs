//! IDs into formats.

use serde_core::Serializer;
use snowflake_core::{Encoding, Json, SnowflakeId, Text};

/// Writes an ID: its text form where people read it, unless the type says it
/// is a number there; elsewhere the integer.
///
/// # Errors
/// Those of the serializer.
#[inline]
pub fn serialize<T: SnowflakeId, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() && T::JSON == Json::String {
        text(id, T::TEXT, serializer)
    } else {
        serializer.serialize_i64(id.get())
    }
}

/// Writes an ID in this form, as a string.
#[expect(clippy::inline_always, reason = "the choice folds, as a form is a constant")]
#[inline(always)]
pub(crate) fn text<T: SnowflakeId, S: Serializer>(
    id: T,
    text: Text,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if text.encoding() == Encoding::Decimal && text.prefix().is_empty() {
        serializer.serialize_str(itoa::Buffer::new().format(id.get()))
    } else {
        serializer.serialize_str(&text.encode(id.snowflake()))
    }
}
