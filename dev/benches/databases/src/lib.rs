//! What keys cost in databases.
//!
//! - [`graphs`]: rows that refer to each other, under keys that are minted before
//!   they are inserted, and under keys that the database counts.
//! - [`keys`]: snowflakes in an index, beside counted keys, UUIDs and ULIDs.
//!
//! [`scale`] says how much of it, [`report`] what came of it.

#![forbid(unsafe_code)]
#![expect(clippy::cast_precision_loss, reason = "figures for people have three digits")]

pub mod graphs;
pub mod keys;
pub mod measure;
mod network;
pub mod report;
pub mod scale;
mod store;

pub use store::Database;

/// Why nothing was measured.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Gives this process the node that it mints under.
///
/// # Errors
/// If it has one.
pub fn install() -> Result<(), Failure> {
    Ok(snowflake_kit::install(snowflake_kit::Node::fixed(1))?)
}
