//! IDs into formats.

use serde_core::Serializer;
use snowflake_core::{Id, Json, Text};

/// Writes an ID: its text form where people read it, unless the type says it
/// is a number there; elsewhere the integer.
///
/// # Errors
/// Those of the serializer.
#[inline]
pub fn serialize<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() && T::JSON == Json::String {
        text(id, T::TEXT, serializer)
    } else {
        serializer.serialize_i64(id.get())
    }
}

/// Writes an ID in this form, as a string.
#[expect(clippy::inline_always, reason = "the choice folds, as a form is a constant")]
#[inline(always)]
pub(crate) fn text<T: Id, S: Serializer>(
    id: T,
    text: Text,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(text.encode(id.snowflake()).as_str())
}
