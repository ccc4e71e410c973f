//! sqlx for snowflake IDs: typed in rows, checked as parameters.
//!
//! Applications enable the feature `sqlx_0_8` or `sqlx_0_9` of `snowflake-kit`. Then every ID type is
//! a value of that version. The guide of `snowflake-kit` has a page for users of sqlx. Without
//! `snowflake-kit`, [`value!`] makes an ID type a value:
//!
//! ```standalone_crate
//! use snowflake_kit_core::{Snowflake, SnowflakeId as _};
//! use snowflake_kit_derive::SnowflakeId;
//! use snowflake_kit_mint::Node;
//! # extern crate sqlx_0_9 as sqlx;
//! use sqlx::{Connection, FromRow, SqliteConnection};
//!
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_kit_mint")]
//! pub struct UserId(Snowflake);
//!
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_kit_mint")]
//! pub struct PostId(Snowflake);
//!
//! snowflake_kit_sqlx::value!(sqlx_0_9: UserId, PostId);
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
//! snowflake_kit_mint::install(Node::fixed(7))?;
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
//! | `Vec<UserId>`, `&[UserId]` on PostgreSQL (feature `sqlx_0_9-postgres`) | `= ANY($1)`, `UNNEST($1, $2)`, columns of `bigint[]` and of arrays of a domain |
//! | `Json<Settings>` | writes the IDs in it as serde does |
//! | `query!`, `query_as!` | see below |
//!
//! A column is `bigint`, or a domain over it on PostgreSQL; on MariaDB and MySQL also `BIGINT
//! UNSIGNED`, as Laravel makes it. An ID does not fit into smaller
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
//! Read a column that holds 0 in place of `NULL` as `OrZero<UserId>`.
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

//! # Columns that hold 0
//!
//! ```standalone_crate
//! use snowflake_kit_core::{Id, Snowflake};
//! use snowflake_kit_sqlx::sqlx_0_9::OrZero;
//! # extern crate sqlx_0_9 as sqlx;
//! use sqlx::{Connection, FromRow, SqliteConnection};
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_core")]
//! pub struct PostId(Snowflake);
//! # snowflake_kit_sqlx::value!(sqlx_0_9: PostId);
//!
//! #[derive(Debug, FromRow, PartialEq)]
//! struct Post {
//!     id: PostId,
//!     reply_to: OrZero<PostId>,
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut db = SqliteConnection::connect("sqlite::memory:").await?;
//! sqlx::raw_sql("CREATE TABLE posts (id BIGINT PRIMARY KEY NOT NULL, reply_to BIGINT NOT NULL)")
//!     .execute(&mut db)
//!     .await?;
//! let post = Post { id: PostId::from_i64(5)?, reply_to: OrZero(None) };
//! let insert = sqlx::query("INSERT INTO posts VALUES (?, ?)").bind(post.id).bind(post.reply_to);
//! insert.execute(&mut db).await?;
//!
//! let select = sqlx::query_as("SELECT * FROM posts WHERE reply_to = 0");
//! let found: Post = select.fetch_one(&mut db).await?;
//! assert_eq!(found, post);
//! # Ok(())
//! # }
//! ```
//!
//! # Node leases
//!
//! The module `lease` of a version has a store that keeps the leases of node numbers in a table of
//! the application's database.
//!
//! `LeaseBuilder` of `snowflake-kit-lease` takes the store, claims a number and renews the lease. This
//! example calls the operations of the store itself:
//!
//! ```
//! # #[cfg(feature = "sqlx_0_9-sqlite")]
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use sqlx_0_9 as sqlx;
//! use snowflake_kit_lease::table::{self, Dialect};
//! use snowflake_kit_lease::{AsyncStore as _, Change, LeaseTerms, claim};
//! use snowflake_kit_sqlx::sqlx_0_9::lease::LeaseStore;
//! use sqlx::sqlite::SqliteConnectOptions;
//! use sqlx::{AssertSqlSafe, ConnectOptions as _};
//!
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("shop.db");
//! let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
//! // For a program without a folder of migrations.
//! let up = AssertSqlSafe(table::Migration::new(Dialect::Sqlite).up());
//! sqlx::raw_sql(up).execute(&mut options.connect().await?).await?;
//!
//! // Its own connection to the application's database.
//! let mut store = LeaseStore::new(options);
//!
//! // What a `LeaseBuilder` does.
//! let now = store.read("shop").await?.unix_millis;
//! let claim = claim(7, None, now, &LeaseTerms::default(), 1)?;
//! assert!(store.change("shop", &Change::claim(&claim, "web-1")).await?);
//! assert_eq!(store.read("shop").await?.rows, [claim.row]);
//! # Ok(())
//! # }
//! # #[cfg(not(feature = "sqlx_0_9-sqlite"))]
//! # fn main() {}
//! ```
//!
//!
//! # Crate features
//!
//! - `sqlx_0_8`, `sqlx_0_9`: the module of the same name. Both can be on at once.
//! - `sqlx_0_9-postgres`, `sqlx_0_9-mysql`, `sqlx_0_9-sqlite`, and the same of 0.8: with the driver.
//! - `lease`: the module `lease` in each of them that has a driver.
//!
//! With 0.8, statements are plain texts, so leave `AssertSqlSafe` out.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(
    all(feature = "sqlx_0_8", feature = "sqlx_0_9"),
    expect(clippy::duplicate_mod, reason = "the versions of sqlx have one source")
)]

#[cfg(any(feature = "sqlx_0_8", feature = "sqlx_0_9"))]
mod sqlx;
#[cfg(feature = "sqlx_0_8")]
pub mod sqlx_0_8;
#[cfg(feature = "sqlx_0_9")]
pub mod sqlx_0_9;
