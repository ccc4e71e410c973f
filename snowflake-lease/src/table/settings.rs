//! Whether the database keeps what it acknowledges, and whether it is the one it was.

use super::Dialect;
use super::name::TableName;
use super::statement::{Statement, TextRow};
use crate::store::StoreError;

/// What [`settings`] calls a database of SQLite without a file.
const IN_MEMORY: &str = "a database in memory";

/// The answer to [`settings`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerSettings {
    /// A setting with which the server can lose acknowledged commits in a crash, as a text like
    /// `fsync = off`.
    pub forgets: Option<String>,
    /// A setting with which nothing can be written.
    pub refuses: Option<String>,
    /// The registry's identity.
    pub identity: Option<String>,
}

impl From<TextRow> for ServerSettings {
    fn from(row: TextRow) -> Self {
        let mut columns = row.into_iter();
        let mut next = || columns.next().flatten();
        Self { forgets: next(), refuses: next(), identity: next() }
    }
}

/// Sets what a transaction can set for itself, and reads the other settings and the identity of the
/// table's registry. The answer is one row, for [`ServerSettings`].
///
/// | | sets | reads |
/// |---|---|---|
/// | PostgreSQL | `synchronous_commit = on` | `fsync`, `transaction_read_only` |
/// | `MySQL` | | `innodb_flush_log_at_trx_commit = 1`, `sync_binlog = 1` if there is a binary log, `read_only` |
/// | SQLite | | `synchronous = EXTRA`, or `FULL` with a journal that is not deleted; `journal_mode` other than `OFF` and `MEMORY` |
pub fn settings(dialect: Dialect, table: Option<&TableName>) -> Statement {
    let identity = table.map_or_else(|| "NULL".to_owned(), TableName::identity);
    let sql = match dialect {
        // `remote_apply` is stronger than `on`.
        Dialect::Postgres => format!(
            "SELECT CASE current_setting('fsync') WHEN 'off' THEN 'fsync = off' END, \
             CASE current_setting('transaction_read_only') WHEN 'on' THEN \
             'transaction_read_only = on' END, CAST({identity} AS text), \
             set_config('synchronous_commit', CASE current_setting('synchronous_commit') WHEN \
             'remote_apply' THEN 'remote_apply' ELSE 'on' END, true)"
        ),
        Dialect::Sqlite => format!(
            "SELECT CASE WHEN file.file = '' THEN 'a database in memory' WHEN \
             journal.journal_mode IN ('off', 'memory') THEN 'journal_mode = ' || \
             journal.journal_mode WHEN sync.synchronous < 2 OR (sync.synchronous = 2 AND \
             journal.journal_mode = 'delete') THEN 'synchronous = ' || sync.synchronous || \
             ' with journal_mode = ' || journal.journal_mode END, NULL, {identity} FROM \
             pragma_database_list AS file, pragma_journal_mode AS journal, pragma_synchronous AS \
             sync WHERE file.name = 'main'"
        ),
        // 3 is MariaDB's, and flushes once more than 1. A crash undoes a transaction that is
        // not in the binary log. The version decides whether a setting is a number or a word.
        _ => format!(
            "SELECT CASE WHEN @@GLOBAL.innodb_flush_log_at_trx_commit NOT IN (1, 3) THEN \
             CONCAT('innodb_flush_log_at_trx_commit = ', \
             @@GLOBAL.innodb_flush_log_at_trx_commit) WHEN CAST(@@GLOBAL.log_bin AS CHAR) IN \
             ('1', 'ON') AND @@GLOBAL.sync_binlog <> 1 THEN CONCAT('sync_binlog = ', \
             @@GLOBAL.sync_binlog) END, CASE WHEN CAST(@@GLOBAL.read_only AS CHAR) NOT IN \
             ('0', 'OFF') THEN 'read_only = ON' END, {identity}"
        ),
    };
    Statement { sql, binds: Vec::new() }
}

impl ServerSettings {
    /// Whether the database ends with its connection.
    pub(super) fn is_in_memory(&self) -> bool {
        self.forgets.as_deref() == Some(IN_MEMORY)
    }

    /// Refuses a server that cannot keep leases. With `trust_durability`, it accepts a server that
    /// can lose commits.
    ///
    /// # Errors
    /// [`StoreError`] that names the setting.
    pub fn check(&self, dialect: Dialect, trust_durability: bool) -> Result<(), StoreError> {
        if let Some(setting) = &self.refuses {
            return Err(StoreError::new(format!("nothing can be written here: {setting}"))
                .with_advice("connect to the primary server, with a role that may write"));
        }
        let Some(setting) = self.forgets.as_ref().filter(|_| !trust_durability) else {
            return Ok(());
        };
        let right = match dialect {
            Dialect::Postgres => "set fsync = on",
            Dialect::Sqlite => {
                "use a file, with PRAGMA synchronous = EXTRA, or with PRAGMA journal_mode = WAL \
                 and PRAGMA synchronous = FULL"
            }
            _ => {
                "set innodb_flush_log_at_trx_commit = 1, and sync_binlog = 1 if there is a binary \
                 log"
            }
        };
        Err(StoreError::new(format!(
            "the database may forget a lease when it crashes, and then give the node to two \
             processes: {setting}"
        ))
        .with_advice(format!("{right}; or call trust_durability() where IDs do not have to last")))
    }
}
