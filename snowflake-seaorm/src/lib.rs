//! SeaORM for snowflake IDs: keys that are checked, minted on insert, and typed
//! in filters.
//!
//! Applications enable the feature `sea_orm_1` or `sea_orm_2` of `snowflake-kit`. Then every ID type
//! is a value of that version, and `MintedModel` is one derive on the model. The guide of
//! `snowflake-kit` has a page for SeaORM users. Without `snowflake-kit`, the macro `value!` of the
//! version's module makes an ID type a value, and `#[minted(crate = "…")]` tells the derive where that
//! module is:
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
//! snowflake_kit_seaorm::sea_orm_2::value!(UserId, PostId);
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
//! # What mints
//!
//! | | a key that is not set | a key that is set |
//! |---|---|---|
//! | `row.insert(db)` | is minted | stays |
//! | `row.save(db)` | is minted, and the row inserted | SeaORM **updates** the row that has it |
//! | `row.save_minted(db)` | is minted, and the row inserted | the row is inserted, or updated if it was read from the database |
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
//! A column of IDs is a `bigint` in all databases, if SeaORM creates or
//! syncs the table, or a migration uses the functions of `schema`. SeaORM's own 64-bit type is
//! `integer` in `SQLite`, where a row without such a primary key gets the largest one plus 1. Look
//! for this in existing tables, and for `column_type = "BigInteger"` on columns that are not
//! minted.
//!
//! # Columns
//!
//! `find_by_id`, `delete_by_id`, `set_author_id` and `Set` accept only their own ID type.
//! So do filters with the constant `IDS`, see [typed columns](#typed-columns). SeaORM's own columns accept
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
//!   is in the database. Use `insert`, or `save_minted`.
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
//! `ColumnError` names the column, the type and the value. SeaORM does not name the
//! entity, but the name of the type shows it:
//!
//! ```text
//! Error converting `i64` into `PostId`: column id: invalid PostId 0: expected 1 to 9223372036854775807
//! ```
//!
//! Read a column that holds 0 in place of `NULL` as `OrZero<PostId>`.
//!
//! # Databases
//!
//! All of SeaORM's databases; tested with `SQLite`, PostgreSQL and MariaDB. This crate
//! enables no driver; enable drivers as features of your own `sea-orm`.
//!
//! # Minted rows
//!
//! `Entity::insert` and `Entity::insert_many` bypass `ActiveModelBehavior`, so mint first:
//!
//! ```
//! # use sea_orm::entity::prelude::*;
//! # mod note {
//! #     use sea_orm::entity::prelude::*;
//! #     use snowflake_kit_derive::{MintedModel, SnowflakeId};
//! #     #[derive(SnowflakeId)]
//! #     #[snowflake(crate = "snowflake_kit_mint")]
//! #     pub struct NoteId(snowflake_kit_core::Snowflake);
//! #     snowflake_kit_seaorm::sea_orm_2::value!(NoteId);
//! #     #[sea_orm::model]
//! #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
//! #     #[sea_orm(table_name = "notes")]
//! #     #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
//! #     pub struct Model {
//! #         #[sea_orm(primary_key, auto_increment = false)]
//! #         pub id: NoteId,
//! #         pub text: String,
//! #     }
//! # }
//! use sea_orm::Set;
//! use snowflake_kit_seaorm::sea_orm_2::{MintedModel as _, MintedRows as _};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # snowflake_kit_mint::install(snowflake_kit_mint::Node::fixed(7))?;
//! # let db = &sea_orm::Database::connect("sqlite::memory:").await?;
//! # let schema = sea_orm::Schema::new(db.get_database_backend());
//! # db.execute(&schema.create_table_from_entity(note::Entity)).await?;
//! let note = |text: &str| note::ActiveModel { text: Set(text.to_owned()), ..Default::default() };
//!
//! note("one").insert(db).await?;
//! note::Entity::insert(note("two").minted()?).exec(db).await?;
//! note::Entity::insert_many([note("three"), note("four")].minted()?).exec(db).await?;
//! # assert_eq!(note::Entity::find().count(db).await?, 4);
//! # Ok(())
//! # }
//! ```
//!
//! With an `ActiveModelBehavior` of your own, call `mint_on_insert` there:
//!
//! ```
//! mod note {
//!     use sea_orm::ActiveValue::Set;
//!     use sea_orm::entity::prelude::*;
//!     use snowflake_kit_derive::MintedModel;
//!     use snowflake_kit_seaorm::sea_orm_2::MintedModel as _;
//! #   #[derive(snowflake_kit_derive::SnowflakeId)]
//! #   #[snowflake(crate = "snowflake_kit_mint")]
//! #   pub struct NoteId(snowflake_kit_core::Snowflake);
//! #   snowflake_kit_seaorm::sea_orm_2::value!(NoteId);
//!
//!     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
//!     #[sea_orm(table_name = "notes")]
//!     #[minted(behavior = "own")]
//! #   #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
//!     pub struct Model {
//!         #[sea_orm(primary_key, auto_increment = false)]
//!         pub id: NoteId,
//!         pub text: String,
//!     }
//! #   #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
//! #   pub enum Relation {}
//!
//!     #[async_trait::async_trait]
//!     impl ActiveModelBehavior for ActiveModel {
//!         async fn before_save<C>(self, _: &C, insert: bool) -> Result<Self, DbErr>
//!         where
//!             C: ConnectionTrait,
//!         {
//!             let mut row = self.mint_on_insert(insert).await?;
//!             if let Set(text) = &mut row.text {
//!                 text.truncate(200);
//!             }
//!             Ok(row)
//!         }
//!     }
//! }
//! # fn main() {}
//! ```
//!
//! SeaORM's `save` assumes that a row is in the database if its key is set. `save_minted` decides by
//! whether the key was read from there:
//!
//! ```
//! # use sea_orm::entity::prelude::*;
//! # use snowflake_kit_core::SnowflakeId as _;
//! # mod note {
//! #     use sea_orm::entity::prelude::*;
//! #     use snowflake_kit_derive::{MintedModel, SnowflakeId};
//! #     #[derive(SnowflakeId)]
//! #     #[snowflake(crate = "snowflake_kit_mint")]
//! #     pub struct NoteId(snowflake_kit_core::Snowflake);
//! #     snowflake_kit_seaorm::sea_orm_2::value!(NoteId);
//! #     #[sea_orm::model]
//! #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
//! #     #[sea_orm(table_name = "notes")]
//! #     #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
//! #     pub struct Model {
//! #         #[sea_orm(primary_key, auto_increment = false)]
//! #         pub id: NoteId,
//! #         pub text: String,
//! #     }
//! # }
//! # use note::NoteId;
//! use sea_orm::Set;
//! use snowflake_kit_seaorm::sea_orm_2::MintedModel as _;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # snowflake_kit_mint::install(snowflake_kit_mint::Node::fixed(7))?;
//! # let db = &sea_orm::Database::connect("sqlite::memory:").await?;
//! # let schema = sea_orm::Schema::new(db.get_database_backend());
//! # db.execute(&schema.create_table_from_entity(note::Entity)).await?;
//! let note = note::ActiveModel { id: Set(NoteId::mint()), text: Set("Hello".to_owned()) };
//! assert_eq!(note.clone().save(db).await, Err(DbErr::RecordNotUpdated));
//!
//! let mut note = note.save_minted(db).await?; // inserted
//! note.text = Set("Hello again".to_owned());
//! note.save_minted(db).await?; // updated
//! # assert_eq!(note::Entity::find().one(db).await?.unwrap().text, "Hello again");
//! # Ok(())
//! # }
//! ```
//!
//! `minted!` implements `MintedModel` without a derive:
//!
//! ```
//! # mod note {
//! #   use sea_orm::entity::prelude::*;
//! #   #[derive(snowflake_kit_derive::SnowflakeId)]
//! #   #[snowflake(crate = "snowflake_kit_mint")]
//! #   pub struct NoteId(snowflake_kit_core::Snowflake);
//! #   snowflake_kit_seaorm::sea_orm_2::value!(NoteId);
//! #   #[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
//! #   #[sea_orm(table_name = "notes")]
//! #   pub struct Model {
//! #       #[sea_orm(primary_key, auto_increment = false)]
//! #       pub id: NoteId,
//! #       pub text: String,
//! #   }
//! #   #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
//! #   pub enum Relation {}
//! snowflake_kit_seaorm::sea_orm_2::minted!(ActiveModel { id });
//!
//! #[async_trait::async_trait]
//! impl ActiveModelBehavior for ActiveModel {
//!     async fn before_save<C: ConnectionTrait>(
//!         self,
//!         _: &C,
//!         insert: bool,
//!     ) -> Result<Self, DbErr> {
//!         snowflake_kit_seaorm::sea_orm_2::MintedModel::mint_on_insert(self, insert).await
//!     }
//! }
//! # }
//! # fn main() {}
//! ```
//!
//! # Typed columns
//!
//! The constant `IDS` beside the model has a column for each field. A comparison with another ID type
//! does not compile:
//!
//! ```
//! # mod post {
//! #     use sea_orm::entity::prelude::*;
//! #     use snowflake_kit_derive::{MintedModel, SnowflakeId};
//! #     #[derive(SnowflakeId)]
//! #     #[snowflake(crate = "snowflake_kit_mint")]
//! #     pub struct PostId(snowflake_kit_core::Snowflake);
//! #     #[derive(SnowflakeId)]
//! #     #[snowflake(crate = "snowflake_kit_mint")]
//! #     pub struct UserId(snowflake_kit_core::Snowflake);
//! #     snowflake_kit_seaorm::sea_orm_2::value!(PostId, UserId);
//! #     #[sea_orm::model]
//! #     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
//! #     #[sea_orm(table_name = "posts")]
//! #     #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
//! #     pub struct Model {
//! #         #[sea_orm(primary_key, auto_increment = false)]
//! #         pub id: PostId,
//! #         pub author_id: UserId,
//! #         pub editor_id: Option<UserId>,
//! #         pub title: String,
//! #     }
//! # }
//! use std::time::{Duration, SystemTime};
//!
//! # use post::{PostId, UserId};
//! use sea_orm::{ColumnTrait, DbBackend, EntityTrait, QueryFilter, QueryOrder, QueryTrait};
//! use snowflake_kit_core::{Id, SnowflakeId as _};
//!
//! let ada = UserId::from_i64(7)?;
//! let now = SystemTime::now();
//! let last_hour = PostId::range(now - Duration::from_secs(3600)..now);
//!
//! let find = post::Entity::find()
//!     .filter(post::IDS.author_id.eq(ada))
//!     .filter(post::IDS.editor_id.ne(post::IDS.author_id))
//!     .filter(post::IDS.id.in_range(last_hour))
//!     .order_by_desc(post::IDS.id);
//! # assert!(find.build(DbBackend::Sqlite).to_string().contains(r#""editor_id" <> "posts"."author_id""#));
//! # Ok::<(), snowflake_kit_core::ValueError>(())
//! ```
//!
//! A column that holds 0 in place of `NULL` is one of `OrZero`:
//!
//! ```
//! mod post {
//!     use sea_orm::entity::prelude::*;
//!     use snowflake_kit_core::Snowflake;
//!     use snowflake_kit_derive::{MintedModel, SnowflakeId};
//!     use snowflake_kit_seaorm::sea_orm_2::OrZero;
//!
//!     #[derive(SnowflakeId)]
//! #     #[snowflake(crate = "snowflake_kit_mint")]
//!     pub struct PostId(Snowflake);
//! #     snowflake_kit_seaorm::sea_orm_2::value!(PostId);
//!
//!     #[sea_orm::model]
//!     #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
//!     #[sea_orm(table_name = "posts")]
//! #     #[minted(crate = "snowflake_kit_seaorm::sea_orm_2")]
//!     pub struct Model {
//!         #[sea_orm(primary_key, auto_increment = false)]
//!         pub id: PostId,
//!         pub reply_to: OrZero<PostId>,
//!     }
//! }
//!
//! use sea_orm::{ActiveModelTrait, Database, EntityTrait, QueryFilter, Set};
//! # use sea_orm::{ConnectionTrait, Schema};
//! use snowflake_kit_mint::Node;
//! use snowflake_kit_seaorm::sea_orm_2::OrZero;
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! snowflake_kit_mint::install(Node::fixed(7))?;
//! let db = Database::connect("sqlite::memory:").await?;
//! # let create = Schema::new(db.get_database_backend()).create_table_from_entity(post::Entity);
//! # db.execute(&create).await?;
//!
//! let post = post::ActiveModel { reply_to: Set(OrZero(None)), ..Default::default() };
//! let post = post.insert(&db).await?;
//!
//! let begin = post::Entity::find().filter(post::IDS.reply_to.eq(OrZero(None)));
//! assert_eq!(begin.one(&db).await?, Some(post));
//! # Ok(())
//! # }
//! ```
//!
//! # Tables
//!
//! In migrations, `schema` has the columns, in the manner of `sea_orm_migration::schema`:
//!
//! ```
//! use sea_orm::sea_query::{SqliteQueryBuilder, Table};
//! use snowflake_kit_seaorm::sea_orm_2::schema::{pk_snowflake, snowflake, snowflake_null};
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
//!
//! # Node leases
//!
//! The module `lease` has a store that keeps the leases of node numbers in a table of the
//! application's database. A migration creates the table:
//!
//! ```
//! # mod migration {
//! use sea_orm_migration::prelude::*;
//!
//! #[derive(DeriveMigrationName)]
//! pub struct Migration;
//!
//! #[async_trait::async_trait]
//! impl MigrationTrait for Migration {
//!     async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
//!         snowflake_kit_seaorm::sea_orm_2::lease::up(manager.get_connection()).await
//!     }
//!
//!     async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
//!         snowflake_kit_seaorm::sea_orm_2::lease::down(manager.get_connection()).await
//!     }
//! }
//! # }
//! ```
//!
//! `LeaseBuilder` of `snowflake-kit-lease` takes the store, claims a number and renews the lease. This
//! example calls the operations of the store itself:
//!
//! ```
//! use sea_orm::{ConnectOptions, Database};
//! use snowflake_kit_lease::{AsyncStore as _, LeaseTerms, claim};
//! use snowflake_kit_seaorm::sea_orm_2::lease::{self, LeaseStore};
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("seaorm-lease-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let url = format!("sqlite://{}?mode=rwc", folder.join("shop.db").display());
//! let options = ConnectOptions::new(url);
//! # let db = Database::connect(options.clone()).await?;
//! # lease::up(&db).await?;
//! # db.close().await?;
//!
//! // Its own connection to the application's database.
//! let mut store = LeaseStore::new(options);
//!
//! // What a `LeaseBuilder` does.
//! let now = store.unix_millis().await?;
//! let claim = claim(7, None, now, &LeaseTerms::default())?;
//! assert!(store.claim("shop", &claim, "web-1").await?);
//! assert_eq!(store.read("shop").await?.rows, [claim.row]);
//! # std::fs::remove_dir_all(folder)?;
//! # Ok(())
//! # }
//! ```
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
//! - `lease`: node leases over the application's connections, the module `lease` of each version.
//! - `tokio`: minting waits on tokio's timer instead of blocking the thread. It is the feature
//!   `tokio` of `snowflake-kit-mint`, which another package may switch on as well.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]
#![cfg_attr(
    all(feature = "sea_orm_1", feature = "sea_orm_2"),
    expect(clippy::duplicate_mod, reason = "the versions of SeaORM have one source")
)]

#[cfg(any(feature = "sea_orm_1", feature = "sea_orm_2"))]
mod sea_orm;
#[cfg(feature = "sea_orm_1")]
pub mod sea_orm_1;
#[cfg(feature = "sea_orm_2")]
pub mod sea_orm_2;
