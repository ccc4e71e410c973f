//! Stores of node leases over sqlx 0.8.
#![cfg(all(
    feature = "lease",
    feature = "sqlx_0_8-mysql",
    feature = "sqlx_0_8-postgres",
    feature = "sqlx_0_8-sqlite"
))]

extern crate sqlx_0_8 as sqlx;

#[path = "lease/mod.rs"]
mod stores;

use snowflake_kit_sqlx::sqlx_0_8 as version;
