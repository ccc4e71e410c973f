//! Stores of node leases, on three databases.

#[path = "../databases/database.rs"]
mod database;

#[cfg(feature = "diesel-async")]
mod awaited;
mod connections;
mod decimal;
mod durability;
mod fresh;
mod refusals;
#[path = "../../../snowflake-decimal/tests/common/starts.rs"]
mod starts;

use std::env::temp_dir;
use std::fs;

use database::{Database, unique_name};
use diesel::prelude::*;
use snowflake_diesel::lease::{Dialect, LeaseConnection, LeaseStore};
use snowflake_lease::{Claim, LeaseRow, Renewal, conformance, table};

/// The tests, on each database.
macro_rules! on_each {
    ($($module:ident::$test:ident),* $(,)?) => {
        on!(sqlite, diesel::SqliteConnection, Sqlite, crate::sqlite, $($module::$test),*);
        on!(postgres, diesel::PgConnection, Postgres, crate::database::postgres, $($module::$test),*);
        on!(mariadb, crate::Mariadb, MySql, crate::database::mariadb, $($module::$test),*);
    };
}

macro_rules! on {
    ($name:ident, $connection:ty, $dialect:ident, $database:path, $($module:ident::$test:ident),*) => {
        mod $name {
            $(
                #[test]
                fn $test() {
                    let place = crate::Place::new($database(), crate::Dialect::$dialect);
                    crate::$module::$test::<$connection>(&place);
                }
            )*
        }
    };
}

on_each!(
    contract::the_contract_holds,
    connections::a_connection_that_is_cut_is_replaced,
    connections::a_server_that_is_away_is_asked_again,
    connections::what_is_committed_stays_whatever_the_connection_was_told,
    connections::a_lock_that_is_kept_is_an_error,
    connections::a_process_that_stops_in_the_middle_lets_go,
    connections::renewals_in_one_millisecond_change_the_row,
    connections::the_clock_knows_no_time_zone,
    durability::a_database_that_forgets_is_refused,
    fresh::several_create_the_table_at_once,
    fresh::a_program_that_mints_nothing_leaves_no_row,
    refusals::without_the_table_the_migration_is_named,
    refusals::a_table_of_another_form_is_refused,
    refusals::a_corrupt_row_is_named,
    refusals::the_table_takes_no_corrupt_row,
    refusals::a_role_that_may_not_write_is_refused,
);

/// Diesel's own client needs a library in C.
type Mariadb = diesel_async::async_connection_wrapper::AsyncConnectionWrapper<
    diesel_async::AsyncMysqlConnection,
>;

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

/// A database, and what it speaks.
struct Place {
    database: Database,
    dialect: Dialect,
}

impl Place {
    fn new(database: Database, dialect: Dialect) -> Self {
        Self { database, dialect }
    }

    fn url(&self) -> &str {
        self.database.url()
    }

    /// A connection beside those of the store.
    fn connect<C: Connection>(&self) -> C {
        C::establish(self.url()).unwrap()
    }

    fn migrate<C: Connection>(&self) {
        self.connect::<C>().batch_execute(&table::up(self.dialect)).unwrap();
    }

    /// A store on connections that are told this first.
    fn store<C: Connection + LeaseConnection>(&self, told: &str) -> LeaseStore<C> {
        self.checked_store(told).trust_durability()
    }

    /// One that does not trust the server.
    fn checked_store<C: Connection + LeaseConnection>(&self, told: &str) -> LeaseStore<C> {
        let (url, told) = (self.url().to_owned(), told.to_owned());
        LeaseStore::new(
            self.dialect,
            move || -> Result<C, Box<dyn std::error::Error + Send + Sync>> {
                let mut connection = C::establish(&url)?;
                if !told.is_empty() {
                    connection.batch_execute(&told)?;
                }
                Ok(connection)
            },
        )
    }
}

/// In a file, for connections that see the same.
fn sqlite() -> Database {
    let folder = temp_dir().join(unique_name());
    fs::create_dir(&folder).unwrap();
    let url = folder.join("database").display().to_string();
    Database::new(url, move || fs::remove_dir_all(folder).unwrap())
}

fn first_claim(node: u32) -> Claim {
    Claim { expected: None, row: LeaseRow { node, token: 1, until: NOW } }
}

fn renewal(node: u32) -> Renewal {
    Renewal { node, token: 1, until: NOW + 1 }
}

mod contract {
    use diesel::Connection;
    use snowflake_diesel::lease::LeaseConnection;

    use crate::{Place, conformance};

    pub(crate) fn the_contract_holds<C: Connection + LeaseConnection>(place: &Place) {
        place.migrate::<C>();
        // `Place` is not for several threads.
        let (url, dialect) = (place.url(), place.dialect);
        conformance::check(|| {
            let url = url.to_owned();
            crate::LeaseStore::new(dialect, move || C::establish(&url)).trust_durability()
        });
    }
}
