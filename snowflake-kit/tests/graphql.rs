//! With the feature `graphql` the derive alone makes a type a scalar.
#![cfg(feature = "graphql")]

use async_graphql::connection::CursorType;
use async_graphql::{
    EmptyMutation, EmptySubscription, InputObject, InputType, InputValueError, InputValueResult,
    Object, Scalar, ScalarType, Schema, SimpleObject, Value, value,
};
use snowflake_kit::{Snowflake, SnowflakeId};

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

#[test]
fn the_scalar_can_be_written_by_hand() {
    #[derive(SnowflakeId)]
    #[snowflake(skip(graphql))]
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
