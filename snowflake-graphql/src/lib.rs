//! async-graphql for snowflake IDs: a scalar per ID type, pages by key, and Relay's global IDs.
//!
//! Applications enable the feature `async_graphql_7` of `snowflake-kit`, and every ID type is a scalar.
//! Without `snowflake-kit`, [`scalar!`] makes it one:
//!
//! ```
//! use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema};
//! use snowflake_kit_core::{Snowflake, SnowflakeId};
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! /// Identifies a user.
//! #[derive(SnowflakeId)]
//! #[snowflake(crate = "snowflake_kit_core")]
//! pub struct UserId(Snowflake);
//!
//! snowflake_kit_graphql::scalar!(UserId);
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
//! It has the name of the ID type, or that of `#[snowflake(name = "…")]`. Its description says how
//! its IDs are written and what their bits mean. [`scalar!`] has options: types can share one
//! scalar, be GraphQL's own `ID`, or say where they are specified. The derive takes them as
//! `#[snowflake(async_graphql(…))]`.
//!
//! If two types have one name without such an option, they also share a scalar. It keeps the
//! description of the first type, and each type reads its own text form.
//!
//! # What is written
//!
//! Always a string with the ID's text form, even with `#[snowflake(json = "number")]`: GraphQL's
//! `Int` has 32 bits, and clients in JavaScript read numbers as floats of 53 bits.
//!
//! # What is read
//!
//! The text form, exactly as it is written, or an integer from 1 to 2^63 - 1, as a literal or in a
//! variable. Other values are refused. The error names the scalar and the value, says what was
//! expected, and has the path of the field and the place of the argument in the query.
//!
//! async-graphql reports it when it executes the field, as with its own scalars for UUIDs and
//! dates. So the earlier fields of a mutation have been executed by then. The extension
//! [`CheckIds`] looks at all IDs before anything is executed, and its errors also have the path
//! inside the arguments.
//!
//! # Lists in pages
//!
//! [`Keyset`](snowflake_kit_core::pages::Keyset) turns `after`, `before`, `first` and `last` into the
//! bounds, order and limit of a query with any database, and [`PageConnection`] the rows into a
//! [`Connection`](async_graphql::connection::Connection). An ID is a cursor: [`CursorType`](async_graphql::connection::CursorType) with the
//! text form.
//!
//! # Elsewhere in a schema
//!
//! - [`node_id!`] declares the ID of any object, for Relay's `node(id:)`.
//! - An ID can be the key of a `DataLoader`, because it is `Hash`, `Eq` and `Clone`.
//! - An ID can be the key of a federated entity. For a key that it cannot read, async-graphql
//!   answers `Entity not found.`
//!
//! # async-graphql 8
//!
//! The sources and tests of this crate also build with 8.0.0-rc.5, except for tests that call
//! `DataLoader::new`, which 8 changes.

#![forbid(unsafe_code)]

#[doc(hidden)]
pub mod async_trait {
    pub use snowflake_kit_derive::boxed_resolve as async_trait;
}

mod check;
mod connection;
mod input;
mod name;
mod node;
mod output;
mod scalar;
#[doc(hidden)]
pub mod signature;

// What async-graphql's attribute in `signature` names, as in async-graphql's own crate. With its
// feature `boxed-trait`, it names fewer.
use async_graphql::{
    ContextSelectionSet, InputType, InputValueResult, OutputType, Positioned, ScalarType,
    ServerResult, Value, parser, registry,
};

pub use check::CheckIds;
pub use connection::PageConnection;
pub use node::{NodeIdError, NodeKind, NodeKinds, WrongNode};

/// What the macros' code names.
#[doc(hidden)]
pub mod __private {
    pub use crate::input::parse;
    pub use crate::name::{check_name, check_url};
    pub use crate::node::{
        check_kinds, fmt_node, narrow, of_raw, parse_node, read_node, register_id,
    };
    pub use crate::output::{BoxedResolved, Resolved, resolve, resolve_boxed, to_value};
    pub use crate::scalar::{
        declare, is_valid, is_valid_shared, own_description, register, shared_description,
    };
    pub use async_graphql;
    pub use snowflake_kit_core::__private::Raw;
    pub use snowflake_kit_core::{Id, ParseError};
}
