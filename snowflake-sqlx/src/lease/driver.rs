//! What differs between the drivers of sqlx.

use snowflake_core::Dialect;
use snowflake_lease::table::{Bind, Obstacles, Row as LeaseRow, Statement};
use sqlx::database::HasStatementCache;
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, ConnectOptions, Database, Error};

/// Options of a connection to a database that can keep leases: `PgConnectOptions`,
/// `MySqlConnectOptions` and `SqliteConnectOptions`, each with the feature of its database.
// Each method is the same code with the types of one driver in it: sqlx has no bounds that say
// "a connection", "an integer" and "the number of rows" for all of them.
pub trait Driver: ConnectOptions<Connection: Sized> {
    #[doc(hidden)]
    type Row: Send;

    #[doc(hidden)]
    const DIALECT: Dialect;

    /// Sends a text without parameters.
    #[doc(hidden)]
    fn tell(
        connection: &mut Self::Connection,
        sql: &'static str,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    /// Sends a statement that changes rows. The answer is how many.
    #[doc(hidden)]
    fn change(
        connection: &mut Self::Connection,
        statement: Statement,
    ) -> impl Future<Output = Result<u64, Error>> + Send;

    /// Sends a query.
    #[doc(hidden)]
    fn rows(
        connection: &mut Self::Connection,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<Self::Row>, Error>> + Send;

    #[doc(hidden)]
    fn unix_millis(row: &Self::Row) -> Result<i64, Error>;

    #[doc(hidden)]
    fn lease(row: &Self::Row) -> Result<LeaseRow, Error>;

    #[doc(hidden)]
    fn obstacles(row: &Self::Row) -> Result<Obstacles, Error>;
}

macro_rules! driver {
    ($options:ty, $database:ty, $dialect:expr) => {
        impl Driver for $options {
            type Row = <$database as Database>::Row;

            const DIALECT: Dialect = $dialect;

            async fn tell(
                connection: &mut Self::Connection,
                sql: &'static str,
            ) -> Result<(), Error> {
                sqlx::raw_sql(sql).execute(connection).await.map(drop)
            }

            async fn change(
                connection: &mut Self::Connection,
                statement: Statement,
            ) -> Result<u64, Error> {
                let done = query::<$database>($dialect, statement).execute(connection).await?;
                Ok(done.rows_affected())
            }

            async fn rows(
                connection: &mut Self::Connection,
                statement: Statement,
            ) -> Result<Vec<Self::Row>, Error> {
                query::<$database>($dialect, statement).fetch_all(connection).await
            }

            fn unix_millis(row: &Self::Row) -> Result<i64, Error> {
                sqlx::Row::try_get(row, "unix_ms")
            }

            fn lease(row: &Self::Row) -> Result<LeaseRow, Error> {
                Ok(LeaseRow {
                    unix_ms: sqlx::Row::try_get(row, "unix_ms")?,
                    node: sqlx::Row::try_get(row, "node")?,
                    token: sqlx::Row::try_get(row, "token")?,
                    until_unix_ms: sqlx::Row::try_get(row, "until_unix_ms")?,
                })
            }

            fn obstacles(row: &Self::Row) -> Result<Obstacles, Error> {
                Ok(Obstacles {
                    forgets: sqlx::Row::try_get(row, "forgets")?,
                    refuses: sqlx::Row::try_get(row, "refuses")?,
                })
            }
        }
    };
}

/// A statement with its values.
fn query<'q, DB>(dialect: Dialect, statement: Statement) -> Query<'q, DB, DB::Arguments>
where
    DB: Database + HasStatementCache,
    i64: sqlx::Type<DB> + sqlx::Encode<'q, DB>,
    String: sqlx::Type<DB> + sqlx::Encode<'q, DB>,
{
    let Statement { sql, binds } = statement;
    // A pooler like `PgBouncer` may give the next transaction another connection to the server,
    // which does not know a statement that was prepared on this one. MariaDB's are kept: without,
    // the conformance suite takes 65 s instead of one.
    let is_kept = dialect != Dialect::Postgres;
    let query = sqlx::query(AssertSqlSafe(sql)).persistent(is_kept);
    binds.into_iter().fold(query, |query, bind| match bind {
        Bind::Integer(value) => query.bind(value),
        Bind::String(value) => query.bind(value),
    })
}

#[cfg(feature = "postgres")]
driver!(sqlx::postgres::PgConnectOptions, sqlx::Postgres, Dialect::Postgres);
#[cfg(feature = "mysql")]
driver!(sqlx::mysql::MySqlConnectOptions, sqlx::MySql, Dialect::MySql);
#[cfg(feature = "sqlite")]
driver!(sqlx::sqlite::SqliteConnectOptions, sqlx::Sqlite, Dialect::Sqlite);
