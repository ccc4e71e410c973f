//! The guide's way from counted keys, as sqlx runs migrations.

use std::fs;
use std::path::Path;

use sqlx::migrate::{MigrateError, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, SqliteConnection};
use tempfile::TempDir;

const GUIDE: &str = include_str!("../../../snowflake-kit/src/guide/migrating.md");
const NOT_IN_A_TRANSACTION: &str = "-- no-transaction";

const TABLES: &str = "CREATE TABLE users (id INTEGER PRIMARY KEY NOT NULL, name TEXT NOT NULL);
    CREATE TABLE names (user_id BIGINT NOT NULL REFERENCES users (id), name TEXT NOT NULL);
    CREATE TABLE posts (
        id BIGINT PRIMARY KEY NOT NULL,
        author_id BIGINT NOT NULL REFERENCES users (id) ON DELETE CASCADE
    );
    INSERT INTO users (name) VALUES ('Ada'), ('Bob');
    INSERT INTO posts VALUES (1, 1), (2, 2), (3, 1);";

/// The block in the guide's list of steps that ends the counting.
fn migration() -> &'static str {
    let blocks = GUIDE.split("   ```sql\n").skip(1);
    let mut blocks = blocks.map(|block| block.split("   ```").next().unwrap());
    blocks.find(|block| block.contains("-- SQLite cannot change a column")).unwrap()
}

async fn migrate(db: &mut SqliteConnection, folder: &Path, sql: &str) -> Result<(), MigrateError> {
    fs::write(folder.join("1_end_counting.sql"), sql).unwrap();
    Migrator::new(folder).await?.run(db).await
}

async fn count(db: &mut SqliteConnection, select: &'static str) -> i64 {
    sqlx::query_scalar(select).fetch_one(db).await.unwrap()
}

#[tokio::test]
async fn all_that_belongs_to_the_table_is_there_as_before() {
    let folder = TempDir::new().unwrap();
    // With foreign keys, which sqlx switches on.
    let options = SqliteConnectOptions::new().in_memory(true);
    let mut db = options.connect().await.unwrap();
    sqlx::raw_sql(TABLES).execute(&mut db).await.unwrap();
    assert!(GUIDE.contains(NOT_IN_A_TRANSACTION));

    let error = migrate(&mut db, folder.path(), migration()).await.unwrap_err();
    assert!(error.to_string().contains("within a transaction"), "{error}");
    sqlx::query("INSERT INTO users (name) VALUES ('Cyd')").execute(&mut db).await.unwrap();

    let told = format!("{NOT_IN_A_TRANSACTION}\n{}", migration());
    migrate(&mut db, folder.path(), &told).await.unwrap();
    assert_eq!(count(&mut db, "SELECT count(*) FROM posts").await, 3);
    assert_eq!(count(&mut db, "SELECT count(*) FROM pragma_foreign_key_check").await, 0);
    assert_eq!(count(&mut db, "SELECT foreign_keys FROM pragma_foreign_keys").await, 1);
    let belongings = "SELECT count(*) FROM sqlite_schema
        WHERE tbl_name = 'users' AND type IN ('index', 'trigger') AND sql IS NOT NULL";
    assert_eq!(count(&mut db, belongings).await, 2);
    // The database counts no more.
    let keyless = sqlx::query("INSERT INTO users (name) VALUES ('Dan')");
    keyless.execute(&mut db).await.unwrap_err();
}
