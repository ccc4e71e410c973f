//! Stores of node leases over connections of SeaORM 1.
#![cfg(feature = "lease")]

extern crate sea_orm_1 as sea_orm;

#[path = "lease/mod.rs"]
mod stores;

use snowflake_kit_seaorm::sea_orm_1 as version;

/// This version can tell new connections nothing.
const fn tell(_: &mut sea_orm::ConnectOptions, _: &str) -> Option<()> {
    None
}
