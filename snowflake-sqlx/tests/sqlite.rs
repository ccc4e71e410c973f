//! sqlx on SQLite.
#![cfg(feature = "sqlite")]

mod suite;

mod place {
    use snowflake_lease::table::Dialect;
    use sqlx::ConnectOptions as _;
    use sqlx::migrate::Migrator;
    use sqlx::sqlite::{Sqlite, SqliteConnectOptions, SqliteConnection};
    use tempfile::TempDir;

    pub(crate) type Db = Sqlite;
    pub(crate) type Options = SqliteConnectOptions;

    pub(crate) const DIALECT: Dialect = Dialect::Sqlite;
    pub(crate) const MIGRATIONS: Migrator = sqlx::migrate!("migrations/sqlite");
    pub(crate) const OTHER_COLUMNS: &[(&str, &str)] = &[("TEXT", "'7'"), ("REAL", "7.5")];
    pub(crate) const UPSERT: &str =
        "INSERT INTO users VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name";

    /// Tables whose key the database counts. SQLite has one width of integers.
    pub(crate) const COUNTED: &str = "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT);
         CREATE TABLE small (id INTEGER PRIMARY KEY AUTOINCREMENT, text TEXT)";
    pub(crate) const END_COUNTING: &str =
        "CREATE TABLE new_notes (id BIGINT PRIMARY KEY NOT NULL, text TEXT);
         INSERT INTO new_notes (id, text) SELECT id, text FROM notes;
         DROP TABLE notes;
         ALTER TABLE new_notes RENAME TO notes";
    pub(crate) const COUNT_AGAIN: &str =
        "CREATE TABLE old_notes (id INTEGER PRIMARY KEY, text TEXT);
         INSERT INTO old_notes (id, text) SELECT id, text FROM notes;
         DROP TABLE notes;
         ALTER TABLE old_notes RENAME TO notes";
    pub(crate) const WIDEN: &str = "";

    /// A file of a test's own.
    pub(crate) struct Place(TempDir);

    impl Place {
        #[expect(clippy::unused_async, reason = "on a server it is")]
        pub(crate) async fn new() -> Self {
            Self(tempfile::tempdir().unwrap())
        }

        pub(crate) fn options(&self) -> Options {
            let file = self.0.path().join("shop.db");
            SqliteConnectOptions::new().filename(file).create_if_missing(true)
        }

        pub(crate) async fn connect(&self) -> SqliteConnection {
            self.options().connect().await.unwrap()
        }

        /// There is no server that could do so.
        #[expect(clippy::unused_async, reason = "on a server it is")]
        pub(crate) async fn cut(&self) {}
    }
}
