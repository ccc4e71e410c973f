//! A small social network with sqlx: users post, and comment on posts.
//!
//! [`storage`] has the queries. Each is checked against the migrations when this is compiled,
//! without a database: what the macros have to know is in `.sqlx`. `sqlx.toml` says which
//! column holds which ID type, so nothing in a query does.
//!
//! Parameters say of which type they are, and another type does not compile:
//!
//! ```compile_fail,E0605
//! # use sqlx_example::id::{PostId, UserId};
//! fn of(author: PostId) {
//!     // "non-primitive cast: `PostId` as `UserId`"
//!     let _ =
//!         sqlx::query_scalar!("SELECT content FROM posts WHERE author_id = ?", author as UserId);
//! }
//! ```
//!
//! As this does:
//!
//! ```
//! # use sqlx_example::id::UserId;
//! fn of(author: UserId) {
//!     let _ =
//!         sqlx::query_scalar!("SELECT content FROM posts WHERE author_id = ?", author as UserId);
//! }
//! ```

#![forbid(unsafe_code)]

pub mod api;
pub mod id;
pub mod storage;
