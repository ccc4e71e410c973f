//! Leases in a database.

use std::fmt;
use std::future::Future;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use snowflake_lease::table::{self, Dialect};
use sqlx::mysql::MySqlConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    AssertSqlSafe, ColumnIndex, ConnectOptions, Connection, Decode, Executor, MySql, Postgres, Row,
    Sqlite, Type,
};

use super::location::Snapshot;
use super::{Error, row};
use crate::moment;

/// After how long it is given up.
const LIMIT: Duration = Duration::from_secs(10);

/// A database, by how to connect to it.
#[derive(Debug)]
pub(super) enum Database {
    Postgres(PgConnectOptions),
    MySql(MySqlConnectOptions),
    Sqlite(SqliteConnectOptions),
}

impl Database {
    /// The database of a URL.
    pub(super) fn at(scheme: &str, url: &str) -> Result<Self, Error> {
        let unreadable = |error: sqlx::Error| Error::Url { wrong: Error::without_url(&error) };
        match scheme {
            "postgres" | "postgresql" => url.parse().map(Self::Postgres).map_err(unreadable),
            "mysql" | "mariadb" => url.parse().map(Self::MySql).map_err(unreadable),
            "sqlite" => {
                let options = SqliteConnectOptions::from_str(url).map_err(unreadable)?;
                Ok(Self::Sqlite(untouched(options)))
            }
            _ => Err(Error::Scheme { scheme: scheme.to_owned() }),
        }
    }

    /// The `SQLite` database in a file.
    pub(super) fn at_path(path: &Path) -> Self {
        Self::Sqlite(untouched(SqliteConnectOptions::new().filename(path)))
    }

    pub(super) fn read(&self) -> Result<Snapshot, Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.map_err(Error::Runtime)?.block_on(async {
            match self {
                Self::Postgres(options) => {
                    self.within_limit(read::<Postgres>(options, Dialect::Postgres, "text")).await
                }
                Self::MySql(options) => {
                    self.within_limit(read::<MySql>(options, Dialect::MySql, "char")).await
                }
                Self::Sqlite(options) => {
                    self.within_limit(read::<Sqlite>(options, Dialect::Sqlite, "text")).await
                }
            }
        })
    }

    async fn within_limit(
        &self,
        snapshot: impl Future<Output = Result<Snapshot, sqlx::Error>>,
    ) -> Result<Snapshot, Error> {
        match tokio::time::timeout(LIMIT, snapshot).await {
            Ok(Ok(snapshot)) => Ok(snapshot),
            Ok(Err(error)) => Err(Error::database(self.to_string(), &error)),
            Err(_) => Err(Error::TimedOut { store: self.to_string(), limit: LIMIT }),
        }
    }
}

/// So that what is not there is not created.
fn untouched(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options.create_if_missing(false).read_only(true)
}

async fn read<D>(
    options: &<D::Connection as Connection>::Options,
    dialect: Dialect,
    text: &str,
) -> Result<Snapshot, sqlx::Error>
where
    D: sqlx::Database,
    for<'c> &'c mut D::Connection: Executor<'c, Database = D>,
    usize: ColumnIndex<D::Row>,
    for<'r> String: Decode<'r, D> + Type<D>,
    for<'r> i64: Decode<'r, D> + Type<D>,
{
    let mut connection = options.connect().await?;
    let clock = table::unix_millis(dialect).sql;
    let before = moment::now();
    let answer = sqlx::raw_sql(AssertSqlSafe(clock)).fetch_one(&mut connection).await?;
    let after = moment::now();
    let unix_millis: i64 = answer.try_get(0)?;
    // As texts, so that a row is read whatever is in it.
    let columns =
        ["space", "node", "token", "until_unix_ms", "claimed_unix_ms", "renewed_unix_ms", "holder"];
    let columns = columns.map(|column| format!("CAST({column} AS {text})")).join(", ");
    let all = format!("SELECT {columns} FROM snowflake_leases");
    let rows = sqlx::raw_sql(AssertSqlSafe(all)).fetch_all(&mut connection).await?;
    let skew = unix_millis - i64::midpoint(before, after);
    let rows = rows.iter().map(row::<D>).collect();
    // A server that does not say goodbye has said what was asked.
    let _ = connection.close().await;
    Ok(Snapshot { unix_millis, skew, rows })
}

fn row<D>(answer: &D::Row) -> row::RowTexts
where
    D: sqlx::Database,
    usize: ColumnIndex<D::Row>,
    for<'r> String: Decode<'r, D> + Type<D>,
{
    let column = |index: usize| answer.try_get::<Option<String>, _>(index).ok().flatten();
    row::RowTexts {
        space: column(0),
        node: column(1),
        token: column(2),
        until: column(3),
        claimed: column(4),
        renewed: column(5),
        holder: column(6),
    }
}

/// Without user and password.
impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Postgres(options) => match options.get_socket() {
                Some(socket) => write!(f, "postgres at {}", socket.display())?,
                None => write!(f, "postgres://{}:{}", options.get_host(), options.get_port())?,
            },
            Self::MySql(options) => match options.get_socket() {
                Some(socket) => write!(f, "mysql at {}", socket.display())?,
                None => write!(f, "mysql://{}:{}", options.get_host(), options.get_port())?,
            },
            Self::Sqlite(options) => return options.get_filename().display().fmt(f),
        }
        let database = match self {
            Self::Postgres(options) => options.get_database(),
            Self::MySql(options) => options.get_database(),
            Self::Sqlite(_) => None,
        };
        database.map_or(Ok(()), |database| write!(f, "/{database}"))
    }
}
