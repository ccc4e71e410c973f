//! IDs into formats.

use serde_core::Serializer;
use serde_core::ser::Error;
use snowflake_core::{Codec, Encoding, Id, Json};

use crate::read::form;

/// Writes an ID: its text form where people read it, unless the type says it
/// is a number there; elsewhere the integer.
///
/// # Errors
/// Those of the serializer, and one that says what to do if the type has a public form
/// and no key is installed.
#[inline]
pub fn serialize<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() && T::JSON == Json::String {
        text(id, None, serializer)
    } else {
        serializer.serialize_i64(id.get())
    }
}

/// Writes an ID in the type's own form, or in another encoding of it, as a string.
#[expect(clippy::inline_always, reason = "the choice folds, as the encoding is a constant")]
#[inline(always)]
pub(crate) fn text<T: Id, S: Serializer>(
    id: T,
    encoding: Option<Encoding>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let text = T::Codec::encode(id, form::<T>(encoding)).map_err(S::Error::custom)?;
    serializer.serialize_str(text.as_str())
}
