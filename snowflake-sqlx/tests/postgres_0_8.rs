//! sqlx 0.8 on PostgreSQL.
#![cfg(feature = "sqlx_0_8-postgres")]

extern crate sqlx_0_8 as sqlx;

mod arrays;
mod feed;
#[path = "place/postgres.rs"]
mod place;
mod suite;

use snowflake_kit_sqlx::sqlx_0_8 as version;
