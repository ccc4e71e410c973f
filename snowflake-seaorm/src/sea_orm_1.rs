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
pub use column::ColumnError;
pub use id_column::{IdColumn, IdOperand};
pub use model::{MintedModel, MintedRows};
pub use or_zero::OrZero;

#[doc(hidden)]
pub use crate::sea_orm_1 as this;
