//! A schema as applications have them, for clients that are not Rust's.

use std::sync::Mutex;

use async_graphql::connection::Connection;
use async_graphql::futures_util::{Stream, stream};
use async_graphql::{
    Context, InputObject, Interface, MaybeUndefined, Object, OneofObject, Result, Schema,
    SimpleObject, Subscription, Union,
};
use snowflake_kit_core::pages::{Keyset, Order};
use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_graphql::PageConnection as _;

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "usr_", text = "base62")]
pub(crate) struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "pst_")]
pub(crate) struct PostId(Snowflake);

/// Identifies an entry of the log.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
pub(crate) struct EntryId(Snowflake);

/// Identifies what has come from Discord.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = "discord", text = "base32")]
pub(crate) struct MessageId(Snowflake);

/// Identifies a tag.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
pub(crate) struct TagId(Snowflake);

/// Identifies a topic.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "hex")]
pub(crate) struct TopicId(Snowflake);

snowflake_kit_graphql::scalar!(UserId, name = "ID");
snowflake_kit_graphql::scalar!(PostId, name = "ID");
snowflake_kit_graphql::scalar!(EntryId);
snowflake_kit_graphql::scalar!(
    MessageId,
    specified_by = "https://discord.com/developers/docs/reference"
);
snowflake_kit_graphql::scalar!(
    TagId,
    name = "Snowflake",
    specified_by = "https://example.com/snowflake"
);
snowflake_kit_graphql::scalar!(
    TopicId,
    name = "Snowflake",
    specified_by = "https://example.com/snowflake"
);

snowflake_kit_graphql::node_id! {
    /// The ID of any object.
    pub(crate) enum NodeId {
        User(UserId),
        Post(PostId),
        Tag(TagId),
    }
}

#[derive(SimpleObject)]
pub(crate) struct User {
    id: UserId,
}

#[derive(SimpleObject)]
pub(crate) struct Post {
    id: PostId,
    author_id: UserId,
    tag_ids: Vec<TagId>,
    topic_id: Option<TopicId>,
    message_id: Option<MessageId>,
}

pub(crate) struct Tag(TagId);

#[Object]
impl Tag {
    async fn id(&self) -> NodeId {
        self.0.into()
    }

    async fn tag_id(&self) -> TagId {
        self.0
    }
}

/// Anything that has an ID.
#[derive(Interface)]
#[graphql(field(name = "id", ty = "NodeId", desc = "The ID of this object."))]
pub(crate) enum Node {
    User(User),
    Post(Post),
    Tag(Tag),
}

#[derive(Union)]
pub(crate) enum SearchResult {
    User(User),
    Post(Post),
}

#[derive(SimpleObject)]
pub(crate) struct Entry {
    id: EntryId,
}

#[derive(InputObject)]
pub(crate) struct NewPost {
    author_id: UserId,
    #[graphql(default)]
    tag_ids: Vec<TagId>,
    topic_id: MaybeUndefined<TopicId>,
    message_id: Option<MessageId>,
}

#[derive(OneofObject)]
pub(crate) enum Search {
    User(UserId),
    Post(PostId),
}

/// IDs of each kind, in and out.
#[derive(InputObject, SimpleObject)]
#[graphql(input_name = "IdsInput")]
pub(crate) struct Ids {
    users: Vec<UserId>,
    posts: Vec<PostId>,
    entries: Vec<EntryId>,
    messages: Vec<MessageId>,
    tags: Vec<TagId>,
    topics: Vec<TopicId>,
}

impl Ids {
    /// These values as IDs of each kind.
    pub(crate) fn new(values: &[i64]) -> Self {
        fn ids<T: SnowflakeId>(values: &[i64]) -> Vec<T> {
            values.iter().map(|value| T::from_i64(*value).unwrap()).collect()
        }
        Self {
            users: ids(values),
            posts: ids(values),
            entries: ids(values),
            messages: ids(values),
            tags: ids(values),
            topics: ids(values),
        }
    }

    pub(crate) fn values(&self) -> [Vec<i64>; 6] {
        fn values<T: SnowflakeId>(ids: &[T]) -> Vec<i64> {
            ids.iter().map(|id| id.get()).collect()
        }
        [
            values(&self.users),
            values(&self.posts),
            values(&self.entries),
            values(&self.messages),
            values(&self.tags),
            values(&self.topics),
        ]
    }
}

/// What clients have sent back.
#[derive(Default)]
pub(crate) struct Received(pub(crate) Mutex<Vec<[Vec<i64>; 6]>>);

/// The values of the IDs that clients are given.
pub(crate) struct Given(pub(crate) Vec<i64>);

pub(crate) struct Query;

#[Object]
impl Query {
    /// The object with this ID.
    async fn node(&self, id: NodeId) -> Option<Node> {
        Some(match id {
            NodeId::User(id) => Node::User(User { id }),
            NodeId::Post(id) => Node::Post(post(id)),
            NodeId::Tag(id) => Node::Tag(Tag(id)),
        })
    }

    /// The objects with these IDs, in their order.
    async fn nodes(&self, ids: Vec<NodeId>) -> Vec<Option<Node>> {
        let mut nodes = Vec::new();
        for id in ids {
            nodes.push(match id {
                NodeId::User(id) => Some(Node::User(User { id })),
                NodeId::Post(id) => Some(Node::Post(post(id))),
                NodeId::Tag(id) => Some(Node::Tag(Tag(id))),
            });
        }
        nodes
    }

    async fn search(&self, search: Search) -> SearchResult {
        match search {
            Search::User(id) => SearchResult::User(User { id }),
            Search::Post(id) => SearchResult::Post(post(id)),
        }
    }

    /// The log, the newest entry first.
    #[expect(clippy::unused_async, reason = "resolvers are async")]
    async fn entries(
        &self,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Connection<EntryId, Entry>> {
        let page = Keyset::descending().page::<EntryId>(after, before, first, last)?;
        let mut ids: Vec<EntryId> = (1..=25).map(|id| EntryId::from_i64(id).unwrap()).collect();
        ids.retain(|id| page.greater_than().is_none_or(|bound| *id > bound));
        ids.retain(|id| page.less_than().is_none_or(|bound| *id < bound));
        if page.order() == Order::Descending {
            ids.reverse();
        }
        let rows = ids.into_iter().take(page.limit() as usize).map(|id| Entry { id });
        Ok(page.connection(rows.collect(), |entry| entry.id))
    }

    /// IDs to send back.
    async fn given(&self, context: &Context<'_>) -> Ids {
        Ids::new(&context.data_unchecked::<Given>().0)
    }

    /// The same IDs.
    async fn echo(
        &self,
        context: &Context<'_>,
        ids: Ids,
        #[graphql(default_with = "EntryId::from_i64(7).unwrap()")] entry: EntryId,
    ) -> Ids {
        let _ = entry;
        context.data_unchecked::<Received>().0.lock().unwrap().push(ids.values());
        ids
    }
}

fn post(id: PostId) -> Post {
    let author_id = UserId::from_snowflake(id.snowflake());
    Post { id, author_id, tag_ids: Vec::new(), topic_id: None, message_id: None }
}

pub(crate) struct Mutation;

#[Object]
impl Mutation {
    async fn create_post(&self, new: NewPost) -> Post {
        let NewPost { author_id, tag_ids, topic_id, message_id } = new;
        let id = PostId::from_snowflake(author_id.snowflake());
        Post { id, author_id, tag_ids, topic_id: topic_id.take(), message_id }
    }
}

pub(crate) struct Events;

#[Subscription]
impl Events {
    async fn logged(&self, after: Option<EntryId>) -> impl Stream<Item = Entry> + use<> {
        stream::iter(after.map(|id| Entry { id }))
    }
}

/// The schema, with the IDs that clients are given.
pub(crate) fn schema(given: Vec<i64>) -> Schema<Query, Mutation, Events> {
    Schema::build(Query, Mutation, Events)
        .extension(snowflake_kit_graphql::CheckIds)
        .data(Given(given))
        .data(Received::default())
        .finish()
}
