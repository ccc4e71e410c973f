//! rusqlite for snowflake IDs: typed parameters, and columns that are checked when they
//! are read.
//!
//! ```
//! use rusqlite::{Connection, params};
//! use snowflake_kit_core::Snowflake;
//! use snowflake_kit_mint::Node;
//! # use snowflake_kit_core::SnowflakeId as _;
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! pub struct UserId(Snowflake);
//!
//! /// Identifies a post.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! pub struct PostId(Snowflake);
//!
//! snowflake_kit_rusqlite::value!(UserId, PostId);
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Once, at the start of the process: its node number.
//! snowflake_kit_mint::install(Node::fixed(7))?;
//!
//! let mut connection = Connection::open_in_memory()?;
//! connection.execute_batch(
//!     "CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
//!      CREATE TABLE posts (
//!          id BIGINT PRIMARY KEY NOT NULL,
//!          author_id BIGINT NOT NULL REFERENCES users,
//!          reply_to BIGINT REFERENCES posts,
//!          title TEXT NOT NULL
//!      );",
//! )?;
//!
//! // A user and three posts, linked before the database knows any of them.
//! let author = UserId::mint();
//! let posts = PostId::mint_many(3);
//! let replies_to = [None, Some(posts[0]), Some(posts[0])];
//!
//! let transaction = connection.transaction()?;
//! transaction.execute("INSERT INTO users VALUES (?1, ?2)", params![author, "Ada"])?;
//! {
//!     let mut insert = transaction.prepare("INSERT INTO posts VALUES (?1, ?2, ?3, ?4)")?;
//!     for (id, reply_to) in posts.iter().zip(replies_to) {
//!         insert.execute(params![id, author, reply_to, "Keys before rows"])?;
//!     }
//! }
//! transaction.commit()?;
//!
//! let mut select = connection
//!     .prepare("SELECT id, reply_to FROM posts WHERE author_id = :author ORDER BY id")?;
//! let found = select
//!     .query_map(&[(":author", &author)], |row| Ok((row.get("id")?, row.get("reply_to")?)))?
//!     .collect::<Result<Vec<(PostId, Option<PostId>)>, _>>()?;
//! assert_eq!(found, posts.into_iter().zip(replies_to).collect::<Vec<_>>());
//! # Ok(())
//! # }
//! ```
//!
//! # What works
//!
//! | | |
//! |---|---|
//! | parameters | in `params!`, `named_params!`, tuples, arrays and `params_from_iter`; as `UserId`, `&UserId`, `Option<UserId>` |
//! | columns | `row.get("id")`, `query_row`, `query_map`, `query_one`; as `UserId`, `Option<UserId>` |
//! | lists | `WHERE id IN rarray(?1)` with rusqlite's feature `array`: `Rc::new(ids.into_iter().map(Value::from).collect::<Vec<_>>())` |
//! | dynamic values | `rusqlite::types::Value::from(id)` |
//! | `serde_rusqlite` | with `#[serde(with = "snowflake_kit_serde::number")]` on each field that is an ID, see below |
//!
//! # What does not work
//!
//! | | because | instead |
//! |---|---|---|
//! | IDs in columns with values of type `TEXT`, `REAL` or `BLOB` | an ID is an `INTEGER` | `CAST(id AS INTEGER)` in the query |
//! | `NULL` as `UserId` | it is not an ID | `Option<UserId>` |
//! | 0 as `UserId` | it is not an ID | [`OrZero<UserId>`](OrZero), in columns that hold 0 in place of `NULL` |
//! | `WHERE id IN (?1)` with a `Vec` | SQLite takes `?1` for one value | `rarray`, or one `?` per ID with `params_from_iter` |
//! | a compile error for a `PostId` in a column of users | rusqlite does not know the table's columns when it compiles | |
//!
//! `serde_rusqlite` calls itself human-readable, so serde writes an ID as its text form. SQLite
//! stores that text, except that a `BIGINT` column turns decimal digits into an integer. To store
//! integers for all text forms, put `#[serde(with = "snowflake_kit_serde::number")]` on the field, or
//! `snowflake_kit_serde::number::option` for an `Option<UserId>`.
//!
//! # What is read
//!
//! Integers from 1 to 2^63 - 1. All other values are errors: rusqlite's
//! `FromSqlConversionFailure`, whose text has the number of the column, and the ID type and
//! value:
//!
//! ```text
//! Conversion error from type Integer at index: 0, invalid UserId 0: expected 1 to 9223372036854775807
//! Conversion error from type Text at index: 0, invalid UserId "abc": expected an INTEGER, 1 to 9223372036854775807
//! ```
//!
//! Its source is a [`ValueError`](snowflake_kit_core::ValueError) if the value is an integer,
//! and a [`NotAnInteger`] if it is not.
//!
//! # Tables
//!
//! Declare keys as `BIGINT PRIMARY KEY NOT NULL`, in `STRICT` tables as `INT PRIMARY KEY NOT
//! NULL`. Then an insert without a key is an error. A `STRICT` table also refuses values
//! that are not integers.
//!
//! Do not declare them as `INTEGER PRIMARY KEY`, except in tables `WITHOUT ROWID`: SQLite would
//! fill in a missing key with the largest one plus 1. The guide of `snowflake-kit` compares the
//! forms of keys on its page for Diesel.
//!
//! # Crate features
//!
//! - `lease` (default): [`lease`](mod@lease), node leases in a table of the application's database.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

#[cfg(feature = "lease")]
pub mod lease;
mod or_zero;
mod value;

pub use or_zero::OrZero;
pub use value::NotAnInteger;

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use rusqlite::Result;
    pub use rusqlite::types::{FromSql, FromSqlResult, ToSql, ToSqlOutput, Value, ValueRef};

    pub use crate::value::{from_sql, to_sql, to_value};
}
