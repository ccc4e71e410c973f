//! sqlx 0.8 on SQLite.
#![cfg(feature = "sqlx_0_8-sqlite")]

extern crate sqlx_0_8 as sqlx;

macro_rules! value {
    ($($id:ty),+) => {
        snowflake_kit_sqlx::value!(sqlx_0_8: $($id),+);
    };
}

#[path = "place/sqlite.rs"]
mod place;
#[path = "place/strict.rs"]
mod strict;
mod suite;

use snowflake_kit_sqlx::sqlx_0_8 as version;
