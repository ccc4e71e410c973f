//! sqlx 0.8 on MariaDB.
#![cfg(feature = "sqlx_0_8-mysql")]

extern crate sqlx_0_8 as sqlx;

macro_rules! value {
    ($($id:ty),+) => {
        snowflake_kit_sqlx::value!(sqlx_0_8: $($id),+);
    };
}

#[path = "place/mysql.rs"]
mod place;
mod suite;
#[path = "place/unsigned.rs"]
mod unsigned;

use snowflake_kit_sqlx::sqlx_0_8 as version;
