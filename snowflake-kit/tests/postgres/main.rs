//! On a real PostgreSQL: `cargo xtask test` starts one. Without it, name one:
//! `SNOWFLAKE_POSTGRES_URL`.
#![cfg(all(feature = "bridges", feature = "diesel"))]

mod bridge;
mod database;
mod migrating;
#[cfg(feature = "serde")]
mod recipes;
