//! Typed 64-bit IDs for Rust services. Declare an ID type once: the program generates (mints)
//! its IDs before the insert, and the ORM, JSON, GraphQL and OpenAPI accept them.
//!
//! ```
//! use snowflake_kit::{Node, Snowflake, SnowflakeId};
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! pub struct UserId(Snowflake);
//!
//! /// Identifies a post.
//! #[derive(SnowflakeId)]
//! pub struct PostId(Snowflake);
//!
//! // Once, at the start of the process: its node number.
//! snowflake_kit::install(Node::fixed(7))?;
//!
//! // Anywhere: rows are linked before any of them is in the database.
//! let author = UserId::mint();
//! let posts: Vec<(PostId, UserId)> =
//!     PostId::mint_many(3).into_iter().map(|post| (post, author)).collect();
//! assert!(posts.is_sorted());
//! # Ok::<(), snowflake_kit::mint::NodeError>(())
//! ```
//!
//! # Crate features
//!
//! Each feature applies to every ID type of the program. A feature with a version in its name is for
//! that version of its framework, and several versions can be on at once. Only `mint` is a default. A program
//! that does not mint (a front end, a client library) leaves it out with
//! `default-features = false`, and compiles nothing of it.
//!
//! | feature | what it adds to every ID type |
//! |---|---|
//! | `mint` (default) | `UserId::mint()` and generators, by a node number that the program gives |
//! | `lease` | node numbers from a store that all processes share: [`guide::leases`] |
//! | `decimal` | `mint()` of decimal IDs, which people can read: [`decimal`] |
//! | `sql` | SQL functions that mint in a database: [`guide::sql`] |
//! | `serde` | serde: a string in JSON, an integer in binary formats (a public form is its text in both) |
//! | `utoipa_5`, `utoipa_6` | a named OpenAPI component, by utoipa, with the exact pattern of its texts |
//! | `schemars_0_8`, `schemars_0_9`, `schemars_1` | the same by schemars |
//! | `async_graphql_7` | a scalar and a cursor of async-graphql |
//! | `diesel` | a value of Diesel's `BIGINT` columns, and the typed column `Key<UserId>` |
//! | `diesel-uuid` | the same for ID types over UUIDs: `UUID` of PostgreSQL, `BINARY(16)`, `BLOB` |
//! | `diesel-lease`, `diesel_async_0_8`, `diesel_async_0_9` | the same, and a lease store over the connections of Diesel or of diesel-async |
//! | `sea_orm_1`, `sea_orm_2` | a primary or foreign key of SeaORM entities, minted on insert by [`MintedModel`] |
//! | `sea_orm_1-uuid`, `sea_orm_2-uuid` | the same for ID types over UUIDs |
//! | `sea_query_1`, `sea_query_1-uuid` | a value in statements of sea-query without SeaORM |
//! | `sea_orm_1-lease`, `sea_orm_2-lease` | the same, and a lease store over its connections |
//! | `sqlx_0_8`, `sqlx_0_9` | a value of sqlx, also in `query!` |
//! | `sqlx_0_9-postgres`, `sqlx_0_9-mysql`, `sqlx_0_9-sqlite`, and the same of 0.8 | the same, with the driver |
//! | `sqlx_0_8-lease`, `sqlx_0_9-lease` | the same, and a lease store over the drivers that the other three switch on |
//! | `postgres` | a parameter and a column of tokio-postgres and of drivers over postgres-types |
//! | `postgres-lease` | the same, and a lease store over connections of tokio-postgres |
//! | `rusqlite` | a parameter and a column of rusqlite |
//! | `rusqlite-lease` | the same, and a lease store over its connections |
//! | `etcd` | a lease store in etcd, for services without a common database |
//! | `public` | `public = "sealed"`, a text that hides time, node and neighbours: [`guide::public`] |
//! | `ts_rs_12` | a type in the TypeScript that ts-rs exports; TypeScript does not mix it up with another ID type |
//! | `bridges` | conversion to a ULID or KSUID of the same time and order, and back: [`core::bridge`] |
//! | `uuid` | ID types over UUIDs ([`UuidId`]); the same conversions, and to a `UUIDv7` |
//! | `tokio` | `mint_async`, which waits without blocking the runtime, and leases in async stores |
//! | `tracing` | `tracing` events of leases and clocks: [`guide::leases_operate`] |
//! | `metrics` | counters and gauges of minting, leases and clocks: [`guide::leases_operate`] |
//! | `test-util` | [`MintScope`]: the same IDs in each run of a test |
//! | `public-test-util` | `public::install_for_tests`: the same sealed texts in each run of a test |
//! | `proptest`, `arbitrary`, `fake` | sample IDs for tests |
//!
//! # Organization
//!
//! This page has what most programs use, and [`prelude`] has it for one `use`. The rest is in
//! these modules:
//!
//! - [`core`]: values. [`Layout`] says how the bits of an ID are divided, `core::Text` how it is
//!   written, and `core::Limits` what minting does when a tick is used up or the clock steps.
//!   `core::Backfill` gives IDs to rows that had other keys.
//! - [`mod@mint`]: [`install`] gives the process its [`Node`]; `mint::Generator` is for programs
//!   with several nodes in one process, `mint::ManualClock` for tests.
//! - [`pages`]: pages of lists in the order of their IDs, for any API.
//! - [`lease`]: node numbers from a store that all processes share (feature `lease`).
//! - [`decimal`]: counted IDs that people can read aloud (feature `decimal`).
//! - [`sql`]: SQL functions that mint in a database (feature `sql`).
//! - [`guide`]: a page for each framework and task.
//! - The adapters as modules with the names of their features, for what they have besides:
//!   `#[serde(with = "snowflake_kit::serde::number")]`, for example.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

// The derive's code says `::snowflake_kit`, also in this crate's own tests.
extern crate self as snowflake_kit;

mod adapters;
// Text alone: compiled for the documentation, and not for programs.
#[cfg(doc)]
pub mod guide;

#[cfg(any(feature = "arbitrary", feature = "fake", feature = "proptest"))]
#[doc(no_inline)]
pub use snowflake_kit_arbitrary as arbitrary;
#[doc(inline)]
pub use snowflake_kit_core as core;
#[doc(inline)]
pub use snowflake_kit_core::{
    CountedId, DecimalId, Id, Layout, ParseError, Snowflake, SnowflakeId, ValueError, pages,
};
#[cfg(feature = "uuid")]
#[doc(inline)]
pub use snowflake_kit_core::{NoTimeError, UuidId};
#[cfg(feature = "decimal")]
#[doc(inline)]
pub use snowflake_kit_decimal as decimal;
#[cfg(feature = "mint")]
#[doc(inline)]
pub use snowflake_kit_derive::Minted;
#[cfg(any(feature = "sea_orm_1", feature = "sea_orm_2"))]
#[doc(inline)]
pub use snowflake_kit_derive::MintedModel;
#[cfg(feature = "uuid")]
#[doc(inline)]
pub use snowflake_kit_derive::UuidId;
#[doc(inline)]
pub use snowflake_kit_derive::{CountedId, DecimalId, SnowflakeId};
#[cfg(feature = "diesel-uuid")]
#[doc(no_inline)]
pub use snowflake_kit_diesel::UuidKey;
#[cfg(feature = "diesel_async_0_8")]
#[doc(no_inline)]
pub use snowflake_kit_diesel::diesel_async_0_8;
#[cfg(feature = "diesel_async_0_9")]
#[doc(no_inline)]
pub use snowflake_kit_diesel::diesel_async_0_9;
#[cfg(feature = "diesel")]
#[doc(no_inline)]
pub use snowflake_kit_diesel::{self as diesel, IntegerKey, Key, SmallIntKey};
#[cfg(feature = "etcd")]
#[doc(no_inline)]
pub use snowflake_kit_etcd as etcd;
#[cfg(feature = "async_graphql_7")]
#[doc(no_inline)]
pub use snowflake_kit_graphql as async_graphql_7;
#[cfg(feature = "lease")]
#[doc(inline)]
pub use snowflake_kit_lease as lease;
#[cfg(feature = "test-util")]
#[doc(inline)]
pub use snowflake_kit_mint::MintScope;
#[cfg(feature = "mint")]
#[doc(inline)]
pub use snowflake_kit_mint::{self as mint, Mint, MintError, Node, install};
#[cfg(feature = "schemars_0_8")]
#[doc(no_inline)]
pub use snowflake_kit_openapi::schemars_0_8;
#[cfg(feature = "schemars_0_9")]
#[doc(no_inline)]
pub use snowflake_kit_openapi::schemars_0_9;
#[cfg(feature = "schemars_1")]
#[doc(no_inline)]
pub use snowflake_kit_openapi::schemars_1;
#[cfg(feature = "utoipa_5")]
#[doc(no_inline)]
pub use snowflake_kit_openapi::utoipa_5;
#[cfg(feature = "utoipa_6")]
#[doc(no_inline)]
pub use snowflake_kit_openapi::utoipa_6;
#[cfg(feature = "postgres")]
#[doc(no_inline)]
pub use snowflake_kit_postgres as postgres;
#[cfg(feature = "public")]
#[doc(inline)]
pub use snowflake_kit_public as public;
#[cfg(feature = "rusqlite")]
#[doc(no_inline)]
pub use snowflake_kit_rusqlite as rusqlite;
#[cfg(feature = "sea_orm_1")]
#[doc(no_inline)]
pub use snowflake_kit_seaorm::sea_orm_1;
#[cfg(feature = "sea_orm_2")]
#[doc(no_inline)]
pub use snowflake_kit_seaorm::sea_orm_2;
#[cfg(feature = "sea_query_1")]
#[doc(no_inline)]
pub use snowflake_kit_seaorm::sea_query_1;
#[cfg(feature = "serde")]
#[doc(no_inline)]
pub use snowflake_kit_serde as serde;
#[cfg(feature = "sql")]
#[doc(inline)]
pub use snowflake_kit_sql as sql;
#[cfg(feature = "sqlx_0_8")]
#[doc(no_inline)]
pub use snowflake_kit_sqlx::sqlx_0_8;
#[cfg(feature = "sqlx_0_9")]
#[doc(no_inline)]
pub use snowflake_kit_sqlx::sqlx_0_9;
#[cfg(feature = "ts_rs_12")]
#[doc(no_inline)]
pub use snowflake_kit_ts_rs as ts_rs_12;

#[cfg(any(feature = "sea_orm_1", feature = "sea_orm_2"))]
#[doc(inline)]
pub use __private::seaorm::MintedModel;

/// What most modules want: `use snowflake_kit::prelude::*;`.
pub mod prelude {
    #[cfg(feature = "uuid")]
    pub use snowflake_kit_core::UuidId;
    #[cfg(feature = "bridges")]
    pub use snowflake_kit_core::bridge::BridgedId;
    pub use snowflake_kit_core::{
        CallerId, CountedId, DecimalId, Id, Layout, Snowflake, SnowflakeId,
    };
    #[cfg(feature = "uuid")]
    pub use snowflake_kit_derive::UuidId;
    pub use snowflake_kit_derive::{CountedId, DecimalId, SnowflakeId};

    #[cfg(any(feature = "sea_orm_1", feature = "sea_orm_2"))]
    pub use crate::__private::seaorm::MintedRows;
    #[cfg(any(feature = "sea_orm_1", feature = "sea_orm_2"))]
    pub use crate::MintedModel;
    #[cfg(feature = "mint")]
    pub use crate::mint::Minter;
    #[cfg(feature = "mint")]
    pub use crate::{Mint, Minted, Node};
}

/// The README's programs are compiled and run like the examples above.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// What derived code calls. It may change in any release.
#[doc(hidden)]
pub mod __private {
    pub use crate::adapters::on;
    #[cfg(not(feature = "mint"))]
    pub use snowflake_kit_core::__private::*;
    #[cfg(feature = "mint")]
    pub use snowflake_kit_mint::__private::*;
    // Without the feature `public` there is one error, and it names the feature.
    #[cfg(not(feature = "public"))]
    pub use snowflake_kit_core::{Plain as PermutedCodec, Plain as SealedCodec};
    #[cfg(feature = "public")]
    pub use snowflake_kit_public::__private::{PermutedCodec, SealedCodec};
    // With both, a model of version 1 names its module: `#[minted(crate = "snowflake_kit::sea_orm_1")]`.
    #[cfg(all(feature = "sea_orm_1", not(feature = "sea_orm_2")))]
    pub use snowflake_kit_seaorm::sea_orm_1 as seaorm;
    #[cfg(feature = "sea_orm_2")]
    pub use snowflake_kit_seaorm::sea_orm_2 as seaorm;
}
