//! IDs into responses and schemas.

use async_graphql::Value;
use snowflake_core::SnowflakeId;

/// The value of an ID in a response: its text form.
pub fn to_value<T: SnowflakeId>(id: T) -> Value {
    Value::String(id.text().as_str().to_owned())
}

/// The scalar's description in the schema: how an ID is written, and what its
/// bits mean.
///
/// ```
/// # #[derive(snowflake_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// # struct UserId(snowflake_core::Snowflake);
/// assert_eq!(
///     snowflake_graphql::description::<UserId>(),
///     "A snowflake ID: a decimal string from \"1\" to \"9223372036854775807\". \
///      Its layout is default: 41 time · 10 node · 12 sequence, \
///      1 ms ticks since 2025-01-01T00:00:00.000Z.",
/// );
/// ```
pub fn description<T: SnowflakeId>() -> String {
    format!("A snowflake ID: {}. Its layout is {}.", T::TEXT.expected(), T::LAYOUT)
}
