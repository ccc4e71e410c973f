//! IDs into formats.

use serde_core::Serializer;
use serde_core::ser::Error;
use snowflake_kit_core::__private::Raw;
use snowflake_kit_core::{Codec, Encoding, Id, Json, Shape};

use crate::read::form;

/// Writes an ID: its text form in human-readable formats, unless the type has `json = "number"`; the
/// integer, or the bytes of a UUID, in others. A type with a public form is its public text in every
/// format.
///
/// # Errors
/// Those of the serializer. If the type has a public form and no key is installed, the error says
/// what to do.
pub fn serialize<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    let public = const { Shape::of_type::<T>().public().is_some() };
    if public || serializer.is_human_readable() && T::JSON == Json::String {
        text(id, None, serializer)
    } else {
        value(id, serializer)
    }
}

/// Writes the value itself.
#[inline]
pub(crate) fn value<T: Id, S: Serializer>(id: T, serializer: S) -> Result<S::Ok, S::Error> {
    match id.raw() {
        Raw::I16(value) => serializer.serialize_i16(value),
        Raw::I32(value) => serializer.serialize_i32(value),
        Raw::I64(value) => serializer.serialize_i64(value),
        // As uuid's own `Serialize` does.
        Raw::Uuid(bits) => serializer.serialize_bytes(&bits.to_be_bytes()),
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
