//! IDs as values: layouts, text, time, other kinds of IDs, and SQL that makes them.

mod backfill;
mod bridge;
mod id;
mod layout;
mod preset;
mod range;
mod sql;
mod text;
