//! sqlx 0.9 on MariaDB.
#![cfg(feature = "sqlx_0_9-mysql")]

extern crate sqlx_0_9 as sqlx;

macro_rules! value {
    ($($id:ty),+) => {
        snowflake_kit_sqlx::value!(sqlx_0_9: $($id),+);
    };
}

#[path = "place/mysql.rs"]
mod place;
mod suite;
#[path = "place/unsigned.rs"]
mod unsigned;

use snowflake_kit_sqlx::sqlx_0_9 as version;
