//! Diesel for snowflake IDs: columns that know which ID they hold, and checked
//! values of `BIGINT`.
//!
//! Applications switch on the feature `diesel` of `snowflake-kit`, and every ID
//! type has these impls. Without the facade, [`column!`] writes them:
//!
//! ```
//! use diesel::connection::SimpleConnection;
//! use diesel::prelude::*;
//! use snowflake_core::{Snowflake, SnowflakeId};
//! use snowflake_mint::Node;
//! # use snowflake_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_mint")]
//! pub struct UserId(Snowflake);
//!
//! /// Identifies a post.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_mint")]
//! pub struct PostId(Snowflake);
//!
//! snowflake_diesel::column!(UserId, PostId);
//!
//! diesel::table! {
//!     use diesel::sql_types::{Nullable, Text};
//!     use snowflake_diesel::Key;
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
//! snowflake_mint::install(Node::fixed(7))?;
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
//! // The row is complete, its key included, before the database hears of it.
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
//! A value of [`Key<UserId>`](Key), the SQL type of columns that hold such IDs,
//! and of `BigInt`, that of all integers of 64 bits; and of both as `Nullable`.
//! It stands wherever a value can: in `eq`, `find`, `eq_any`, `between`, in
//! `Insertable`, `AsChangeset`, `Queryable`, `Identifiable`, `Associations` and
//! `QueryableByName` structs, in `bind`, and in PostgreSQL's arrays and `COPY`;
//! owned, by reference, and as `Option`.
//!
//! In columns declared as `Key`, an ID of another kind does not compile, nor a
//! bare `i64`, nor a join of columns of unequal kinds. In `BigInt` columns Diesel
//! notices none of that.
//!
//! # Functions for any table
//!
//! What is generic over tables, keys and databases is written as with other
//! keys, and looks up no user by the ID of a post:
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
//! # use snowflake_core::{Id, Snowflake, SnowflakeId};
//! # use snowflake_derive::SnowflakeId;
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_mint")]
//! # pub struct UserId(Snowflake);
//! # snowflake_diesel::column!(UserId);
//! # diesel::table! {
//! #     use diesel::sql_types::Text;
//! #     use snowflake_diesel::Key;
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
//! 1 to 2^63 - 1. A value that is no ID (0 or negative, written by something
//! else than this program) is an error. Diesel's `DeserializationError` prints
//! the field (`Error deserializing field 'id'`), and its
//! [`source`](std::error::Error::source) the type and the value (`invalid
//! PostId 0: expected 1 to 9223372036854775807`).
//!
//! A column that holds 0 in place of `NULL` is read as [`OrZero<PostId>`](OrZero).
//!
//! # Databases
//!
//! All of Diesel's backends, and `MultiConnection` (see [`multi_backend!`]); in
//! plain columns those of other crates as well: an ID goes the way that Diesel
//! has for `i64`. This crate switches no backend on; they are the features of
//! the application's own `diesel`. `diesel-async` needs nothing more, but for
//! [leases](lease), for which it is a feature.
//!
//! Declare keys `BIGINT PRIMARY KEY NOT NULL`, without `SERIAL`, `IDENTITY` or
//! `AUTO_INCREMENT`: then a row that was to be inserted without its key is an
//! error. Not `INTEGER PRIMARY KEY` either: under that name `SQLite` fills a
//! missing key in silently, with the largest one plus 1.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod column;
mod key;
#[cfg(feature = "mint")]
pub mod lease;
mod or_zero;

pub use column::{BoundId, bind, from_sql, to_sql};
pub use key::Key;
pub use or_zero::OrZero;

/// What the macro's code names.
#[doc(hidden)]
pub mod __private {
    pub use diesel::backend::Backend;
    pub use diesel::deserialize::{FromSql, Queryable, Result as FromSqlResult};
    pub use diesel::expression::AsExpression;
    pub use diesel::serialize::{Output, Result as ToSqlResult, ToSql};
    pub use diesel::sql_types::{BigInt, HasSqlType, Nullable, SingleValue};
    pub use snowflake_core::Id;

    pub use crate::column::{Holds, Takes};
}
