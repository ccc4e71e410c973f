//! Leases in a database.

use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use snowflake_kit_lease::__private::record::REGISTRY;
use snowflake_kit_lease::__private::table::{self, ServerSettings, TableName};
use snowflake_kit_lease::StoreError;
use snowflake_kit_lease::table::TextRow;
use snowflake_kit_sqlx::sqlx_0_9::lease::Driver;
use sqlx::mysql::MySqlConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use super::Error;
use super::fence::{FencePlan, FencePlanner, HOLDER};
use super::row::RowTexts;
use super::snapshot::Snapshot;
use super::statements;
use crate::moment;

/// After how long it is given up.
const LIMIT: Duration = Duration::from_secs(10);

/// A database, and the schema of the table in it.
#[derive(Debug)]
pub(super) struct Database {
    server: Server,
    schema: Option<String>,
}

/// A server, by how to connect to it.
#[derive(Debug)]
enum Server {
    Postgres(PgConnectOptions),
    MySql(MySqlConnectOptions),
    Sqlite(SqliteConnectOptions),
}

impl Database {
    /// The database of a URL.
    pub(super) fn at(kind: &str, url: &str, schema: Option<&str>) -> Result<Self, Error> {
        // What the driver says may hold the password.
        let unreadable = |_: sqlx::Error| Error::Url {
            wrong: "check its host, its port and its parameters".to_owned(),
        };
        let server = match kind {
            "postgres" | "postgresql" => url.parse().map(Server::Postgres).map_err(unreadable)?,
            "mysql" | "mariadb" => url.parse().map(Server::MySql).map_err(unreadable)?,
            "sqlite" => {
                let options = SqliteConnectOptions::from_str(url).map_err(unreadable)?;
                Server::Sqlite(untouched(options))
            }
            _ => return Err(Error::Scheme { scheme: kind.to_owned() }),
        };
        Ok(Self { server, schema: schema.map(str::to_owned) })
    }

    /// The `SQLite` database in a file.
    pub(super) fn at_path(path: &Path, schema: Option<&str>) -> Self {
        let server = Server::Sqlite(untouched(SqliteConnectOptions::new().filename(path)));
        Self { server, schema: schema.map(str::to_owned) }
    }

    pub(super) fn read(&self) -> Result<Snapshot, Error> {
        self.run(None).map(|(snapshot, _)| snapshot)
    }

    /// Writes what `plan` makes of the rows, in one transaction, unless there is nothing
    /// to write.
    pub(super) fn raise(&self, plan: FencePlanner<'_>) -> Result<(Snapshot, FencePlan), Error> {
        let (snapshot, fence) = self.run(Some(plan))?;
        let fence = fence.expect("a plan makes a fence");
        Ok((snapshot, fence))
    }

    fn run(&self, plan: Option<FencePlanner<'_>>) -> Result<(Snapshot, Option<FencePlan>), Error> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let schema = self.schema.as_deref();
        let done = async {
            match &self.server {
                Server::Postgres(options) => work(options.clone(), schema, plan).await,
                Server::MySql(options) => work(options.clone(), schema, plan).await,
                Server::Sqlite(options) => {
                    work(options.clone().read_only(plan.is_none()), schema, plan).await
                }
            }
        };
        let limited = async { tokio::time::timeout(LIMIT, done).await };
        match runtime.map_err(Error::Runtime)?.block_on(limited) {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(Failure::Unconnected(error))) => {
                Err(Error::unconnected(self.to_string(), &error))
            }
            Ok(Err(Failure::Driver(error))) => Err(Error::database(self.to_string(), &error)),
            Ok(Err(Failure::Store(error))) => {
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

/// Why a store is not read, or not written.
enum Failure {
    Unconnected(sqlx::Error),
    Driver(sqlx::Error),
    Store(StoreError),
    Planned(Error),
}

impl From<sqlx::Error> for Failure {
    fn from(error: sqlx::Error) -> Self {
        Self::Driver(error)
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

/// Reads the rows, and writes what the plan makes of them.
async fn work<O: Driver>(
    options: O,
    schema: Option<&str>,
    plan: Option<FencePlanner<'_>>,
) -> Result<(Snapshot, Option<FencePlan>), Failure> {
    let mut connection = options.connect().await.map_err(Failure::Unconnected)?;
    for sql in table::session(O::DIALECT) {
        O::run(&mut connection, (*sql).to_owned()).await?;
    }
    let seen = O::rows(&mut connection, table::seen(O::DIALECT, schema)?).await?;
    let found = table::named(O::DIALECT, schema, None, seen)?;
    let advice = found.as_ref().and_then(|found| found.advice.clone());
    let table = match (schema, found) {
        (Some(schema), _) => TableName::in_schema(O::DIALECT, schema)?,
        (None, Some(found)) => found.table,
        (None, None) => TableName::new(O::DIALECT),
    };
    let Some(plan) = plan else {
        O::run(&mut connection, table::begin_reading(O::DIALECT).to_owned()).await?;
        let mut snapshot = read::<O>(&mut connection, &table).await?;
        snapshot.advice = advice;
        // What was read was read, whatever the server says to this.
        let _ = O::run(&mut connection, "COMMIT".to_owned()).await;
        return Ok((snapshot, None));
    };
    // As a store begins, but that a server which can lose commits is accepted: its leases need fencing
    // as well. On MariaDB and MySQL a store needs no transaction, because it runs one statement.
    let begin = table::begin(O::DIALECT);
    if let Some(begin) = begin {
        O::run(&mut connection, begin.to_owned()).await?;
    }
    let settings = O::rows(&mut connection, table::settings(O::DIALECT, Some(&table))).await?;
    let settings: ServerSettings = settings.into_iter().next().unwrap_or_default().into();
    settings.check(O::DIALECT, true)?;
    if begin.is_none() {
        O::run(&mut connection, "START TRANSACTION".to_owned()).await?;
    }
    let snapshot = read::<O>(&mut connection, &table).await?;
    let fence = plan(&snapshot).map_err(Failure::Planned)?;
    for rows in fence.writes().chunks(ROWS) {
        O::change(&mut connection, statements::raise(&table, rows, HOLDER)?).await?;
    }
    O::run(&mut connection, "COMMIT".to_owned()).await?;
    Ok((snapshot, Some(fence)))
}

/// How many rows a statement writes.
const ROWS: usize = 500;

/// Reads all rows, and the store's clock.
async fn read<O: Driver>(
    connection: &mut O::Connection,
    table: &TableName,
) -> Result<Snapshot, sqlx::Error> {
    let before = moment::now();
    let clock = O::rows(connection, table::unix_millis(O::DIALECT)).await?;
    let after = moment::now();
    let clock = clock.first().and_then(|row| row.first()?.as_deref()?.parse::<i64>().ok());
    let unix_millis = clock.ok_or_else(|| {
        sqlx::Error::Protocol("the clock of the store is not a number".to_owned())
    })?;
    let mut rows = O::rows(connection, statements::list(table)).await?;
    let mut registry = None;
    rows.retain_mut(|row| match row.first() {
        Some(Some(space)) if space == REGISTRY => {
            registry = row.pop().flatten();
            false
        }
        _ => true,
    });
    let skew = unix_millis - i64::midpoint(before, after);
    let rows = rows.into_iter().map(Into::into).collect();
    Ok(Snapshot { registry, ..Snapshot::new(unix_millis, skew, rows) })
}

impl From<TextRow> for RowTexts {
    fn from(row: TextRow) -> Self {
        let mut columns = row.into_iter();
        let mut next = || columns.next().flatten();
        Self {
            space: next(),
            node: next(),
            token: next(),
            until: next(),
            keeps_times: true,
            claimed: next(),
            renewed: next(),
            holder: next(),
        }
    }
}

impl fmt::Display for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.server.fmt(f)?;
        // As it is shown in errors.
        self.schema.as_ref().map_or(Ok(()), |schema| write!(f, ", schema {schema:?}"))
    }
}

/// Without user and password.
impl fmt::Display for Server {
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
