//! IDs into responses and schemas.

use async_graphql::Value;
use snowflake_core::Id;

/// The value of an ID in a response: its text form.
///
/// # Panics
/// If the type has a public form and no key is installed: async-graphql takes no error from
/// a scalar, and the number must not be shown.
pub fn to_value<T: Id>(id: T) -> Value {
    match id.try_text() {
        Ok(text) => Value::String(text.as_str().to_owned()),
        Err(error) => panic!("{error}"),
    }
}
