//! The schema of an ID type.

use snowflake_kit_core::__private::Width;
use snowflake_kit_core::{Description, Detail, Id, Json, Shape};

use super::utoipa::openapi::schema::{ObjectBuilder, Type};
use super::utoipa::openapi::{KnownFormat, RefOr, Schema, SchemaFormat};
use crate::expression::{BRAND, format, pattern_of};
use crate::sample::{example, example_text};

/// The schema of an ID type: a string with the format, the pattern, the lengths and an example of
/// its text form, or an integer if that is what it is in JSON. [`Detail`] says how much it has.
pub fn schema<T: Id>() -> RefOr<Schema> {
    let object = ObjectBuilder::new().description(Some(Description::of::<T>().to_string()));
    let width = Shape::of_type::<T>().width();
    let detail = T::DETAIL.unwrap_or_else(Detail::current);
    let object = object.schema_type(match T::JSON {
        Json::String => Type::String,
        Json::Number => Type::Integer,
    });
    if detail == Detail::Plain {
        return object.into();
    }
    let object = object.extensions(Some([(BRAND, T::NAME)].into_iter().collect()));
    match T::JSON {
        Json::String => object
            .format(Some(SchemaFormat::Custom(format(Shape::of_type::<T>()).to_owned())))
            .pattern(Some(pattern_of(Shape::of_type::<T>(), detail)))
            .min_length(Some(Shape::of_type::<T>().min_len()))
            .max_length(Some(Shape::of_type::<T>().max_len()))
            .examples([example_text::<T>().as_str()]),
        Json::Number => object
            .format(Some(SchemaFormat::KnownFormat(match width {
                Width::I16 | Width::I32 => KnownFormat::Int32,
                Width::I64 | Width::U128 => KnownFormat::Int64,
            })))
            .minimum(Some(1))
            // utoipa's integers are as wide as the machine's pointers.
            .maximum(isize::try_from(width.max()).ok())
            .examples([example::<T>().to_i64()]),
    }
    .into()
}
