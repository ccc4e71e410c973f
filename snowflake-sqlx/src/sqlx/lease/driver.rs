//! What differs between the drivers of sqlx.

use snowflake_kit_core::Dialect;
use snowflake_kit_lease::StoreError;
use snowflake_kit_lease::table::{self, Bind, DriverError, Statement, TextRow};

use super::super::safe;
use super::super::sqlx;
use super::super::sqlx::database::HasStatementCache;
use super::super::sqlx::query::Query;
use super::super::sqlx::{ConnectOptions, Database, Error, Executor as _, Row as _};

/// Options of a connection to a database that can keep leases: `PgConnectOptions`,
/// `MySqlConnectOptions` and `SqliteConnectOptions`, each with the feature of its database.
// Each method is the same code with the types of one driver in it: sqlx has no bounds that say
// "a connection", "an integer" and "the number of rows" for all of them.
pub trait Driver: ConnectOptions<Connection: Sized> {
    #[doc(hidden)]
    const DIALECT: Dialect;

    #[doc(hidden)]
    fn run(
        connection: &mut Self::Connection,
        sql: String,
    ) -> impl Future<Output = Result<(), Error>> + Send;

    #[doc(hidden)]
    fn change(
        connection: &mut Self::Connection,
        statement: Statement,
    ) -> impl Future<Output = Result<u64, Error>> + Send;

    #[doc(hidden)]
    fn rows(
        connection: &mut Self::Connection,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<TextRow>, Error>> + Send;
}

/// Implements it for the options of one database.
macro_rules! driver {
    ($options:ty, $database:ty, $dialect:expr) => {
        impl Driver for $options {
            const DIALECT: Dialect = $dialect;

            async fn run(connection: &mut Self::Connection, sql: String) -> Result<(), Error> {
                connection.execute(safe(&sql)).await.map(drop)
            }

            async fn change(
                connection: &mut Self::Connection,
                statement: Statement,
            ) -> Result<u64, Error> {
                let Statement { sql, binds } = statement;
                let done = query::<$database>($dialect, &sql, binds).execute(connection).await?;
                Ok(done.rows_affected())
            }

            async fn rows(
                connection: &mut Self::Connection,
                statement: Statement,
            ) -> Result<Vec<TextRow>, Error> {
                let Statement { sql, binds } = statement;
                // What has no values is sent as it is, in one message. Outside of a transaction, a
                // pooler may give each message another connection to the server.
                let rows = if binds.is_empty() {
                    connection.fetch_all(safe(&sql)).await?
                } else {
                    query::<$database>($dialect, &sql, binds).fetch_all(connection).await?
                };
                // Unchecked: sqlx 0.8 takes texts of MySQL that are compared by bytes for bytes.
                let text = |row: &<$database as Database>::Row| {
                    (0..row.len()).map(|index| readable(row.try_get_unchecked(index))).collect()
                };
                rows.iter().map(text).collect()
            }
        }
    };
}
/// A text that is not UTF-8 does not hide the other columns: no lease wrote it.
fn readable(text: Result<Option<String>, Error>) -> Result<Option<String>, Error> {
    match text {
        Err(Error::ColumnDecode { .. }) => Ok(None),
        text => text,
    }
}

/// A statement with its values.
fn query<'q, DB>(
    dialect: Dialect,
    sql: &'q str,
    binds: Vec<Bind>,
) -> Query<'q, DB, of!(DB::Arguments, 'q)>
where
    DB: Database + HasStatementCache,
    i64: sqlx::Type<DB> + sqlx::Encode<'q, DB>,
    String: sqlx::Type<DB> + sqlx::Encode<'q, DB>,
{
    // A pooler like `PgBouncer` may give the next transaction another connection to the server,
    // which does not know a statement that was prepared on this one. MariaDB's are kept: without,
    // the conformance suite takes 65 s instead of one.
    let is_kept = dialect != Dialect::Postgres;
    let query = sqlx::query(safe(sql)).persistent(is_kept);
    binds.into_iter().fold(query, |query, bind| match bind {
        Bind::Integer(value) => query.bind(value),
        Bind::String(value) => query.bind(value),
    })
}

drivers!();

/// A connection.
pub(super) struct Connection<O: Driver>(O::Connection);

pub(super) async fn connect<O: Driver>(options: O) -> Result<Connection<O>, StoreError> {
    options.connect().await.map(Connection).map_err(|error| match error {
        // The server's answer.
        Error::Database(_) => DriverError::new(error).advised(O::DIALECT),
        _ => StoreError::not_connected("no connection", &error),
    })
}

impl<O: Driver> table::Connection for Connection<O> {
    fn dialect(&self) -> Dialect {
        O::DIALECT
    }

    async fn run(&mut self, sql: &str) -> Result<(), DriverError> {
        O::run(&mut self.0, sql.to_owned()).await.map_err(DriverError::new)
    }

    async fn change(&mut self, statement: Statement) -> Result<u64, DriverError> {
        O::change(&mut self.0, statement).await.map_err(|error| {
            let database = error.as_database_error();
            let is_duplicate =
                database.is_some_and(sqlx::error::DatabaseError::is_unique_violation);
            DriverError::new(error).duplicate(is_duplicate)
        })
    }

    async fn rows(&mut self, statement: Statement) -> Result<Vec<TextRow>, DriverError> {
        O::rows(&mut self.0, statement).await.map_err(DriverError::new)
    }
}
