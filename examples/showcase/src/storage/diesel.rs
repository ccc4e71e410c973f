//! The storage on Diesel.

mod feed;
mod mysql;
mod postgres;
mod sqlite;

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::pooled_connection::deadpool::{Object, Pool, PoolError};
use diesel_async::pooled_connection::{AsyncDieselConnectionManager, ManagerConfig};
use diesel_async::{AsyncConnection, AsyncMysqlConnection, AsyncPgConnection, RunQueryDsl};
use tokio::time::timeout;

use self::feed::ReadFeed as _;
use super::cursor::Statements;
use super::{
    Answer, CONNECTIONS, Cursor, Graphs, MessageFilter, PATIENCE, Storage, StorageError, Window,
};
use crate::database::Database;
use crate::id::{ChannelId, GuildId, MessageId, ReactionId, UserId};
use crate::model::{Channel, Graph, Guild, Message, Reaction, User};
use crate::table::diesel::{channels, guilds, members, messages, reactions, users};

pub(crate) use sqlite::AsyncSqliteConnection;

/// Opens a database that has the tables.
///
/// # Errors
/// [`StorageError::Away`] if it cannot be reached.
pub async fn open(database: &Database) -> Result<Box<dyn Storage>, StorageError> {
    Ok(match database {
        Database::Sqlite(file) => {
            Box::new(Diesel::<Pool<AsyncSqliteConnection>>::connect(file, sqlite::config()).await?)
        }
        Database::Postgres(url) => {
            let config = ManagerConfig::default();
            Box::new(Diesel::<Pool<AsyncPgConnection>>::connect(url, config).await?)
        }
        Database::MySql(url) => {
            let config = ManagerConfig::default();
            Box::new(Diesel::<Pool<AsyncMysqlConnection>>::connect(url, config).await?)
        }
    })
}

/// A pool of connections.
struct Diesel<P> {
    pool: P,
    feed: Statements,
}

/// What differs from database to database.
trait InsertGraph {
    /// Inserts the rows, in the transaction that there is.
    async fn insert_graph(&mut self, graph: Graph) -> QueryResult<()>;
}

/// Part of a query: a page of a list is a range of its keys. `OFFSET` would count
/// rows that are left out, and miss or repeat some while others are inserted.
macro_rules! page {
    ($query:expr, $id:expr, $window:expr) => {{
        let mut query = $query.into_boxed();
        if let Some(than) = $window.greater_than {
            query = query.filter($id.gt(than));
        }
        if let Some(than) = $window.less_than {
            query = query.filter($id.lt(than));
        }
        if let Some(ids) = &$window.within {
            query = query.filter($id.between(ids.start(), ids.end()));
        }
        query = if $window.newest_first { query.order($id.desc()) } else { query.order($id.asc()) };
        query.limit($window.limit.into())
    }};
}

/// The same queries for each kind of connection. Written as a function for any
/// of them, its bounds would be longer than what it does.
macro_rules! storage {
    ($connection:ty) => {
        impl Diesel<Pool<$connection>> {
            async fn connect(
                url: &str,
                config: ManagerConfig<$connection>,
            ) -> Result<Self, StorageError> {
                let manager = AsyncDieselConnectionManager::new_with_config(url, config);
                let pool = Pool::builder(manager).max_size(CONNECTIONS as usize).build();
                let pool = pool.map_err(|error| StorageError::Database(error.into()))?;
                let storage =
                    Self { pool, feed: Statements::new(<$connection as feed::ReadFeed>::DIALECT) };
                drop(storage.connection().await?);
                Ok(storage)
            }

            async fn connection(&self) -> Result<Object<$connection>, StorageError> {
                match timeout(PATIENCE, self.pool.get()).await {
                    Ok(connection) => Ok(connection?),
                    Err(late) => Err(StorageError::Away(late.into())),
                }
            }
        }

        impl Storage for Diesel<Pool<$connection>> {
            fn insert_all<'a>(&'a self, graphs: &'a mut Graphs<'a>) -> Answer<'a, ()> {
                Box::pin(async move {
                    let mut connection = self.connection().await?;
                    let inserted = connection.transaction(async |connection| {
                        for graph in graphs {
                            connection.insert_graph(graph).await?;
                        }
                        QueryResult::Ok(())
                    });
                    Ok(inserted.await?)
                })
            }

            fn guilds<'a>(&'a self, window: &'a Window<GuildId>) -> Answer<'a, Vec<Guild>> {
                Box::pin(async move {
                    let query = page!(guilds::table.select(Guild::as_select()), guilds::id, window);
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn members<'a>(
                &'a self,
                guild: GuildId,
                window: &'a Window<UserId>,
            ) -> Answer<'a, Vec<User>> {
                Box::pin(async move {
                    let users = members::table
                        .inner_join(users::table)
                        .filter(members::guild_id.eq(guild))
                        .select(User::as_select());
                    let query = page!(users, members::user_id, window);
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn messages<'a>(
                &'a self,
                filter: MessageFilter,
                window: &'a Window<MessageId>,
            ) -> Answer<'a, Vec<Message>> {
                Box::pin(async move {
                    let messages = messages::table.select(Message::as_select());
                    let mut query = page!(messages, messages::id, window);
                    if let Some(channel) = filter.channel {
                        query = query.filter(messages::channel_id.eq(channel));
                    }
                    if let Some(author) = filter.author {
                        query = query.filter(messages::author_id.eq(author));
                    }
                    if let Some(message) = filter.reply_to {
                        query = query.filter(messages::reply_to.eq(message));
                    }
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn users_by_id<'a>(&'a self, ids: &'a [UserId]) -> Answer<'a, Vec<User>> {
                Box::pin(async move {
                    let query =
                        users::table.filter(users::id.eq_any(ids)).select(User::as_select());
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn guilds_by_id<'a>(&'a self, ids: &'a [GuildId]) -> Answer<'a, Vec<Guild>> {
                Box::pin(async move {
                    let query =
                        guilds::table.filter(guilds::id.eq_any(ids)).select(Guild::as_select());
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn channels_by_id<'a>(&'a self, ids: &'a [ChannelId]) -> Answer<'a, Vec<Channel>> {
                Box::pin(async move {
                    let query = channels::table
                        .filter(channels::id.eq_any(ids))
                        .select(Channel::as_select());
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn messages_by_id<'a>(&'a self, ids: &'a [MessageId]) -> Answer<'a, Vec<Message>> {
                Box::pin(async move {
                    let query = messages::table
                        .filter(messages::id.eq_any(ids))
                        .select(Message::as_select());
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn reactions_by_id<'a>(&'a self, ids: &'a [ReactionId]) -> Answer<'a, Vec<Reaction>> {
                Box::pin(async move {
                    let query = reactions::table
                        .filter(reactions::id.eq_any(ids))
                        .select(Reaction::as_select());
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn channels_of<'a>(&'a self, guilds: &'a [GuildId]) -> Answer<'a, Vec<Channel>> {
                Box::pin(async move {
                    let query = channels::table
                        .filter(channels::guild_id.eq_any(guilds))
                        .order(channels::id)
                        .select(Channel::as_select());
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn reactions_to<'a>(&'a self, messages: &'a [MessageId]) -> Answer<'a, Vec<Reaction>> {
                Box::pin(async move {
                    let query = reactions::table
                        .filter(reactions::message_id.eq_any(messages))
                        .order(reactions::id)
                        .select(Reaction::as_select());
                    Ok(query.load(&mut self.connection().await?).await?)
                })
            }

            fn feed_take(&self) -> Answer<'_, ()> {
                Box::pin(async move {
                    if let Some(take) = self.feed.take.as_deref() {
                        diesel::sql_query(take).execute(&mut self.connection().await?).await?;
                    }
                    Ok(())
                })
            }

            fn feed_end(&self) -> Answer<'_, Vec<Cursor>> {
                Box::pin(
                    async move { Ok(self.connection().await?.feed(self.feed.end, None).await?) },
                )
            }

            fn feed_read(&self, after: Cursor, limit: u32) -> Answer<'_, Vec<Cursor>> {
                Box::pin(async move {
                    let after = Some((after, limit));
                    Ok(self.connection().await?.feed(&self.feed.read, after).await?)
                })
            }

            fn pin(&self, channel: ChannelId, message: Option<MessageId>) -> Answer<'_, bool> {
                Box::pin(async move {
                    retried!(
                        async {
                            let pin = diesel::update(channels::table.find(channel))
                                .set(channels::pinned_id.eq(message));
                            Ok(pin.execute(&mut self.connection().await?).await? > 0)
                        }
                        .await
                    )
                })
            }

            fn delete_message(&self, message: MessageId) -> Answer<'_, bool> {
                Box::pin(async move {
                    retried!(
                        async {
                            let mut connection = self.connection().await?;
                            let deleted = connection.transaction(async |connection| {
                                let pinned =
                                    channels::table.filter(channels::pinned_id.eq(message));
                                diesel::update(pinned)
                                    .set(channels::pinned_id.eq(None::<MessageId>))
                                    .execute(connection)
                                    .await?;
                                diesel::delete(messages::table.find(message))
                                    .execute(connection)
                                    .await
                            });
                            Ok(deleted.await? > 0)
                        }
                        .await
                    )
                })
            }
        }
    };
}

storage!(AsyncPgConnection);
storage!(AsyncMysqlConnection);
storage!(AsyncSqliteConnection);

/// How the client of MariaDB begins to say that it has lost its connection.
const LOST: [&str; 2] = ["Input/output error", "Driver error: `Connection to the server is closed"];

impl From<DieselError> for StorageError {
    fn from(error: DieselError) -> Self {
        let (kind, information) = match &error {
            DieselError::DatabaseError(kind, information) => (kind, information),
            // A connection that is lost cannot be rolled back either.
            DieselError::RollbackErrorOnCommit { .. } | DieselError::BrokenTransactionManager => {
                return Self::Away(error.into());
            }
            _ => return Self::Database(error.into()),
        };
        match kind {
            DatabaseErrorKind::UniqueViolation => Self::Duplicate(error.into()),
            DatabaseErrorKind::ForeignKeyViolation => Self::Dangling(error.into()),
            DatabaseErrorKind::SerializationFailure => Self::Conflict(error.into()),
            DatabaseErrorKind::ClosedConnection | DatabaseErrorKind::UnableToSendCommand => {
                Self::Away(error.into())
            }
            // Diesel has no kind for these: what the databases say in English.
            _ => match information.message() {
                message if message.to_lowercase().starts_with("deadlock") => {
                    Self::Conflict(error.into())
                }
                "database is locked" => Self::Away(error.into()),
                // A connection to MariaDB that is lost while it is used.
                message if LOST.iter().any(|lost| message.starts_with(lost)) => {
                    Self::Away(error.into())
                }
                _ => Self::Database(error.into()),
            },
        }
    }
}

impl From<PoolError> for StorageError {
    fn from(error: PoolError) -> Self {
        Self::Away(error.into())
    }
}
