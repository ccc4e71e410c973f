//! What derived code and the macro's code name.

pub use std::string::String;
pub use std::vec::Vec;

pub use snowflake_kit_core::{CountedId, Id};

pub use super::column::{try_from_u64, try_get, try_get_array};
pub use super::mint::{BoxFuture, Caller, MintedKey, caller, given, key, key_in};
pub use super::relation::{LinksTo, link};
pub use super::sea_orm::TryGetableArray;
pub use super::sea_orm::sea_query::{ArrayType, Nullable, ValueType, ValueTypeErr};
pub use super::sea_orm::{
    ActiveModelBehavior, ActiveValue, ColIdx, ColumnType, ConnectionTrait, DbErr, EntityTrait,
    IntoActiveValue, QueryResult, TryFromU64, TryGetError, TryGetable, Value,
};
/// The derive finds it by this name in the facade as well.
pub use super::this as seaorm;
pub use super::value::{array_type, from_value, null, to_value};
pub use super::version::NotU8;

/// The keys of a row, each with the value of its caller's field.
pub fn keys<'a, const N: usize>(
    callers: [Caller; N],
    keys: [(&'static str, &'a mut dyn MintedKey); N],
) -> impl Iterator<Item = (&'static str, &'a mut dyn MintedKey, Caller)> + Send {
    keys.into_iter().zip(callers).map(|((name, key), caller)| (name, key, caller))
}

/// Compiles if this is an ID type.
pub const fn id<T: Id>() {}

/// Says, at the type of a key that the database counts, that it is not such a type.
pub const fn counted<T: CountedId>() {}

/// A future in its box.
pub fn boxed<'a, T>(future: impl Future<Output = T> + Send + 'a) -> BoxFuture<'a, T> {
    Box::pin(future)
}
