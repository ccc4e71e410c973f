//! sqlx for snowflake IDs: typed in rows, checked as parameters.
//!
//! Applications enable the feature `sqlx_0_9` of `snowflake-kit`. Then every ID type is a value of
//! sqlx. The guide of `snowflake-kit` has a page for users of sqlx. Without `snowflake-kit`,
//! [`value!`] makes an ID type a value:
//!
//! ```
//! use snowflake_core::{Snowflake, SnowflakeId as _};
//! use snowflake_derive::SnowflakeId;
//! use snowflake_mint::Node;
//! use sqlx::{Connection, FromRow, SqliteConnection};
//!
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_mint")]
//! pub struct UserId(Snowflake);
//!
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_mint")]
//! pub struct PostId(Snowflake);
//!
//! snowflake_sqlx::value!(UserId, PostId);
//!
//! #[derive(Debug, FromRow, PartialEq)]
//! struct Post {
//!     id: PostId,
//!     author_id: UserId,
//!     reply_to: Option<PostId>,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Once, at the start of the process: its node number.
//! snowflake_mint::install(Node::fixed(7))?;
//!
//! let mut db = SqliteConnection::connect("sqlite::memory:").await?;
//! sqlx::raw_sql(
//!     "CREATE TABLE posts (
//!          id BIGINT PRIMARY KEY NOT NULL, author_id BIGINT NOT NULL, reply_to BIGINT
//!      )",
//! )
//! .execute(&mut db)
//! .await?;
//!
//! let post = Post { id: PostId::mint(), author_id: UserId::mint(), reply_to: None };
//! sqlx::query("INSERT INTO posts VALUES (?, ?, ?)")
//!     .bind(post.id)
//!     .bind(post.author_id)
//!     .bind(post.reply_to)
//!     .execute(&mut db)
//!     .await?;
//!
//! let found: Post = sqlx::query_as("SELECT * FROM posts WHERE author_id = ?")
//!     .bind(post.author_id)
//!     .fetch_one(&mut db)
//!     .await?;
//! assert_eq!(found, post);
//! # Ok(())
//! # }
//! ```
//!
//! # What works
//!
//! | | |
//! |---|---|
//! | `bind`, `push_bind`, `push_values` | `id`, `&id`, `Option<UserId>` |
//! | `FromRow`, `query_as`, `query_scalar`, `row.try_get` | `UserId`, `Option<UserId>` |
//! | `Any` | as with the database itself |
//! | `Vec<UserId>`, `&[UserId]` on PostgreSQL (feature `postgres`) | `= ANY($1)`, `UNNEST($1, $2)`, columns of `bigint[]` and of arrays of a domain |
//! | `Json<Settings>` | writes the IDs in it as serde does |
//! | `query!`, `query_as!` | see below |
//!
//! A column is `bigint`, or a domain over it on PostgreSQL. An ID does not fit into smaller
//! integers, so sqlx refuses them with an error that names both types.
//!
//! # What is read
//!
//! 1 to 2^63 - 1. Another value, written by another program, is a
//! `sqlx::Error::ColumnDecode` that names the column, the type and the value:
//!
//! ```text
//! error occurred while decoding column "id": invalid PostId 0: expected 1 to 9223372036854775807
//! ```
//!
//! Read a column that holds 0 in place of `NULL` as [`OrZero<UserId>`](OrZero).
//!
//! # The macros
//!
//! `query!` gives typed IDs, with and without `Option`, if `sqlx.toml` names the types of the
//! columns. Enable the feature `sqlx-toml` of sqlx:
//!
//! ```toml
//! [macros.table-overrides.'posts']
//! 'id' = "crate::PostId"
//! 'author_id' = "crate::UserId"
//! 'reply_to' = "crate::PostId"
//! ```
//!
//! Without `sqlx.toml`, write `id AS "id: PostId"` in the query.
//!
//! The macros check **parameters** if the query names their types:
//!
//! ```text
//! sqlx::query!("SELECT text FROM posts WHERE author_id = $1", author as UserId)
//! ```
//!
//! This compiles only if `author` is a `UserId`. With `author as _`, an ID of any type compiles.
//! With SQLite and MySQL, `author` alone also accepts any type, because there the macros do not
//! know the types of parameters. The program `examples/sqlx` shows all of this.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(all(feature = "lease", any(feature = "mysql", feature = "postgres", feature = "sqlite")))]
pub mod lease;
mod or_zero;
mod value;

pub use or_zero::OrZero;
#[cfg(feature = "postgres")]
pub use value::array_compatible;
pub use value::{compatible, decode, encode};

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use sqlx::encode::IsNull;
    pub use sqlx::error::BoxDynError;
    #[cfg(feature = "postgres")]
    pub use sqlx::postgres::{PgHasArrayType, PgTypeInfo};
    pub use sqlx::{Database, Decode, Encode, Type};
}
