//! IDs in every place that a schema has for a scalar.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_graphql::connection::{Connection, CursorType, Edge, query};
use async_graphql::dataloader::{DataLoader, Loader};
use async_graphql::{
    ComplexObject, Context, EmptySubscription, InputObject, Interface, MaybeUndefined,
    MergedObject, Object, OneofObject, Request, Schema, SimpleObject, Union, Variables, value,
};
use snowflake_core::{Id, Snowflake};
use snowflake_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core", text = "base62", prefix = "post_", layout = "discord")]
struct PostId(Snowflake);

snowflake_graphql::scalar!(UserId, PostId);

const USER: &str = "175928847299117063";
const POST: &str = "post_0Czks0tP37X";

fn user() -> UserId {
    USER.parse().unwrap()
}

fn post() -> PostId {
    POST.parse().unwrap()
}

#[derive(SimpleObject)]
#[graphql(complex)]
struct Post {
    id: PostId,
    author_id: UserId,
    reviewer_id: Option<UserId>,
    reader_ids: Vec<UserId>,
}

#[ComplexObject]
impl Post {
    async fn author_name(&self, context: &Context<'_>) -> Option<String> {
        let loader = context.data_unchecked::<DataLoader<Names>>();
        loader.load_one(self.author_id).await.unwrap()
    }
}

/// The names of users, by their IDs.
struct Names;

/// How often they have been asked for.
static LOADS: AtomicUsize = AtomicUsize::new(0);

impl Loader<UserId> for Names {
    type Value = String;
    type Error = Infallible;

    async fn load(&self, ids: &[UserId]) -> Result<HashMap<UserId, String>, Infallible> {
        LOADS.fetch_add(1, Ordering::Relaxed);
        Ok(ids.iter().map(|id| (*id, format!("user {id}"))).collect())
    }
}

/// Of another type of ID, from the same loader.
impl Loader<PostId> for Names {
    type Value = String;
    type Error = Infallible;

    async fn load(&self, ids: &[PostId]) -> Result<HashMap<PostId, String>, Infallible> {
        Ok(ids.iter().map(|id| (*id, format!("post {id}"))).collect())
    }
}

#[derive(SimpleObject)]
struct User {
    id: UserId,
}

/// Which of the two it is follows from the type of the ID.
#[derive(Union)]
enum Found {
    User(User),
    Post(Post),
}

#[derive(SimpleObject)]
struct Comment {
    id: PostId,
    author_id: UserId,
}

#[derive(Interface)]
#[graphql(field(name = "author_id", ty = "&UserId"), field(name = "id", ty = "&PostId"))]
enum Authored {
    Post(Post),
    Comment(Comment),
}

/// Changes of a post: what is not there stays as it is.
#[derive(InputObject)]
struct Patch {
    reviewer_id: MaybeUndefined<UserId>,
    #[graphql(default_with = "vec![user()]")]
    reader_ids: Vec<UserId>,
    #[graphql(validator(max_items = 2))]
    answers: Option<Vec<PostId>>,
}

#[derive(InputObject)]
struct NewPost {
    author_id: UserId,
    reviewer_id: Option<UserId>,
    #[graphql(default)]
    reader_ids: Vec<UserId>,
    answers: MaybeUndefined<PostId>,
}

#[derive(OneofObject)]
enum Which {
    User(UserId),
    Post(PostId),
}

fn a_post() -> Post {
    Post { id: post(), author_id: user(), reviewer_id: None, reader_ids: Vec::new() }
}

/// A part of the query, as larger schemas have them.
#[derive(Default)]
struct More;

#[Object]
impl More {
    async fn find(&self, which: Which) -> Found {
        match which {
            Which::User(id) => Found::User(User { id }),
            Which::Post(id) => Found::Post(Post { id, ..a_post() }),
        }
    }

    async fn authored(&self) -> Vec<Authored> {
        vec![Authored::Post(a_post()), Authored::Comment(Comment { id: post(), author_id: user() })]
    }

    async fn patch(&self, patch: Patch) -> String {
        let Patch { reviewer_id, reader_ids, answers } = patch;
        format!("{reviewer_id:?} {reader_ids:?} {answers:?}")
    }

    async fn sets(&self, hash: HashSet<UserId>, tree: BTreeSet<UserId>) -> BTreeSet<UserId> {
        hash.into_iter().chain(tree).collect()
    }

    async fn pair(&self, ids: [UserId; 2], boxed: Box<UserId>) -> [UserId; 3] {
        [ids[0], ids[1], *boxed]
    }

    async fn deprecated(
        &self,
        #[graphql(default_with = "Some(post())", secret, desc = "Which.")] id: Option<PostId>,
    ) -> Option<PostId> {
        id
    }

    #[expect(clippy::unused_async, reason = "resolvers are async")]
    async fn failing(&self) -> Result<UserId, async_graphql::Error> {
        Err(format!("there is no {}", user()).into())
    }
}

#[derive(MergedObject)]
struct Query(Core, More);

struct Core;

#[Object]
impl Core {
    async fn user(&self, id: UserId) -> UserId {
        id
    }

    async fn maybe(&self, id: Option<UserId>) -> Option<UserId> {
        id
    }

    async fn users(&self, ids: Vec<UserId>) -> Vec<UserId> {
        ids
    }

    async fn nested(&self, ids: Vec<Option<Vec<PostId>>>) -> Vec<Option<Vec<PostId>>> {
        ids
    }

    async fn default(&self, #[graphql(default_with = "user()")] id: UserId) -> UserId {
        id
    }

    async fn which(&self, which: Which) -> String {
        match which {
            Which::User(id) => format!("{id:?}"),
            Which::Post(id) => format!("{id:?}"),
        }
    }

    async fn posts(
        &self,
        after: Option<String>,
        first: Option<i32>,
    ) -> async_graphql::Result<Connection<PostId, PostId>> {
        query(after, None, first, None, |after, _, first, _| async move {
            let mut page = Connection::new(false, true);
            let start = after.map_or(1, |id: PostId| id.get() + 1);
            let ids = (start..).map_while(|value| PostId::from_i64(value).ok());
            page.edges.extend(ids.take(first.unwrap_or(1)).map(|id| Edge::new(id, id)));
            Ok::<_, async_graphql::Error>(page)
        })
        .await
    }
}

struct Mutation;

#[Object]
impl Mutation {
    async fn create_post(&self, new: NewPost) -> Post {
        Post {
            id: new.answers.take().unwrap_or_else(post),
            author_id: new.author_id,
            reviewer_id: new.reviewer_id,
            reader_ids: new.reader_ids,
        }
    }
}

fn schema() -> Schema<Query, Mutation, EmptySubscription> {
    Schema::build(Query(Core, More), Mutation, EmptySubscription)
        .data(DataLoader::new(Names, tokio::spawn))
        .finish()
}

async fn data(request: impl Into<Request>) -> async_graphql::Value {
    schema().execute(request).await.into_result().unwrap().data
}

fn with(query: &str, variables: serde_json::Value) -> Request {
    Request::new(query).variables(Variables::from_json(variables))
}

#[tokio::test]
async fn text_and_integers_are_read_and_text_is_written() {
    assert_eq!(data(format!("{{ user(id: \"{USER}\") }}")).await, value!({ "user": USER }));
    assert_eq!(data(format!("{{ user(id: {USER}) }}")).await, value!({ "user": USER }));
    for edge in ["1", "9223372036854775807"] {
        assert_eq!(data(format!("{{ user(id: {edge}) }}")).await, value!({ "user": edge }));
    }
}

#[tokio::test]
async fn variables_may_be_text_or_integers() {
    let query = "query ($id: UserId!) { user(id: $id) }";
    for id in [serde_json::json!(USER), serde_json::json!(user().get())] {
        let request = with(query, serde_json::json!({ "id": id }));
        assert_eq!(data(request).await, value!({ "user": USER }));
    }
    // With a default, and with one that the variable brings along.
    assert_eq!(data("{ default }").await, value!({ "default": USER }));
    let request = "query ($id: UserId! = 7) { user(id: $id) }";
    assert_eq!(data(request).await, value!({ "user": "7" }));
}

#[tokio::test]
async fn null_is_for_nullable_places() {
    assert_eq!(data("{ maybe }").await, value!({ "maybe": null }));
    assert_eq!(data("{ maybe(id: null) }").await, value!({ "maybe": null }));
    assert_eq!(data("{ maybe(id: 7) }").await, value!({ "maybe": "7" }));
    assert!(schema().execute("{ user(id: null) }").await.is_err());
}

#[tokio::test]
async fn lists_nest() {
    let query = "query ($ids: [UserId!]!) { users(ids: $ids) }";
    let request = with(query, serde_json::json!({ "ids": [7, "8"] }));
    assert_eq!(data(request).await, value!({ "users": ["7", "8"] }));
    // GraphQL takes one value for a list of one.
    assert_eq!(data("{ users(ids: 7) }").await, value!({ "users": ["7"] }));
    let request = format!("{{ nested(ids: [[\"{POST}\"], null, []]) }}");
    assert_eq!(data(request).await, value!({ "nested": [[POST], null, []] }));
}

#[tokio::test]
async fn input_objects_objects_and_loaders_take_ids() {
    let fields = "{ id authorId authorName reviewerId readerIds }";
    let request = format!(
        "mutation {{ createPost(new: {{ authorId: {USER}, readerIds: [\"7\"] }}) {fields} }}"
    );
    let expected = value!({ "createPost": {
        "id": POST,
        "authorId": USER,
        "authorName": "user 175928847299117063",
        "reviewerId": null,
        "readerIds": ["7"],
    }});
    assert_eq!(data(request).await, expected);

    let query = format!("mutation ($new: NewPost!) {{ createPost(new: $new) {fields} }}");
    let new = serde_json::json!({ "authorId": 7, "reviewerId": "8", "answers": POST });
    let request = with(&query, serde_json::json!({ "new": new }));
    let expected = value!({ "createPost": {
        "id": POST,
        "authorId": "7",
        "authorName": "user 7",
        "reviewerId": "8",
        "readerIds": [],
    }});
    assert_eq!(data(request).await, expected);
}

#[tokio::test]
async fn unions_and_interfaces_have_objects_with_ids() {
    let fields = "{ __typename ... on User { id } ... on Post { postId: id authorId } }";
    let request = format!(
        "{{ a: find(which: {{ user: 7 }}) {fields} b: find(which: {{ post: \"{POST}\" }}) {fields} }}"
    );
    let expected = value!({
        "a": { "__typename": "User", "id": "7" },
        "b": { "__typename": "Post", "postId": POST, "authorId": USER },
    });
    assert_eq!(data(request).await, expected);
    let request = "{ authored { __typename id authorId } }";
    let expected = value!({ "authored": [
        { "__typename": "Post", "id": POST, "authorId": USER },
        { "__typename": "Comment", "id": POST, "authorId": USER },
    ]});
    assert_eq!(data(request).await, expected);
}

#[tokio::test]
async fn what_is_undefined_is_not_null() {
    for (patch, expected) in [
        ("{}", "Undefined [UserId(175928847299117063)] None"),
        ("{ reviewerId: null, readerIds: [] }", "Null [] None"),
        (
            "{ reviewerId: 7, readerIds: 8, answers: \"post_0000000000z\" }",
            "Value(UserId(7)) [UserId(8)] Some([PostId(post_0000000000z)])",
        ),
    ] {
        let request = format!("{{ patch(patch: {patch}) }}");
        assert_eq!(data(request).await, value!({ "patch": expected }));
    }
    // async-graphql 7 takes a variable that is not given for null.
    let query = "query ($id: UserId) { patch(patch: { reviewerId: $id, readerIds: [] }) }";
    for (variables, expected) in [
        (serde_json::json!({}), "Null [] None"),
        (serde_json::json!({ "id": null }), "Null [] None"),
        (serde_json::json!({ "id": "7" }), "Value(UserId(7)) [] None"),
    ] {
        assert_eq!(data(with(query, variables)).await, value!({ "patch": expected }));
    }
    let request =
        format!("{{ patch(patch: {{ answers: [\"{POST}\", \"{POST}\", \"{POST}\"] }}) }}");
    assert!(schema().execute(request).await.is_err());
}

#[tokio::test]
async fn sets_arrays_and_boxes_hold_ids() {
    let request = "{ sets(hash: [7, \"7\", 8], tree: [9, 7]) }";
    assert_eq!(data(request).await, value!({ "sets": ["7", "8", "9"] }));
    let request = "{ pair(ids: [7, 8], boxed: 9) }";
    assert_eq!(data(request).await, value!({ "pair": ["7", "8", "9"] }));
    assert!(schema().execute("{ pair(ids: [7], boxed: 9) }").await.is_err());
    assert_eq!(data("{ deprecated }").await, value!({ "deprecated": POST }));
    assert_eq!(data("{ deprecated(id: null) }").await, value!({ "deprecated": null }));
    let errors = schema().execute("{ failing }").await.into_result().unwrap_err();
    assert_eq!(errors[0].message, format!("there is no {USER}"));
}

#[tokio::test]
async fn loaders_load_many_at_once_and_each_kind_for_itself() {
    let loader = DataLoader::new(Names, tokio::spawn);
    let ids = (1..=100).map(|value| UserId::from_i64(value).unwrap());
    let before = LOADS.load(Ordering::Relaxed);
    let names = loader.load_many(ids).await.unwrap();
    assert_eq!(names.len(), 100);
    assert_eq!(LOADS.load(Ordering::Relaxed) - before, 1);
    assert_eq!(loader.load_one(user()).await.unwrap().unwrap(), format!("user {USER}"));
    assert_eq!(loader.load_one(post()).await.unwrap().unwrap(), format!("post {POST}"));
}

#[tokio::test]
async fn one_of_several_ids() {
    let request = "{ which(which: { user: 7 }) }";
    assert_eq!(data(request).await, value!({ "which": "UserId(7)" }));
    let request = format!("{{ which(which: {{ post: \"{POST}\" }}) }}");
    assert_eq!(data(request).await, value!({ "which": format!("PostId({POST})") }));
}

#[tokio::test]
async fn cursors_are_the_text_form() {
    assert_eq!(post().encode_cursor(), POST);
    assert_eq!(PostId::decode_cursor(POST), Ok(post()));
    assert!(PostId::decode_cursor(USER).unwrap_err().to_string().contains("PostId"));

    let page = "{ edges { cursor node } pageInfo { endCursor } }";
    let request = format!("{{ posts(first: 1, after: \"post_0000000000z\") {page} }}");
    let expected = value!({ "posts": {
        "edges": [{ "cursor": "post_00000000010", "node": "post_00000000010" }],
        "pageInfo": { "endCursor": "post_00000000010" },
    }});
    assert_eq!(data(request).await, expected);
}

#[test]
fn the_schema_declares_and_describes_the_scalars() {
    let sdl = schema().sdl();
    let user = "\"\"\"\nA snowflake ID: a decimal string from \"1\" to \"9223372036854775807\". \
                Its layout is default: 41 time · 10 node · 12 sequence, \
                1 ms ticks since 2025-01-01T00:00:00.000Z. \
                IDs increase with time, to the tick, and strictly per node.\n\"\"\"\nscalar UserId\n";
    let post = "\"\"\"\nA snowflake ID: \"post_\" and 11 base62 characters (0-9, A-Z, a-z) \
                from \"post_00000000001\" to \"post_AzL8n0Y58m7\". \
                Its layout is discord: 42 time · 5 worker · 5 process · 12 increment, \
                1 ms ticks since 2015-01-01T00:00:00.000Z. \
                IDs increase with time, to the tick, and strictly per node.\n\"\"\"\nscalar PostId\n";
    assert!(sdl.contains(user), "{sdl}");
    assert!(sdl.contains(post), "{sdl}");
    assert!(sdl.contains("default(id: UserId! = \"175928847299117063\"): UserId!"), "{sdl}");
    assert!(sdl.contains("readerIds: [UserId!]! = []"), "{sdl}");
    assert!(sdl.contains("reviewerId: UserId\n"), "{sdl}");
}

#[tokio::test]
async fn introspection_knows_the_scalar() {
    let request = "{ __type(name: \"UserId\") { kind name specifiedByURL } }";
    let expected = value!({ "__type": {
        "kind": "SCALAR",
        "name": "UserId",
        "specifiedByURL": null,
    }});
    assert_eq!(data(request).await, expected);
}

#[tokio::test]
async fn types_of_one_name_are_one_scalar() {
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core", name = "Snowflake")]
    struct TeamId(Snowflake);

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core", name = "Snowflake", text = "hex")]
    struct RoleId(Snowflake);

    snowflake_graphql::scalar!(TeamId, RoleId);

    struct Query;

    #[Object]
    impl Query {
        async fn role(&self, team: TeamId, role: RoleId) -> RoleId {
            assert_eq!(team.get(), 7);
            role
        }
    }

    let schema = Schema::new(Query, async_graphql::EmptyMutation, EmptySubscription);
    assert!(schema.sdl().contains("role(team: Snowflake!, role: Snowflake!): Snowflake!"));
    let request = "{ role(team: \"7\", role: \"0000000000000007\") }";
    let response = schema.execute(request).await.into_result().unwrap();
    assert_eq!(response.data, value!({ "role": "0000000000000007" }));
}
