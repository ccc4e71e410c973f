//! sqlx on MariaDB.
#![cfg(feature = "mysql")]

mod server;
mod suite;

mod place {
    use snowflake_lease::table::Dialect;
    use sqlx::migrate::Migrator;
    use sqlx::mysql::{MySql, MySqlConnectOptions, MySqlConnection};
    use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};

    use crate::server::{unique_name, url, wait_for};

    pub(crate) type Db = MySql;
    pub(crate) type Options = MySqlConnectOptions;

    pub(crate) const DIALECT: Dialect = Dialect::MySql;
    pub(crate) const MIGRATIONS: Migrator = sqlx::migrate!("migrations/mysql");
    pub(crate) const OTHER_COLUMNS: &[(&str, &str)] =
        &[("INT", "7"), ("TINYINT", "7"), ("TEXT", "'7'"), ("DOUBLE", "7.5")];
    pub(crate) const UPSERT: &str =
        "INSERT INTO users VALUES (?, ?) ON DUPLICATE KEY UPDATE name = VALUES(name)";

    /// Tables whose key the database counts, of 64 bits and of 32.
    pub(crate) const COUNTED: &str =
        "CREATE TABLE notes (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, text TEXT);
         CREATE TABLE small (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, text TEXT)";
    pub(crate) const END_COUNTING: &str = "ALTER TABLE notes MODIFY id BIGINT NOT NULL";
    pub(crate) const COUNT_AGAIN: &str =
        "ALTER TABLE notes MODIFY id BIGINT NOT NULL AUTO_INCREMENT";
    pub(crate) const WIDEN: &str = "ALTER TABLE small MODIFY id BIGINT NOT NULL AUTO_INCREMENT";

    /// A database of a test's own.
    pub(crate) struct Place(String);

    impl Place {
        pub(crate) async fn new() -> Self {
            let place = Self(unique_name());
            let create = format!("CREATE DATABASE {}", place.0);
            server().connect().await.unwrap().execute(AssertSqlSafe(create)).await.unwrap();
            place
        }

        pub(crate) fn options(&self) -> Options {
            server().database(&self.0)
        }

        pub(crate) async fn connect(&self) -> MySqlConnection {
            self.options().connect().await.unwrap()
        }

        /// Cuts the connections to this database.
        pub(crate) async fn cut(&self) {
            let mut db = server().connect().await.unwrap();
            let others =
                "SELECT CAST(id AS SIGNED) FROM information_schema.processlist WHERE db = ?";
            let others: Vec<i64> =
                sqlx::query_scalar(others).bind(&self.0).fetch_all(&mut db).await.unwrap();
            for other in others {
                // It may have gone by itself.
                let _ = db.execute(AssertSqlSafe(format!("KILL {other}"))).await;
            }
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let drop = format!("DROP DATABASE {}", self.0);
            wait_for(async move {
                server().connect().await.unwrap().execute(AssertSqlSafe(drop)).await.unwrap();
            });
        }
    }

    fn server() -> Options {
        url("SNOWFLAKE_MYSQL_URL").parse().unwrap()
    }
}
