//! The schema of an ID type.

use snowflake_core::{Description, Id, Json};

use super::utoipa::openapi::schema::{ObjectBuilder, Type};
use super::utoipa::openapi::{KnownFormat, RefOr, Schema, SchemaFormat};
use crate::expression::pattern;
use crate::sample::{example, example_text};

/// The schema of an ID type: a string with the pattern, the lengths and an
/// example of its text form, or an integer if that is what it is in JSON.
pub fn schema<T: Id>() -> RefOr<Schema> {
    let object = ObjectBuilder::new().description(Some(Description::of::<T>().to_string()));
    match T::JSON {
        Json::String => object
            .schema_type(Type::String)
            .pattern(Some(pattern(T::SHAPE)))
            .min_length(Some(T::SHAPE.min_len()))
            .max_length(Some(T::SHAPE.max_len()))
            .examples([example_text::<T>().as_str()]),
        Json::Number => object
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(1))
            // utoipa's integers are as wide as the machine's pointers.
            .maximum(isize::try_from(i64::MAX).ok())
            .examples([example::<T>().get()]),
    }
    .into()
}
