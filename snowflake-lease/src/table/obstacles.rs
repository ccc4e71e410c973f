//! Whether the database keeps what it acknowledges.

use super::{Dialect, Statement, timeout};
use crate::StoreError;

/// The answer to [`settings`]: settings that do not allow leases, as texts like `fsync = off`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obstacles {
    /// With this setting, the server can lose acknowledged commits in a crash.
    pub forgets: Option<String>,
    /// With this setting, nothing can be written.
    pub refuses: Option<String>,
}

/// Sets what a transaction can set for itself, and reads the other settings. The answer is one row
/// with the columns `forgets` and `refuses`, each `NULL` or a text, for [`Obstacles`].
///
/// | | sets | reads |
/// |---|---|---|
/// | PostgreSQL | `synchronous_commit = on`, `lock_timeout`, `statement_timeout`, `idle_in_transaction_session_timeout` | `fsync`, `transaction_read_only` |
/// | `MySQL` | | `innodb_flush_log_at_trx_commit = 1`, `sync_binlog = 1` if there is a binary log, `read_only` |
/// | SQLite | | `synchronous = EXTRA`, or `FULL` with a journal that is not deleted; `journal_mode` other than `OFF` and `MEMORY` |
#[inline]
pub fn settings(dialect: Dialect) -> Statement {
    let sql = match dialect {
        // `remote_apply` is stronger than `on`.
        Dialect::Postgres => concat!(
            "SELECT CASE current_setting('fsync') WHEN 'off' THEN 'fsync = off' END AS \
             forgets, CASE current_setting('transaction_read_only') WHEN 'on' THEN \
             'transaction_read_only = on' END AS refuses, set_config('synchronous_commit', \
             CASE current_setting('synchronous_commit') WHEN 'remote_apply' THEN \
             'remote_apply' ELSE 'on' END, true), set_config('lock_timeout', '",
            timeout!(),
            "s', true), set_config('statement_timeout', '10s', true), \
             set_config('idle_in_transaction_session_timeout', '",
            timeout!(),
            "s', true)"
        ),
        Dialect::Sqlite => {
            "SELECT CASE WHEN file.file = '' THEN 'a database in memory' WHEN \
             journal.journal_mode IN ('off', 'memory') THEN 'journal_mode = ' || \
             journal.journal_mode WHEN sync.synchronous < 2 OR (sync.synchronous = 2 AND \
             journal.journal_mode = 'delete') THEN 'synchronous = ' || sync.synchronous || \
             ' with journal_mode = ' || journal.journal_mode END AS forgets, NULL AS \
             refuses FROM pragma_database_list AS file, pragma_journal_mode AS journal, \
             pragma_synchronous AS sync WHERE file.name = 'main'"
        }
        // 3 is MariaDB's, and flushes once more than 1. A crash undoes a transaction that is
        // not in the binary log. The version decides whether a setting is a number or a word.
        _ => {
            "SELECT CASE WHEN @@GLOBAL.innodb_flush_log_at_trx_commit NOT IN (1, 3) THEN \
             CONCAT('innodb_flush_log_at_trx_commit = ', \
             @@GLOBAL.innodb_flush_log_at_trx_commit) WHEN CAST(@@GLOBAL.log_bin AS CHAR) IN \
             ('1', 'ON') AND @@GLOBAL.sync_binlog <> 1 THEN CONCAT('sync_binlog = ', \
             @@GLOBAL.sync_binlog) END AS forgets, CASE WHEN CAST(@@GLOBAL.read_only AS \
             CHAR) NOT IN ('0', 'OFF') THEN 'read_only = ON' END AS refuses"
        }
    };
    Statement { sql: sql.to_owned(), binds: Vec::new() }
}

impl Obstacles {
    /// Refuses a server that cannot keep leases. With `trust_durability`, it accepts a server that
    /// can lose commits.
    ///
    /// # Errors
    /// [`StoreError`] that names the setting.
    #[inline]
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
