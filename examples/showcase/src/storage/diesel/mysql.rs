//! MariaDB and `MySQL`.

use diesel::prelude::*;
use diesel_async::{AsyncMysqlConnection, RunQueryDsl};

use super::InsertGraph;
use crate::model::Graph;
use crate::table::diesel::{channels, guilds, members, messages, reactions, users};

/// A statement has up to 65,535 values, and no table more than five columns.
const ROWS: usize = 65_535 / 5;

macro_rules! insert {
    ($connection:expr, $table:ident, $rows:expr) => {
        for rows in $rows.chunks(ROWS) {
            diesel::insert_into($table::table).values(rows).execute($connection).await?;
        }
    };
}

impl InsertGraph for AsyncMysqlConnection {
    /// Links are checked row by row: those that close a circle are set when what
    /// they point to is there.
    async fn insert_graph(&mut self, graph: Graph) -> QueryResult<()> {
        let (guilds, channels) = graph.without_circles();
        insert!(self, users, graph.users);
        insert!(self, guilds, guilds);
        insert!(self, members, graph.members);
        insert!(self, channels, channels);
        insert!(self, messages, graph.messages);
        insert!(self, reactions, graph.reactions);
        for guild in graph.guilds.iter().filter(|guild| guild.welcome_id.is_some()) {
            diesel::update(guilds::table.find(guild.id))
                .set(guilds::welcome_id.eq(guild.welcome_id))
                .execute(self)
                .await?;
        }
        for channel in graph.channels.iter().filter(|channel| channel.pinned_id.is_some()) {
            diesel::update(channels::table.find(channel.id))
                .set(channels::pinned_id.eq(channel.pinned_id))
                .execute(self)
                .await?;
        }
        Ok(())
    }
}
