//! PostgreSQL.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use futures_util::join;

use super::InsertGraph;
use crate::model::Graph;
use crate::table::diesel::{channels, guilds, members, messages, reactions, users};

/// A statement has up to 65,535 values, and no table more than five columns.
const ROWS: usize = 65_535 / 5;

macro_rules! insert {
    ($connection:ident, $table:ident, $rows:expr) => {
        async {
            let mut connection = $connection;
            for rows in $rows.chunks(ROWS) {
                diesel::insert_into($table::table).values(rows).execute(&mut connection).await?;
            }
            QueryResult::Ok(())
        }
    };
}

impl InsertGraph for AsyncPgConnection {
    /// No statement waits for another one's keys, and links are checked when the
    /// transaction ends: all are sent at once.
    async fn insert_graph(&mut self, graph: Graph) -> QueryResult<()> {
        let connection = &*self;
        let results: [_; 6] = join!(
            insert!(connection, users, graph.users),
            insert!(connection, guilds, graph.guilds),
            insert!(connection, members, graph.members),
            insert!(connection, channels, graph.channels),
            insert!(connection, messages, graph.messages),
            insert!(connection, reactions, graph.reactions),
        )
        .into();
        // Those after one that fails do so too, as they come after a failure.
        let failed = results.into_iter().filter_map(Result::err);
        failed.min_by_key(is_unknown).map_or(Ok(()), Err)
    }
}

fn is_unknown(error: &Error) -> bool {
    matches!(error, Error::DatabaseError(DatabaseErrorKind::Unknown, _))
}
