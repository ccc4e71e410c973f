//! IDs as values: layouts, text, time, other kinds of IDs, and the names of databases.

mod backfill;
mod bridge;
mod dialect;
mod id;
mod layout;
mod notation;
mod preset;
mod range;
mod text;
