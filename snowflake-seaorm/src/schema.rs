//! Columns of tables, for migrations: in the manner of
//! `sea_orm_migration::schema`.
//!
//! ```
//! use sea_orm::sea_query::{SqliteQueryBuilder, Table};
//! use snowflake_seaorm::schema::{pk_snowflake, snowflake, snowflake_null};
//!
//! let create = Table::create()
//!     .table("posts")
//!     .col(pk_snowflake("id"))
//!     .col(snowflake("author_id"))
//!     .col(snowflake_null("reply_to"))
//!     .to_owned();
//! assert_eq!(
//!     create.to_string(SqliteQueryBuilder),
//!     r#"CREATE TABLE "posts" ( "id" bigint NOT NULL PRIMARY KEY, "author_id" bigint NOT NULL, "reply_to" bigint NULL )"#
//! );
//! ```

use std::borrow::Cow;

use sea_orm::ColumnType;
use sea_orm::sea_query::{ColumnDef, Iden, IntoIden};

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

/// The type of a column of IDs: `bigint` in every database.
///
/// SeaORM's own type for 64 bits, `ColumnType::BigInteger`, is `integer` in `SQLite`. A primary key
/// of that type is the row number: for a row without a key, `SQLite` takes the largest one plus 1,
/// instead of an error.
#[inline]
pub fn column_type() -> ColumnType {
    ColumnType::custom(BigInt)
}

/// A primary key that the database does not count.
pub fn pk_snowflake(name: impl IntoIden) -> ColumnDef {
    snowflake(name).primary_key().take()
}

/// A column of IDs.
pub fn snowflake(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new_with_type(name, column_type()).not_null().take()
}

/// A column of IDs that may be null.
pub fn snowflake_null(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new_with_type(name, column_type()).null().take()
}

/// A column of IDs that is unique.
pub fn snowflake_uniq(name: impl IntoIden) -> ColumnDef {
    snowflake(name).unique_key().take()
}
