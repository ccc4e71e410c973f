//! Stores of node leases, on three databases.

#[path = "../databases/database.rs"]
mod database;

use std::env::temp_dir;
use std::fs;

use diesel::prelude::*;
use snowflake_core::lease::conformance;
use snowflake_diesel::lease::{Dialect, LeaseConnection, LeaseStore};

use database::{Database, unique_name};

/// The tests, on one database.
macro_rules! on {
    ($module:ident, $connection:ty, $dialect:ident, $database:path) => {
        mod $module {
            type Connection = $connection;

            const DIALECT: super::Dialect = super::Dialect::$dialect;

            #[test]
            fn the_contract_holds() {
                super::the_contract_holds::<Connection>(&$database(), DIALECT);
            }
        }
    };
}

on!(sqlite, diesel::SqliteConnection, Sqlite, crate::sqlite);
on!(postgres, diesel::PgConnection, Postgres, crate::database::postgres);
on!(
    mariadb,
    diesel_async::async_connection_wrapper::AsyncConnectionWrapper<
        diesel_async::AsyncMysqlConnection,
    >,
    MySql,
    crate::database::mariadb
);

/// In a file, for connections that see the same.
fn sqlite() -> Database {
    let folder = temp_dir().join(unique_name());
    fs::create_dir(&folder).unwrap();
    let url = folder.join("database").display().to_string();
    Database::new(url, move || fs::remove_dir_all(folder).unwrap())
}

fn store<C: Connection + LeaseConnection>(url: &str, dialect: Dialect) -> LeaseStore<C> {
    let url = url.to_owned();
    LeaseStore::new(dialect, move || C::establish(&url)).trust_durability()
}

fn the_contract_holds<C: Connection + LeaseConnection>(database: &Database, dialect: Dialect) {
    let url = database.url();
    C::establish(url).unwrap().batch_execute(&dialect.up()).unwrap();
    conformance::check(|| store::<C>(url, dialect));
}
