//! Operations on the table.

use std::fmt;
use std::path::PathBuf;

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, ParamsFromIter, params_from_iter};
use snowflake_lease::table::{Bind, Dialect, Obstacles, Row, Statement};
use snowflake_lease::{Claim, Registry, Release, Renewal, Store, StoreError, table};

/// Leases in a table of a database, on a connection of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the file.
pub struct LeaseStore {
    path: PathBuf,
    trust_durability: bool,
    /// Not here during an operation, so that one that fails leaves none.
    open: Option<Connection>,
}

impl LeaseStore {
    /// A store in the database at this path, or with this `file:` URI. The file is opened at
    /// the first operation, and opened anew after a failure.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        Self { path: path.into(), trust_durability: false, open: None }
    }

    /// Accepts a database that may lose acknowledged changes in a crash: for tests, whose IDs do
    /// not have to last.
    #[must_use = "it is a setting of the store that is returned"]
    pub const fn trust_durability(mut self) -> Self {
        self.trust_durability = true;
        self
    }

    /// One statement in a transaction of its own.
    fn operate<T>(
        &mut self,
        statement: &Statement,
        operation: impl FnOnce(&Connection, &Statement) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let connection = self.begin()?;
        let settings = table::settings(Dialect::Sqlite);
        let obstacles = obstacles(&connection, &settings).map_err(failed(&settings.sql))?;
        obstacles.check(Dialect::Sqlite, self.trust_durability)?;
        let result = operation(&connection, statement).map_err(failed(&statement.sql))?;
        run(&connection, "COMMIT")?;
        self.open = Some(connection);
        Ok(result)
    }

    /// A connection on which a transaction has begun.
    fn begin(&mut self) -> Result<Connection, StoreError> {
        let connection = match self.open.take() {
            Some(connection) => connection,
            None => self.connect()?,
        };
        run(&connection, table::begin(Dialect::Sqlite))?;
        Ok(connection)
    }

    fn connect(&self) -> Result<Connection, StoreError> {
        // A file that is not there has no table either.
        let flags = OpenFlags::default() - OpenFlags::SQLITE_OPEN_CREATE;
        let connection = Connection::open_with_flags(&self.path, flags).map_err(failed(""))?;
        for sql in table::session(Dialect::Sqlite) {
            run(&connection, sql)?;
        }
        Ok(connection)
    }

    /// Whether a row has changed.
    fn change(&mut self, statement: &Statement) -> Result<bool, StoreError> {
        let change = |connection: &Connection, Statement { sql, binds }: &Statement| {
            connection.execute(sql, parameters(binds))
        };
        self.operate(statement, change).map(|changed| changed > 0)
    }
}

fn run(connection: &Connection, sql: &str) -> Result<(), StoreError> {
    connection.execute_batch(sql).map_err(failed(sql))
}

fn parameters(binds: &[Bind]) -> ParamsFromIter<impl Iterator<Item = Value>> {
    params_from_iter(binds.iter().map(|bind| match bind {
        Bind::Integer(value) => Value::from(*value),
        Bind::String(value) => Value::from(value.clone()),
    }))
}

fn obstacles(connection: &Connection, settings: &Statement) -> rusqlite::Result<Obstacles> {
    connection.query_row(&settings.sql, [], |row| {
        Ok(Obstacles { forgets: row.get("forgets")?, refuses: row.get("refuses")? })
    })
}

fn lease(row: &rusqlite::Row<'_>) -> rusqlite::Result<Row> {
    Ok(Row {
        unix_ms: row.get("unix_ms")?,
        node: row.get("node")?,
        token: row.get("token")?,
        until_unix_ms: row.get("until_unix_ms")?,
    })
}

/// Why a statement was not executed, and what helps.
fn failed(sql: &str) -> impl Fn(rusqlite::Error) -> StoreError {
    move |error| {
        let text = error.to_string();
        // With rusqlite's feature `modern_sqlite`, the statement is in the text, and long.
        let (cause, message) = match text.split_once(&format!(" in {sql} at ")) {
            Some((message, _)) => (StoreError::new(message.to_owned()), message),
            None => (StoreError::new(error), &*text),
        };
        cause.with_advice(table::advice(Dialect::Sqlite, message))
    }
}

impl Store for LeaseStore {
    fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        let statement = table::read(Dialect::Sqlite, space)?;
        let rows = self.operate(&statement, |connection, Statement { sql, binds }| {
            connection
                .prepare(sql)?
                .query_map(parameters(binds), lease)?
                .collect::<Result<Vec<_>, _>>()
        })?;
        table::registry(space, rows)
    }

    fn unix_millis(&mut self) -> Result<i64, StoreError> {
        self.operate(&table::unix_millis(Dialect::Sqlite), |connection, statement| {
            connection.query_row(&statement.sql, [], |row| row.get("unix_ms"))
        })
    }

    fn claim(&mut self, space: &str, claim: &Claim, holder: &str) -> Result<bool, StoreError> {
        self.change(&table::claim(Dialect::Sqlite, space, claim, holder)?)
    }

    fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        self.change(&table::renew(Dialect::Sqlite, space, renewal)?)
    }

    fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        self.change(&table::release(Dialect::Sqlite, space, release)?)
    }

    fn replacement(&self) -> Option<Box<dyn Store>> {
        let Self { path, trust_durability, .. } = self;
        let (path, trust_durability) = (path.clone(), *trust_durability);
        Some(Box::new(Self { path, trust_durability, open: None }))
    }
}

impl fmt::Debug for LeaseStore {
    /// Without the path: a URI may have a key in it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeaseStore").finish_non_exhaustive()
    }
}
