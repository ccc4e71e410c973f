//! IDs into responses and schemas.

use async_graphql::Value;
use snowflake_core::Id;

/// The value of an ID in a response: its text form.
pub fn to_value<T: Id>(id: T) -> Value {
    Value::String(id.text().as_str().to_owned())
}
