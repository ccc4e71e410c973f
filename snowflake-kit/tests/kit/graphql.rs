//! With the feature `async_graphql_7` the derive alone makes a type a scalar.
#![cfg(feature = "async_graphql_7")]

use async_graphql::connection::CursorType;
use async_graphql::{
    EmptyMutation, EmptySubscription, InputObject, InputType, InputValueError, InputValueResult,
    Object, SDLExportOptions, Scalar, ScalarType, Schema, SimpleObject, Value, value,
};
use snowflake_kit::{Id, Snowflake, SnowflakeId};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(prefix = "post_", text = "base62", name = "Post")]
struct PostId(Snowflake);

#[derive(InputObject)]
struct NewPost {
    id: PostId,
    author_id: Option<UserId>,
}

#[derive(SimpleObject)]
struct Created {
    ids: Vec<PostId>,
    author_id: Option<UserId>,
}

struct Query;

#[Object]
impl Query {
    async fn create(&self, new: NewPost) -> Created {
        Created { ids: vec![new.id], author_id: new.author_id }
    }
}

#[tokio::test]
async fn a_derived_id_is_a_scalar() {
    let schema = Schema::new(Query, EmptyMutation, EmptySubscription);
    let sdl = schema.sdl();
    for declared in ["\nscalar UserId\n", "\nscalar Post\n", "ids: [Post!]!", "authorId: UserId\n"]
    {
        assert!(sdl.contains(declared), "{declared} in {sdl}");
    }

    let query = r#"{ create(new: { id: "post_0Czks0tP37X", authorId: 7 }) { ids authorId } }"#;
    let data = schema.execute(query).await.into_result().unwrap().data;
    assert_eq!(data, value!({ "create": { "ids": ["post_0Czks0tP37X"], "authorId": "7" } }));

    let query = r#"{ create(new: { id: "7" }) { authorId } }"#;
    let errors = schema.execute(query).await.into_result().unwrap_err();
    assert!(errors[0].message.starts_with("Failed to parse \"Post\": invalid ID \"7\": "));
}

#[test]
fn a_derived_id_is_a_cursor() {
    let id = PostId::decode_cursor("post_0Czks0tP37X").unwrap();
    assert_eq!(id.get(), 175_928_847_299_117_063);
    assert_eq!(id.encode_cursor(), "post_0Czks0tP37X");
}

/// Options stand beside the others, for whoever has the feature on.
mod options {
    use super::{Snowflake, SnowflakeId};

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(prefix = "usr_", async_graphql(name = "ID"))]
    pub(super) struct UserId(Snowflake);

    /// Identifies a tag.
    #[derive(SnowflakeId)]
    #[snowflake(async_graphql(name = "Snowflake", specified_by = "https://example.com/ids"))]
    pub(super) struct TagId(Snowflake);

    /// Identifies a topic.
    #[derive(SnowflakeId)]
    #[snowflake(async_graphql(specified_by = "https://example.com/topics"), text = "hex")]
    pub(super) struct TopicId(Snowflake);

    snowflake_kit::async_graphql_7::node_id! {
        /// The ID of any object.
        pub(super) enum NodeId {
            User(UserId),
            Tag(TagId),
            Topic(TopicId),
        }
    }
}

#[tokio::test]
async fn options_reach_the_scalar() {
    use options::{NodeId, TagId, TopicId, UserId};
    use snowflake_kit::async_graphql_7::CheckIds;

    struct Query;

    #[Object]
    impl Query {
        async fn ids(&self, user: UserId, tag: TagId, topic: TopicId) -> Vec<NodeId> {
            vec![user.into(), tag.into(), topic.into()]
        }
    }

    let schema =
        Schema::build(Query, EmptyMutation, EmptySubscription).extension(CheckIds).finish();
    let options = SDLExportOptions::new().include_specified_by();
    let sdl = schema.sdl_with_options(options);
    for declared in [
        "ids(user: ID!, tag: Snowflake!, topic: TopicId!): [ID!]!",
        "scalar Snowflake @specifiedBy(url: \"https://example.com/ids\")",
        "scalar TopicId @specifiedBy(url: \"https://example.com/topics\")",
    ] {
        assert!(sdl.contains(declared), "{declared} in {sdl}");
    }

    let query = "{ ids(user: \"usr_7\", tag: \"8\", topic: 9) }";
    let data = schema.execute(query).await.into_result().unwrap().data;
    assert_eq!(data, value!({ "ids": ["usr_7", "Tag:8", "Topic:0000000000000009"] }));

    let query = "{ ids(user: \"usr_7\", tag: 1.5, topic: 9) }";
    let errors = schema.execute(query).await.into_result().unwrap_err();
    let start = "Invalid value for argument \"tag\", expected type \"Snowflake\": invalid ID 1.5";
    assert!(errors[0].message.starts_with(start), "{errors:?}");
    assert_eq!(TagId::NAME, "TagId");
}

#[test]
fn a_list_is_read_in_pages() {
    use snowflake_kit::pages::{Keyset, Order};

    let page = Keyset::descending()
        .page::<PostId>(Some("post_0000000000z".into()), None, Some(10), None)
        .unwrap();
    assert_eq!(page.less_than().map(PostId::get), Some(61));
    assert_eq!((page.greater_than(), page.order(), page.limit()), (None, Order::Descending, 11));
}

#[test]
fn the_scalar_can_be_written_by_hand() {
    #[derive(SnowflakeId)]
    #[snowflake(skip(async_graphql))]
    struct Own(Snowflake);

    #[Scalar(name = "Custom")]
    impl ScalarType for Own {
        fn parse(value: Value) -> InputValueResult<Self> {
            match value {
                Value::Number(number) => Ok(Self::from_i64(number.as_i64().unwrap_or(0))?),
                _ => Err(InputValueError::expected_type(value)),
            }
        }

        fn to_value(&self) -> Value {
            Value::from(self.get())
        }
    }

    assert_eq!(<Own as InputType>::type_name(), "Custom");
}
