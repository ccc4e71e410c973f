//! Leases in a database.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use snowflake_lease::StoreError;
use snowflake_lease::table::{self, Bind, Dialect, Obstacles, Statement};
use sqlx::mysql::MySqlConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{
    AssertSqlSafe, ColumnIndex, ConnectOptions, Connection, Decode, Encode, Executor,
    IntoArguments, MySql, Postgres, Row, Sqlite, Type,
};

use super::fence::{Fence, HOLDER};
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
        self.run(None).map(|(snapshot, _)| snapshot)
    }

    /// Writes what `plan` makes of the rows, in one transaction, unless there is nothing
    /// to write.
    pub(super) fn raise(&self, plan: Plan<'_>) -> Result<(Snapshot, Fence), Error> {
        let (snapshot, fence) = self.run(Some(plan))?;
        let fence = fence.expect("a plan makes a fence");
        Ok((snapshot, fence))
    }

    fn run(&self, plan: Option<Plan<'_>>) -> Result<(Snapshot, Option<Fence>), Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let done = async {
            match self {
                Self::Postgres(options) => {
                    work::<Postgres>(options, Dialect::Postgres, "text", plan).await
                }
                Self::MySql(options) => work::<MySql>(options, Dialect::MySql, "char", plan).await,
                Self::Sqlite(options) => {
                    let options = options.clone().read_only(plan.is_none());
                    work::<Sqlite>(&options, Dialect::Sqlite, "text", plan).await
                }
            }
        };
        let limited = async { tokio::time::timeout(LIMIT, done).await };
        match runtime.map_err(Error::Runtime)?.block_on(limited) {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(Failure::Driver(error))) => Err(Error::database(self.to_string(), &error)),
            Ok(Err(Failure::Refused(error))) => {
                Err(Error::Refused { store: self.to_string(), error })
            }
            Ok(Err(Failure::Planned(error))) => Err(error),
            Err(_) => Err(Error::TimedOut { store: self.to_string(), limit: LIMIT }),
        }
    }
}

/// So that what is not there is not created.
fn untouched(options: SqliteConnectOptions) -> SqliteConnectOptions {
    options.create_if_missing(false).read_only(true)
}

/// How many rows a statement writes.
const ROWS: usize = 500;

/// What a fence is made of, from what the store has.
pub(super) type Plan<'a> = &'a dyn Fn(&Snapshot) -> Result<Fence, Error>;

/// Why a store is not read, or not written.
enum Failure {
    Driver(sqlx::Error),
    Refused(StoreError),
    Planned(Error),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self::Driver(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Refused(error)
    }
}

/// Reads the rows, and writes what the plan makes of them.
async fn work<D>(
    options: &<D::Connection as Connection>::Options,
    dialect: Dialect,
    text: &str,
    plan: Option<Plan<'_>>,
) -> Result<(Snapshot, Option<Fence>), Failure>
where
    D: sqlx::Database,
    D::Arguments: IntoArguments<D>,
    for<'c> &'c mut D::Connection: Executor<'c, Database = D>,
    for<'r> &'r str: ColumnIndex<D::Row>,
    usize: ColumnIndex<D::Row>,
    for<'r> String: Decode<'r, D> + Encode<'r, D> + Type<D>,
    for<'r> i64: Decode<'r, D> + Encode<'r, D> + Type<D>,
{
    let mut connection = options.connect().await?;
    let Some(plan) = plan else {
        let snapshot = read::<D>(&mut connection, dialect, text).await?;
        // A server that does not say goodbye has said what was asked.
        let _ = connection.close().await;
        return Ok((snapshot, None));
    };
    for sql in table::session(dialect).iter().copied().chain([table::begin(dialect)]) {
        connection.execute(sqlx::raw_sql(sql)).await?;
    }
    let settings = sqlx::raw_sql(AssertSqlSafe(table::settings(dialect).sql));
    let settings = settings.fetch_one(&mut connection).await?;
    let (forgets, refuses) = (settings.try_get("forgets")?, settings.try_get("refuses")?);
    // Whoever trusts a server that forgets can fence its leases too.
    Obstacles { forgets, refuses }.check(dialect, true)?;
    let snapshot = read::<D>(&mut connection, dialect, text).await?;
    let fence = plan(&snapshot).map_err(Failure::Planned)?;
    for rows in fence.writes().chunks(ROWS) {
        let Statement { sql, binds } = table::raise(dialect, rows, HOLDER)?;
        let raise =
            binds.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), |raise, bind| match bind {
                Bind::Integer(value) => raise.bind(value),
                Bind::String(value) => raise.bind(value),
            });
        raise.execute(&mut connection).await?;
    }
    connection.execute(sqlx::raw_sql("COMMIT")).await?;
    let _ = connection.close().await;
    Ok((snapshot, Some(fence)))
}

async fn read<D>(
    connection: &mut D::Connection,
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
    let clock = table::unix_millis(dialect).sql;
    let before = moment::now();
    let answer = sqlx::raw_sql(AssertSqlSafe(clock)).fetch_one(&mut *connection).await?;
    let after = moment::now();
    let unix_millis: i64 = answer.try_get(0)?;
    // As texts, so that a row is read whatever is in it.
    let columns =
        ["space", "node", "token", "until_unix_ms", "claimed_unix_ms", "renewed_unix_ms", "holder"];
    let columns = columns.map(|column| format!("CAST({column} AS {text})")).join(", ");
    let all = format!("SELECT {columns} FROM snowflake_leases");
    let rows = sqlx::raw_sql(AssertSqlSafe(all)).fetch_all(&mut *connection).await?;
    let skew = unix_millis - i64::midpoint(before, after);
    let rows = rows.iter().map(row::<D>).collect();
    Ok(Snapshot::new(unix_millis, skew, rows))
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
        keeps_times: true,
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
