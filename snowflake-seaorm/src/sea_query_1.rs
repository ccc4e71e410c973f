//! IDs as values of sea-query 1, with SeaORM or without.
//!
//! Statements take them wherever a value stands: `Expr::col("author_id").eq(author)`,
//! `.is_in(authors)`, `.values_panic([id.into()])`. sea-query's columns have no types, so another ID
//! type is not refused there. Rows are read by sqlx.

/// What the functions that do the same for each version name.
mod sea_orm {
    pub(super) use ::sea_query_1::{self as sea_query, ColumnType, Value};
}

#[path = "sea_orm/schema.rs"]
pub mod schema;
#[path = "sea_orm/value.rs"]
pub(crate) mod value;

/// The differences of this version.
mod version {
    use std::borrow::Cow;

    use ::sea_query_1::{ColumnType, Iden};

    /// What columns of IDs are, by name.
    ///
    /// SeaORM asks for a column's type with each value that it inserts. A `&str`
    /// would be looked through each time for what has to be quoted.
    struct BigInt;

    impl BigInt {
        const NAME: &str = "bigint";
    }

    impl Iden for BigInt {
        fn quoted(&self) -> Cow<'static, str> {
            Cow::Borrowed(Self::NAME)
        }

        fn unquoted(&self) -> &str {
            Self::NAME
        }
    }

    /// The type of columns of IDs.
    pub(crate) fn bigint() -> ColumnType {
        ColumnType::custom(BigInt)
    }

    /// UUIDs as values.
    #[cfg(feature = "sea_query_1-uuid")]
    pub(crate) mod uuids {
        use ::sea_query_1::{ArrayType, Value};
        use uuid::Uuid;

        pub(crate) const ARRAY: ArrayType = ArrayType::Uuid;

        pub(crate) fn to_value(bits: Option<u128>) -> Value {
            let uuid = bits.map(Uuid::from_u128);
            Value::Uuid(uuid)
        }

        pub(crate) fn from_value(value: &Value) -> Option<u128> {
            let Value::Uuid(uuid) = value else { return None };
            uuid.map(|uuid: Uuid| uuid.as_u128())
        }
    }

    /// Without the feature nothing is a UUID: to sea-query it is 16 bytes.
    #[cfg(not(feature = "sea_query_1-uuid"))]
    pub(crate) mod uuids {
        use ::sea_query_1::{ArrayType, Value};

        pub(crate) const ARRAY: ArrayType = ArrayType::Bytes;

        pub(crate) fn to_value(bits: Option<u128>) -> Value {
            bits.map(|bits| bits.to_be_bytes().to_vec()).into()
        }

        pub(crate) fn from_value(value: &Value) -> Option<u128> {
            let Value::Bytes(Some(bytes)) = value else { return None };
            bytes.as_slice().try_into().map(u128::from_be_bytes).ok()
        }
    }
}

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use std::string::String;

    pub use ::sea_query_1::{ArrayType, ColumnType, Nullable, Value, ValueType, ValueTypeErr};
    pub use snowflake_kit_core::Id;

    pub use super::value::{array_type, from_value, null, to_value};
}
