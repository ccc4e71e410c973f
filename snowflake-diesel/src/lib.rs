//! Diesel for snowflake IDs: typed columns (`Key<UserId>`), and checked
//! values of `BIGINT`.
//!
//! Applications enable the feature `diesel` of `snowflake-kit`. Then every ID type
//! has these impls. Without `snowflake-kit`, [`column!`] writes them:
//!
//! ```
//! use diesel::connection::SimpleConnection;
//! use diesel::prelude::*;
//! use snowflake_kit_core::{Snowflake, SnowflakeId};
//! use snowflake_kit_mint::Node;
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
//! snowflake_kit_diesel::column!(UserId, PostId);
//!
//! diesel::table! {
//!     use diesel::sql_types::{Nullable, Text};
//!     use snowflake_kit_diesel::Key;
//!     use super::{PostId, UserId};
//!
//!     posts (id) {
//!         id -> Key<PostId>,
//!         author_id -> Key<UserId>,
//!         editor_id -> Nullable<Key<UserId>>,
//!         title -> Text,
//!     }
//! }
//!
//! #[derive(Debug, PartialEq, Insertable, Queryable, Selectable, Identifiable)]
//! # #[diesel(check_for_backend(diesel::sqlite::Sqlite))]
//! struct Post {
//!     id: PostId,
//!     author_id: UserId,
//!     editor_id: Option<UserId>,
//!     title: String,
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Once, at the start of the process: its node number.
//! snowflake_kit_mint::install(Node::fixed(7))?;
//!
//! let mut connection = SqliteConnection::establish(":memory:")?;
//! connection.batch_execute(
//!     "CREATE TABLE posts (
//!         id BIGINT PRIMARY KEY NOT NULL,
//!         author_id BIGINT NOT NULL,
//!         editor_id BIGINT,
//!         title TEXT NOT NULL
//!     )",
//! )?;
//!
//! // The row is complete, with its key, before it is in the database.
//! let author = UserId::mint();
//! let title = "Keys before rows".to_owned();
//! let post = Post { id: PostId::mint(), author_id: author, editor_id: None, title };
//! diesel::insert_into(posts::table).values(&post).execute(&mut connection)?;
//!
//! let found: Vec<Post> = posts::table
//!     .filter(posts::author_id.eq(author))
//!     .order(posts::id.desc())
//!     .select(Post::as_select())
//!     .load(&mut connection)?;
//! assert_eq!(found, [post]);
//! # Ok(())
//! # }
//! ```
//!
//! # What an ID is to Diesel
//!
//! An ID is a value of two SQL types, and of both as `Nullable`:
//!
//! - [`Key<UserId>`](Key), the SQL type of columns that hold these IDs
//! - `BigInt`, the SQL type of all 64-bit integers
//!
//! You can use an ID, owned, by reference or as `Option`, wherever Diesel takes a
//! value: in `eq`, `find`, `eq_any`, `between`, in `Insertable`, `AsChangeset`,
//! `Queryable`, `Identifiable`, `Associations` and `QueryableByName` structs, in
//! `bind`, and in PostgreSQL's arrays and `COPY`.
//!
//! In columns declared as `Key`, these do not compile: an ID of another type, a
//! bare `i64`, a join of columns of different ID types. In `BigInt` columns, all of
//! them compile.
//!
//! # Functions for any table
//!
//! A function can be generic over tables, keys and databases, as with other keys. This one cannot
//! look up a user by the ID of a post:
//!
//! ```
//! use diesel::dsl::{Find, Limit};
//! use diesel::prelude::*;
//! use diesel::query_dsl::methods::{FindDsl, LimitDsl, LoadQuery};
//!
//! /// The row with this key, if there is one.
//! fn find<'query, T, K, R, C>(table: T, key: K, connection: &mut C) -> QueryResult<Option<R>>
//! where
//!     C: Connection,
//!     T: FindDsl<K>,
//!     Find<T, K>: LimitDsl + RunQueryDsl<C>,
//!     Limit<Find<T, K>>: LoadQuery<'query, C, R>,
//! {
//!     FindDsl::find(table, key).first(connection).optional()
//! }
//! # use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
//! # use snowflake_kit_derive::SnowflakeId;
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! # pub struct UserId(Snowflake);
//! # snowflake_kit_diesel::column!(UserId);
//! # diesel::table! {
//! #     use diesel::sql_types::Text;
//! #     use snowflake_kit_diesel::Key;
//! #     use super::UserId;
//! #     users (id) { id -> Key<UserId>, name -> Text }
//! # }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # use diesel::connection::SimpleConnection;
//! # let connection = &mut SqliteConnection::establish(":memory:")?;
//! # connection.batch_execute(
//! #     "CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
//! #      INSERT INTO users VALUES (7, 'Ada')",
//! # )?;
//! # let id = UserId::from_i64(7)?;
//!
//! let user: Option<(UserId, String)> = find(users::table, id, connection)?;
//! # assert_eq!(user, Some((id, "Ada".to_owned())));
//! # Ok(())
//! # }
//! ```
//!
//! # What is read
//!
//! 1 to 2^63 - 1. Other values, written by another program, are errors. Diesel's
//! `DeserializationError` prints the field (`Error deserializing field 'id'`), and
//! its [`source`](std::error::Error::source) prints the type and the value
//! (`invalid PostId 0: expected 1 to 9223372036854775807`).
//!
//! Read a column that holds 0 in place of `NULL` as [`OrZero<PostId>`](OrZero).
//!
//! # Databases
//!
//! Typed columns work with all of Diesel's backends, and with `MultiConnection`
//! (see [`multi_backend!`]). Plain `BigInt` columns also work with backends of other
//! crates, because Diesel handles an ID like an `i64`. This crate enables no
//! backend; enable backends as features of your own `diesel`. `diesel-async` needs
//! the feature of its version (`diesel_async_0_8`, `diesel_async_0_9`) only for leases.
//!
//! Declare keys as `BIGINT PRIMARY KEY NOT NULL`, without `SERIAL`, `IDENTITY` or
//! `AUTO_INCREMENT`. Then an insert without the key is an error. (The guide compares the
//! forms of keys on `SQLite`, where `INTEGER PRIMARY KEY` would fill in a missing key.)

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(
    all(feature = "diesel_async_0_8", feature = "diesel_async_0_9"),
    expect(clippy::duplicate_mod, reason = "the versions of diesel-async have one source")
)]

mod column;
#[cfg(feature = "diesel_async_0_8")]
pub mod diesel_async_0_8;
#[cfg(feature = "diesel_async_0_9")]
pub mod diesel_async_0_9;
mod key;
#[cfg(feature = "lease")]
pub mod lease;
mod or_zero;

pub use key::{IntegerKey, Key, SmallIntKey, UuidKey};
pub use or_zero::OrZero;

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use diesel::backend::Backend;
    pub use diesel::deserialize::{FromSql, Queryable, Result as FromSqlResult};
    pub use diesel::expression::AsExpression;
    #[cfg(feature = "uuid")]
    pub use diesel::pg::sql_types::Uuid as PgUuid;
    pub use diesel::serialize::{Output, Result as ToSqlResult, ToSql};
    pub use diesel::sql_types::{
        BigInt, Binary, HasSqlType, Integer, Nullable, SingleValue, SmallInt,
    };
    pub use snowflake_kit_core::Id;

    pub use crate::column::{BoundId, Holds, Read, Sql, Takes, Written, bind, from_sql, to_sql};
}
