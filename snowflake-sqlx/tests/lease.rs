//! Stores of node leases over sqlx 0.9.
#![cfg(all(
    feature = "lease",
    feature = "sqlx_0_9-mysql",
    feature = "sqlx_0_9-postgres",
    feature = "sqlx_0_9-sqlite"
))]

extern crate sqlx_0_9 as sqlx;

#[path = "lease/mod.rs"]
mod stores;

use snowflake_kit_sqlx::sqlx_0_9 as version;
