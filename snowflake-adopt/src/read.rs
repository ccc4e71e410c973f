//! Fills a [`Catalog`] from a database. It reads, and writes nothing.

mod mysql;
pub(crate) mod postgres;
mod sqlite;

use std::future::Future;
use std::str::FromStr;
use std::time::Duration;

use sqlx::mysql::MySqlConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, ColumnIndex, ConnectOptions, Connection, Decode, Row, Type};

use crate::catalog::{Catalog, Place};
use crate::error::Error;

/// After how long connecting is given up.
const LIMIT: Duration = Duration::from_secs(10);

/// Which columns of a catalog are looked into for their smallest and largest values. No other row is
/// read.
pub(crate) type Measured<'a> = &'a dyn Fn(&Catalog) -> Vec<Place>;

/// Reads a schema, and the values of these columns.
pub(crate) fn read(
    url: &str,
    schema: Option<&str>,
    measured: Measured<'_>,
) -> Result<Catalog, Error> {
    let unreadable = |error: sqlx::Error| Error::url(&error);
    let kind = url.split_once(':').map_or("", |(kind, _)| kind).to_ascii_lowercase();
    block_on(async {
        match kind.as_str() {
            "postgres" | "postgresql" => {
                let options: PgConnectOptions = url.parse().map_err(unreadable)?;
                let mut connection = connect(&options).await?;
                let catalog = postgres::read(&mut connection, schema, measured).await;
                close(connection, catalog).await
            }
            "mysql" | "mariadb" => {
                let options: MySqlConnectOptions = url.parse().map_err(unreadable)?;
                let mut connection = connect(&options).await?;
                let catalog = mysql::read(&mut connection, measured).await;
                close(connection, catalog).await
            }
            "sqlite" => {
                let options = SqliteConnectOptions::from_str(url).map_err(unreadable)?;
                let options = options.create_if_missing(false).read_only(true);
                // Nothing in the schema may call what is not for everybody.
                let options = options.pragma("trusted_schema", "OFF");
                let mut connection = connect(&options).await?;
                let catalog = sqlite::read(&mut connection, measured).await;
                close(connection, catalog).await
            }
            _ => Err(Error::Url {
                problem: format!("`{kind}` is not a database that can be adopted"),
            }),
        }
    })?
}

/// Waits for what a database does.
pub(crate) fn block_on<T>(task: impl Future<Output = T>) -> Result<T, Error> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(Error::Runtime)?.block_on(task))
}

async fn connect<O>(options: &O) -> Result<O::Connection, Error>
where
    O: ConnectOptions,
    O::Connection: Sized,
{
    let connected = tokio::time::timeout(LIMIT, options.connect()).await;
    let connected = connected.map_err(|_| Error::TimedOut { limit: LIMIT })?;
    connected.map_err(|error| Error::database(&error))
}

async fn close<C: Connection>(
    connection: C,
    catalog: Result<Catalog, sqlx::Error>,
) -> Result<Catalog, Error> {
    // A server that does not say goodbye has said what was asked.
    let _ = connection.close().await;
    catalog.map_err(|error| Error::database(&error))
}

/// A column of an answer, as text.
fn text<R>(row: &R, column: &'static str) -> Result<String, sqlx::Error>
where
    R: Row,
    &'static str: ColumnIndex<R>,
    for<'r> Option<String>: Decode<'r, R::Database> + Type<R::Database>,
{
    Ok(row.try_get::<Option<String>, _>(column)?.unwrap_or_default())
}

/// Notes the smallest and the largest value of a column, which an answer has as texts.
fn note<R>(catalog: &mut Catalog, place: &Place, row: &R) -> Result<(), sqlx::Error>
where
    R: Row,
    &'static str: ColumnIndex<R>,
    for<'r> Option<String>: Decode<'r, R::Database> + Type<R::Database>,
{
    let (least, greatest) = (text(row, "least")?, text(row, "greatest")?);
    if let Some(column) = catalog.column_mut(place) {
        column.values = least.parse().ok().zip(greatest.parse().ok());
    }
    Ok(())
}

/// The query for these values. What a column is cast to differs.
fn range(column: &str, table: &str, text: &str) -> AssertSqlSafe<String> {
    AssertSqlSafe(format!(
        "SELECT CAST(min({column}) AS {text}) AS least, CAST(max({column}) AS {text}) AS greatest \
         FROM {table}"
    ))
}
