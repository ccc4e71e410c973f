//! The rows as objects, which lead to each other.

use async_graphql::connection::Connection;
use async_graphql::{Context, Object, Result};
use snowflake_kit::async_graphql_7::PageConnection as _;
use snowflake_kit::core::UtcTime;
use snowflake_kit::pages::Order;

use super::loader::{ChannelsOf, ReactionsTo};
use super::{Found, NodeId, chat, page_cost, rows};
use crate::id::{ARE_SEALED, ChannelId, GuildId, MessageId, ReactionId, UserId};
use crate::listing::{NEWEST_FIRST, OLDEST_FIRST, window};
use crate::model::{Channel, Guild, Message, Reaction, User};
use crate::problem::{Code, Problem};
use crate::storage::{MessageFilter, Window};

/// A person who writes.
#[Object]
impl User {
    async fn id(&self) -> UserId {
        self.id
    }

    pub(super) async fn node_id(&self) -> NodeId {
        self.id.into()
    }

    async fn name(&self) -> &str {
        &self.name
    }
}

/// A place with channels and members.
#[Object]
impl Guild {
    async fn id(&self) -> GuildId {
        self.id
    }

    pub(super) async fn node_id(&self) -> NodeId {
        self.id.into()
    }

    async fn name(&self) -> &str {
        &self.name
    }

    async fn owner(&self, context: &Context<'_>) -> Found<User> {
        rows(context).load_one(self.owner_id).await
    }

    /// Where newcomers are greeted.
    async fn welcome(&self, context: &Context<'_>) -> Found<Channel> {
        let Some(id) = self.welcome_id else { return Ok(None) };
        rows(context).load_one(id).await
    }

    #[graphql(complexity = "10 * child_complexity")]
    async fn channels(&self, context: &Context<'_>) -> Result<Vec<Channel>, Problem> {
        Ok(rows(context).load_one(ChannelsOf(self.id)).await?.unwrap_or_default())
    }

    /// Members in the order of their IDs.
    #[graphql(complexity = "page_cost(first, last, child_complexity)")]
    async fn members(
        &self,
        context: &Context<'_>,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Connection<UserId, User>> {
        let page = OLDEST_FIRST.page(after, before, first, last)?;
        let rows = chat(context).storage.members(self.id, &window(&page, None)).await;
        Ok(page.connection(rows.map_err(Problem::from)?, |user| user.id))
    }
}

/// A list of messages in a guild.
#[Object]
impl Channel {
    async fn id(&self) -> ChannelId {
        self.id
    }

    pub(super) async fn node_id(&self) -> NodeId {
        self.id.into()
    }

    async fn name(&self) -> &str {
        &self.name
    }

    async fn guild(&self, context: &Context<'_>) -> Found<Guild> {
        rows(context).load_one(self.guild_id).await
    }

    /// One of its own messages.
    async fn pinned(&self, context: &Context<'_>) -> Found<Message> {
        let Some(id) = self.pinned_id else { return Ok(None) };
        rows(context).load_one(id).await
    }

    /// Messages, the newest first.
    #[graphql(complexity = "page_cost(first, last, child_complexity)")]
    async fn messages(
        &self,
        context: &Context<'_>,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Connection<MessageId, Message>> {
        let page = NEWEST_FIRST.page(after, before, first, last)?;
        let filter = MessageFilter { channel: Some(self.id), ..MessageFilter::default() };
        let rows = chat(context).storage.messages(filter, &window(&page, None)).await;
        Ok(page.connection(rows.map_err(Problem::from)?, |message| message.id))
    }
}

/// What a user wrote.
#[Object]
impl Message {
    async fn id(&self) -> MessageId {
        self.id
    }

    pub(super) async fn node_id(&self) -> NodeId {
        self.id.into()
    }

    async fn text(&self) -> &str {
        &self.text
    }

    /// When it was written: no column has it, the ID does.
    #[graphql(guard = "refuse_if_sealed", visible = "is_readable")]
    async fn time(&self) -> String {
        UtcTime(self.id.unix_millis()).to_string()
    }

    /// The number of the instance that minted its ID.
    #[graphql(guard = "refuse_if_sealed", visible = "is_readable")]
    async fn node(&self) -> u32 {
        self.id.parts().node
    }

    async fn channel(&self, context: &Context<'_>) -> Found<Channel> {
        rows(context).load_one(self.channel_id).await
    }

    async fn author(&self, context: &Context<'_>) -> Found<User> {
        rows(context).load_one(self.author_id).await
    }

    /// The message that it answers.
    async fn reply_to(&self, context: &Context<'_>) -> Found<Message> {
        let Some(id) = self.reply_to else { return Ok(None) };
        rows(context).load_one(id).await
    }

    /// The message before it in its channel. Each is a query: it is for messages that are told
    /// singly, whose place in the list their IDs may hide.
    #[graphql(complexity = "10 + child_complexity")]
    async fn previous(&self, context: &Context<'_>) -> Found<Message> {
        neighbour(context, self, Order::Descending).await
    }

    /// The message after it in its channel, also a query each.
    #[graphql(complexity = "10 + child_complexity")]
    async fn next(&self, context: &Context<'_>) -> Found<Message> {
        neighbour(context, self, Order::Ascending).await
    }

    /// The messages that answer it, the oldest first.
    #[graphql(complexity = "page_cost(first, last, child_complexity)")]
    async fn replies(
        &self,
        context: &Context<'_>,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Connection<MessageId, Message>> {
        let page = OLDEST_FIRST.page(after, before, first, last)?;
        let filter = MessageFilter { reply_to: Some(self.id), ..MessageFilter::default() };
        let rows = chat(context).storage.messages(filter, &window(&page, None)).await;
        Ok(page.connection(rows.map_err(Problem::from)?, |message| message.id))
    }

    async fn reactions(&self, context: &Context<'_>) -> Result<Vec<Reaction>, Problem> {
        Ok(rows(context).load_one(ReactionsTo(self.id)).await?.unwrap_or_default())
    }
}

/// What a user thinks of a message.
#[Object]
impl Reaction {
    async fn id(&self) -> ReactionId {
        self.id
    }

    pub(super) async fn node_id(&self) -> NodeId {
        self.id.into()
    }

    async fn emoji(&self) -> &str {
        &self.emoji
    }

    async fn user(&self, context: &Context<'_>) -> Found<User> {
        rows(context).load_one(self.user_id).await
    }

    async fn message(&self, context: &Context<'_>) -> Found<Message> {
        rows(context).load_one(self.message_id).await
    }
}

/// The first message that a channel lists after one, in this order.
async fn neighbour(context: &Context<'_>, message: &Message, order: Order) -> Found<Message> {
    let newest_first = order == Order::Descending;
    let window = Window {
        greater_than: (!newest_first).then_some(message.id),
        less_than: newest_first.then_some(message.id),
        newest_first,
        ..Window::first(1)
    };
    let filter = MessageFilter { channel: Some(message.channel_id), ..MessageFilter::default() };
    Ok(chat(context).storage.messages(filter, &window).await?.pop())
}

/// Whether an ID says when and where it was minted.
fn is_readable(_: &Context<'_>) -> bool {
    !ARE_SEALED
}

/// Time and node nearly are the number: a field must not say what the ID hides.
fn refuse_if_sealed(context: &Context<'_>) -> Result<()> {
    if is_readable(context) {
        return Ok(());
    }
    Err(Problem::new(
        Code::BadValue,
        "IDs are sealed here, and this field would say what they hide",
    )
    .into())
}
