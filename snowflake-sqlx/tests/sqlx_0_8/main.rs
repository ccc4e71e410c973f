//! sqlx 0.8, on each database.
#![cfg(all(
    feature = "sqlx_0_8-mysql",
    feature = "sqlx_0_8-postgres",
    feature = "sqlx_0_8-sqlite"
))]
#![expect(clippy::duplicate_mod, reason = "the same tests are run on each database")]

extern crate sqlx_0_8 as sqlx;

macro_rules! value {
    ($($id:ty),+) => {
        snowflake_kit_sqlx::value!(sqlx_0_8: $($id),+);
    };
}

#[path = "../database/mysql.rs"]
mod mariadb;
#[path = "../database/postgres.rs"]
mod postgres;
#[path = "../database/sqlite.rs"]
mod sqlite;

use std::sync::Once;

use snowflake_kit_sqlx::sqlx_0_8 as version;

/// The node, which all tests of a process have.
static NODE: Once = Once::new();
