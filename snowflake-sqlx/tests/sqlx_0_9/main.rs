//! sqlx 0.9, on each database.
#![cfg(all(
    feature = "sqlx_0_9-mysql",
    feature = "sqlx_0_9-postgres",
    feature = "sqlx_0_9-sqlite"
))]
#![expect(clippy::duplicate_mod, reason = "the same tests are run on each database")]

extern crate sqlx_0_9 as sqlx;

macro_rules! value {
    ($($id:ty),+) => {
        snowflake_kit_sqlx::value!(sqlx_0_9: $($id),+);
    };
}

#[cfg(feature = "sqlx_0_8-postgres")]
mod hygiene;
#[path = "../database/mysql.rs"]
mod mariadb;
#[path = "../database/postgres.rs"]
mod postgres;
#[path = "../database/sqlite.rs"]
mod sqlite;

use std::sync::Once;

use snowflake_kit_sqlx::sqlx_0_9 as version;

/// The node, which all tests of a process have.
static NODE: Once = Once::new();
