//! A database for each test, on servers that are there.

use std::env;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;

use diesel::{Connection, PgConnection};
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;

/// A new database, dropped with this value.
pub(crate) struct Database {
    url: String,
    /// Until it is dropped.
    drop: Option<Box<dyn FnOnce() + Send>>,
}

impl Database {
    /// One that is there, and how to drop it.
    pub(crate) fn new(url: String, drop: impl FnOnce() + Send + 'static) -> Self {
        Self { url, drop: Some(Box::new(drop)) }
    }

    pub(crate) fn url(&self) -> &str {
        &self.url
    }
}

impl Drop for Database {
    fn drop(&mut self) {
        if let Some(drop) = self.drop.take() {
            apart(drop);
        }
    }
}

pub(crate) fn postgres() -> Database {
    on_server::<PgConnection>("SNOWFLAKE_POSTGRES_URL", " WITH (FORCE)")
}

pub(crate) fn mariadb() -> Database {
    on_server::<AsyncConnectionWrapper<AsyncMysqlConnection>>("SNOWFLAKE_MYSQL_URL", "")
}

fn on_server<C: Connection>(variable: &str, force: &'static str) -> Database {
    let Ok(server) = env::var(variable) else {
        panic!(
            "{variable} is not set: run the tests with `cargo xtask test`, which starts the \
             databases, or set it to the URL of a server"
        );
    };
    let name = unique_name();
    let (start, _) = server.rsplit_once('/').unwrap();
    let url = format!("{start}/{name}");
    let run = move |sql: String| {
        C::establish(&server).unwrap().batch_execute(&sql).unwrap();
    };
    let create = format!("CREATE DATABASE {name}");
    let run = apart(move || {
        run(create);
        run
    });
    let drop = move || run(format!("DROP DATABASE {name}{force}"));
    Database::new(url, drop)
}

pub(crate) fn unique_name() -> String {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    format!("snowflake_diesel_{}_{}", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed))
}

/// On a thread of its own: the tests that do not wait are on a runtime, where
/// nothing may.
fn apart<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    thread::spawn(work).join().unwrap()
}
