//! The GraphQL API. The rows are its objects.

mod http;
mod loader;
mod mutation;
mod object;
mod subscription;

use std::sync::Arc;

use async_graphql::connection::Connection;
use async_graphql::dataloader::DataLoader;
use async_graphql::{Context, Interface, Object, Result, Schema};
use snowflake_kit::async_graphql_7::{CheckIds, PageConnection as _, node_id};

pub use self::http::routes;
use self::loader::Rows;
use self::mutation::Mutation;
use self::subscription::Subscription;
use crate::chat::Chat;
use crate::id::{ChannelId, GuildId, MessageId, ReactionId, UserId};
use crate::listing::{OLDEST_FIRST, window};
use crate::model::{Channel, Guild, Message, Reaction, User};
use crate::problem::Problem;

pub type ChatSchema = Schema<Query, Mutation, Subscription>;

/// A row, if there is one.
type Found<Row> = Result<Option<Row>, Problem>;

/// How deep a query may be: what editors ask for the types has 15 levels.
const DEEPEST: usize = 16;

/// How much a query may ask for: about the number of fields in the response.
const LARGEST: usize = 5_000;

/// The schema, with what its resolvers need.
pub fn schema(chat: Arc<Chat>) -> ChatSchema {
    Schema::build(Query, Mutation, Subscription)
        .data(DataLoader::new(Rows(chat.storage.clone()), tokio::spawn))
        .data(chat)
        .extension(CheckIds)
        .limit_depth(DEEPEST)
        .limit_complexity(LARGEST)
        .finish()
}

node_id! {
    /// The ID of any object, whose prefix says what it is: `usr_…`.
    pub enum NodeId {
        User(UserId),
        Guild(GuildId),
        Channel(ChannelId),
        Message(MessageId),
        Reaction(ReactionId),
    }
}

/// Anything that has an ID.
#[derive(Interface)]
#[graphql(field(name = "node_id", ty = "NodeId", desc = "The ID for `node`"))]
pub enum Node {
    User(User),
    Guild(Guild),
    Channel(Channel),
    Message(Message),
    Reaction(Reaction),
}

fn chat<'c>(context: &Context<'c>) -> &'c Arc<Chat> {
    context.data_unchecked()
}

fn rows<'c>(context: &Context<'c>) -> &'c DataLoader<Rows> {
    context.data_unchecked()
}

/// What a page costs: its fields, times the rows that are asked for.
fn page_cost(first: Option<i32>, last: Option<i32>, row: usize) -> usize {
    let size = first.or(last).unwrap_or(50);
    usize::try_from(size).unwrap_or(0) * row
}

pub struct Query;

#[Object]
impl Query {
    /// Guilds, the oldest first.
    #[graphql(complexity = "page_cost(first, last, child_complexity)")]
    async fn guilds(
        &self,
        context: &Context<'_>,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Connection<GuildId, Guild>> {
        let page = OLDEST_FIRST.page(after, before, first, last)?;
        let rows =
            chat(context).storage.guilds(&window(&page, None)).await.map_err(Problem::from)?;
        Ok(page.connection(rows, |guild| guild.id))
    }

    async fn user(&self, context: &Context<'_>, id: UserId) -> Found<User> {
        rows(context).load_one(id).await
    }

    async fn guild(&self, context: &Context<'_>, id: GuildId) -> Found<Guild> {
        rows(context).load_one(id).await
    }

    async fn channel(&self, context: &Context<'_>, id: ChannelId) -> Found<Channel> {
        rows(context).load_one(id).await
    }

    async fn message(&self, context: &Context<'_>, id: MessageId) -> Found<Message> {
        rows(context).load_one(id).await
    }

    /// The object with this ID.
    async fn node(&self, context: &Context<'_>, id: NodeId) -> Found<Node> {
        let rows = rows(context);
        Ok(match id {
            NodeId::User(id) => rows.load_one(id).await?.map(Node::User),
            NodeId::Guild(id) => rows.load_one(id).await?.map(Node::Guild),
            NodeId::Channel(id) => rows.load_one(id).await?.map(Node::Channel),
            NodeId::Message(id) => rows.load_one(id).await?.map(Node::Message),
            NodeId::Reaction(id) => rows.load_one(id).await?.map(Node::Reaction),
        })
    }
}

/// With the code and the parameter among the extensions.
impl From<Problem> for async_graphql::Error {
    fn from(problem: Problem) -> Self {
        let mut error = Self::new(&problem.message);
        let Ok(code) = async_graphql::to_value(problem.code) else { return error };
        let extensions = error.extensions.get_or_insert_default();
        extensions.set("code", code);
        if let Some(parameter) = problem.parameter {
            extensions.set("parameter", parameter);
        }
        error
    }
}
