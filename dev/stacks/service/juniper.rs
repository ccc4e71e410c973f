//! IDs as scalars of juniper, which needs no adapter. The types are declared here, since they have
//! an attribute for it. The guide's page for frameworks says to copy `id_scalar`.

use juniper::{
    EmptyMutation, EmptySubscription, GraphQLObject, GraphQLScalar, RootNode, Variables,
    graphql_object, graphql_value,
};
use snowflake_kit::{Snowflake, SnowflakeId};

use crate::graph::Checked;

/// Identifies a user.
#[derive(GraphQLScalar, SnowflakeId)]
#[graphql(with = id_scalar, parse_token(String))]
#[snowflake(prefix = "usr_")]
pub struct UserId(Snowflake);

/// Identifies a post.
#[derive(GraphQLScalar, SnowflakeId)]
#[graphql(with = id_scalar, parse_token(String))]
pub struct PostId(Snowflake);

mod id_scalar {
    use snowflake_kit::Id;

    pub(super) fn to_output<T: Id + ToString>(id: &T) -> String {
        id.to_string()
    }

    pub(super) fn from_input<T: Id>(text: &str) -> Result<T, String> {
        T::from_text(text).map_err(|error| error.to_string())
    }
}

#[derive(GraphQLObject)]
struct Post {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
}

struct Query;

#[graphql_object]
impl Query {
    fn post(id: PostId, author: UserId) -> Post {
        Post { id, author_id: author, reply_to: None }
    }
}

pub fn check() -> Checked {
    let schema = RootNode::new(Query, EmptyMutation::new(), EmptySubscription::new());
    let (id, author) = (PostId::mint(), UserId::mint());
    let ask = |id: &str, author: &str| {
        let query =
            format!("{{ post(id: \"{id}\", author: \"{author}\") {{ id authorId replyTo }} }}");
        juniper::execute_sync(&query, None, &schema, &Variables::new(), &())
            .map_err(|error| error.to_string())
    };
    let (answer, errors) = ask(&id.to_string(), &author.to_string())?;
    assert!(errors.is_empty(), "{errors:?}");
    let error = ask(&author.to_string(), &author.to_string()).unwrap_err();
    assert!(error.contains("for type \"PostId\""), "{error}");
    let (id, author) = (id.to_string(), author.to_string());
    let post = graphql_value!({ "post": { "id": id, "authorId": author, "replyTo": null } });
    assert_eq!(answer, post);
    Ok(())
}
