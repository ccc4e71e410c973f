//! JSON Schemas for schemars 0.9.

#[doc(hidden)]
pub use ::schemars_0_9 as schemars;
use snowflake_kit_core::Id;

#[doc(inline)]
pub use crate::expression::{brief_pattern, pattern};

/// The schema of an ID type as a JSON Schema.
pub fn json_schema<T: Id>() -> schemars::Schema {
    let schema = crate::json_schema::json_schema::<T>(("maximum", i64::MAX.into()));
    // An object is a schema; `true` stands for what cannot be.
    schema.try_into().unwrap_or_else(|_| true.into())
}
