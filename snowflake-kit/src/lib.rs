//! Typed 64-bit IDs for Rust services: declared once, minted in the
//! application before the insert, and known to the ORM, JSON, GraphQL and
//! OpenAPI.
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
//! # Ok::<(), snowflake_kit::NodeError>(())
//! ```
//!
//! # Crate features
//!
//! Each switches something on, for every ID type of the program. By default it is `mint`
//! alone: a program that only carries IDs (a front end, a client library) does without,
//! with `default-features = false`, and compiles nothing of it.
//!
//! | feature | what every ID type is with it |
//! |---|---|
//! | `mint` (default) | minted: `UserId::mint()`, generators, leases, functions of databases |
//! | `serde` | a serde value: a string in JSON, an integer in binary formats |
//! | `openapi` | a named OpenAPI component, by utoipa, with the exact pattern of its texts |
//! | `schemars` | the same for schemars |
//! | `graphql` | a scalar and a cursor of async-graphql |
//! | `diesel` | a value of Diesel's `BIGINT` columns |
//! | `diesel-async` | the same; and leases are kept over its connections |
//! | `seaorm` | a primary or foreign key of SeaORM's entities, minted on insert by [`MintedModel`] |
//! | `ts-rs` | a type in TypeScript, where ts-rs exports structs: a string that is no ID of another type |
//! | `uuid` | a `UUIDv7` and back, with the same time and in the same order: [`bridge`] |
//! | `tokio` | minted with `mint_async`, which waits without blocking the runtime |
//! | `tracing` | minted under the eyes of a subscriber: events of leases and clocks, see [`guide::leases`] |
//! | `metrics` | counted: see `publish_metrics` and [`guide::leases`] |
//! | `test-util` | reproducible in tests: [`MintScope`] |
//!
//! # Organization
//!
//! - [`SnowflakeId`] is the derive and the trait of IDs with a time; its docs list the
//!   attributes. [`DecimalId`] is both for IDs that are counted, [`Id`] the trait of all.
//!   [`prelude`] has them and what is used beside them.
//! - [`install`] gives the process its [`Node`]; [`Limits`] say what minting
//!   does when a tick is used up or the clock misbehaves.
//! - [`Layout`] says how an ID's bits are divided, [`Text`] how it is written.
//! - [`Generator`] is for those who want several in one process.
//! - [`decimal`](mod@decimal) counts IDs whose parts people can read, in place of
//!   asking a clock.
//! - [`bridge`] turns IDs into UUIDs, ULIDs and KSUIDs, and back; [`Backfill`]
//!   gives them to rows that had others.
//! - [`guide`] has pages for users of one framework, and one for those who move
//!   from UUIDs or ULIDs.
//! - The adapters are here under their own names, for what they have besides:
//!   `#[serde(with = "snowflake_kit::snowflake_serde::number")]`, for instance.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

// The derive's code says `::snowflake_kit`, also in this crate's own tests.
extern crate self as snowflake_kit;

mod adapters;
pub mod guide;

#[doc(inline)]
pub use snowflake_core::*;
#[doc(inline)]
pub use snowflake_derive::{DecimalId, SnowflakeId};

#[cfg(feature = "mint")]
#[doc(inline)]
pub use snowflake_derive::Minted;
#[cfg(all(feature = "mint", feature = "seaorm"))]
#[doc(inline)]
pub use snowflake_derive::MintedModel;
#[cfg(feature = "diesel")]
#[doc(no_inline)]
pub use snowflake_diesel;
#[cfg(feature = "diesel")]
#[doc(inline)]
pub use snowflake_diesel::Key;
#[cfg(feature = "graphql")]
#[doc(no_inline)]
pub use snowflake_graphql;
#[cfg(any(feature = "openapi", feature = "schemars"))]
#[doc(no_inline)]
pub use snowflake_openapi;
#[cfg(feature = "seaorm")]
#[doc(no_inline)]
pub use snowflake_seaorm;
#[cfg(feature = "seaorm")]
#[doc(inline)]
pub use snowflake_seaorm::IdColumn;
#[cfg(all(feature = "mint", feature = "seaorm"))]
#[doc(inline)]
pub use snowflake_seaorm::{MintedModel, MintedRows};
#[cfg(feature = "serde")]
#[doc(no_inline)]
pub use snowflake_serde;
#[cfg(feature = "ts-rs")]
#[doc(no_inline)]
pub use snowflake_ts_rs;

/// What most modules want: `use snowflake_kit::prelude::*;`.
pub mod prelude {
    pub use snowflake_core::{DecimalId, Id, Layout, Snowflake, SnowflakeId};
    #[cfg(feature = "mint")]
    pub use snowflake_core::{Mint, Node};
    #[cfg(feature = "mint")]
    pub use snowflake_derive::Minted;
    #[cfg(all(feature = "mint", feature = "seaorm"))]
    pub use snowflake_derive::MintedModel;
    pub use snowflake_derive::{DecimalId, SnowflakeId};
    #[cfg(all(feature = "mint", feature = "seaorm"))]
    pub use snowflake_seaorm::{MintedModel, MintedRows};
}

/// The README's programs are compiled and run like the examples above.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
pub struct Readme;

/// What derived code calls. Not for anybody else, and free to change.
#[doc(hidden)]
pub mod __private {
    pub use snowflake_core::__private::*;
    #[cfg(feature = "seaorm")]
    pub use snowflake_seaorm as seaorm;
}
