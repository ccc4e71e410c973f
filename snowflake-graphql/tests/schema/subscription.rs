//! IDs in subscriptions.

use async_graphql::futures_util::{Stream, StreamExt, stream};
use async_graphql::{EmptyMutation, Object, Request, Schema, Subscription, Variables, value};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "post_")]
struct PostId(Snowflake);

snowflake_kit_graphql::scalar!(PostId);

struct Query;

#[Object]
impl Query {
    async fn version(&self) -> i32 {
        1
    }
}

struct Posts;

#[Subscription]
impl Posts {
    /// Posts from this one on.
    async fn created(&self, since: Option<PostId>) -> impl Stream<Item = PostId> + use<> {
        let since = since.map_or(0, PostId::get);
        stream::iter((1..=3).filter_map(move |step| PostId::from_i64(since + step).ok()))
    }
}

async fn responses(request: impl Into<Request>) -> Vec<async_graphql::Response> {
    let schema = Schema::build(Query, EmptyMutation, Posts)
        .extension(snowflake_kit_graphql::CheckIds)
        .finish();
    schema.execute_stream(request).collect().await
}

#[tokio::test]
async fn streams_carry_ids() {
    let request = Request::new("subscription ($since: PostId) { created(since: $since) }")
        .variables(Variables::from_json(serde_json::json!({ "since": "post_7" })));
    let ids: Vec<_> = responses(request).await.into_iter().map(|response| response.data).collect();
    let expected = ["post_8", "post_9", "post_10"].map(|id| value!({ "created": id }));
    assert_eq!(ids, expected);
}

#[tokio::test]
async fn what_is_no_id_is_refused() {
    let responses = responses("subscription { created(since: \"7\") }").await;
    assert_eq!(responses.len(), 1);
    let message = &responses[0].errors[0].message;
    assert!(
        message.starts_with(
            "Invalid value for argument \"since\", expected type \"PostId\": invalid ID \"7\": "
        ),
        "{message}"
    );
}
