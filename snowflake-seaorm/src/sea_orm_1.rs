//! IDs as keys of SeaORM 1.

/// What a column knows of arrays: here nothing.
macro_rules! array_column {
    () => {};
}

#[path = "sea_orm/private.rs"]
#[doc(hidden)]
pub mod __private;
#[path = "sea_orm/column.rs"]
mod column;
#[path = "sea_orm/id_column.rs"]
mod id_column;
#[cfg(feature = "lease")]
#[path = "sea_orm/lease/mod.rs"]
pub mod lease;
#[path = "sea_orm/mint.rs"]
mod mint;
#[path = "sea_orm/model.rs"]
mod model;
#[path = "sea_orm/or_zero.rs"]
mod or_zero;
#[path = "sea_orm/relation.rs"]
mod relation;
#[path = "sea_orm/schema.rs"]
pub mod schema;
#[path = "sea_orm/value.rs"]
mod value;
#[path = "sea_orm/version_1.rs"]
mod version;

#[doc(hidden)]
pub use ::sea_orm_1 as sea_orm;
pub use column::try_get_array;
pub use column::{ColumnError, try_from_u64, try_get};
pub use id_column::{IdColumn, IdOperand};
pub use model::{MintedModel, MintedRows};
pub use or_zero::OrZero;
pub use value::{from_value, to_value};

#[doc(hidden)]
pub use crate::__sea_orm_1_behavior as __behavior;
#[doc(inline)]
pub use crate::__sea_orm_1_minted as minted;
#[doc(inline)]
pub use crate::__sea_orm_1_value as value;
#[doc(hidden)]
pub use crate::sea_orm_1 as this;

/// Makes ID types values of SeaORM 1, for primary and foreign keys.
///
/// For each: `From<T>` and `From<&T>` for `Value`, `TryGetable`, `ValueType`
/// and `Nullable` of sea-query, `IntoActiveValue` and `TryFromU64`; also `NotU8`
/// and `TryGetableArray`, which make `Vec<T>` a column of PostgreSQL. SeaORM extends them to `Option<T>`.
#[doc(hidden)]
#[macro_export]
macro_rules! __sea_orm_1_value {
    ($($id:ty),+ $(,)?) => {$(
        $crate::__value!(sea_orm_1 $id);
    )+};
}

/// Implements `MintedModel` for an active model, in place of `#[derive(MintedModel)]`.
///
/// Write `ActiveModelBehavior` yourself, with `mint_on_insert`. For a key with a field of the
/// caller's, write `id in |row| …`, with a function from the row to `Result<u32, String>`.
#[doc(hidden)]
#[macro_export]
macro_rules! __sea_orm_1_minted {
    ($($tokens:tt)*) => {
        $crate::__minted!(sea_orm_1 $($tokens)*);
    };
}

#[doc(hidden)]
#[macro_export]
macro_rules! __sea_orm_1_behavior {
    ($($tokens:tt)*) => {
        $crate::__behavior!(sea_orm_1 $($tokens)*);
    };
}
