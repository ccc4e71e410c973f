//! The servers of this suite, and how to do without.

use std::env;
use std::sync::OnceLock;

use test_servers::{Database, Durability, Server};

use crate::place::{Place, System, run};

/// The URL of the one that the environment names, or of one for all tests of this process.
/// Not that of other suites: it may forget what it has acknowledged, so no lease can be
/// had there.
pub(crate) fn url(database: Database) -> String {
    static POSTGRES: OnceLock<Server> = OnceLock::new();
    static MARIADB: OnceLock<Server> = OnceLock::new();
    let (variable, server) = match database {
        Database::Postgres => ("SNOWFLAKE_DURABLE_POSTGRES_URL", &POSTGRES),
        Database::MySql => ("SNOWFLAKE_DURABLE_MYSQL_URL", &MARIADB),
    };
    env::var(variable).unwrap_or_else(|_| server.get_or_init(|| start(database)).url())
}

pub(crate) fn start(database: Database) -> Server {
    Server::start(database, Durability::Default, &[]).unwrap()
}

/// A test on a file alone.
pub(crate) async fn run_on_a_file<F, T>(test: T)
where
    F: Future<Output = ()> + Send + 'static,
    T: FnOnce(Place) -> F,
{
    run(System::Sqlite, test).await;
}
