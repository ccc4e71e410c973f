//! IDs as keys of SeaORM 2.

/// What a column knows of arrays.
macro_rules! array_column {
    () => {
        fn save_array_as(&self, value: Expr) -> Expression {
            self.column.save_array_as(value)
        }
    };
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
#[path = "sea_orm/version_2.rs"]
mod version;

#[doc(hidden)]
pub use ::sea_orm;
pub use column::ColumnError;
pub use id_column::{IdColumn, IdOperand};
pub use model::{MintedModel, MintedRows};
pub use or_zero::OrZero;

pub use crate::sea_query_1::schema;
use crate::sea_query_1::value;

#[doc(hidden)]
pub use crate::sea_orm_2 as this;
