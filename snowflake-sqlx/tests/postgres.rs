//! sqlx 0.9 on PostgreSQL.
#![cfg(feature = "sqlx_0_9-postgres")]

extern crate sqlx_0_9 as sqlx;

mod arrays;
mod feed;
macro_rules! value {
    ($($id:ty),+) => {
        snowflake_kit_sqlx::value!(sqlx_0_9: $($id),+);
    };
}

#[path = "place/postgres.rs"]
mod place;
mod suite;

use snowflake_kit_sqlx::sqlx_0_9 as version;
