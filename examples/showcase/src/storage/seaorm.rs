//! The storage on `SeaORM`.

use sea_orm::prelude::*;
use sea_orm::sea_query::OnConflict;
use sea_orm::sqlx;
use sea_orm::sqlx::sqlite::{SqliteJournalMode, SqliteSynchronous};
use sea_orm::{
    ConnectOptions, DatabaseTransaction, DbBackend, IntoActiveModel, Iterable, JoinType, Order,
    QueryOrder, QueryResult, QuerySelect, QueryTrait, RuntimeErr, Select, SqlErr,
    SqliteTransactionMode, Statement, TransactionOptions, TransactionTrait, Value,
};
use snowflake_kit::SnowflakeId;
use snowflake_kit::sea_orm_2::IdColumn;
use snowflake_kit::sql::Dialect;

use super::cursor::Statements;
use super::{Answer, Cursor, Graphs, MessageFilter, Storage, StorageError, Window};
use crate::database::Database;
use crate::id::{ChannelId, GuildId, MessageId, ReactionId, UserId};
use crate::model::{Channel, Graph, Guild, Message, Reaction, User};
use crate::table::seaorm::{channel, guild, member, message, reaction, user};

/// A pool of connections.
pub struct SeaOrm {
    db: DatabaseConnection,
    feed: Statements,
}

/// Opens a database that has the tables.
///
/// # Errors
/// [`StorageError::Away`] if it cannot be reached.
pub async fn open(database: &Database) -> Result<SeaOrm, StorageError> {
    let dialect = match database {
        Database::Sqlite(_) => Dialect::Sqlite,
        Database::Postgres(_) => Dialect::Postgres,
        Database::MySql(_) => Dialect::MySql,
    };
    let db = sea_orm::Database::connect(options(database)).await?;
    Ok(SeaOrm { db, feed: Statements::new(dialect) })
}

impl SeaOrm {
    /// A transaction that writes.
    async fn begin(&self) -> Result<DatabaseTransaction, DbErr> {
        // Readers of SQLite that turn into writers are refused if there was
        // another one meanwhile; those that begin as writers wait for it.
        let sqlite_transaction_mode = Some(SqliteTransactionMode::Immediate);
        let options = TransactionOptions { sqlite_transaction_mode, ..Default::default() };
        self.db.begin_with_options(options).await
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
                    .busy_timeout(super::PATIENCE)
            });
            options
        }
    };
    options.max_connections(super::CONNECTIONS).acquire_timeout(super::PATIENCE);
    options.sqlx_logging(false);
    options
}

impl Storage for SeaOrm {
    fn insert_all<'a>(&'a self, graphs: &'a mut Graphs<'a>) -> Answer<'a, ()> {
        Box::pin(async move {
            let db = self.begin().await?;
            for graph in graphs {
                insert_graph(&db, &graph).await?;
            }
            Ok(db.commit().await?)
        })
    }

    fn guilds<'a>(&'a self, window: &'a Window<GuildId>) -> Answer<'a, Vec<Guild>> {
        Box::pin(async move {
            let guilds = page(guild::Entity::find(), guild::IDS.id, window);
            Ok(guilds.into_model().all(&self.db).await?)
        })
    }

    fn members<'a>(&'a self, guild: GuildId, window: &'a Window<UserId>) -> Answer<'a, Vec<User>> {
        Box::pin(async move {
            let users = user::Entity::find()
                .join(JoinType::InnerJoin, member::Relation::User.def().rev())
                .filter(member::IDS.guild_id.eq(guild));
            Ok(page(users, member::IDS.user_id, window).into_model().all(&self.db).await?)
        })
    }

    fn messages<'a>(
        &'a self,
        filter: MessageFilter,
        window: &'a Window<MessageId>,
    ) -> Answer<'a, Vec<Message>> {
        Box::pin(async move {
            let messages = message::Entity::find()
                .apply_if(filter.channel, |query, id| query.filter(message::IDS.channel_id.eq(id)))
                .apply_if(filter.author, |query, id| query.filter(message::IDS.author_id.eq(id)))
                .apply_if(filter.reply_to, |query, id| query.filter(message::IDS.reply_to.eq(id)));
            Ok(page(messages, message::IDS.id, window).into_model().all(&self.db).await?)
        })
    }

    fn users_by_id<'a>(&'a self, ids: &'a [UserId]) -> Answer<'a, Vec<User>> {
        Box::pin(async move {
            let users = user::Entity::find().filter(user::IDS.id.is_in(ids));
            Ok(users.into_model().all(&self.db).await?)
        })
    }

    fn guilds_by_id<'a>(&'a self, ids: &'a [GuildId]) -> Answer<'a, Vec<Guild>> {
        Box::pin(async move {
            let guilds = guild::Entity::find().filter(guild::IDS.id.is_in(ids));
            Ok(guilds.into_model().all(&self.db).await?)
        })
    }

    fn channels_by_id<'a>(&'a self, ids: &'a [ChannelId]) -> Answer<'a, Vec<Channel>> {
        Box::pin(async move {
            let channels = channel::Entity::find().filter(channel::IDS.id.is_in(ids));
            Ok(channels.into_model().all(&self.db).await?)
        })
    }

    fn messages_by_id<'a>(&'a self, ids: &'a [MessageId]) -> Answer<'a, Vec<Message>> {
        Box::pin(async move {
            let messages = message::Entity::find().filter(message::IDS.id.is_in(ids));
            Ok(messages.into_model().all(&self.db).await?)
        })
    }

    fn reactions_by_id<'a>(&'a self, ids: &'a [ReactionId]) -> Answer<'a, Vec<Reaction>> {
        Box::pin(async move {
            let reactions = reaction::Entity::find().filter(reaction::IDS.id.is_in(ids));
            Ok(reactions.into_model().all(&self.db).await?)
        })
    }

    fn channels_of<'a>(&'a self, guilds: &'a [GuildId]) -> Answer<'a, Vec<Channel>> {
        Box::pin(async move {
            let channels = channel::Entity::find()
                .filter(channel::IDS.guild_id.is_in(guilds))
                .order_by_asc(channel::IDS.id);
            Ok(channels.into_model().all(&self.db).await?)
        })
    }

    fn reactions_to<'a>(&'a self, messages: &'a [MessageId]) -> Answer<'a, Vec<Reaction>> {
        Box::pin(async move {
            let reactions = reaction::Entity::find()
                .filter(reaction::IDS.message_id.is_in(messages))
                .order_by_asc(reaction::IDS.id);
            Ok(reactions.into_model().all(&self.db).await?)
        })
    }

    fn feed_take(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            if let Some(take) = &self.feed.take {
                self.db.execute_unprepared(take).await?;
            }
            Ok(())
        })
    }

    fn feed_end(&self) -> Answer<'_, Vec<Cursor>> {
        Box::pin(async move { Ok(self.feed(self.feed.end, Vec::new()).await?) })
    }

    fn feed_read(&self, after: Cursor, limit: u32) -> Answer<'_, Vec<Cursor>> {
        Box::pin(async move {
            let limit = i64::from(limit).into();
            let values = match self.db.get_database_backend() {
                DbBackend::Postgres => {
                    vec![after.number.to_string().into(), after.id.into(), limit]
                }
                _ => vec![after.number.into(), limit],
            };
            Ok(self.feed(&self.feed.read, values).await?)
        })
    }

    fn pin(&self, channel: ChannelId, message: Option<MessageId>) -> Answer<'_, bool> {
        Box::pin(async move {
            let pin = channel::Entity::update_many()
                .col_expr(channel::Column::PinnedId, Expr::value(message))
                .filter(channel::IDS.id.eq(channel));
            let pinned = retried!(pin.clone().exec(&self.db).await.map_err(StorageError::from));
            Ok(pinned?.rows_affected > 0)
        })
    }

    fn delete_message(&self, message: MessageId) -> Answer<'_, bool> {
        Box::pin(async move {
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
        })
    }
}

async fn insert_graph(db: &DatabaseTransaction, graph: &Graph) -> Result<(), DbErr> {
    insert(db, user::Entity, &graph.users).await?;
    if db.get_database_backend() == DbBackend::MySql {
        // Which checks links row by row: those that close a circle are set when
        // what they point to is there.
        let (guilds, channels) = graph.without_circles();
        insert(db, guild::Entity, &guilds).await?;
        insert(db, channel::Entity, &channels).await?;
    } else {
        insert(db, guild::Entity, &graph.guilds).await?;
        insert(db, channel::Entity, &graph.channels).await?;
    }
    insert(db, member::Entity, &graph.members).await?;
    insert(db, message::Entity, &graph.messages).await?;
    insert(db, reaction::Entity, &graph.reactions).await?;
    if db.get_database_backend() == DbBackend::MySql {
        close_circles(db, graph).await?;
    }
    Ok(())
}

/// Rows of one table, in as few statements as the database takes.
async fn insert<E, R>(db: &DatabaseTransaction, _: E, rows: &[R]) -> Result<(), DbErr>
where
    E: EntityTrait,
    E::ActiveModel: Send,
    R: IntoActiveModel<E::ActiveModel> + Clone + Sync,
{
    let values = match db.get_database_backend() {
        DbBackend::Sqlite => 32_766,
        _ => 65_535,
    };
    for rows in rows.chunks(values / E::Column::iter().count()) {
        E::insert_many(rows.iter().cloned().map(R::into_active_model))
            .exec_without_returning(db)
            .await?;
    }
    Ok(())
}

/// Sets what the channels pin, and where the guilds greet: all rows are there.
async fn close_circles(db: &DatabaseTransaction, graph: &Graph) -> Result<(), DbErr> {
    let guilds = graph.guilds.iter().filter(|guild| guild.welcome_id.is_some()).cloned();
    let mut welcome = OnConflict::column(guild::Column::Id);
    welcome.update_column(guild::Column::WelcomeId);
    guild::Entity::insert_many(guilds.map(Guild::into_active_model))
        .on_conflict(welcome)
        .exec_without_returning(db)
        .await?;
    let channels = graph.channels.iter().filter(|channel| channel.pinned_id.is_some()).cloned();
    let mut pin = OnConflict::column(channel::Column::Id);
    pin.update_column(channel::Column::PinnedId);
    channel::Entity::insert_many(channels.map(Channel::into_active_model))
        .on_conflict(pin)
        .exec_without_returning(db)
        .await?;
    Ok(())
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

impl From<DbErr> for StorageError {
    fn from(error: DbErr) -> Self {
        match error.sql_err() {
            Some(SqlErr::UniqueConstraintViolation(_)) => return Self::Duplicate(error.into()),
            Some(SqlErr::ForeignKeyConstraintViolation(_)) => return Self::Dangling(error.into()),
            _ => {}
        }
        let (DbErr::Exec(RuntimeErr::SqlxError(cause))
        | DbErr::Query(RuntimeErr::SqlxError(cause))) = &error
        else {
            return match error {
                DbErr::Conn(_) | DbErr::ConnectionAcquire(_) => Self::Away(error.into()),
                _ => Self::Database(error.into()),
            };
        };
        match &**cause {
            sqlx::Error::Io(_) | sqlx::Error::WorkerCrashed => Self::Away(error.into()),
            sqlx::Error::Database(cause) => match cause.code().as_deref() {
                // A deadlock, or a snapshot that is too old; in PostgreSQL's words.
                Some("40001" | "40P01") => Self::Conflict(error.into()),
                // SQLite is locked, the server of PostgreSQL is shut down.
                Some("5" | "57P01" | "57P03") => Self::Away(error.into()),
                _ => Self::Database(error.into()),
            },
            _ => Self::Database(error.into()),
        }
    }
}
