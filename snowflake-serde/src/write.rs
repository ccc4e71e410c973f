//! IDs into formats.

use serde_core::Serializer;
use serde_core::ser::Error;
use snowflake_kit_core::{Codec, Encoding, Id, Json, Shape};

use crate::read::form;

/// Writes an ID: its text form in human-readable formats, unless the type has `json = "number"`; the
/// integer in others. A type with a public form is its public text in every format.
///
/// # Errors
/// Those of the serializer. If the type has a public form and no key is installed, the error says
/// what to do.
pub fn serialize<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    let public = const { Shape::of_type::<T>().public().is_some() };
    if public || serializer.is_human_readable() && T::JSON == Json::String {
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
