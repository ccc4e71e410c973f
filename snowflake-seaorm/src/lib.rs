//! SeaORM for snowflake IDs: keys that are checked, minted on insert, and typed
//! in filters.
//!
//! Applications switch on the feature `seaorm` of `snowflake-kit`, whose guide
//! has a page for SeaORM users; every ID type is a value of SeaORM's there, and
//! [`MintedModel`] is one derive on the model. Without the facade, [`value!`]
//! makes an ID type a value, and the derive is told where this crate is:
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
//! Rows whose keys are known beforehand are linked without asking the database:
//! a graph of any size is one `insert_many` for each table, cycles included,
//! where nested saves are an insert, a savepoint and its release for each row.
//! In nested writes with keys of your own use `insert`, not `save`: it inserts
//! all that is new.
//!
//! A key that cannot be minted (no node is installed, say) is a
//! `DbErr::Custom` that says why, and nothing is inserted. Without the feature
//! `tokio` a mint that has to wait for a free slot blocks the thread: below
//! 1 ms with the default layout, up to a tick with others.
//!
//! # Nobody else numbers rows
//!
//! Each primary key says `auto_increment = false`; the derive refuses one that
//! does not. SeaORM's default is `true` for every type whose name does not end
//! in `String` or `Uuid`, and then its schema has the database number rows that
//! come without a key, and `MySQL` and `SQLite` are asked for a number that
//! they did not give.
//!
//! The type of a column of IDs is [`bigint`](schema::column_type) in all
//! databases, in tables that SeaORM creates and syncs, and with the functions
//! of [`schema`] in migrations. SeaORM's own type for 64 bits is `integer` in
//! `SQLite`, and `SQLite` takes a primary key of that type for its row number:
//! a row without a key gets the largest one plus 1, which looks like an ID.
//! Look out for it in tables that exist already, and for `column_type =
//! "BigInteger"` on columns that are not minted.
//!
//! # Columns
//!
//! `find_by_id`, `delete_by_id`, `set_author_id` and `Set` take their own kind
//! of ID and no other. Filters do by the constant `IDS`, see [`IdColumn`].
//! SeaORM's own columns do not: `post::Column::AuthorId.eq(post_id)` and
//! `post::COLUMN.author_id.eq(post_id)` compile, and find nothing as long as
//! the two ID types share a generator.
//!
//! In `COLUMN` SeaORM goes by the name of a type: where it has `Date`, `Time` or
//! `Timestamp` in it, as `TimeEntryId` has, `COLUMN.entry_id.eq(…)` does not
//! compile. `IDS.entry_id.eq(…)` does.
//!
//! With `#[sea_orm::model]` the derive also compares the two ends of each
//! `belongs_to`: a relation from a `PostId` to the key of users does not
//! compile.
//!
//! # What else to know of SeaORM
//!
//! - `RecordNotUpdated` from `save`: the row's key was set, so SeaORM took the
//!   row for one of the database's. Use `insert`, or
//!   [`save_minted`](MintedModel::save_minted).
//! - `has_many` with a `relation_enum` is not saved in nested writes.
//! - After an upsert that met a row which was there, that row keeps its key.
//!   Without `RETURNING`, as on MariaDB, `last_insert_id` is the one that was
//!   minted for nothing: look the row up by what is unique.
//! - `into_json()` goes past the model and its types, so it writes IDs as
//!   numbers, which JavaScript rounds. `serde_json::to_value` of the model
//!   writes them as strings.
//! - `ActiveModel::from_json` wants all fields that have no default value in
//!   SeaORM's eyes, and an ID has none. With
//!   `#[serde(default = "PostId::mint")]` on the key, JSON without it is a row
//!   whose key is not set.
//! - Schema sync reads a `bigint` of `SQLite`'s back as SeaORM's own type, and
//!   logs a warning that the column is `integer` in the database. It is not, and
//!   nothing is changed.
//! - What goes by the type of a column, as `ActiveModel::from_arrow` does, finds
//!   a custom one by the name of `bigint`.
//!
//! # What is read
//!
//! 1 to 2^63 - 1. A value that is no ID (0 or negative, written by something
//! else than this program) is a `DbErr::TryIntoErr`, whose [`ColumnError`]
//! names the column, the type and the value; SeaORM does not tell of which
//! entity, but the type's name does:
//!
//! ```text
//! Error converting `i64` into `PostId`: column id: invalid PostId 0: expected 1 to 9223372036854775807
//! ```
//!
//! A column that holds 0 in place of `NULL` is read as [`OrZero<PostId>`](OrZero).
//!
//! # Databases
//!
//! All of SeaORM's; tested with `SQLite`, PostgreSQL and MariaDB. This crate
//! switches no driver on; they are the features of the application's own
//! `sea-orm`.
//!
//! # Crate features
//!
//! - `postgres-array`: `Vec<UserId>` is a column of PostgreSQL's type
//!   `bigint[]`.
//! - `tokio`: minting waits on tokio's timer instead of blocking the thread.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod column;
mod id_column;
#[cfg(feature = "mint")]
pub mod lease;
#[cfg(feature = "mint")]
mod mint;
#[cfg(feature = "mint")]
mod model;
mod or_zero;
mod relation;
pub mod schema;
mod value;

#[cfg(feature = "postgres-array")]
pub use column::try_get_array;
pub use column::{ColumnError, try_from_u64, try_get};
pub use id_column::{IdColumn, IdOperand};
#[cfg(feature = "mint")]
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
    #[cfg(feature = "mint")]
    pub use crate::mint::{BoxFuture, Caller, MintedKey, caller, given, key, key_in};
    pub use crate::relation::{LinksTo, link};

    /// The keys of a row, each with the value of its caller's field.
    #[cfg(feature = "mint")]
    pub fn zip<'a, const N: usize>(
        keys: [(&'static str, &'a mut dyn MintedKey); N],
        callers: [Caller; N],
    ) -> impl Iterator<Item = (&'static str, &'a mut dyn MintedKey, Caller)> + Send {
        keys.into_iter().zip(callers).map(|((name, key), caller)| (name, key, caller))
    }

    /// Compiles if this is an ID type.
    pub const fn id<T: Id>() {}

    /// A future in its box.
    #[cfg(feature = "mint")]
    pub fn boxed<'a, T>(future: impl Future<Output = T> + Send + 'a) -> BoxFuture<'a, T> {
        Box::pin(future)
    }
}
