//! IDs as parameters and as values of columns.

use std::error::Error;

use rusqlite::types::{FromSqlError, FromSqlResult, ToSqlOutput, Value, ValueRef};
use snowflake_kit_core::__private::{Raw, Width};
use snowflake_kit_core::{Id, Value as _};

/// A value in a column that is not an integer; or not the 16 bytes of a UUID, where those are expected.
///
/// It is in the `FromSqlConversionFailure` that reading such a column returns:
///
/// ```
/// use snowflake_kit_rusqlite::NotAnInteger;
///
/// fn found(error: &rusqlite::Error) -> Option<&str> {
///     let rusqlite::Error::FromSqlConversionFailure(_, _, source) = error else { return None };
///     source.downcast_ref().map(|error: &NotAnInteger| error.found.as_str())
/// }
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid {name} {found}: expected {}", expected(*width))]
#[non_exhaustive]
pub struct NotAnInteger {
    /// The ID type.
    pub name: &'static str,
    /// The value: `NULL`, `1.5`, `"abc"` (the first 40 characters of longer texts), or
    /// the length of a BLOB.
    pub found: String,
    width: Width,
}

fn expected(width: Width) -> String {
    match width {
        Width::U128 => "a BLOB of 16 bytes".to_owned(),
        width => format!("an INTEGER, 1 to {}", width.max()),
    }
}

/// An ID as what rusqlite binds: an integer.
pub fn to_sql<T: Id>(id: T) -> ToSqlOutput<'static> {
    ToSqlOutput::Owned(to_value(id))
}

/// An ID as a value of SQLite.
pub fn to_value<T: Id>(id: T) -> Value {
    match id.raw() {
        Raw::I16(value) => Value::Integer(value.into()),
        Raw::I32(value) => Value::Integer(value.into()),
        Raw::I64(value) => Value::Integer(value),
        Raw::Uuid(bits) => Value::Blob(bits.to_be_bytes().into()),
    }
}

/// Reads an ID.
///
/// # Errors
/// `FromSqlError::Other` with a [`ValueError`](snowflake_kit_core::ValueError) if the value is
/// 0 or negative, and with a [`NotAnInteger`] if it is of another type or `NULL`. Both name
/// the ID type and the value.
pub fn from_sql<T: Id>(value: ValueRef<'_>) -> FromSqlResult<T> {
    match value {
        ValueRef::Integer(value) if T::Value::WIDTH != Width::U128 => {
            T::from_raw(Raw::I64(value)).map_err(other)
        }
        ValueRef::Blob(bytes) if T::Value::WIDTH == Width::U128 && bytes.len() == 16 => {
            let bits = bytes.iter().fold(0, |bits, byte| bits << 8 | u128::from(*byte));
            T::from_raw(Raw::Uuid(bits)).map_err(other)
        }
        found => Err(wrong_kind(T::NAME, T::Value::WIDTH, found)),
    }
}

#[cold]
fn wrong_kind(name: &'static str, width: Width, value: ValueRef<'_>) -> FromSqlError {
    const LONGEST: usize = 40;
    let found = match value {
        ValueRef::Null => "NULL".to_owned(),
        ValueRef::Integer(value) => value.to_string(),
        ValueRef::Real(value) => format!("{value:?}"),
        ValueRef::Text(text) => {
            let text = String::from_utf8_lossy(text);
            let start: String = text.chars().take(LONGEST).collect();
            let more = if start.len() < text.len() { "…" } else { "" };
            format!("{start:?}{more}")
        }
        ValueRef::Blob(bytes) => format!("(a BLOB of {} bytes)", bytes.len()),
    };
    other(NotAnInteger { name, found, width })
}

/// An error of rusqlite's with this source. `FromSqlError::other` is not in its older versions.
pub(crate) fn other(error: impl Error + Send + Sync + 'static) -> FromSqlError {
    FromSqlError::Other(Box::new(error))
}

/// Makes ID types parameters and values of columns: implements `ToSql` and `FromSql` of
/// rusqlite, and `From<T>` for its `Value`.
///
/// rusqlite extends them to `Option<T>`, and `ToSql` to `&T` and `Box<T>`.
///
/// ```
/// use snowflake_kit_core::Snowflake;
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct UserId(Snowflake);
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct PostId(Snowflake);
///
/// snowflake_kit_rusqlite::value!(UserId, PostId);
/// ```
#[macro_export]
macro_rules! value {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl $crate::__private::ToSql for $id {
            #[inline]
            fn to_sql(
                &self,
            ) -> $crate::__private::Result<$crate::__private::ToSqlOutput<'_>> {
                ::core::result::Result::Ok($crate::__private::to_sql(*self))
            }
        }

        #[automatically_derived]
        impl $crate::__private::FromSql for $id {
            #[inline]
            fn column_result(
                value: $crate::__private::ValueRef<'_>,
            ) -> $crate::__private::FromSqlResult<Self> {
                $crate::__private::from_sql(value)
            }
        }

        #[automatically_derived]
        impl ::core::convert::From<$id> for $crate::__private::Value {
            #[inline]
            fn from(id: $id) -> Self {
                $crate::__private::to_value(id)
            }
        }
    )+};
}
