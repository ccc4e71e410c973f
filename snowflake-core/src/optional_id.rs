//! IDs that may be missing.

use crate::id::Id;
use crate::raw::Raw;
use crate::snowflake::ValueError;
use crate::value::{Integer, Value};

/// An ID or nothing, and the rule for columns that hold 0 in place of `NULL`.
///
/// `Option<T>` implements it, and so does `OrZero<T>` of each database adapter, for columns that
/// are `NOT NULL` and hold 0 if there is no ID. Use it as the bound of code that takes both.
///
/// 0 is not an ID, so nothing is lost:
///
/// ```
/// use snowflake_kit_core::{Id, OptionalId, Snowflake};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct PostId(Snowflake);
///
/// let post = PostId::from_i64(5)?;
/// assert_eq!(Some(post).get_or_zero(), 5);
/// assert_eq!(None::<PostId>.get_or_zero(), 0);
///
/// assert_eq!(Option::<PostId>::from_i64_or_zero(5)?, Some(post));
/// assert_eq!(Option::<PostId>::from_i64_or_zero(0)?, None);
/// let error = Option::<PostId>::from_i64_or_zero(-1).unwrap_err();
/// assert_eq!(error.to_string(), "invalid PostId -1: expected 1 to 9223372036854775807");
/// # Ok::<(), snowflake_kit_core::ValueError>(())
/// ```
pub trait OptionalId: Copy + From<Option<Self::Id>> + Into<Option<Self::Id>> {
    /// The ID type.
    type Id: Id;

    /// The value, or 0 if there is no ID.
    fn get_or_zero(self) -> <<Self::Id as Id>::Value as Value>::Stored
    where
        Self::Id: Id<Value: Integer>,
    {
        self.into().map_or(*<Self::Id as Id>::Value::ZERO, Id::get)
    }

    /// The ID with this value, or nothing if the value is 0.
    ///
    /// # Errors
    /// [`ValueError`] if the value is negative, or above the largest of the ID type.
    fn from_i64_or_zero(value: i64) -> Result<Self, ValueError>
    where
        Self::Id: Id<Value: Integer>,
    {
        match value {
            0 => Ok(None.into()),
            value => Ok(Some(Self::Id::from_raw(Raw::I64(value))?).into()),
        }
    }
}

impl<T: Id> OptionalId for Option<T> {
    type Id = T;
}

/// Implements [`OptionalId`] for an adapter's `struct OrZero<T>(pub Option<T>)`. Each adapter needs
/// a type of its own, because otherwise it could not implement a framework's traits for it.
#[doc(hidden)]
#[macro_export]
macro_rules! __or_zero {
    ($or_zero:ident) => {
        /// No ID.
        impl<T> ::core::default::Default for $or_zero<T> {
            fn default() -> Self {
                Self(::core::option::Option::None)
            }
        }

        impl<T> ::core::convert::From<::core::option::Option<T>> for $or_zero<T> {
            fn from(id: ::core::option::Option<T>) -> Self {
                Self(id)
            }
        }

        impl<T> ::core::convert::From<$or_zero<T>> for ::core::option::Option<T> {
            fn from(id: $or_zero<T>) -> Self {
                id.0
            }
        }

        impl<T: $crate::Id> $crate::OptionalId for $or_zero<T> {
            type Id = T;
        }
    };
}
