//! What `snowflake nodes` reads and writes.

use std::fmt;
use std::time::SystemTime;

use snowflake_kit_core::__private::unix_millis as machine_millis;

use super::connection::{Connection, DriverError};
use super::found::Unusable;
use super::name::TableName;
use super::statement::{Bind, Statement, TABLE, TextRow, as_text, text, unix_millis};
use super::store::{Begun, TableStore, failed};
use super::{Dialect, begin, clock, greatest, in_transaction};
use crate::protocol::LeaseRow;
use crate::record;
use crate::store::StoreError;

/// All rows of a table, whatever was written to it.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The store's clock, in Unix ms.
    pub unix_millis: i64,
    /// By how much it is ahead of this machine's clock, in ms.
    pub skew: i64,
    /// The registry's identity, if it has one.
    pub identity: Option<String>,
    /// The columns `space`, `node`, `token`, `until_unix_ms`, `claimed_unix_ms`, `renewed_unix_ms`
    /// and `holder`.
    pub rows: Vec<TextRow>,
}

/// A transaction in which all rows were read, and can be raised.
pub struct Raising<'a, C: Connection> {
    store: &'a mut TableStore<C>,
    begun: Begun<C>,
    listing: Option<Listing>,
}

/// How many rows a statement writes.
const ROWS: usize = 500;

impl<C: Connection> TableStore<C> {
    /// Reads all rows, and writes nothing: a role that may read is enough.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read.
    pub async fn list(&mut self) -> Result<Listing, StoreError> {
        let mut connection = self.connect().await?;
        let dialect = connection.dialect();
        let table = match self.table(&mut connection).await {
            Ok(table) => table.unwrap_or_else(|| TableName::new(dialect)),
            Err(Unusable::Driver(error)) => return Err(error.into_store_error(dialect)),
            Err(Unusable::Several(error)) => return Err(error),
        };
        let mut begun = Begun { connection, dialect, table, may_stay: true };
        let reading = match dialect {
            Dialect::Postgres => concat!("BEGIN READ ONLY; ", in_transaction!()),
            Dialect::Sqlite => "BEGIN",
            _ => "START TRANSACTION READ ONLY",
        };
        let listed = match begun.connection.run(reading).await {
            Ok(()) => list(&mut begun).await,
            Err(error) => Err(error),
        };
        match listed {
            Ok(listing) => {
                // What was read was read, whatever the server says to this.
                let _ = begun.connection.run("COMMIT").await;
                Ok(listing)
            }
            Err(error) => Err(failed(begun, error)),
        }
    }

    /// Reads all rows in a transaction that can raise them. A server that can lose commits is
    /// accepted: its leases need fencing as well.
    ///
    /// # Errors
    /// [`StoreError`] if the store cannot be read, or cannot be written to.
    pub async fn raise(&mut self) -> Result<Raising<'_, C>, StoreError> {
        let (mut begun, settings) = self.begin_checked().await?;
        settings.check(begun.dialect, true)?;
        // Several statements, so they need a transaction where one needs none.
        let started = match begin(begun.dialect) {
            Some(_) => Ok(()),
            None => begun.connection.run("START TRANSACTION").await,
        };
        let listed = match started {
            Ok(()) => list(&mut begun).await,
            Err(error) => Err(error),
        };
        match listed {
            Ok(listing) => Ok(Raising { store: self, begun, listing: Some(listing) }),
            Err(error) => Err(failed(begun, error)),
        }
    }
}

impl<C: Connection> Raising<'_, C> {
    /// What was read, at the first call.
    pub fn take_listing(&mut self) -> Listing {
        self.listing.take().unwrap_or_default()
    }

    /// Writes these rows of spaces, and commits. No `token` or `until` becomes smaller, even if
    /// others write at the same time.
    ///
    /// # Errors
    /// [`StoreError`] if the name of a space is not valid, or nothing was written.
    pub async fn write(
        mut self,
        rows: &[(&str, LeaseRow)],
        holder: &str,
    ) -> Result<(), StoreError> {
        for rows in rows.chunks(ROWS) {
            let statement = raise(&self.begun.table, rows, holder)?;
            if let Err(error) = self.begun.connection.change(statement).await {
                return Err(failed(self.begun, error));
            }
        }
        match begin(self.begun.dialect) {
            Some(_) => self.store.commit(self.begun).await,
            None => match self.begun.connection.run("COMMIT").await {
                Ok(()) => Ok(()),
                Err(error) => Err(failed(self.begun, error)),
            },
        }
    }
}

impl<C: Connection> fmt::Debug for Raising<'_, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Raising").field("listing", &self.listing).finish_non_exhaustive()
    }
}

async fn list<C: Connection>(begun: &mut Begun<C>) -> Result<Listing, DriverError> {
    let Begun { connection, dialect, table, .. } = begun;
    let before = machine_millis(SystemTime::now());
    let clock = connection.rows(unix_millis(*dialect)).await?;
    let after = machine_millis(SystemTime::now());
    let clock = clock.first().and_then(|row| row.first()?.as_deref()?.parse::<i64>().ok());
    let unix_millis =
        clock.ok_or_else(|| DriverError::new("the clock of the store is not a number"))?;
    // As texts, so that a row is read whatever is in it.
    let columns =
        ["space", "node", "token", "until_unix_ms", "claimed_unix_ms", "renewed_unix_ms", "holder"];
    let columns = columns.map(|column| as_text(*dialect, column)).join(", ");
    let all = table.statement(&format!("SELECT {columns} FROM {TABLE}"), Vec::new());
    let mut rows = connection.rows(all).await?;
    let mut identity = None;
    rows.retain_mut(|row| match row.first() {
        Some(Some(space)) if space == record::REGISTRY => {
            identity = row.pop().flatten();
            false
        }
        _ => true,
    });
    let skew = unix_millis - i64::midpoint(before, after);
    Ok(Listing { unix_millis, skew, identity, rows })
}

fn raise(
    table: &TableName,
    rows: &[(&str, LeaseRow)],
    holder: &str,
) -> Result<Statement, StoreError> {
    let dialect = table.dialect();
    let (now, greatest) = (clock(dialect), greatest(dialect));
    let values = vec![format!("(?, ?, ?, ?, ?, {now}, {now})"); rows.len()].join(", ");
    let mut binds = Vec::with_capacity(5 * rows.len());
    for (space, row) in rows {
        let until = Bind::Integer(record::until(row.until));
        binds.extend([text(record::space(space)?), Bind::Integer(row.node.into())]);
        binds.extend([Bind::Integer(row.token), until, text(&record::holder(holder))]);
    }
    let (alias, conflict, new, old) = match dialect {
        Dialect::Postgres | Dialect::Sqlite => {
            (" AS lease", "ON CONFLICT (space, node) DO UPDATE SET", ["excluded.", ""], "lease.")
        }
        _ => ("", "ON DUPLICATE KEY UPDATE", ["VALUES(", ")"], ""),
    };
    let new = |column: &str| format!("{}{column}{}", new[0], new[1]);
    let raised = |column: &str| format!("{column} = {greatest}({}, {old}{column})", new(column));
    let set = |column: &str| format!("{column} = {}", new(column));
    let changes = [
        raised("token"),
        raised("until_unix_ms"),
        set("holder"),
        set("claimed_unix_ms"),
        set("renewed_unix_ms"),
    ];
    let sql = format!(
        "INSERT INTO {TABLE}{alias} (space, node, token, until_unix_ms, holder, claimed_unix_ms, \
         renewed_unix_ms) VALUES {values} {conflict} {}",
        changes.join(", ")
    );
    Ok(table.statement(&sql, binds))
}
