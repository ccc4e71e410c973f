//! `SQLite`.

use diesel::prelude::*;
use diesel_async::pooled_connection::ManagerConfig;
use diesel_async::sync_connection_wrapper::SyncConnectionWrapper;
use diesel_async::{AsyncConnection, SimpleAsyncConnection};
use futures_util::FutureExt;

use super::InsertGraph;
use crate::model::Graph;
use crate::table::diesel::{channels, guilds, members, messages, reactions, users};

/// A statement has up to 32,766 values, and no table more than five columns.
const ROWS: usize = 32_766 / 5;

/// Connections on threads that may wait for the disk.
pub(crate) type AsyncSqliteConnection = SyncConnectionWrapper<SqliteConnection>;

/// Readers and a writer at a time; the last commits may be lost if the power
/// fails, but no part of one. Links are checked when that is asked for.
const SETTINGS: &str = "
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
";

/// How to connect.
pub(super) fn config() -> ManagerConfig<AsyncSqliteConnection> {
    let mut config = ManagerConfig::default();
    config.custom_setup = Box::new(|file| {
        async move {
            let mut connection = AsyncSqliteConnection::establish(file).await?;
            let set = connection.batch_execute(SETTINGS).await;
            set.map_err(ConnectionError::CouldntSetupConfiguration)?;
            Ok(connection)
        }
        .boxed()
    });
    config
}

macro_rules! insert {
    ($connection:ident, $table:ident, $rows:expr) => {
        for rows in $rows.chunks(ROWS) {
            diesel::insert_into($table::table).values(rows).execute($connection)?;
        }
    };
}

impl InsertGraph for AsyncSqliteConnection {
    /// On the connection inside, which takes several rows in a statement.
    async fn insert_graph(&mut self, graph: Graph) -> QueryResult<()> {
        self.spawn_blocking(move |connection| {
            insert!(connection, users, graph.users);
            insert!(connection, guilds, graph.guilds);
            insert!(connection, members, graph.members);
            insert!(connection, channels, graph.channels);
            insert!(connection, messages, graph.messages);
            insert!(connection, reactions, graph.reactions);
            Ok(())
        })
        .await
    }
}
