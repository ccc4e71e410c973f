//! IDs in every place that a schema has for a scalar, whatever their texts.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

use async_graphql::connection::{Connection, CursorType, Edge, query};
use async_graphql::dataloader::{DataLoader, Loader};
use async_graphql::{
    ComplexObject, Context, EmptySubscription, InputObject, Interface, MaybeUndefined,
    MergedObject, Object, OneofObject, Request, Schema, SimpleObject, Union, Variables, value,
};
use snowflake_kit_core::{Id, Snowflake};

use crate::ids::{PostId, UserId, id};

/// One of every day.
const NUMBER: i64 = 175_928_847_299_117_063;

fn user() -> UserId {
    id(NUMBER)
}

fn post() -> PostId {
    id(NUMBER)
}

/// The text of the ID that has this number.
fn text<T: Id<Value = Snowflake>>(number: i64) -> String {
    id::<T>(number).to_string()
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
pub(crate) struct Query(Core, More);

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

pub(crate) struct Mutation;

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

pub(crate) fn schema() -> Schema<Query, Mutation, EmptySubscription> {
    Schema::build(Query(Core, More), Mutation, EmptySubscription)
        .data(DataLoader::new(Names, tokio::spawn))
        .finish()
}

pub(crate) async fn data(request: impl Into<Request>) -> async_graphql::Value {
    schema().execute(request).await.into_result().unwrap().data
}

pub(crate) fn with(query: &str, variables: serde_json::Value) -> Request {
    Request::new(query).variables(Variables::from_json(variables))
}

#[tokio::test]
async fn null_is_for_nullable_places() {
    assert_eq!(data("{ maybe }").await, value!({ "maybe": null }));
    assert_eq!(data("{ maybe(id: null) }").await, value!({ "maybe": null }));
    let request = format!("{{ maybe(id: \"{}\") }}", user());
    assert_eq!(data(request).await, value!({ "maybe": user().to_string() }));
    assert!(schema().execute("{ user(id: null) }").await.is_err());
}

#[tokio::test]
async fn lists_nest() {
    let query = "query ($ids: [UserId!]!) { users(ids: $ids) }";
    let (seven, eight) = (text::<UserId>(7), text::<UserId>(8));
    let request = with(query, serde_json::json!({ "ids": [seven, eight] }));
    assert_eq!(data(request).await, value!({ "users": [seven.clone(), eight] }));
    // GraphQL takes one value for a list of one.
    let request = format!("{{ users(ids: \"{seven}\") }}");
    assert_eq!(data(request).await, value!({ "users": [seven] }));
    let post = post().to_string();
    let request = format!("{{ nested(ids: [[\"{post}\"], null, []]) }}");
    assert_eq!(data(request).await, value!({ "nested": [[post], null, []] }));
}

#[tokio::test]
async fn input_objects_objects_and_loaders_take_ids() {
    let fields = "{ id authorId authorName reviewerId readerIds }";
    let (post, user) = (post().to_string(), user().to_string());
    let (seven, eight) = (text::<UserId>(7), text::<UserId>(8));
    let request = format!(
        "mutation {{ createPost(new: {{ authorId: \"{user}\", readerIds: [\"{seven}\"] }}) {fields} }}"
    );
    let expected = value!({ "createPost": {
        "id": post.clone(),
        "authorId": user.clone(),
        "authorName": format!("user {user}"),
        "reviewerId": null,
        "readerIds": [seven.clone()],
    }});
    assert_eq!(data(request).await, expected);

    let query = format!("mutation ($new: NewPost!) {{ createPost(new: $new) {fields} }}");
    let new = serde_json::json!({ "authorId": seven, "reviewerId": eight, "answers": post });
    let request = with(&query, serde_json::json!({ "new": new }));
    let expected = value!({ "createPost": {
        "id": post,
        "authorId": seven.clone(),
        "authorName": format!("user {seven}"),
        "reviewerId": eight,
        "readerIds": [],
    }});
    assert_eq!(data(request).await, expected);
}

#[tokio::test]
async fn unions_and_interfaces_have_objects_with_ids() {
    let fields = "{ __typename ... on User { id } ... on Post { postId: id authorId } }";
    let (post, user) = (post().to_string(), user().to_string());
    let request = format!(
        "{{ a: find(which: {{ user: \"{user}\" }}) {fields} b: find(which: {{ post: \"{post}\" }}) {fields} }}"
    );
    let expected = value!({
        "a": { "__typename": "User", "id": user.clone() },
        "b": { "__typename": "Post", "postId": post.clone(), "authorId": user.clone() },
    });
    assert_eq!(data(request).await, expected);
    let request = "{ authored { __typename id authorId } }";
    let expected = value!({ "authored": [
        { "__typename": "Post", "id": post.clone(), "authorId": user.clone() },
        { "__typename": "Comment", "id": post, "authorId": user },
    ]});
    assert_eq!(data(request).await, expected);
}

#[tokio::test]
async fn what_is_undefined_is_not_null() {
    let (seven, eight, answer) = (text::<UserId>(7), text::<UserId>(8), text::<PostId>(61));
    for (patch, expected) in [
        ("{}".to_owned(), format!("Undefined [{:?}] None", user())),
        ("{ reviewerId: null, readerIds: [] }".to_owned(), "Null [] None".to_owned()),
        (
            format!("{{ reviewerId: \"{seven}\", readerIds: \"{eight}\", answers: \"{answer}\" }}"),
            format!("Value(UserId(7)) [UserId(8)] Some([{:?}])", id::<PostId>(61)),
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
        (serde_json::json!({ "id": seven }), "Value(UserId(7)) [] None"),
    ] {
        assert_eq!(data(with(query, variables)).await, value!({ "patch": expected }));
    }
    let post = post();
    let request =
        format!("{{ patch(patch: {{ answers: [\"{post}\", \"{post}\", \"{post}\"] }}) }}");
    assert!(schema().execute(request).await.is_err());
}

#[tokio::test]
async fn sets_arrays_and_boxes_hold_ids() {
    let [seven, eight, nine] = [7, 8, 9].map(text::<UserId>);
    let request = format!(
        "{{ sets(hash: [\"{seven}\", \"{seven}\", \"{eight}\"], tree: [\"{nine}\", \"{seven}\"]) }}"
    );
    let expected = value!({ "sets": [seven.clone(), eight.clone(), nine.clone()] });
    assert_eq!(data(request).await, expected);
    let request = format!("{{ pair(ids: [\"{seven}\", \"{eight}\"], boxed: \"{nine}\") }}");
    let expected = value!({ "pair": [seven.clone(), eight, nine.clone()] });
    assert_eq!(data(request).await, expected);
    let request = format!("{{ pair(ids: [\"{seven}\"], boxed: \"{nine}\") }}");
    assert!(schema().execute(request).await.is_err());
    assert_eq!(data("{ deprecated }").await, value!({ "deprecated": post().to_string() }));
    assert_eq!(data("{ deprecated(id: null) }").await, value!({ "deprecated": null }));
    let errors = schema().execute("{ failing }").await.into_result().unwrap_err();
    assert_eq!(errors[0].message, format!("there is no {}", user()));
}

#[tokio::test]
async fn loaders_load_many_at_once_and_each_kind_for_itself() {
    let loader = DataLoader::new(Names, tokio::spawn);
    let ids = (1..=100).map(id::<UserId>);
    let before = LOADS.load(Ordering::Relaxed);
    let names = loader.load_many(ids).await.unwrap();
    assert_eq!(names.len(), 100);
    assert_eq!(LOADS.load(Ordering::Relaxed) - before, 1);
    assert_eq!(loader.load_one(user()).await.unwrap().unwrap(), format!("user {}", user()));
    assert_eq!(loader.load_one(post()).await.unwrap().unwrap(), format!("post {}", post()));
}

#[tokio::test]
async fn one_of_several_ids() {
    for (field, text, expected) in [
        ("user", user().to_string(), format!("{:?}", user())),
        ("post", post().to_string(), format!("{:?}", post())),
    ] {
        let request = format!("{{ which(which: {{ {field}: \"{text}\" }}) }}");
        assert_eq!(data(request).await, value!({ "which": expected }));
    }
}

#[tokio::test]
async fn cursors_are_the_text_form() {
    let text = post().to_string();
    assert_eq!(post().encode_cursor(), text);
    assert_eq!(PostId::decode_cursor(&text), Ok(post()));
    let other = user().to_string();
    assert!(PostId::decode_cursor(&other).unwrap_err().to_string().contains("PostId"));

    let page = "{ edges { cursor node } pageInfo { endCursor } }";
    let (before, next) = (id::<PostId>(61), id::<PostId>(62).to_string());
    let request = format!("{{ posts(first: 1, after: \"{before}\") {page} }}");
    let expected = value!({ "posts": {
        "edges": [{ "cursor": next.clone(), "node": next.clone() }],
        "pageInfo": { "endCursor": next },
    }});
    assert_eq!(data(request).await, expected);
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
