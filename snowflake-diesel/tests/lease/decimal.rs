//! Decimal IDs whose generator numbers are from a database.

use diesel::{Connection, PgConnection, SqliteConnection};
use snowflake_diesel::lease::{Dialect, LeaseConnection, LeaseStore};
use snowflake_lease::Store;

use crate::database::{Database, mariadb, postgres};
use crate::starts::{self, ROW, ROWS, Told};
use crate::{Mariadb, Place, sqlite};

#[test]
fn on_sqlite() {
    starts_on::<SqliteConnection>("decimal::on_sqlite", Dialect::Sqlite, sqlite);
}

#[test]
fn on_postgres() {
    starts_on::<PgConnection>("decimal::on_postgres", Dialect::Postgres, postgres);
}

#[test]
fn on_mariadb() {
    starts_on::<Mariadb>("decimal::on_mariadb", Dialect::MySql, mariadb);
}

fn starts_on<C: Connection + LeaseConnection>(
    test: &str,
    dialect: Dialect,
    database: fn() -> Database,
) {
    if let Some(told) = starts::told() {
        let url = told.place.clone();
        let store = LeaseStore::new(dialect, move || C::establish(&url)).trust_durability();
        Told::builder(store).install().unwrap();
        return told.mint();
    }
    let place = Place::new(database(), dialect);
    place.migrate::<C>();
    starts::each_has_a_number_that_nobody_had(test, place.url());
    assert_eq!(place.store::<C>("").read(ROWS).unwrap().rows, [ROW]);
}
