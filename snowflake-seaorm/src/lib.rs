//! SeaORM for snowflake IDs: keys that are checked, minted on insert, and typed
//! in filters.
//!
//! Applications enable the feature `sea_orm_2` of `snowflake-kit`. Then every ID type is a
//! SeaORM value, and [`MintedModel`] is one derive on the model. The guide of
//! `snowflake-kit` has a page for SeaORM users. Without `snowflake-kit`, [`value!`] makes
//! an ID type a value, and `#[minted(crate = "…")]` tells the derive where this crate is:
//!
//! ```
//! # use snowflake_core::Snowflake;
//! # use snowflake_derive::SnowflakeId;
//! #
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_mint")]
//! # pub struct UserId(Snowflake);
//! #
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_mint")]
//! # pub struct PostId(Snowflake);
//! #
//! snowflake_seaorm::value!(UserId, PostId);
//!
//! mod post {
//!     use sea_orm::entity::prelude::*;
//!     use snowflake_derive::MintedModel;
//!
//!     use super::{PostId, UserId};
//!
//!     #[sea_orm::model]
//!     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
//!     #[sea_orm(table_name = "posts")]
//!     #[minted(crate = "snowflake_seaorm")]
//!     pub struct Model {
//!         #[sea_orm(primary_key, auto_increment = false)]
//!         pub id: PostId,
//!         pub author_id: UserId,
//!         pub reply_to: Option<PostId>,
//!         pub title: String,
//!     }
//! }
//!
//! use sea_orm::{ConnectionTrait, Database, EntityTrait, QueryFilter, Schema};
//! use snowflake_core::SnowflakeId as _;
//! use snowflake_mint::Node;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Once, at the start of the process: its node number.
//! snowflake_mint::install(Node::fixed(7))?;
//!
//! let db = Database::connect("sqlite::memory:").await?;
//! let schema = Schema::new(db.get_database_backend());
//! db.execute(&schema.create_table_from_entity(post::Entity)).await?;
//!
//! let author = UserId::mint();
//! let post = post::ActiveModel::builder()
//!     .set_author_id(author)
//!     .set_reply_to(None)
//!     .set_title("Keys before rows")
//!     .insert(&db)
//!     .await?;
//!
//! // `post::IDS.author_id.eq(post.id)` does not compile.
//! let found = post::Entity::find().filter(post::IDS.author_id.eq(author)).all(&db).await?;
//! assert_eq!(found[0].id, post.id);
//! # Ok(())
//! # }
//! ```
//!
//! # What mints
//!
//! | | a key that is not set | a key that is set |
//! |---|---|---|
//! | `row.insert(db)` | is minted | stays |
//! | `row.save(db)` | is minted, and the row inserted | SeaORM **updates** the row that has it |
//! | [`row.save_minted(db)`](MintedModel::save_minted) | is minted, and the row inserted | the row is inserted, or updated if it was read from the database |
//! | nested: `.add_comment(…)`, `.set_author(…)` | is minted, in each row | as in `insert` and `save` of that row |
//! | `Entity::insert(row.minted()?)` | is minted | stays |
//! | `Entity::insert_many(rows.minted()?)` | is minted, in each row | stays |
//! | `Entity::insert(row)`, `insert_many(rows)` | is the database's error | stays |
//!
//! If keys are known, you can link rows without asking the database. So a graph of any
//! size, also with cycles, is one `insert_many` per table. Nested saves are an insert, a savepoint
//! and its release per row. For nested writes with keys that you set, use `insert`, not `save`:
//! `insert` inserts all new rows.
//!
//! If a key cannot be minted, for example because no node is installed, the error is a
//! `DbErr::Custom` that says why, and nothing is inserted. Without the feature `tokio`, a
//! mint that must wait for a free slot blocks the thread: below 1 ms with the default
//! layout, up to a tick with others.
//!
//! # No counted keys
//!
//! Write `auto_increment = false` on each primary key; the derive refuses a key without it.
//! SeaORM's default is `true` for every type with a name that does not end in `String` or
//! `Uuid`. With `true`, SeaORM's schema makes the database number rows that have no key, and
//! SeaORM asks `MySQL` and `SQLite` for a number that they did not give.
//!
//! A column of IDs is a [`bigint`](schema::column_type) in all databases, if SeaORM creates or
//! syncs the table, or a migration uses the functions of [`schema`]. SeaORM's own 64-bit type is
//! `integer` in `SQLite`, where a row without such a primary key gets the largest one plus 1. Look
//! for this in existing tables, and for `column_type = "BigInteger"` on columns that are not
//! minted.
//!
//! # Columns
//!
//! `find_by_id`, `delete_by_id`, `set_author_id` and `Set` accept only their own ID type.
//! So do filters with the constant `IDS`, see [`IdColumn`]. SeaORM's own columns accept
//! every type: `post::Column::AuthorId.eq(post_id)` and
//! `post::COLUMN.author_id.eq(post_id)` compile, and find nothing as long as the two ID
//! types share a generator.
//!
//! SeaORM chooses the column types in `COLUMN` by the name of the Rust type. If the name
//! contains `Date`, `Time` or `Timestamp`, as `TimeEntryId` does,
//! `COLUMN.entry_id.eq(…)` does not compile. `IDS.entry_id.eq(…)` does.
//!
//! With `#[sea_orm::model]`, the derive also compares the two ends of each `belongs_to`: a
//! relation from a `PostId` to the key of users does not compile.
//!
//! # What else to know of SeaORM
//!
//! - `RecordNotUpdated` from `save`: the row's key was set, so SeaORM assumed that the row
//!   is in the database. Use `insert`, or [`save_minted`](MintedModel::save_minted).
//! - Nested writes do not save a `has_many` with a `relation_enum`.
//! - An upsert that finds an existing row keeps that row's key. Without `RETURNING`, as on
//!   MariaDB, `last_insert_id` is the minted key that was not used. Look the row up by its
//!   unique columns.
//! - `into_json()` bypasses the model and its types, so it writes IDs as numbers, which
//!   JavaScript rounds. `serde_json::to_value` of the model writes them as strings.
//! - `ActiveModel::from_json` requires all fields without a default value, and to SeaORM
//!   an ID has none. With `#[serde(default = "PostId::mint")]` on the key, JSON without
//!   the key gives a row with a key that is not set.
//! - Schema sync reads a `bigint` of `SQLite` as SeaORM's own type, and logs a warning
//!   that the column is `integer` in the database. The warning is wrong, and sync changes
//!   nothing.
//! - Code that uses the type of a column, such as `ActiveModel::from_arrow`, sees a custom
//!   type with the name `bigint`.
//!
//! # What is read
//!
//! 1 to 2^63 - 1. Other values, written by another program, are a `DbErr::TryIntoErr`. Its
//! [`ColumnError`] names the column, the type and the value. SeaORM does not name the
//! entity, but the name of the type shows it:
//!
//! ```text
//! Error converting `i64` into `PostId`: column id: invalid PostId 0: expected 1 to 9223372036854775807
//! ```
//!
//! Read a column that holds 0 in place of `NULL` as [`OrZero<PostId>`](OrZero).
//!
//! # Databases
//!
//! All of SeaORM's databases; tested with `SQLite`, PostgreSQL and MariaDB. This crate
//! enables no driver; enable drivers as features of your own `sea-orm`.
//!
//! # Crate features
//!
//! - `lease` (default): [`lease`](mod@lease), node leases over the application's connections.
//! - `postgres-array`: `Vec<UserId>` is a column of PostgreSQL's type `bigint[]`.
//! - `tokio`: minting waits on tokio's timer instead of blocking the thread. It is the feature
//!   `tokio` of `snowflake-mint`, which another package may switch on as well.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod column;
mod id_column;
#[cfg(feature = "lease")]
pub mod lease;
mod mint;
mod model;
mod or_zero;
mod relation;
pub mod schema;
mod value;

#[cfg(feature = "postgres-array")]
pub use column::try_get_array;
pub use column::{ColumnError, try_from_u64, try_get};
pub use id_column::{IdColumn, IdOperand};
pub use model::{MintedModel, MintedRows};
pub use or_zero::OrZero;
pub use value::{from_value, to_value};

/// What derived code and the macros' code name.
#[doc(hidden)]
pub mod __private {
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
    pub use snowflake_core::Id;

    /// The derive finds it by this name in the facade as well.
    pub use crate as seaorm;
    pub use crate::mint::{BoxFuture, Caller, MintedKey, caller, given, key, key_in};
    pub use crate::relation::{LinksTo, link};

    /// The keys of a row, each with the value of its caller's field.
    pub fn zip<'a, const N: usize>(
        keys: [(&'static str, &'a mut dyn MintedKey); N],
        callers: [Caller; N],
    ) -> impl Iterator<Item = (&'static str, &'a mut dyn MintedKey, Caller)> + Send {
        keys.into_iter().zip(callers).map(|((name, key), caller)| (name, key, caller))
    }

    /// Compiles if this is an ID type.
    pub const fn id<T: Id>() {}

    /// A future in its box.
    pub fn boxed<'a, T>(future: impl Future<Output = T> + Send + 'a) -> BoxFuture<'a, T> {
        Box::pin(future)
    }
}
