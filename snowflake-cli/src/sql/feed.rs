//! `snowflake sql --feed`.

use clap::Args;
use snowflake_kit_sql::{Dialect, Feed};

use crate::arguments::{self, TableName};
use crate::error::Error;

#[derive(Args)]
#[group(skip)]
pub(super) struct Arguments {
    /// Instead, a feed of this table: an order of its rows in which a new row never
    /// comes before one that was already read
    #[arg(long, value_name = "[SCHEMA.]TABLE", value_parser = arguments::table)]
    #[arg(conflicts_with_all = ["node", "nodes", "schema", "prefix", "fill", "grant", "owner"])]
    #[arg(conflicts_with_all = ["upgrade", "layout", "partitions"])]
    feed: Option<TableName>,

    /// The key column of that table
    #[arg(long, value_name = "COLUMN", default_value = "id", requires = "feed")]
    #[arg(value_parser = arguments::name)]
    key: String,
}

impl Arguments {
    /// The statements, if a feed is asked for.
    pub(super) fn statements(
        &self,
        dialect: Dialect,
        down: bool,
    ) -> Result<Option<Vec<String>>, Error> {
        let Some(table) = &self.feed else { return Ok(None) };
        let feed = Feed::new(dialect, table.without_column(&self.key)?.as_table(), &self.key)?;
        Ok(Some(if down { feed.down() } else { feed.up() }))
    }
}
