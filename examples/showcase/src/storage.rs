//! What the service asks of a database. There are two answers, [`diesel`] and
//! [`seaorm`], each for three databases.

/// Does it again if the database undid it, since others were in its way: with keys
/// that are minted before, nothing is inserted twice.
macro_rules! retried {
    ($work:expr) => {{
        let mut attempt = 1;
        loop {
            match $work {
                Err($crate::storage::StorageError::Conflict(_)) if attempt < 10 => {
                    let pause = std::time::Duration::from_millis(fastrand::u64(..10 * attempt));
                    tokio::time::sleep(pause).await;
                    attempt += 1;
                }
                done => break done,
            }
        }
    }};
}

mod cursor;
pub mod diesel;
mod migration;
pub mod seaorm;

use std::error::Error;
use std::iter;
use std::ops::RangeInclusive;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use crate::database::{Database, Orm};
use crate::id::{ChannelId, GuildId, MessageId, ReactionId, UserId};
use crate::model::{Channel, Graph, Guild, Message, Reaction, User};

pub use cursor::Cursor;

/// How many connections there are at most.
const CONNECTIONS: u32 = 16;
/// How long a connection, and a writer of `SQLite`, is waited for.
const PATIENCE: Duration = Duration::from_secs(5);

/// Opens a database, and makes its tables if they are missing.
///
/// # Errors
/// [`StorageError::Away`] if it cannot be reached, [`StorageError::Database`] if
/// its tables cannot be made.
pub async fn open(database: &Database, orm: Orm) -> Result<Arc<dyn Storage>, StorageError> {
    migration::run(database).await?;
    Ok(match orm {
        Orm::Seaorm => Arc::new(seaorm::open(database).await?),
        Orm::Diesel => diesel::open(database).await?.into(),
    })
}

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

/// What a database answers, in its time. With one lifetime, unlike those of `async_trait`,
/// the compiler proves only once that a query can be sent to another thread.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StorageError>> + Send + 'a>>;

/// Graphs that are made while they are inserted.
pub type Graphs<'a> = dyn Iterator<Item = Graph> + Send + 'a;

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

/// Which messages; all, if nothing is named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MessageFilter {
    pub channel: Option<ChannelId>,
    pub author: Option<UserId>,
    pub reply_to: Option<MessageId>,
}

/// A database with the service's tables.
pub trait Storage: Send + Sync + 'static {
    /// Inserts rows that link to each other in one transaction, a statement per
    /// table (several where a statement would have more values than the database
    /// takes). Nothing is read back.
    ///
    /// A reply stands after what it answers.
    fn insert<'a>(&'a self, graph: &'a Graph) -> Answer<'a, ()> {
        Box::pin(async move { retried!(self.insert_all(&mut iter::once(graph.clone())).await) })
    }

    /// Inserts graphs in one transaction, each when it is there: all or none of
    /// them.
    fn insert_all<'a>(&'a self, graphs: &'a mut Graphs<'a>) -> Answer<'a, ()>;

    fn guilds<'a>(&'a self, window: &'a Window<GuildId>) -> Answer<'a, Vec<Guild>>;
    fn members<'a>(&'a self, guild: GuildId, window: &'a Window<UserId>) -> Answer<'a, Vec<User>>;
    fn messages<'a>(
        &'a self,
        filter: MessageFilter,
        window: &'a Window<MessageId>,
    ) -> Answer<'a, Vec<Message>>;

    // Rows by their keys, in any order; those that do not exist are left out.
    fn users_by_id<'a>(&'a self, ids: &'a [UserId]) -> Answer<'a, Vec<User>>;
    fn guilds_by_id<'a>(&'a self, ids: &'a [GuildId]) -> Answer<'a, Vec<Guild>>;
    fn channels_by_id<'a>(&'a self, ids: &'a [ChannelId]) -> Answer<'a, Vec<Channel>>;
    fn messages_by_id<'a>(&'a self, ids: &'a [MessageId]) -> Answer<'a, Vec<Message>>;
    fn reactions_by_id<'a>(&'a self, ids: &'a [ReactionId]) -> Answer<'a, Vec<Reaction>>;

    // What belongs to several rows, by the ID of the child.
    fn channels_of<'a>(&'a self, guilds: &'a [GuildId]) -> Answer<'a, Vec<Channel>>;
    fn reactions_to<'a>(&'a self, messages: &'a [MessageId]) -> Answer<'a, Vec<Reaction>>;

    // The feed of messages, in which none ever appears before one that was read.

    /// Gives committed messages their place in the feed, if they have none yet. Comes before the
    /// other two.
    fn feed_take(&self) -> Answer<'_, ()>;

    /// The end of the feed, which has no ID, and messages that are after it and are there already.
    fn feed_end(&self) -> Answer<'_, Vec<Cursor>>;

    /// What comes after a place in the feed.
    fn feed_read(&self, after: Cursor, limit: u32) -> Answer<'_, Vec<Cursor>>;

    /// Pins a message of the channel, or none. False if there is no such channel.
    ///
    /// A message that is not in the channel is [`StorageError::Dangling`].
    fn pin(&self, channel: ChannelId, message: Option<MessageId>) -> Answer<'_, bool>;

    /// Deletes a message, with its reactions; a channel that pinned it has none
    /// pinned then. False if there is no such message.
    ///
    /// A message that has replies is [`StorageError::Dangling`].
    fn delete_message(&self, message: MessageId) -> Answer<'_, bool>;
}
