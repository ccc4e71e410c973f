//! Makes the tables, and changes them when a new version has others.

use sea_orm::{DatabaseConnection, DbBackend};
use sqlx::Connection as _;
use sqlx::migrate::{MigrateError, Migrator};

use super::StorageError;

static SQLITE: Migrator = sqlx::migrate!("migrations/sqlite");
static POSTGRES: Migrator = sqlx::migrate!("migrations/postgres");
static MYSQL: Migrator = sqlx::migrate!("migrations/mysql");

/// Brings the tables up to date. One process at a time does, and those that come
/// later find it done.
pub(super) async fn run(db: &DatabaseConnection) -> Result<(), StorageError> {
    migrate(db).await.map_err(|error| StorageError::Database(error.into()))
}

async fn migrate(db: &DatabaseConnection) -> Result<(), MigrateError> {
    match db.get_database_backend() {
        DbBackend::Postgres => POSTGRES.run(db.get_postgres_connection_pool()).await,
        DbBackend::MySql => {
            // sqlx (0.9) asks for a lock without a limit, which MariaDB does not grant.
            let mut connection = db.get_mysql_connection_pool().acquire().await?.detach();
            let lock = "SELECT GET_LOCK(CONCAT('showcase ', DATABASE()), 600)";
            sqlx::query(lock).execute(&mut connection).await?;
            MYSQL.run(&mut connection).await?;
            Ok(connection.close().await?)
        }
        _ => {
            // sqlx (0.9) takes no lock in SQLite: a transaction that begins as a writer is one.
            let pool = db.get_sqlite_connection_pool();
            let mut transaction = pool.begin_with("BEGIN IMMEDIATE").await?;
            SQLITE.run(&mut *transaction).await?;
            Ok(transaction.commit().await?)
        }
    }
}
