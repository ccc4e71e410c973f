//! IDs into responses and schemas.

use std::future::{self, Ready};
use std::pin::Pin;

use async_graphql::{ServerResult, Value};
use snowflake_kit_core::Id;

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

/// What an ID in a response resolves to.
pub type Resolved = Ready<ServerResult<Value>>;

/// The same in a box.
pub type BoxedResolved<'a> = Pin<Box<dyn Future<Output = ServerResult<Value>> + Send + 'a>>;

/// Resolves an ID, at once.
pub fn resolve<T: Id>(id: T) -> Resolved {
    future::ready(Ok(to_value(id)))
}

/// The same in a box.
pub fn resolve_boxed<'a, T: Id>(id: T) -> BoxedResolved<'a> {
    Box::pin(resolve(id))
}
