//! IDs that are checked before anything is executed.

use std::sync::atomic::{AtomicUsize, Ordering};

use async_graphql::extensions::Analyzer;
use async_graphql::{
    EmptySubscription, InputObject, Object, OneofObject, Pos, Request, Schema, SimpleObject,
    Variables,
};
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_graphql::CheckIds;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "post_")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "tag_")]
struct TagId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "room_")]
struct RoomId(Snowflake);

snowflake_kit_graphql::scalar!(UserId, PostId);
snowflake_kit_graphql::scalar!(TagId, name = "ID");
snowflake_kit_graphql::scalar!(RoomId, name = "Snowflake");

mod other {
    use super::{Snowflake, SnowflakeId};

    /// Of the same name as another type, and another text form.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core", prefix = "user_")]
    pub(super) struct UserId(Snowflake);

    snowflake_kit_graphql::scalar!(UserId);
}

#[derive(InputObject)]
struct Filter {
    authors: Option<Vec<Option<UserId>>>,
    nested: Option<Box<Filter>>,
    which: Option<Which>,
}

#[derive(OneofObject)]
enum Which {
    User(UserId),
    Post(PostId),
}

#[derive(SimpleObject)]
#[graphql(complex)]
struct Post {
    id: PostId,
}

#[async_graphql::ComplexObject]
impl Post {
    async fn reply(&self, to: PostId) -> Post {
        Post { id: to }
    }
}

struct Query;

#[Object]
impl Query {
    async fn post(&self, id: PostId) -> Post {
        Post { id }
    }

    async fn posts(&self, filter: Filter) -> usize {
        let authors = filter.authors.into_iter().flatten().flatten().count();
        authors + filter.nested.into_iter().count() + filter.which.into_iter().count()
    }

    async fn tag(&self, id: TagId, note: Option<i64>) -> TagId {
        let _ = note;
        id
    }

    async fn room(&self, id: RoomId) -> RoomId {
        id
    }

    #[expect(clippy::unused_async, reason = "resolvers are async")]
    async fn limited(
        &self,
        #[graphql(validator(maximum = 10))] first: i32,
    ) -> Result<i32, async_graphql::Error> {
        if first == 0 { Ok(first) } else { Err("there is none".into()) }
    }
}

/// How many posts have been deleted.
static DELETED: AtomicUsize = AtomicUsize::new(0);

struct Mutation;

#[Object]
impl Mutation {
    async fn delete(&self, id: PostId) -> PostId {
        DELETED.fetch_add(1, Ordering::Relaxed);
        id
    }
}

fn schema() -> Schema<Query, Mutation, EmptySubscription> {
    Schema::build(Query, Mutation, EmptySubscription).extension(CheckIds).finish()
}

async fn errors(request: impl Into<Request>) -> Vec<async_graphql::ServerError> {
    schema().execute(request).await.into_result().unwrap_err()
}

async fn messages(request: impl Into<Request>) -> Vec<String> {
    errors(request).await.into_iter().map(|error| error.message).collect()
}

fn with(query: &str, variables: serde_json::Value) -> Request {
    Request::new(query).variables(Variables::from_json(variables))
}

fn starts(messages: &[String], expected: &[&str]) {
    assert_eq!(messages.len(), expected.len(), "{messages:#?}");
    for (message, expected) in messages.iter().zip(expected) {
        assert!(message.starts_with(expected), "{message}\n{expected}");
    }
}

#[tokio::test]
async fn the_message_has_argument_scalar_value_and_what_is_expected() {
    let found = errors("{ post(id: true) { id } }").await;
    assert_eq!(
        found[0].message,
        "Invalid value for argument \"id\", expected type \"PostId\": invalid ID true: expected \
         \"post_\" and a decimal string from \"post_1\" to \"post_9223372036854775807\", or an \
         integer from 1 to 9223372036854775807"
    );
    assert_eq!(found[0].locations, [Pos { line: 1, column: 8 }]);
    assert!(found[0].path.is_empty());
}

#[tokio::test]
async fn every_place_is_named() {
    let query = "{
        posts(filter: {
            authors: [\"7\", null, \"x\", 1.5]
            nested: { authors: 0, which: { post: \"8\" } }
        })
    }";
    let expected = [
        "Invalid value for argument \"filter.authors.2\", expected type \"UserId\": invalid ID \"x\"",
        "Invalid value for argument \"filter.authors.3\", expected type \"UserId\": invalid ID 1.5",
        "Invalid value for argument \"filter.nested.authors\", expected type \"UserId\": invalid ID 0",
        "Invalid value for argument \"filter.nested.which.post\", expected type \"PostId\": \
         invalid ID \"8\"",
    ];
    starts(&messages(query).await, &expected);
}

#[tokio::test]
async fn variables_are_looked_at_where_they_are_used() {
    let query = "query ($id: PostId!, $authors: [UserId]) { \
                    post(id: $id) { id } posts(filter: { authors: $authors }) }";
    let variables = serde_json::json!({ "id": "7", "authors": [1, -1] });
    let expected = [
        "Invalid value for argument \"id\", expected type \"PostId\": invalid ID \"7\"",
        "Invalid value for argument \"filter.authors.1\", expected type \"UserId\": invalid ID -1",
    ];
    starts(&messages(with(query, variables)).await, &expected);

    // One that is not given has its default.
    let query = "query ($id: PostId! = \"7\") { post(id: $id) { id } }";
    let expected =
        ["Invalid value for argument \"id\", expected type \"PostId\": invalid ID \"7\""];
    starts(&messages(query).await, &expected);
    let request = with(query, serde_json::json!({ "id": "post_7" }));
    assert!(schema().execute(request).await.is_ok());
}

#[tokio::test]
async fn fields_are_looked_at_wherever_they_are() {
    let query = "query {
        ... on Query { post(id: \"1\") { ...reply } }
        ... { post2: post(id: \"post_2\") { ...reply ... on Post { reply(to: \"4\") { id } } } }
    }
    fragment reply on Post { r: reply(to: \"3\") { id ...again } }
    fragment again on Post { q: reply(to: \"5\") { id } }";
    let expected = [
        "Invalid value for argument \"id\", expected type \"PostId\": invalid ID \"1\"",
        "Invalid value for argument \"to\", expected type \"PostId\": invalid ID \"4\"",
        "Invalid value for argument \"to\", expected type \"PostId\": invalid ID \"3\"",
        "Invalid value for argument \"to\", expected type \"PostId\": invalid ID \"5\"",
    ];
    starts(&messages(query).await, &expected);
}

#[tokio::test]
async fn nothing_is_executed() {
    let query = "mutation { a: delete(id: \"post_1\") b: delete(id: \"2\") }";
    assert_eq!(messages(query).await.len(), 1);
    assert_eq!(DELETED.load(Ordering::Relaxed), 0);

    // Without the extension the first field is done before the second is read.
    let schema = Schema::new(Query, Mutation, EmptySubscription);
    let response = schema.execute(query).await;
    assert_eq!(response.errors[0].path, [async_graphql::PathSegment::Field("b".into())]);
    assert_eq!(DELETED.load(Ordering::Relaxed), 1);
}

#[tokio::test]
async fn only_the_operation_that_is_asked_for_counts() {
    let query = "query a { post(id: \"post_7\") { id } } query b { post(id: \"7\") { id } }";
    let response = schema().execute(Request::new(query).operation_name("a")).await;
    assert!(response.is_ok(), "{:?}", response.errors);
    assert_eq!(messages(Request::new(query).operation_name("b")).await.len(), 1);
    // These are errors of async-graphql's.
    assert_eq!(
        messages(Request::new(query).operation_name("c")).await,
        ["Unknown operation named \"c\""]
    );
    assert_eq!(messages(query).await, ["Operation name required in request."]);
}

#[tokio::test]
async fn what_else_is_wrong_is_said_first() {
    let expected = ["Unknown argument \"ids\" on field \"post\" of type \"Query\"."];
    starts(&messages("{ post(id: \"7\", ids: 1) { id } }").await, &expected[..1]);
    starts(&messages("{ post(id: \"7\") { id").await, &[" --> 1:21"]);
    let query =
        "{ post(id: \"7\") { ...a } } fragment a on Post { ...b } fragment b on Post { ...a }";
    assert!(!messages(query).await.is_empty());
    let query = "{ post(id: \"7\") { ...missing } } ";
    starts(&messages(query).await, &["Unknown fragment: \"missing\""]);
    let query = "{ post(id: \"7\") { ...a } } fragment a on Nothing { id }";
    assert!(!messages(query).await.is_empty());
    assert!(messages("{ post(id: null) { id } }").await[0].contains("expected type \"PostId\""));
}

#[tokio::test]
async fn types_that_share_a_scalar_are_not_refused_each_others_texts() {
    struct Query;

    #[Object]
    impl Query {
        async fn ours(&self, id: UserId) -> UserId {
            id
        }

        async fn theirs(&self, id: other::UserId) -> other::UserId {
            id
        }
    }

    let schema = Schema::build(Query, async_graphql::EmptyMutation, EmptySubscription)
        .extension(CheckIds)
        .finish();
    let response = schema.execute("{ ours(id: \"7\") theirs(id: \"user_7\") }").await;
    assert!(response.is_ok(), "{:?}", response.errors);
    let response = schema.execute("{ ours(id: 1.5) theirs(id: \"7\") }").await;
    let expected = "Invalid value for argument \"id\", expected type \"UserId\": invalid ID 1.5: \
                    expected the text of an ID, or an integer from 1 to 9223372036854775807";
    assert_eq!(response.errors[0].message, expected);
    let response = schema.execute("{ theirs(id: \"7\") }").await;
    let start = "Invalid value for argument \"id\": Failed to parse \"UserId\": invalid ID \"7\"";
    assert!(response.errors[0].message.starts_with(start), "{:?}", response.errors);
}

#[tokio::test]
async fn the_argument_is_named_where_the_check_comes_on_execution() {
    let found = errors("{ tag(id: \"7\", note: 1) }").await;
    let start = "Invalid value for argument \"id\": Failed to parse \"ID\": invalid ID \"7\": ";
    assert!(found[0].message.starts_with(start), "{found:?}");
    assert_eq!(found[0].path, [async_graphql::PathSegment::Field("tag".into())]);

    let found = messages("{ room(id: false) }").await;
    starts(&found, &["Invalid value for argument \"id\", expected type \"Snowflake\": invalid ID"]);
    let found = messages("{ room(id: \"7\") }").await;
    starts(&found, &["Invalid value for argument \"id\": Failed to parse \"Snowflake\": invalid"]);
}

#[tokio::test]
async fn other_extensions_may_be_there_too() {
    for schema in [
        Schema::build(Query, Mutation, EmptySubscription).extension(CheckIds).extension(Analyzer),
        Schema::build(Query, Mutation, EmptySubscription).extension(Analyzer).extension(CheckIds),
    ] {
        let schema = schema.finish();
        assert!(schema.execute("{ post(id: \"post_7\") { id } }").await.is_ok());
        assert!(schema.execute("{ post(id: \"7\") { id } }").await.is_err());
    }
}

#[tokio::test]
async fn a_long_list_of_wrong_values_has_few_errors() {
    let authors = vec!["x"; 100_000];
    let query = "query ($authors: [UserId]) { a: posts(filter: { authors: $authors }) \
                    b: posts(filter: { authors: $authors }) }";
    let found = messages(with(query, serde_json::json!({ "authors": authors }))).await;
    assert_eq!(found.len(), 20);
    assert!(found[19].contains("\"filter.authors.19\""), "{}", found[19]);
}

/// A scalar that counts how often it is asked whether a value is its own.
mod counted {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use async_graphql::{
        EmptyMutation, EmptySubscription, InputValueResult, Object, Scalar, ScalarType, Schema,
        SchemaBuilder, ValidationMode, Value,
    };

    static ASKED: AtomicUsize = AtomicUsize::new(0);

    pub(super) fn asked() -> usize {
        ASKED.swap(0, Ordering::Relaxed)
    }

    pub(super) struct Counted;

    #[Scalar]
    impl ScalarType for Counted {
        fn parse(_: Value) -> InputValueResult<Self> {
            Ok(Self)
        }

        fn is_valid(_: &Value) -> bool {
            ASKED.fetch_add(1, Ordering::Relaxed);
            true
        }

        fn to_value(&self) -> Value {
            Value::Null
        }
    }

    pub(super) struct Root;

    #[Object]
    impl Root {
        async fn count(&self, values: Vec<Counted>, nested: Option<Vec<Vec<Counted>>>) -> usize {
            values.len() + nested.map_or(0, |nested| nested.len())
        }
    }

    /// A schema without async-graphql's own questions.
    pub(super) fn schema() -> SchemaBuilder<Root, EmptyMutation, EmptySubscription> {
        Schema::build(Root, EmptyMutation, EmptySubscription)
            .validation_mode(ValidationMode::Fast)
            .extension(super::CheckIds)
    }
}

#[tokio::test]
async fn a_variable_is_checked_once_and_after_the_limits() {
    use std::fmt::Write;

    let mut query = String::from("query ($many: [Counted!]!) {");
    for at in 0..100 {
        write!(query, " a{at}: count(values: $many)").unwrap();
        write!(query, " b{at}: count(values: [], nested: [$many, $many])").unwrap();
    }
    query.push('}');
    let request = || with(&query, serde_json::json!({ "many": vec![1; 200] }));

    let response = counted::schema().finish().execute(request()).await;
    assert!(response.is_ok(), "{:?}", response.errors);
    // As `[Counted!]!`, and as `[Counted!]` in the other argument.
    assert!(counted::asked() <= 2 * 200);

    for schema in [
        counted::schema().limit_complexity(100),
        counted::schema().limit_depth(0),
        counted::schema().limit_directives(0).limit_recursive_depth(0).limit_complexity(0),
    ] {
        let response = schema.finish().execute(request()).await;
        assert!(response.is_err());
        assert_eq!(counted::asked(), 0);
    }
}

/// A variable has its errors wherever it is used.
#[tokio::test]
async fn each_use_of_a_variable_names_its_place() {
    let query = "query ($one: UserId, $many: [UserId]) {
        a: posts(filter: { authors: $many })
        b: posts(filter: { authors: [\"7\", $one], nested: { authors: $one } })
        c: posts(filter: { authors: $many, which: { user: $one } })
    }";
    let variables = serde_json::json!({ "one": "x", "many": [1, "y"] });
    let wrong = |at: &str, value: &str| {
        format!(
            "Invalid value for argument \"filter.{at}\", expected type \"UserId\": invalid ID \
             \"{value}\""
        )
    };
    let expected = [
        wrong("authors.1", "y"),
        wrong("authors.1", "x"),
        wrong("nested.authors", "x"),
        wrong("authors.1", "y"),
        wrong("which.user", "x"),
    ];
    let expected: Vec<_> = expected.iter().map(String::as_str).collect();
    starts(&messages(with(query, variables)).await, &expected);

    // In what is not an ID anyway.
    let query = "query ($one: UserId) { posts(filter: { authors: [{ a: $one, b: [$one] }] }) }";
    let expected = "Invalid value for argument \"filter.authors.0\", expected type \"UserId\": \
                    invalid ID {a: \"x\", b: [\"x\"]}: expected";
    let request = with(query, serde_json::json!({ "one": "x" }));
    starts(&messages(request).await, &[expected]);
}

#[tokio::test]
async fn validators_of_arguments_are_given_the_name_too() {
    let expected = "Invalid value for argument \"first\": Failed to parse \"Int\": the value is 11, \
                    must be less than or equal to 10";
    assert_eq!(messages("{ limited(first: 11) }").await, [expected]);
    assert_eq!(messages("{ limited(first: 10) }").await, ["there is none"]);
}

/// A thousand fragments, each in the one before and twice in itself, are walked
/// without recursion; async-graphql refuses them then.
#[tokio::test]
async fn many_fragments_are_no_problem() {
    use std::fmt::Write;

    let mut query = String::from("{ post(id: \"7\") { ...f0 ...f0 } }");
    for at in 0..1_000 {
        let next = (at + 1) % 1_000;
        write!(query, " fragment f{at} on Post {{ id ...f{next} ...f{next} }}").unwrap();
    }
    assert!(!errors(query.as_str()).await.is_empty());
}

mod foreign {
    use async_graphql::{EmptyMutation, EmptySubscription, InputValueResult, Object, Scalar};
    use async_graphql::{ScalarType, SchemaBuilder, Value};

    /// A scalar of somebody else's, which accepts nothing.
    pub(super) struct Never;

    #[Scalar]
    impl ScalarType for Never {
        fn parse(_: Value) -> InputValueResult<Self> {
            Ok(Self)
        }

        fn is_valid(value: &Value) -> bool {
            assert_ne!(*value, Value::from("panic"), "as expected by the test");
            false
        }

        fn to_value(&self) -> Value {
            Value::Null
        }
    }

    pub(super) struct Root;

    #[Object]
    impl Root {
        async fn never(&self, value: Never) -> Never {
            value
        }
    }

    pub(super) fn schema() -> SchemaBuilder<Root, EmptyMutation, EmptySubscription> {
        async_graphql::Schema::build(Root, EmptyMutation, EmptySubscription)
    }
}

/// What somebody else's scalar refuses, async-graphql says.
#[tokio::test]
async fn other_scalars_are_not_asked_for_reasons() {
    let checked = foreign::schema().extension(CheckIds).finish();
    let plain = foreign::schema().finish();
    let query = "{ never(value: 1) }";
    assert_eq!(checked.execute(query).await.errors, plain.execute(query).await.errors);
    assert!(!plain.execute(query).await.errors.is_empty());
}

/// A scalar of somebody else's that panics leaves nothing behind on the thread.
#[tokio::test]
async fn a_panic_ends_the_question() {
    use std::panic::AssertUnwindSafe;

    use async_graphql::futures_util::FutureExt;

    let breaking = foreign::schema().extension(CheckIds).finish();
    let request = AssertUnwindSafe(breaking.execute("{ never(value: \"panic\") }"));
    assert!(request.catch_unwind().await.is_err());

    // Without the extension validation says yes, and execution says why not.
    let schema = Schema::new(Query, Mutation, EmptySubscription);
    let response = schema.execute("{ post(id: \"7\") { id } }").await;
    assert!(response.errors[0].message.starts_with("Failed to parse \"PostId\": invalid ID \"7\""));
}
