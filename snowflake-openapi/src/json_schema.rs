//! The schema of an ID type as a JSON Schema, for all versions of schemars.

use serde_json::{Value, json};
use snowflake_kit_core::__private::Width;
use snowflake_kit_core::{Description, Detail, Id, Json, Shape};

use crate::expression::{BRAND, format, integer_format, pattern_of};
use crate::sample::{example, example_text};

/// The same content as `schema` has for utoipa. Where an `i64` is the largest number, it is as the
/// version writes it.
pub(crate) fn json_schema<T: Id>(largest: (&str, Value)) -> Value {
    let width = Shape::of_type::<T>().width();
    let (bound, largest) = match width {
        Width::I64 | Width::U128 => largest,
        Width::I16 | Width::I32 => ("maximum", width.max().into()),
    };
    let description = Description::of::<T>().to_string();
    let detail = T::DETAIL.unwrap_or_else(Detail::current);
    let type_name = match T::JSON {
        Json::String => "string",
        Json::Number => "integer",
    };
    match T::JSON {
        _ if detail == Detail::Plain => json!({ "type": type_name, "description": description }),
        Json::String => json!({
            "type": type_name,
            "description": description,
            "format": format(Shape::of_type::<T>()),
            "pattern": pattern_of(Shape::of_type::<T>(), detail),
            "minLength": Shape::of_type::<T>().min_len(),
            "maxLength": Shape::of_type::<T>().max_len(),
            "examples": [example_text::<T>().as_str()],
            BRAND: T::NAME,
        }),
        Json::Number => json!({
            "type": type_name,
            "description": description,
            "format": integer_format(width),
            "minimum": 1,
            bound: largest,
            "examples": [example::<T>().to_i64()],
            BRAND: T::NAME,
        }),
    }
}

/// Implements `JsonSchema` of a version of schemars for ID types:
/// `json_schema!(schemars_1: UserId, PostId)`.
#[macro_export]
macro_rules! json_schema {
    (schemars_0_8: $($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl $crate::schemars_0_8::schemars::JsonSchema for $id {
            #[inline]
            fn schema_name() -> ::std::string::String {
                <::std::string::String as ::core::convert::From<_>>::from(
                    <$id as $crate::__private::Id>::NAME,
                )
            }

            #[inline]
            fn schema_id() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                ::std::borrow::Cow::Borrowed(::core::any::type_name::<$id>())
            }

            #[inline]
            fn json_schema(
                _: &mut $crate::schemars_0_8::schemars::r#gen::SchemaGenerator,
            ) -> $crate::schemars_0_8::schemars::schema::Schema {
                $crate::schemars_0_8::json_schema::<$id>()
            }
        }
    )+};
    ($version:ident: $($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl $crate::$version::schemars::JsonSchema for $id {
            #[inline]
            fn schema_name() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                ::std::borrow::Cow::Borrowed(<$id as $crate::__private::Id>::NAME)
            }

            #[inline]
            fn schema_id() -> ::std::borrow::Cow<'static, ::core::primitive::str> {
                // Types of one name in two modules are two schemas.
                ::std::borrow::Cow::Borrowed(::core::any::type_name::<$id>())
            }

            #[inline]
            fn json_schema(
                _: &mut $crate::$version::schemars::SchemaGenerator,
            ) -> $crate::$version::schemars::Schema {
                $crate::$version::json_schema::<$id>()
            }
        }
    )+};
}
