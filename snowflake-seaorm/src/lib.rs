//! SeaORM for snowflake IDs: checked primary and foreign keys.
//!
//! Applications switch on the feature `seaorm` of `snowflake-kit`, and every ID
//! type has these impls. Without the facade, [`value!`] writes them:
//!
//! ```
//! use snowflake_core::Snowflake;
//! # use snowflake_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_core")]
//! pub struct UserId(Snowflake);
//!
//! /// Identifies a post.
//! #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_core")]
//! pub struct PostId(Snowflake);
//!
//! snowflake_seaorm::value!(UserId, PostId);
//!
//! mod post {
//!     use sea_orm::entity::prelude::*;
//!
//!     #[sea_orm::model]
//!     #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//!     #[sea_orm(table_name = "posts")]
//!     pub struct Model {
//!         #[sea_orm(primary_key, auto_increment = false)]
//!         pub id: super::PostId,
//!         pub author_id: super::UserId,
//!         pub editor_id: Option<super::UserId>,
//!         pub title: String,
//!     }
//!
//!     impl ActiveModelBehavior for ActiveModel {}
//! }
//!
//! use sea_orm::{
//!     ActiveModelTrait, ColumnTrait, ConnectionTrait, Database, EntityTrait, QueryFilter, Schema,
//! };
//! use snowflake_core::{Node, SnowflakeId as _};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Once, at the start of the process: its node number.
//! snowflake_core::install(Node::fixed(7))?;
//!
//! let db = Database::connect("sqlite::memory:").await?;
//! let schema = Schema::new(db.get_database_backend());
//! db.execute(&schema.create_table_from_entity(post::Entity)).await?;
//!
//! // The row is complete, its key included, before the database hears of it.
//! let author = UserId::mint();
//! let post = post::ActiveModel::builder()
//!     .set_id(PostId::mint())
//!     .set_author_id(author)
//!     .set_editor_id(None)
//!     .set_title("Keys before rows")
//!     .insert(&db)
//!     .await?;
//!
//! let found = post::Entity::find().filter(post::COLUMN.author_id.eq(author)).all(&db).await?;
//! assert_eq!(found.len(), 1);
//! assert_eq!(found[0].id, post.id);
//! # Ok(())
//! # }
//! ```
//!
//! # `auto_increment = false`
//!
//! Every primary key that is an ID has to say so, in both entity formats:
//! `#[sea_orm(primary_key, auto_increment = false)]`. SeaORM's default is
//! `true` for every type whose name does not end in `String` or `Uuid`, and
//! then
//!
//! - the schema that SeaORM writes has `IDENTITY`, `AUTO_INCREMENT` or
//!   `AUTOINCREMENT`. A row that was to be inserted without its key is no error
//!   any more: the database numbers it;
//! - where `INSERT … RETURNING` is not used (`MySQL`, MariaDB, `SQLite` without
//!   SeaORM's feature for it), SeaORM does not look at the key that the row
//!   has, but asks the database for the number that it gave to the last row. It
//!   gave none, or one of its own that is not the key: the row is inserted, and
//!   the insert answers with an error, with a wrong key, or with another row.
//!
//! With `auto_increment = false` the key that was set is the key that comes
//! back, and on PostgreSQL and `MySQL` a missing one is the database's error.
//!
//! In `SQLite` it still is none with the schema that SeaORM writes. Its type for
//! 64 bits there is `integer`, and an `integer` primary key is `SQLite`'s own row
//! number, which it fills in with the largest one plus 1: this looks like a
//! snowflake, until another process mints the same. With a column type of its
//! own the key is a `BIGINT` in all three, and a missing one is an error:
//!
//! ```
//! # use snowflake_core::Snowflake;
//! # use snowflake_derive::SnowflakeId;
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_core")]
//! # pub struct UserId(Snowflake);
//! # snowflake_seaorm::value!(UserId);
//! # mod user {
//! # use sea_orm::entity::prelude::*;
//! # use super::UserId;
//! #[sea_orm::model]
//! #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//! #[sea_orm(table_name = "users")]
//! pub struct Model {
//!     #[sea_orm(primary_key, auto_increment = false, column_type = r#"custom("bigint")"#)]
//!     pub id: UserId,
//!     pub name: String,
//! }
//! # impl ActiveModelBehavior for ActiveModel {}
//! # }
//! # fn main() {}
//! ```
//!
//! # What an ID is to SeaORM
//!
//! A value of the column type `BigInteger`, wherever an `i64` is one: in
//! models, owned and as `Option`, in `find_by_id`, in filters, relations and
//! cursors, in statements of sea-query, and with the feature `postgres-array`
//! as `Vec<UserId>`. What SeaORM makes from the model is typed:
//! `find_by_id(post_id)` or `set_id(post_id)` on users does not compile. Its
//! columns are not: `user::Column::Id.eq(post_id)` compiles, and finds nothing
//! as long as the two types share a generator.
//!
//! # What is read
//!
//! 1 to 2^63 - 1. A value that is no ID (0 or negative, written by something
//! else than this program) is a `DbErr::TryIntoErr`, whose [`ColumnError`]
//! names the column, the type and the value:
//!
//! ```text
//! Error converting `i64` into `PostId`: column id: invalid PostId 0: expected 1 to 9223372036854775807
//! ```
//!
//! # Databases
//!
//! All of SeaORM's. This crate switches no driver on; they are the features of
//! the application's own `sea-orm`.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod column;
mod id_column;
mod link;
mod mint;
mod model;
pub mod schema;
mod value;

#[cfg(feature = "postgres-array")]
pub use column::try_get_array;
pub use column::{ColumnError, try_from_u64, try_get};
pub use id_column::{IdColumn, IdOperand};
pub use model::{MintedModel, MintedRows};
pub use value::{from_value, to_value};

/// What derived code and the macros' code name.
#[doc(hidden)]
pub mod __private {
    /// The derive finds it by this name in the facade as well.
    pub use crate as seaorm;

    pub use std::string::String;
    pub use std::vec::Vec;

    #[cfg(feature = "postgres-array")]
    pub use sea_orm::TryGetableArray;
    #[cfg(feature = "postgres-array")]
    pub use sea_orm::sea_query::postgres_array::NotU8;
    pub use sea_orm::sea_query::{ArrayType, Nullable, ValueType, ValueTypeErr};
    pub use sea_orm::{
        ActiveModelBehavior, ActiveValue, ColIdx, ColumnType, ConnectionTrait, DbErr, EntityTrait,
        IntoActiveValue, QueryResult, TryFromU64, TryGetError, TryGetable, Value,
    };
    pub use snowflake_core::SnowflakeId;

    pub use crate::link::{LinksTo, link};
    pub use crate::mint::{BoxFuture, Key};

    /// Compiles if this is an ID type.
    pub const fn id<T: SnowflakeId>() {}

    /// A future in its box.
    pub fn boxed<'a, T>(future: impl Future<Output = T> + Send + 'a) -> BoxFuture<'a, T> {
        Box::pin(future)
    }
}
