//! Makes the tables, and changes them when a new version has others: whichever
//! ORM is used then, it is the same SQL, as Diesel's command has it too.

use std::error::Error;
use std::thread;
use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection;
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::Integer;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_async::{AsyncMysqlConnection, AsyncPgConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

use super::StorageError;
use crate::database::Database;

const SQLITE: EmbeddedMigrations = embed_migrations!("migrations/sqlite");
const POSTGRES: EmbeddedMigrations = embed_migrations!("migrations/postgres");
const MYSQL: EmbeddedMigrations = embed_migrations!("migrations/mysql");

type Done = Result<(), Box<dyn Error + Send + Sync>>;

/// Brings the tables up to date. One process at a time does, and those that come
/// later find it done.
pub(super) async fn run(database: &Database) -> Result<(), StorageError> {
    let database = database.clone();
    let run = move || match &database {
        Database::Sqlite(file) => sqlite(file),
        Database::Postgres(url) => postgres(url),
        Database::MySql(url) => mysql(url),
    };
    match tokio::task::spawn_blocking(run).await {
        Ok(done) => done.map_err(|error| match error.downcast::<ConnectionError>() {
            Ok(error) => StorageError::Away(error),
            Err(error) => StorageError::Database(error),
        }),
        Err(error) => Err(StorageError::Database(error.into())),
    }
}

fn sqlite(file: &str) -> Done {
    let mut connection = SqliteConnection::establish(file)?;
    connection.batch_execute("PRAGMA busy_timeout = 60000")?;
    // Of two that change the journal of a new file at once, both of which have read
    // which one it has, SQLite refuses one, however long that one would wait.
    let start = Instant::now();
    while let Err(error) = connection.batch_execute("PRAGMA journal_mode = WAL") {
        let error = StorageError::from(error);
        if !matches!(error, StorageError::Away(_)) || start.elapsed() > super::PATIENCE {
            return Err(error.into());
        }
        thread::sleep(Duration::from_millis(10));
    }
    connection
        .immediate_transaction(|connection| connection.run_pending_migrations(SQLITE).map(drop))
}

fn postgres(url: &str) -> Done {
    let mut connection = AsyncConnectionWrapper::<AsyncPgConnection>::establish(url)?;
    connection.transaction(|connection| {
        // Of this transaction, which is that of all migrations.
        connection
            .batch_execute("SELECT pg_advisory_xact_lock(hashtext('showcase migrations'))")?;
        connection.run_pending_migrations(POSTGRES).map(drop)
    })
}

fn mysql(url: &str) -> Done {
    let mut connection = AsyncConnectionWrapper::<AsyncMysqlConnection>::establish(url)?;
    // Of this connection, in this database. A name of a lock has 64 characters at most, and MySQL 9.6
    // has no `MD5`.
    let lock = sql::<Integer>(
        "GET_LOCK(CONCAT('showcase migrations ', LEFT(SHA2(DATABASE(), 256), 40)), 60)",
    );
    if diesel::select(lock).get_result::<i32>(&mut connection)? != 1 {
        return Err("another process is making the tables, since a minute".into());
    }
    connection.run_pending_migrations(MYSQL).map(drop)
}
