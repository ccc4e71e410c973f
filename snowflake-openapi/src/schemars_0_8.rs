//! JSON Schemas for schemars 0.8.

#[doc(hidden)]
pub use ::schemars_0_8 as schemars;
use snowflake_kit_core::Id;

#[doc(inline)]
pub use crate::__schemars_0_8 as json_schema;
#[doc(inline)]
pub use crate::expression::{brief_pattern, pattern};

/// The schema of an ID type as a JSON Schema.
pub fn json_schema<T: Id>() -> schemars::schema::Schema {
    /// 2^63. Bounds are of the type `f64` here, which does not have the largest ID.
    const BEYOND: f64 = 9_223_372_036_854_775_808.0;

    let schema = crate::json_schema::json_schema::<T>(("exclusiveMaximum", BEYOND.into()));
    // An object is a schema; `true` stands for what cannot be.
    serde_json::from_value(schema).unwrap_or(schemars::schema::Schema::Bool(true))
}

/// Implements `JsonSchema` of schemars 0.8 for ID types.
#[doc(hidden)]
#[macro_export]
macro_rules! __schemars_0_8 {
    ($($id:ty),+ $(,)?) => {$(
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
}
