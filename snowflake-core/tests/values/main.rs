//! IDs as values: layouts, text, time, other kinds of IDs, slots, and the names of databases.

mod backfill;
#[cfg(feature = "bridges")]
mod bridge;
mod decimal_id;
mod dialect;
#[cfg(feature = "uuid")]
mod every_key;
mod id;
mod layout;
mod notation;
mod preset;
mod public;
mod range;
mod slot;
mod text;
