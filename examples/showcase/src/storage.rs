//! What the service asks of its database, by `SeaORM`: SQLite, PostgreSQL or MariaDB.

/// Does it again if the database undid it, since others were in its way: with keys
/// that are minted before, nothing is inserted twice.
macro_rules! retried {
    ($work:expr) => {{
        let mut attempt = 1;
        loop {
            match $work {
                Err(StorageError::Conflict(_)) if attempt < 10 => {
                    let pause = Duration::from_millis(fastrand::u64(..10 * attempt));
                    tokio::time::sleep(pause).await;
                    attempt += 1;
                }
                done => break done,
            }
        }
    }};
}

mod cursor;
mod insert;
mod migration;

use std::error::Error;
use std::iter;
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use sea_orm::prelude::*;
use sea_orm::sqlx;
use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{
    ConnectOptions, DatabaseTransaction, DbBackend, JoinType, Order, QueryOrder, QueryResult,
    QuerySelect, QueryTrait, RuntimeErr, Select, SqlErr, SqliteTransactionMode, Statement,
    TransactionOptions, TransactionTrait, Value,
};
use snowflake_kit::SnowflakeId;
use snowflake_kit::sea_orm_2::IdColumn;
use snowflake_kit::sql::Dialect;

use self::cursor::Statements;
use crate::database::Database;
use crate::id::{ChannelId, GuildId, MessageId, UserId};
use crate::model::{
    Channel, Graph, Guild, Key, Message, Reaction, Row, User, channel, guild, member, message,
    reaction, user,
};

pub use self::cursor::Cursor;

/// How many connections there are at most.
const CONNECTIONS: u32 = 16;
/// How long a connection, and a writer of `SQLite`, is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Why the database did not do it. The text is for users; what the driver says
/// is the [`source`](Error::source), for the log.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StorageError {
    /// A row links to one that is not there, or is to be deleted and linked to.
    #[error("a row links to one that does not exist, or is still linked to")]
    Dangling(#[source] Cause),
    /// Such a row is there already.
    #[error("such a row exists already")]
    Duplicate(#[source] Cause),
    /// Others change the same rows at the moment, also after some attempts.
    #[error("others change the same rows at the moment: try again")]
    Conflict(#[source] Cause),
    /// The database cannot be reached, or is too busy to answer in time.
    #[error("the database cannot be reached at the moment: try again")]
    Away(#[source] Cause),
    /// The database failed, or there is something in it that is not a row of ours.
    #[error("the database failed")]
    Database(#[source] Cause),
}

/// What a driver says.
pub type Cause = Box<dyn Error + Send + Sync>;

/// Part of a list of rows that is ordered by their IDs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Window<T> {
    /// `WHERE id > …`.
    pub greater_than: Option<T>,
    /// `AND id < …`.
    pub less_than: Option<T>,
    /// `AND id BETWEEN … AND …`: an interval of time, as the IDs minted in it.
    pub within: Option<RangeInclusive<T>>,
    /// `ORDER BY id DESC`.
    pub newest_first: bool,
    /// `LIMIT …`.
    pub limit: u32,
}

impl<T> Window<T> {
    /// The first rows of all.
    pub const fn first(limit: u32) -> Self {
        Self { greater_than: None, less_than: None, within: None, newest_first: false, limit }
    }
}

/// Which messages; all, if nothing is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageFilter {
    pub channel: Option<ChannelId>,
    pub reply_to: Option<MessageId>,
}

/// A pool of connections to a database with the service's tables.
#[derive(Clone)]
pub struct Storage {
    db: DatabaseConnection,
    feed: Statements,
}

/// How to connect.
pub fn options(database: &Database) -> ConnectOptions {
    let mut options = match database {
        Database::Postgres(url) | Database::MySql(url) => ConnectOptions::new(url),
        Database::Sqlite(file) => {
            let file = file.clone();
            let mut options = ConnectOptions::new("sqlite:");
            options.map_sqlx_sqlite_opts(move |options| {
                options
                    .filename(&file)
                    .create_if_missing(true)
                    // Readers and a writer at a time; and the last commits may
                    // be lost if the power fails, but no part of one.
                    .journal_mode(SqliteJournalMode::Wal)
                    .synchronous(SqliteSynchronous::Normal)
                    .busy_timeout(PATIENCE)
            });
            options
        }
    };
    options.max_connections(CONNECTIONS).acquire_timeout(PATIENCE);
    options.sqlx_logging(false);
    options
}

impl Storage {
    /// Opens a database, and makes its tables if they are missing.
    ///
    /// # Errors
    /// [`StorageError::Away`] if it cannot be reached, [`StorageError::Database`] if
    /// its tables cannot be made.
    pub async fn open(database: &Database) -> Result<Self, StorageError> {
        let dialect = match database {
            Database::Sqlite(_) => Dialect::Sqlite,
            Database::Postgres(_) => Dialect::Postgres,
            Database::MySql(_) => Dialect::MySql,
        };
        let start = Instant::now();
        let db = loop {
            match sea_orm::Database::connect(options(database)).await {
                // Of two that change the journal of a new file at once, both of which have
                // read which one it has, SQLite refuses one, however long that one would wait.
                Err(error)
                    if code(&error).as_deref() == Some("5") && start.elapsed() < PATIENCE =>
                {
                    tokio::time::sleep(Duration::from_millis(10)).await;
                }
                connected => break connected?,
            }
        };
        migration::run(&db).await?;
        Ok(Self { db, feed: Statements::new(dialect) })
    }

    /// Inserts rows that link to each other in one transaction, a statement per
    /// table (several where a statement would have more values than the database
    /// takes). Nothing is read back.
    ///
    /// A reply stands after what it answers.
    pub async fn insert(&self, graph: &Graph) -> Result<(), StorageError> {
        retried!(self.insert_all(iter::once(graph.clone())).await)
    }

    /// Inserts graphs in one transaction, each when it is there: all or none of
    /// them.
    pub async fn insert_all(
        &self,
        graphs: impl Iterator<Item = Graph> + Send,
    ) -> Result<(), StorageError> {
        let db = self.begin().await?;
        for graph in graphs {
            insert::graph(&db, &graph).await?;
        }
        Ok(db.commit().await?)
    }

    /// A transaction that writes.
    async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        // Readers of SQLite that turn into writers are refused if there was
        // another one meanwhile; those that begin as writers wait for it.
        let sqlite_transaction_mode = Some(SqliteTransactionMode::Immediate);
        let options = TransactionOptions { sqlite_transaction_mode, ..Default::default() };
        self.db.begin_with_options(options).await
    }

    pub async fn guilds(&self, window: &Window<GuildId>) -> Result<Vec<Guild>, StorageError> {
        let guilds = page(guild::Entity::find(), guild::IDS.id, window);
        Ok(guilds.all(&self.db).await?)
    }

    pub async fn members(
        &self,
        guild: GuildId,
        window: &Window<UserId>,
    ) -> Result<Vec<User>, StorageError> {
        let in_guilds = user::Entity::belongs_to(member::Entity)
            .from(user::Column::Id)
            .to(member::Column::UserId)
            .into();
        let users = user::Entity::find()
            .join(JoinType::InnerJoin, in_guilds)
            .filter(member::IDS.guild_id.eq(guild));
        Ok(page(users, member::IDS.user_id, window).all(&self.db).await?)
    }

    pub async fn messages(
        &self,
        filter: MessageFilter,
        window: &Window<MessageId>,
    ) -> Result<Vec<Message>, StorageError> {
        let messages = message::Entity::find()
            .apply_if(filter.channel, |query, id| query.filter(message::IDS.channel_id.eq(id)))
            .apply_if(filter.reply_to, |query, id| query.filter(message::IDS.reply_to.eq(id)));
        Ok(page(messages, message::IDS.id, window).all(&self.db).await?)
    }

    /// Rows by their keys, in any order; those that do not exist are left out.
    pub async fn by_id<K: Key>(&self, ids: &[K]) -> Result<Vec<Row<K>>, StorageError> {
        Ok(K::Entity::find().filter(K::COLUMN.is_in(ids)).all(&self.db).await?)
    }

    // What belongs to several rows, by the ID of the child.

    pub async fn channels_of(&self, guilds: &[GuildId]) -> Result<Vec<Channel>, StorageError> {
        let channels = channel::Entity::find()
            .filter(channel::IDS.guild_id.is_in(guilds))
            .order_by_asc(channel::IDS.id);
        Ok(channels.all(&self.db).await?)
    }

    pub async fn reactions_to(
        &self,
        messages: &[MessageId],
    ) -> Result<Vec<Reaction>, StorageError> {
        let reactions = reaction::Entity::find()
            .filter(reaction::IDS.message_id.is_in(messages))
            .order_by_asc(reaction::IDS.id);
        Ok(reactions.all(&self.db).await?)
    }

    // The feed of messages, in which none ever appears before one that was read.

    /// Gives committed messages their place in the feed, if they have none yet. Comes before the
    /// other two.
    pub async fn feed_take(&self) -> Result<(), StorageError> {
        if let Some(take) = &self.feed.take {
            self.db.execute_unprepared(take).await?;
        }
        Ok(())
    }

    /// The end of the feed, which has no ID, and messages that are after it and are there already.
    pub async fn feed_end(&self) -> Result<Vec<Cursor>, StorageError> {
        Ok(self.feed(self.feed.end, Vec::new()).await?)
    }

    /// What comes after a place in the feed.
    pub async fn feed_read(&self, after: Cursor, limit: u32) -> Result<Vec<Cursor>, StorageError> {
        let limit = i64::from(limit).into();
        let values = match self.db.get_database_backend() {
            DbBackend::Postgres => vec![after.number.to_string().into(), after.id.into(), limit],
            _ => vec![after.number.into(), limit],
        };
        Ok(self.feed(&self.feed.read, values).await?)
    }

    /// The rows of a query of the feed.
    async fn feed(&self, query: &str, values: Vec<Value>) -> Result<Vec<Cursor>, DbErr> {
        let backend = self.db.get_database_backend();
        let query = Statement::from_sql_and_values(backend, query, values);
        let rows = self.db.query_all_raw(query).await?;
        let cursor = |row: &QueryResult| {
            let number = match backend {
                DbBackend::Postgres => {
                    let number: String = row.try_get("", "feed_xid")?;
                    number.parse().map_err(|error| DbErr::Type(format!("{number}: {error}")))?
                }
                _ => row.try_get("", "number")?,
            };
            Ok(Cursor { number, id: row.try_get("", "id")? })
        };
        rows.iter().map(cursor).collect()
    }

    /// Pins a message of the channel, or none. False if there is no such channel.
    ///
    /// A message that is not in the channel is [`StorageError::Dangling`].
    pub async fn pin(
        &self,
        channel: ChannelId,
        message: Option<MessageId>,
    ) -> Result<bool, StorageError> {
        let pin = channel::Entity::update_many()
            .col_expr(channel::Column::PinnedId, Expr::value(message))
            .filter(channel::IDS.id.eq(channel));
        let pinned = retried!(pin.clone().exec(&self.db).await.map_err(StorageError::from));
        Ok(pinned?.rows_affected > 0)
    }

    /// Deletes a message, with its reactions; a channel that pinned it has none
    /// pinned then. False if there is no such message.
    ///
    /// A message that has replies is [`StorageError::Dangling`].
    pub async fn delete_message(&self, message: MessageId) -> Result<bool, StorageError> {
        retried!(
            async {
                let db = self.begin().await?;
                let unpin = channel::Entity::update_many()
                    .col_expr(channel::Column::PinnedId, Expr::value(None::<MessageId>))
                    .filter(channel::IDS.pinned_id.eq(message));
                unpin.exec(&db).await?;
                let deleted = message::Entity::delete_by_id(message).exec(&db).await?;
                db.commit().await?;
                Ok(deleted.rows_affected > 0)
            }
            .await
        )
    }
}

/// A page of a list is a range of its keys: `OFFSET` would count rows that are
/// left out, and miss or repeat some while others are inserted.
fn page<E, F, T>(query: Select<E>, id: IdColumn<F, T>, window: &Window<T>) -> Select<E>
where
    E: EntityTrait,
    F: EntityTrait,
    T: SnowflakeId,
{
    let order = if window.newest_first { Order::Desc } else { Order::Asc };
    query
        .apply_if(window.greater_than, |query, than| query.filter(id.gt(than)))
        .apply_if(window.less_than, |query, than| query.filter(id.lt(than)))
        .apply_if(window.within.clone(), |query, ids| query.filter(id.in_range(ids)))
        .order_by(id, order)
        .limit(u64::from(window.limit))
}

/// What a database answered, if it did: its code of the error.
fn code(error: &DbErr) -> Option<String> {
    let (DbErr::Conn(RuntimeErr::SqlxError(cause))
    | DbErr::Exec(RuntimeErr::SqlxError(cause))
    | DbErr::Query(RuntimeErr::SqlxError(cause))) = error
    else {
        return None;
    };
    Some(cause.as_database_error()?.code()?.into_owned())
}

impl From<DbErr> for StorageError {
    fn from(error: DbErr) -> Self {
        match error.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(_)) => return Self::Duplicate(error.into()),
            Some(SqlErr::ForeignKeyConstraintViolation(_)) => return Self::Dangling(error.into()),
            _ => {}
        }
        match (&error, code(&error).as_deref()) {
            // SQLite is locked, the server of PostgreSQL is shut down.
            (DbErr::Conn(_) | DbErr::ConnectionAcquire(_), _)
            | (_, Some("5" | "57P01" | "57P03")) => Self::Away(error.into()),
            // A deadlock, or a snapshot that is too old; in PostgreSQL's words.
            (_, Some("40001" | "40P01")) => Self::Conflict(error.into()),
            (
                DbErr::Exec(RuntimeErr::SqlxError(cause))
                | DbErr::Query(RuntimeErr::SqlxError(cause)),
                _,
            ) if matches!(**cause, sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed) => {
                Self::Away(error.into())
            }
            _ => Self::Database(error.into()),
        }
    }
}
