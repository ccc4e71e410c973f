//! IDs into formats.

use serde_core::Serializer;
use snowflake_core::{Json, SnowflakeId};

/// Writes an ID: its text form where people read it, unless the type says it
/// is a number there; elsewhere the integer.
///
/// # Errors
/// Those of the serializer.
#[inline]
pub fn serialize<T: SnowflakeId, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() && T::JSON == Json::String {
        serializer.serialize_str(&id.text())
    } else {
        serializer.serialize_i64(id.get())
    }
}
