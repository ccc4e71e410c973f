//! async-graphql scalars for snowflake IDs: a named scalar per ID type, strings
//! on the wire; pages by key, and IDs of any object.
//!
//! Applications switch on the feature `graphql` of `snowflake-kit`, and every
//! ID type is a scalar. Without the facade, [`scalar!`] makes it one:
//!
//! ```
//! use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema};
//! use snowflake_core::{Snowflake, SnowflakeId};
//! # use snowflake_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_core")]
//! pub struct UserId(Snowflake);
//!
//! snowflake_graphql::scalar!(UserId);
//!
//! struct Query;
//!
//! #[Object]
//! impl Query {
//!     /// Those of these users that exist.
//!     async fn users(&self, ids: Vec<UserId>) -> Vec<UserId> {
//!         ids
//!     }
//! }
//!
//! let schema = Schema::new(Query, EmptyMutation, EmptySubscription);
//! assert!(schema.sdl().contains("users(ids: [UserId!]!): [UserId!]!"));
//!
//! # let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
//! # runtime.block_on(async {
//! let query = r#"{ users(ids: ["175928847299117063"]) }"#;
//! let response = schema.execute(query).await.into_result().unwrap();
//! assert_eq!(response.data.to_string(), r#"{users: ["175928847299117063"]}"#);
//!
//! let errors = schema.execute("{ users(ids: [0]) }").await.into_result().unwrap_err();
//! assert_eq!(
//!     errors[0].message,
//!     "Failed to parse \"UserId\": invalid ID 0: expected 1 to 9223372036854775807 \
//!      (occurred while parsing \"[UserId!]\")",
//! );
//! # });
//! ```
//!
//! # The scalar
//!
//! It has the name of the ID type (`#[snowflake(name = "…")]` gives another)
//! and a description that says how its IDs are written and what their bits
//! mean. With [`scalar!`]'s options, which the derive takes as
//! `#[snowflake(graphql(…))]`, types share one scalar or are GraphQL's own
//! `ID`, and say where they are specified.
//!
//! Types of one name without that option are one scalar too, which keeps the
//! description of the first, while each type goes on reading its own text form.
//!
//! # What is written
//!
//! The ID's text form as a string, always: GraphQL's own `Int` has 32 bits, and
//! clients in JavaScript read numbers as floats of 53. So
//! `#[snowflake(json = "number")]` does not count here.
//!
//! # What is read
//!
//! The text form, exactly as it is written, or an integer from 1 to 2^63 - 1,
//! as a literal or in a variable. Floats, booleans, enums, objects, lists, and
//! the text of another form are refused with an error that names the scalar and
//! the value and says what was expected. It has the path of the field, and the
//! place of the argument in the query.
//!
//! The error comes when the argument is read, as with the scalars that
//! async-graphql has for UUIDs and dates. A mutation of several fields has
//! therefore done the ones before the field with the wrong ID. async-graphql's
//! validation of the whole query beforehand could refuse a value as well, but a
//! scalar can answer it only yes or no, and the message would have nothing but
//! the scalar's name. The extension [`CheckIds`] does both: it looks at
//! all IDs before anything is executed, and its errors have the reason, and the
//! path inside the arguments.
//!
//! # Lists in pages
//!
//! [`Keyset`] turns `after`, `before`, `first` and `last` into bounds, order and
//! limit of a query, and the rows into a
//! [`Connection`](async_graphql::connection::Connection). It knows no database.
//! An ID is a cursor: [`CursorType`](async_graphql::connection::CursorType) with
//! the text form.
//!
//! # Elsewhere in a schema
//!
//! - [`node_id!`] declares the ID of any object, for Relay's `node(id:)`.
//! - An ID is the key of a `DataLoader` as it is, since that asks for `Hash`,
//!   `Eq` and `Clone`.
//! - It is the key of a federation's entity. For one that cannot be read
//!   async-graphql answers `Entity not found.`, as for one that is not there.
//!
//! # async-graphql 8
//!
//! The traits and types that this crate uses are the same in 8.0.0-rc.5, and its
//! sources and tests build with it as they are, but for what 8 changes in
//! `DataLoader::new`, which applications call themselves.

#![forbid(unsafe_code)]

mod check;
mod input;
mod keyset;
mod name;
mod node;
mod output;
mod scalar;

pub use check::CheckIds;
pub use input::parse;
pub use keyset::{Beyond, Keyset, Order, Page, Slice};
pub use node::{NodeIdError, NodeKind, NodeKinds, WrongNode};
pub use output::to_value;

/// What the macros' code names.
#[doc(hidden)]
pub mod __private {
    pub use crate::name::{check_name, check_url};
    pub use crate::node::{check_kinds, fmt_node, narrow, parse_node, read_node, register_id};
    pub use crate::scalar::{
        is_valid, is_valid_shared, own_description, register, shared_description,
    };
    pub use async_graphql;
    pub use snowflake_core::{Id, ParseError, Snowflake};
}
