//! sqlx on PostgreSQL.
#![cfg(feature = "postgres")]

mod arrays;
mod server;
mod suite;

mod place {
    use snowflake_lease::table::Dialect;
    use sqlx::migrate::Migrator;
    use sqlx::postgres::{PgConnectOptions, PgConnection, Postgres};
    use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _};

    use crate::server::{unique_name, url, wait_for};

    pub(crate) type Db = Postgres;
    pub(crate) type Options = PgConnectOptions;

    pub(crate) const DIALECT: Dialect = Dialect::Postgres;
    pub(crate) const MIGRATIONS: Migrator = sqlx::migrate!("migrations/postgres");
    pub(crate) const OTHER_COLUMNS: &[(&str, &str)] =
        &[("INT4", "7"), ("INT2", "7"), ("TEXT", "'7'"), ("FLOAT8", "7.5")];
    pub(crate) const UPSERT: &str =
        "INSERT INTO users VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET name = excluded.name";

    /// Tables whose key the database counts, of 64 bits and of 32.
    pub(crate) const COUNTED: &str = "CREATE TABLE notes (id BIGSERIAL PRIMARY KEY, text TEXT);
         CREATE TABLE small (id SERIAL PRIMARY KEY, text TEXT)";
    pub(crate) const END_COUNTING: &str = "ALTER TABLE notes ALTER COLUMN id DROP DEFAULT";
    pub(crate) const COUNT_AGAIN: &str =
        "ALTER TABLE notes ALTER COLUMN id SET DEFAULT nextval('notes_id_seq')";
    pub(crate) const WIDEN: &str = "ALTER TABLE small ALTER COLUMN id TYPE BIGINT";

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

        pub(crate) async fn connect(&self) -> PgConnection {
            self.options().connect().await.unwrap()
        }

        /// Cuts the connections to this database.
        pub(crate) async fn cut(&self) {
            let mut db = server().connect().await.unwrap();
            let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
            sqlx::query(cut).bind(&self.0).execute(&mut db).await.unwrap();
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let drop = format!("DROP DATABASE {} WITH (FORCE)", self.0);
            wait_for(async move {
                server().connect().await.unwrap().execute(AssertSqlSafe(drop)).await.unwrap();
            });
        }
    }

    fn server() -> Options {
        url("SNOWFLAKE_POSTGRES_URL").parse().unwrap()
    }
}
