//! A database for each test, on a server that is there.

use std::env;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use diesel::connection::SimpleConnection;
use diesel::{Connection, PgConnection};

/// A new database, dropped with this value.
pub(crate) struct Database {
    server: String,
    name: String,
}

impl Database {
    pub(crate) fn new() -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);

        let Ok(server) = env::var("SNOWFLAKE_POSTGRES_URL") else {
            panic!(
                "SNOWFLAKE_POSTGRES_URL is not set: run the tests with `cargo xtask test`, which \
                 starts the databases, or set it to the URL of a server"
            );
        };
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("snowflake_kit_{}_{number}", process::id());
        let database = Self { server, name };
        database.on_server(&format!("CREATE DATABASE {}", database.name));
        database
    }

    pub(crate) fn connect(&self) -> PgConnection {
        let (start, _) = self.server.rsplit_once('/').unwrap();
        PgConnection::establish(&format!("{start}/{}", self.name)).unwrap()
    }

    fn on_server(&self, sql: &str) {
        PgConnection::establish(&self.server).unwrap().batch_execute(sql).unwrap();
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        self.on_server(&format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}
