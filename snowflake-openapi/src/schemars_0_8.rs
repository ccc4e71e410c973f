//! JSON Schemas for schemars 0.8.

#[doc(hidden)]
pub use ::schemars_0_8 as schemars;
use snowflake_kit_core::Id;

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
