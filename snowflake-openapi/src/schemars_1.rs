//! JSON Schemas for schemars 1.
//!
//! ```
//! # use schemars_1 as schemars;
//! use schemars::{JsonSchema, schema_for};
//! use snowflake_kit_core::Snowflake;
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_kit_core")]
//! pub struct UserId(Snowflake);
//!
//! snowflake_kit_openapi::json_schema!(schemars_1: UserId);
//!
//! #[derive(JsonSchema)]
//! struct User {
//!     id: UserId,
//!     friends: Vec<UserId>,
//! }
//!
//! let schema = schema_for!(User);
//! let properties = schema.get("properties").unwrap();
//! assert_eq!(properties["id"]["$ref"], "#/$defs/UserId");
//! assert_eq!(properties["friends"]["items"]["$ref"], "#/$defs/UserId");
//! ```

#[doc(hidden)]
pub use ::schemars_1 as schemars;
use snowflake_kit_core::Id;

#[doc(inline)]
pub use crate::expression::{brief_pattern, pattern};

/// The schema of an ID type as a JSON Schema.
///
/// ```
/// # use snowflake_kit_core::{Snowflake, SnowflakeId};
/// # #[derive(snowflake_kit_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// # struct UserId(Snowflake);
/// let schema = snowflake_kit_openapi::schemars_1::json_schema::<UserId>();
/// assert_eq!(schema.get("type").unwrap(), "string");
/// assert_eq!(schema.get("maxLength").unwrap(), 19);
/// ```
pub fn json_schema<T: Id>() -> schemars::Schema {
    let schema = crate::json_schema::json_schema::<T>(("maximum", i64::MAX.into()));
    // An object is a schema; `true` stands for what cannot be.
    schema.try_into().unwrap_or_else(|_| true.into())
}
