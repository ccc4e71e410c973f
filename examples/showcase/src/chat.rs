//! What the service does, by whatever interface it is asked.

use serde::Serialize;
use snowflake_kit::lease;
use utoipa::ToSchema;

use crate::database::Database;
use crate::feed::Feed;
use crate::id::{ChannelId, GuildId, MessageId, ReactionId, UserId};
use crate::model::{Channel, Graph, Guild, Key, Member, Message, Reaction, Row, User};
use crate::problem::{Code, Problem};
use crate::storage::{Storage, StorageError};
use crate::text::{Body, Emoji, Name};

/// An instance of the service.
pub struct Chat {
    pub storage: Storage,
    pub feed: Feed,
    database: Database,
}

/// Which instance it is that answers.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Instance {
    /// The node number, which is in all IDs that it mints now.
    pub node: u32,
    /// For how long it can mint if its lease is not renewed.
    pub lease_seconds_left: u64,
    pub database: String,
}

/// A message that is not there yet.
pub struct Draft {
    pub channel_id: ChannelId,
    pub author_id: UserId,
    pub text: Body,
    pub reply_to: Option<MessageId>,
}

/// A message that is not there yet, with what others make of it.
pub struct Thread {
    pub draft: Draft,
    pub replies: Vec<(UserId, Body)>,
    pub reactions: Vec<(UserId, Emoji)>,
    /// Whether the channel pins the message.
    pub pin: bool,
}

impl Chat {
    pub fn new(storage: Storage, database: Database) -> Self {
        Self { feed: Feed::new(storage.clone()), storage, database }
    }

    /// # Errors
    /// [`Code::NoNewIds`] if it has no lease.
    pub fn instance(&self) -> Result<Instance, Problem> {
        Ok(Instance {
            node: MessageId::generator()?.node(),
            lease_seconds_left: lease::time_left().unwrap_or_default().as_secs(),
            database: self.database.to_string(),
        })
    }

    /// Whether it can mint.
    pub fn is_ready() -> bool {
        lease::time_left().is_some_and(|left| !left.is_zero())
    }

    pub async fn add_user(&self, name: Name) -> Result<User, Problem> {
        let user = User { id: UserId::mint_async().await?, name: name.into() };
        self.storage.insert(&Graph { users: vec![user.clone()], ..Graph::default() }).await?;
        Ok(user)
    }

    /// A guild with its owner as the first member, and a channel to greet
    /// newcomers. Guild and channel link to each other, and are inserted at once:
    /// both keys are there before either row is.
    pub async fn add_guild(&self, name: Name, owner_id: UserId) -> Result<Guild, Problem> {
        let (id, welcome_id) = (GuildId::mint_async().await?, ChannelId::mint_async().await?);
        let guild = Guild { id, name: name.into(), owner_id, welcome_id: Some(welcome_id) };
        let welcome =
            Channel { id: welcome_id, guild_id: id, name: "welcome".to_owned(), pinned_id: None };
        let graph = Graph {
            guilds: vec![guild.clone()],
            members: vec![Member { guild_id: id, user_id: owner_id }],
            channels: vec![welcome],
            ..Graph::default()
        };
        self.storage.insert(&graph).await?;
        Ok(guild)
    }

    pub async fn add_channel(&self, guild_id: GuildId, name: Name) -> Result<Channel, Problem> {
        let id = ChannelId::mint_async().await?;
        let channel = Channel { id, guild_id, name: name.into(), pinned_id: None };
        self.storage.insert(&Graph { channels: vec![channel.clone()], ..Graph::default() }).await?;
        Ok(channel)
    }

    /// Makes a user a member, which may be so already.
    pub async fn add_member(&self, guild_id: GuildId, user_id: UserId) -> Result<(), Problem> {
        let members = vec![Member { guild_id, user_id }];
        match self.storage.insert(&Graph { members, ..Graph::default() }).await {
            Ok(()) | Err(StorageError::Duplicate(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    pub async fn post(&self, draft: Draft) -> Result<Message, Problem> {
        let message = draft.mint().await?;
        self.insert_messages(Graph { messages: vec![message.clone()], ..Graph::default() }).await?;
        Ok(message)
    }

    /// Posts a message with all that belongs to it. The replies and reactions link
    /// to it before it is in the database.
    pub async fn post_thread(&self, thread: Thread) -> Result<Message, Problem> {
        let first = thread.draft.mint().await?;
        let mut graph = Graph { messages: vec![first.clone()], ..Graph::default() };
        for (author_id, text) in thread.replies {
            let (channel_id, reply_to) = (first.channel_id, Some(first.id));
            let reply = Draft { channel_id, author_id, text, reply_to };
            graph.messages.push(reply.mint().await?);
        }
        for (user_id, emoji) in thread.reactions {
            let id = ReactionId::mint_async().await?;
            let emoji = emoji.into();
            graph.reactions.push(Reaction { id, message_id: first.id, user_id, emoji });
        }
        self.insert_messages(graph).await?;
        if thread.pin {
            self.pin(first.channel_id, Some(first.id)).await?;
        }
        Ok(first)
    }

    /// Inserts rows with messages among them, and tells those.
    async fn insert_messages(&self, graph: Graph) -> Result<(), Problem> {
        self.storage.insert(&graph).await?;
        self.feed.tell(graph.messages);
        Ok(())
    }

    pub async fn react(
        &self,
        message_id: MessageId,
        user_id: UserId,
        emoji: Emoji,
    ) -> Result<Reaction, Problem> {
        let id = ReactionId::mint_async().await?;
        let reaction = Reaction { id, message_id, user_id, emoji: emoji.into() };
        let reactions = vec![reaction.clone()];
        self.storage.insert(&Graph { reactions, ..Graph::default() }).await?;
        Ok(reaction)
    }

    pub async fn row<K: Key>(&self, id: K) -> Result<Row<K>, Problem> {
        self.storage.by_id(&[id]).await?.pop().ok_or_else(|| not_found(id))
    }

    /// Pins one of the channel's messages, or none.
    pub async fn pin(
        &self,
        channel: ChannelId,
        message: Option<MessageId>,
    ) -> Result<Channel, Problem> {
        if self.storage.pin(channel, message).await? {
            self.row(channel).await
        } else {
            Err(not_found(channel))
        }
    }

    pub async fn delete_message(&self, id: MessageId) -> Result<(), Problem> {
        if self.storage.delete_message(id).await? { Ok(()) } else { Err(not_found(id)) }
    }
}

impl Draft {
    async fn mint(self) -> Result<Message, Problem> {
        let Self { channel_id, author_id, text, reply_to } = self;
        let id = MessageId::mint_async().await?;
        Ok(Message { id, channel_id, author_id, reply_to, text: text.into() })
    }
}

fn not_found<K: Key>(id: K) -> Problem {
    Problem::with(Code::NotFound, K::KIND, format!("there is no {} {id}", K::KIND))
}
