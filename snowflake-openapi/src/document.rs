//! The schema of an ID type, for schemars.

use serde_json::json;
use snowflake_core::{Description, Id, Json};

use crate::pattern;
use crate::sample::{example, example_text};

/// The schema of an ID type as a JSON Schema, with the same content as
/// `schema` has for utoipa.
///
/// ```
/// # use snowflake_core::{Snowflake, SnowflakeId};
/// # #[derive(snowflake_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// # struct UserId(Snowflake);
/// let schema = snowflake_openapi::json_schema::<UserId>();
/// assert_eq!(schema.get("type").unwrap(), "string");
/// assert_eq!(schema.get("maxLength").unwrap(), 19);
/// ```
pub fn json_schema<T: Id>() -> schemars::Schema {
    let schema = match T::JSON {
        Json::String => json!({
            "type": "string",
            "description": Description::of::<T>().to_string(),
            "pattern": pattern(T::SHAPE),
            "minLength": T::SHAPE.min_len(),
            "maxLength": T::SHAPE.max_len(),
            "examples": [example_text::<T>().as_str()],
        }),
        Json::Number => json!({
            "type": "integer",
            "description": Description::of::<T>().to_string(),
            "format": "int64",
            "minimum": 1,
            "maximum": i64::MAX,
            "examples": [example::<T>().get()],
        }),
    };
    // An object is a schema; `true` stands for what cannot be.
    schema.try_into().unwrap_or_else(|_| true.into())
}

/// Implements schemars' `JsonSchema` for ID types.
///
/// ```
/// use schemars::{JsonSchema, schema_for};
/// use snowflake_core::Snowflake;
/// # use snowflake_derive::SnowflakeId;
///
/// /// Identifies a user.
/// #[derive(SnowflakeId)]
/// #[snowflake(crate = "snowflake_core")]
/// pub struct UserId(Snowflake);
///
/// snowflake_openapi::json_schema!(UserId);
///
/// #[derive(JsonSchema)]
/// struct User {
///     id: UserId,
///     friends: Vec<UserId>,
/// }
///
/// let schema = schema_for!(User);
/// let properties = schema.get("properties").unwrap();
/// assert_eq!(properties["id"]["$ref"], "#/$defs/UserId");
/// assert_eq!(properties["friends"]["items"]["$ref"], "#/$defs/UserId");
/// ```
#[macro_export]
macro_rules! json_schema {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl $crate::__private::schemars::JsonSchema for $id {
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
                _: &mut $crate::__private::schemars::SchemaGenerator,
            ) -> $crate::__private::schemars::Schema {
                $crate::json_schema::<$id>()
            }
        }
    )+};
}
