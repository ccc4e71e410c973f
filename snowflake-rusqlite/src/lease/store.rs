//! The store.

use std::future::{Future, ready};
use std::path::{Path, PathBuf};

use rusqlite::types::Value;
use rusqlite::{Connection, OpenFlags, ParamsFromIter, params_from_iter};
use snowflake_kit_lease::table::{
    self, Bind, Blocks, Dialect, DriverError, Statement, TableStore, TextRow,
};
use snowflake_kit_lease::{StoreError, table_store};

/// Leases in a table of a database, on a connection of their own. See [the
/// module](crate::lease) for the table, and for the requirements on the file.
pub struct LeaseStore(TableStore<Open>);

impl LeaseStore {
    /// A store in the database at this path, or with this `file:` URI. The file is opened at
    /// the first operation, and opened again after a failure.
    pub fn new(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        Self(TableStore::new(move || ready(open(&path))))
    }
}

table_store!(blocking: [] LeaseStore);

/// A connection to the file.
struct Open(Connection);

fn open(path: &Path) -> Result<Open, StoreError> {
    // A file that is not there has no table either.
    let flags = OpenFlags::default() - OpenFlags::SQLITE_OPEN_CREATE;
    let opened = Connection::open_with_flags(path, flags).map(Open);
    opened.map_err(|error| DriverError::new(error).advised(Dialect::Sqlite))
}

impl Blocks for Open {}

impl table::Connection for Open {
    fn dialect(&self) -> Dialect {
        Dialect::Sqlite
    }

    fn run(&mut self, sql: &str) -> impl Future<Output = Result<(), DriverError>> + Send {
        ready(self.0.execute_batch(sql).map_err(failed(sql)))
    }

    fn change(
        &mut self,
        Statement { sql, binds }: Statement,
    ) -> impl Future<Output = Result<u64, DriverError>> + Send {
        let changed = self.0.execute(&sql, parameters(binds)).map_err(failed(&sql));
        ready(changed.map(|changed| changed as u64))
    }

    fn rows(
        &mut self,
        statement: Statement,
    ) -> impl Future<Output = Result<Vec<TextRow>, DriverError>> + Send {
        let Statement { sql, binds } = statement;
        let rows = || -> rusqlite::Result<_> {
            let mut statement = self.0.prepare(&sql)?;
            let columns = statement.column_count();
            let text = |row: &rusqlite::Row<'_>| (0..columns).map(|index| row.get(index)).collect();
            statement.query_map(parameters(binds), text)?.collect()
        };
        ready(rows().map_err(failed(&sql)))
    }
}

fn parameters(binds: Vec<Bind>) -> ParamsFromIter<impl Iterator<Item = Value>> {
    params_from_iter(binds.into_iter().map(|bind| match bind {
        Bind::Integer(value) => Value::from(value),
        Bind::String(value) => Value::from(value),
    }))
}

/// Why a statement was not executed.
fn failed(sql: &str) -> impl Fn(rusqlite::Error) -> DriverError {
    move |error| {
        let text = error.to_string();
        // With rusqlite's feature `modern_sqlite`, the statement is in the text, and long.
        match text.split_once(&format!(" in {sql} at ")) {
            Some((message, _)) => DriverError::new(message.to_owned()),
            None => DriverError::new(error),
        }
    }
}
