//! sqlx 0.8 on PostgreSQL.
#![cfg(feature = "sqlx_0_8-postgres")]

extern crate sqlx_0_8 as sqlx;

mod arrays;
mod feed;
macro_rules! value {
    ($($id:ty),+) => {
        snowflake_kit_sqlx::value!(sqlx_0_8: $($id),+);
    };
}

#[path = "place/postgres.rs"]
mod place;
mod suite;

use snowflake_kit_sqlx::sqlx_0_8 as version;
