//! The feed of messages, whose numbers and parameters differ from database to database.

use diesel::prelude::{QueryResult, QueryableByName};
use diesel::result::Error;
use diesel::sql_types::{BigInt, Text};
use diesel_async::{AsyncMysqlConnection, AsyncPgConnection, RunQueryDsl};
use snowflake_kit::sql::Dialect;

use super::sqlite::AsyncSqliteConnection;
use crate::storage::Cursor;

/// What asks for the feed.
pub(super) trait ReadFeed {
    const DIALECT: Dialect;

    /// The rows of a query, without parameters or after a cursor.
    async fn feed(&mut self, query: &str, after: Option<(Cursor, u32)>)
    -> QueryResult<Vec<Cursor>>;
}

/// Where the cursor is a number alone.
macro_rules! numbered {
    ($connection:ty, $dialect:expr) => {
        impl ReadFeed for $connection {
            const DIALECT: Dialect = $dialect;

            async fn feed(
                &mut self,
                query: &str,
                after: Option<(Cursor, u32)>,
            ) -> QueryResult<Vec<Cursor>> {
                let query = diesel::sql_query(query);
                let rows: Vec<Numbered> = match after {
                    None => query.load(self).await?,
                    Some((after, limit)) => {
                        let query = query.bind::<BigInt, _>(after.number);
                        query.bind::<BigInt, _>(i64::from(limit)).load(self).await?
                    }
                };
                let cursor = |Numbered { number, id }| Cursor { number, id };
                Ok(rows.into_iter().map(cursor).collect())
            }
        }
    };
}

#[derive(QueryableByName)]
struct Numbered {
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = BigInt)]
    id: i64,
}

numbered!(AsyncMysqlConnection, Dialect::MySql);
numbered!(AsyncSqliteConnection, Dialect::Sqlite);

#[derive(QueryableByName)]
struct Transacted {
    #[diesel(sql_type = Text)]
    feed_xid: String,
    #[diesel(sql_type = BigInt)]
    id: i64,
}

impl ReadFeed for AsyncPgConnection {
    const DIALECT: Dialect = Dialect::Postgres;

    async fn feed(
        &mut self,
        query: &str,
        after: Option<(Cursor, u32)>,
    ) -> QueryResult<Vec<Cursor>> {
        let query = diesel::sql_query(query);
        let rows: Vec<Transacted> = match after {
            None => query.load(self).await?,
            Some((after, limit)) => {
                let query = query.bind::<Text, _>(after.number.to_string());
                let query = query.bind::<BigInt, _>(after.id);
                query.bind::<BigInt, _>(i64::from(limit)).load(self).await?
            }
        };
        let cursor = |row: Transacted| {
            let number = row.feed_xid.parse();
            let number = number.map_err(|error| Error::DeserializationError(Box::new(error)))?;
            Ok(Cursor { number, id: row.id })
        };
        rows.into_iter().map(cursor).collect()
    }
}
