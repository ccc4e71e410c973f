//! Leases in a database.

use std::error::Error as _;
use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use snowflake_kit_lease::StoreError;
use snowflake_kit_lease::table::{Listing, TextRow};
use snowflake_kit_sqlx::sqlx_0_9::lease::{Driver, LeaseStore};
use sqlx::mysql::MySqlConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

use super::Error;
use super::fence::{FencePlan, FencePlanner, HOLDER};
use super::row::RowTexts;
use super::snapshot::Snapshot;

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
        let unreadable = |error: sqlx::Error| Error::Url { wrong: Error::without_url(&error) };
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
            Ok(Err(Failure::Store(error))) => {
                Err(match error.source().and_then(|source| source.downcast_ref()) {
                    Some(driver) => Error::database(self.to_string(), driver),
                    None => Error::Refused { store: self.to_string(), error },
                })
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
    Store(StoreError),
    Planned(Error),
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
    let mut store = LeaseStore::new(options);
    if let Some(schema) = schema {
        store = store.schema(schema);
    }
    let table = store.table_store();
    let Some(plan) = plan else {
        return Ok((table.list().await?.into(), None));
    };
    let mut raising = table.raise().await?;
    let snapshot = raising.take_listing().into();
    let fence = plan(&snapshot).map_err(Failure::Planned)?;
    raising.write(&fence.writes(), HOLDER).await?;
    Ok((snapshot, Some(fence)))
}

impl From<Listing> for Snapshot {
    fn from(Listing { unix_millis, skew, identity, rows }: Listing) -> Self {
        let rows = rows.into_iter().map(Into::into).collect();
        Self { registry: identity, ..Self::new(unix_millis, skew, rows) }
    }
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
