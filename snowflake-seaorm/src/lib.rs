//! SeaORM for snowflake IDs: keys that are checked, minted on insert, and typed
//! in filters.
//!
//! Applications enable the feature `sea_orm_1` or `sea_orm_2` of `snowflake-kit`. Then every ID type
//! is a value of that version, and `MintedModel` is one derive on the model. Without `snowflake-kit`,
//! [`value!`] makes an ID type a value, and `#[minted(crate = "…")]` tells the derive which version's
//! module to use:
//!
//! ```
//! # use snowflake_kit_core::Snowflake;
//! # use snowflake_kit_derive::SnowflakeId;
//! #
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! # pub struct UserId(Snowflake);
//! #
//! # #[derive(SnowflakeId)]
//! # #[snowflake(crate = "snowflake_kit_mint")]
//! # pub struct PostId(Snowflake);
//! #
//! snowflake_kit_seaorm::value!(sea_orm_2: UserId, PostId);
//!
//! mod post {
//!     use sea_orm::entity::prelude::*;
//!     use snowflake_kit_derive::MintedModel;
//!
//!     use super::{PostId, UserId};
//!
//!     #[sea_orm::model]
//!     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
//!     #[sea_orm(table_name = "posts")]
//!     #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
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
//! use snowflake_kit_core::SnowflakeId as _;
//! use snowflake_kit_mint::Node;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // Once, at the start of the process: its node number.
//! snowflake_kit_mint::install(Node::fixed(7))?;
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
//! The guide of `snowflake-kit` says on its page for SeaORM which calls mint, how tables are created,
//! and what to know of SeaORM. The module of a version has:
//!
//! | | |
//! |---|---|
//! | `MintedModel`, `MintedRows` | `minted()` before `Entity::insert` and `insert_many`, `save_minted` |
//! | `IdColumn` | the columns in `IDS`, typed in filters |
//! | `schema` | columns of tables, for migrations |
//! | `OrZero` | a column that holds 0 in place of `NULL` |
//! | `ColumnError` | a value in a column that is not an ID |
//! | `lease` | a store of node leases in the application's database |
//!
//! This crate enables no driver; enable drivers as features of your own `sea-orm`. It is tested with
//! `SQLite`, PostgreSQL and MariaDB.
//!
//! # SeaORM 1
//!
//! With `sea_orm_1`, entities are classic ones: a `Model` with `DeriveEntityModel`, and the enum
//! `Relation`. Nested saves, the builder, and the check of relations by the derive come with
//! `#[sea_orm::model]`, which only SeaORM 2 has. All else is the same. On `SQLite`, the store of leases
//! takes the lock by a statement, because version 1 cannot say `BEGIN IMMEDIATE`.
//!
//! # Crate features
//!
//! - `sea_orm_1`, `sea_orm_2`: the module of the same name. Both can be on at once; the derive then
//!   writes code for 2, and for 1 where `#[minted(crate = "…")]` names that module.
//! - `sea_query_1`: IDs as values of sea-query without SeaORM; `sea_orm_2` switches it on.
//! - `lease`: node leases over the application's connections, the module `lease` of each version.
//! - `tokio`: minting waits on tokio's timer instead of blocking the thread. It is the feature
//!   `tokio` of `snowflake-kit-mint`, which another package may switch on as well.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(
    all(feature = "sea_orm_1", feature = "sea_orm_2"),
    expect(clippy::duplicate_mod, reason = "the versions of SeaORM have one source")
)]

mod sea_orm;
#[cfg(feature = "sea_orm_1")]
pub mod sea_orm_1;
#[cfg(feature = "sea_orm_2")]
pub mod sea_orm_2;
#[cfg(feature = "sea_query_1")]
pub mod sea_query_1;
