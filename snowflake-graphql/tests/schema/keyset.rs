//! Pages by key, against a real SQLite and the words of Relay's specification.

use std::cmp::Reverse;
use std::sync::Mutex;

use async_graphql::connection::{
    Connection, ConnectionNameType, DisableNodesField, Edge, EdgeNameType, EmptyFields,
};
use async_graphql::{
    EmptyMutation, EmptySubscription, Object, OutputType, Result, Schema, SimpleObject, value,
};
use diesel::connection::{Connection as _, SimpleConnection};
use diesel::prelude::*;
use proptest::prelude::*;
use snowflake_kit_core::Snowflake;
use snowflake_kit_core::pages::{Beyond, Keyset, Order, Page, Slice};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_graphql::PageConnection as _;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", prefix = "post_")]
struct PostId(Snowflake);

snowflake_kit_graphql::scalar!(PostId);

diesel::table! {
    posts (id) { id -> BigInt }
}

fn id(value: i64) -> PostId {
    PostId::from_i64(value).unwrap()
}

/// A table of posts.
struct Db(SqliteConnection);

impl Db {
    fn new(ids: impl IntoIterator<Item = i64>) -> Self {
        let mut db = SqliteConnection::establish(":memory:").unwrap();
        db.batch_execute("CREATE TABLE posts (id BIGINT PRIMARY KEY NOT NULL)").unwrap();
        let mut db = Self(db);
        ids.into_iter().for_each(|id| db.insert(id));
        db
    }

    fn insert(&mut self, id: i64) {
        diesel::insert_or_ignore_into(posts::table)
            .values(posts::id.eq(id))
            .execute(&mut self.0)
            .unwrap();
    }

    fn delete(&mut self, id: i64) {
        diesel::delete(posts::table.find(id)).execute(&mut self.0).unwrap();
    }

    /// The rows of a page, as an application would get them.
    fn rows(&mut self, page: &Page<PostId>) -> Vec<PostId> {
        let mut query = posts::table.select(posts::id).limit(page.limit().into()).into_boxed();
        if let Some(id) = page.greater_than() {
            query = query.filter(posts::id.gt(id.get()));
        }
        if let Some(id) = page.less_than() {
            query = query.filter(posts::id.lt(id.get()));
        }
        query = match page.order() {
            Order::Ascending => query.order(posts::id.asc()),
            Order::Descending => query.order(posts::id.desc()),
        };
        query.load::<i64>(&mut self.0).unwrap().into_iter().map(id).collect()
    }

    fn is_beyond(&mut self, page: &Page<PostId>) -> bool {
        let query = posts::table.select(posts::id).into_boxed();
        let query = match page.beyond() {
            None => return false,
            Some(Beyond::AtMost(id)) => query.filter(posts::id.le(id.get())),
            Some(Beyond::AtLeast(id)) => query.filter(posts::id.ge(id.get())),
        };
        query.limit(1).load::<i64>(&mut self.0).unwrap().len() == 1
    }

    fn slice(&mut self, page: &Page<PostId>) -> Slice<i64> {
        let rows = self.rows(page);
        let slice = page.slice(rows);
        Slice {
            rows: slice.rows.into_iter().map(PostId::get).collect(),
            has_previous_page: slice.has_previous_page,
            has_next_page: slice.has_next_page,
        }
    }
}

/// What a client asks for.
#[derive(Clone, Copy, Debug, Default)]
struct Ask {
    after: Option<i64>,
    before: Option<i64>,
    first: Option<i32>,
    last: Option<i32>,
}

impl Ask {
    fn page(self, keyset: Keyset) -> Page<PostId> {
        keyset.page_between(self.after.map(id), self.before.map(id), self.first, self.last).unwrap()
    }
}

/// The algorithms of the specification, "if the server can efficiently determine
/// that elements exist" being yes.
/// <https://relay.dev/graphql/connections.htm#sec-Pagination-algorithm>
fn specified(all: &[i64], order: Order, ask: Ask) -> Slice<i64> {
    let mut sorted = all.to_vec();
    if order == Order::Descending {
        sorted.sort_unstable_by_key(|id| Reverse(*id));
    } else {
        sorted.sort_unstable();
    }
    let is_after = |id: i64, cursor: i64| match order {
        Order::Ascending => id > cursor,
        Order::Descending => id < cursor,
    };
    // ApplyCursorsToEdges
    let after = |id: &i64| ask.after.is_none_or(|cursor| is_after(*id, cursor));
    let before = |id: &i64| ask.before.is_none_or(|cursor| is_after(cursor, *id));
    let edges: Vec<i64> = sorted.iter().copied().filter(|id| after(id) && before(id)).collect();
    // HasPreviousPage, HasNextPage
    let too_many = |size: i32| edges.len() > usize::try_from(size).unwrap();
    let has_previous_page = match ask.last {
        Some(last) => too_many(last),
        None => ask.after.is_some() && sorted.iter().any(|id| !after(id)),
    };
    let has_next_page = match ask.first {
        Some(first) => too_many(first),
        None => ask.before.is_some() && sorted.iter().any(|id| !before(id)),
    };
    // EdgesToReturn
    let mut rows = edges.clone();
    if let Some(first) = ask.first {
        rows.truncate(usize::try_from(first).unwrap());
    }
    if let Some(last) = ask.last {
        rows.drain(..rows.len().saturating_sub(usize::try_from(last).unwrap()));
    }
    Slice { rows, has_previous_page, has_next_page }
}

/// Every set of rows, cursor and size there is with five IDs, both ways.
#[test]
fn pages_are_as_specified() {
    const IDS: std::ops::RangeInclusive<i64> = 1..=5;
    let cursors: Vec<Option<i64>> = [None].into_iter().chain((1..=5).map(Some)).collect();
    let sizes: Vec<(Option<i32>, Option<i32>)> =
        (0..=4).flat_map(|size| [(Some(size), None), (None, Some(size))]).collect();
    let mut pages = 0;
    for set in 0..32_u32 {
        let rows: Vec<i64> = IDS.filter(|id| set >> (id - 1) & 1 == 1).collect();
        let mut db = Db::new(rows.iter().copied());
        for keyset in [Keyset::ascending(), Keyset::descending()] {
            let order =
                if keyset == Keyset::ascending() { Order::Ascending } else { Order::Descending };
            for (after, before) in cursors.iter().flat_map(|a| cursors.iter().map(|b| (*a, *b))) {
                for (first, last) in sizes.iter().copied() {
                    let ask = Ask { after, before, first, last };
                    let page = ask.page(keyset);
                    let expected = specified(&rows, order, ask);
                    let exact = page.with_beyond(db.is_beyond(&page));
                    assert_eq!(db.slice(&exact), expected, "{rows:?} {order:?} {ask:?}");
                    // Without looking, the row of the cursor is taken to be there.
                    let fast = db.slice(&page);
                    let cursor = if last.is_some() { before } else { after };
                    if cursor.is_none_or(|cursor| rows.contains(&cursor)) {
                        assert_eq!(fast, expected, "{rows:?} {order:?} {ask:?}");
                    }
                    assert_eq!(fast.rows, expected.rows);
                    pages += 1;
                }
            }
        }
    }
    assert_eq!(pages, 32 * 2 * 36 * 10);
}

/// What happens between two pages.
#[derive(Clone, Copy, Debug)]
enum Change {
    Insert(i64),
    Delete(i64),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        3 => (1..60_i64).prop_map(Change::Insert),
        1 => (1..60_i64).prop_map(Change::Delete),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A client reads a list from end to end, either way, while rows come and
    /// go.
    #[test]
    fn readers_see_what_stays_exactly_once(
        start in proptest::collection::btree_set(1..60_i64, 0..30),
        changes in proptest::collection::vec(proptest::collection::vec(change(), 0..6), 0..40),
        size in 1..5_i32,
        descending: bool,
        backwards: bool,
    ) {
        let keyset = if descending { Keyset::descending() } else { Keyset::ascending() };
        let mut now = start.clone();
        let mut stayed = start.clone();
        let mut db = Db::new(start);
        let mut changes = changes.into_iter();
        let mut seen = Vec::new();
        let mut cursor = None;
        loop {
            let ask = if backwards {
                Ask { last: Some(size), before: cursor, ..Ask::default() }
            } else {
                Ask { first: Some(size), after: cursor, ..Ask::default() }
            };
            let slice = db.slice(&ask.page(keyset));
            let (more, mut rows) = if backwards {
                (slice.has_previous_page, slice.rows.into_iter().rev().collect::<Vec<_>>())
            } else {
                (slice.has_next_page, slice.rows)
            };
            cursor = rows.last().copied().or(cursor);
            seen.append(&mut rows);
            for change in changes.next().into_iter().flatten() {
                match change {
                    Change::Insert(id) => {
                        db.insert(id);
                        now.insert(id);
                    }
                    Change::Delete(id) => {
                        db.delete(id);
                        now.remove(&id);
                        stayed.remove(&id);
                    }
                }
            }
            if !more {
                break;
            }
        }
        // In order, so that none is there twice.
        let up = descending == backwards;
        prop_assert!(seen.is_sorted_by(|a, b| if up { a < b } else { a > b }), "{:?}", seen);
        for id in stayed {
            prop_assert!(seen.contains(&id), "{} is missing in {:?}", id, seen);
        }
    }
}

#[test]
fn new_rows_ahead_are_shown_and_those_before_are_not() {
    let mut db = Db::new([10, 20, 30, 40]);
    let ask = Ask { first: Some(2), ..Ask::default() };
    let page = db.slice(&ask.page(Keyset::ascending()));
    assert_eq!((page.rows, page.has_next_page), (vec![10, 20], true));
    for id in [5, 15, 25, 50] {
        db.insert(id);
    }
    db.delete(20);
    let ask = Ask { first: Some(9), after: Some(20), ..Ask::default() };
    assert_eq!(db.slice(&ask.page(Keyset::ascending())).rows, [25, 30, 40, 50]);
}

#[test]
fn the_whole_range_can_be_reached() {
    let mut db = Db::new([1, i64::MAX]);
    for (ask, rows) in [
        (Ask { after: Some(1), ..Ask::default() }, vec![i64::MAX]),
        (Ask { before: Some(i64::MAX), ..Ask::default() }, vec![1]),
        (Ask { after: Some(i64::MAX), ..Ask::default() }, vec![]),
        (Ask { before: Some(1), last: Some(5), ..Ask::default() }, vec![]),
        (Ask { after: Some(7), before: Some(3), ..Ask::default() }, vec![]),
    ] {
        assert_eq!(db.slice(&ask.page(Keyset::ascending())).rows, rows, "{ask:?}");
    }
    let keyset = Keyset::ascending().page_size(1, i32::MAX.cast_unsigned());
    let ask = Ask { first: Some(i32::MAX), ..Ask::default() };
    assert_eq!(ask.page(keyset).limit(), 1 << 31);
    assert_eq!(db.slice(&ask.page(keyset)).rows, [1, i64::MAX]);
}

#[test]
fn sizes_have_a_default_and_a_limit() {
    let size = |keyset: Keyset, first, last| {
        keyset.page::<PostId>(None, None, first, last).map(|page| page.size())
    };
    let message = |keyset: Keyset, first, last| size(keyset, first, last).unwrap_err().to_string();

    assert_eq!(size(Keyset::ascending(), None, None).unwrap(), 50);
    assert_eq!(size(Keyset::descending(), Some(100), None).unwrap(), 100);
    let keyset = Keyset::ascending().page_size(3, 5);
    assert_eq!(size(keyset, None, None).unwrap(), 3);
    assert_eq!(size(keyset, None, Some(5)).unwrap(), 5);
    assert_eq!(size(keyset, Some(0), None).unwrap(), 0);

    assert_eq!(
        message(keyset, Some(6), None),
        "\"first\" is 6: a page has at most 5 rows; ask for the next one with \"after\""
    );
    assert_eq!(
        message(keyset, None, Some(i32::MAX)),
        "\"last\" is 2147483647: a page has at most 5 rows; ask for the next one with \"before\""
    );
    assert_eq!(message(keyset, Some(-1), None), "\"first\" is -1: expected a number from 0 to 5");
    assert_eq!(
        message(keyset, None, Some(i32::MIN)),
        "\"last\" is -2147483648: expected a number from 0 to 5"
    );
    assert_eq!(
        message(keyset, Some(1), Some(1)),
        "\"first\" and \"last\" are both given: leave one of them out"
    );
}

#[test]
fn cursors_are_ids_of_the_list() {
    let error = |after: Option<&str>, before: Option<&str>| {
        let cursor = |text: Option<&str>| text.map(str::to_owned);
        let page = Keyset::ascending().page::<PostId>(cursor(after), cursor(before), None, None);
        page.unwrap_err().to_string()
    };
    assert!(error(Some("7"), None).starts_with(
        "\"after\" is not a cursor of this list: invalid PostId \"7\": it does not start with"
    ));
    assert!(
        error(None, Some("")).starts_with(
            "\"before\" is not a cursor of this list: invalid PostId \"\": it is empty"
        )
    );
}

/// A query that forgets the limit is no reason to show more than was asked for.
#[test]
fn too_many_rows_are_left_out() {
    let page = Ask { last: Some(2), ..Ask::default() }.page(Keyset::ascending());
    let slice = page.slice(vec![5, 4, 3, 2, 1]);
    assert_eq!(slice.rows, [4, 5]);
    assert!(slice.has_previous_page && !slice.has_next_page);
}

#[derive(SimpleObject)]
struct Post {
    id: PostId,
}

struct Query(Mutex<Db>);

impl Query {
    fn posts_of(&self, page: &Page<PostId>) -> Vec<Post> {
        let rows = self.0.lock().unwrap().rows(page);
        rows.into_iter().map(|id| Post { id }).collect()
    }
}

#[Object]
impl Query {
    #[expect(clippy::unused_async, reason = "resolvers are async")]
    async fn posts(
        &self,
        after: Option<String>,
        before: Option<String>,
        first: Option<i32>,
        last: Option<i32>,
    ) -> Result<Connection<PostId, Post>> {
        let page = Keyset::descending().page(after, before, first, last)?;
        Ok(page.connection(self.posts_of(&page), |post| post.id))
    }

    /// With cursors that have the ID's own scalar.
    #[expect(clippy::unused_async, reason = "resolvers are async")]
    async fn typed(
        &self,
        after: Option<PostId>,
        first: Option<i32>,
    ) -> Result<Connection<PostId, Post>> {
        let page = Keyset::ascending().page_between(after, None, first, None)?;
        Ok(page.connection(self.posts_of(&page), |post| post.id))
    }
}

/// The names that a schema already has for its connections.
struct Feed;

impl ConnectionNameType for Feed {
    fn type_name<T: OutputType>() -> String {
        "Feed".to_owned()
    }
}

impl EdgeNameType for Feed {
    fn type_name<T: OutputType>() -> String {
        "FeedItem".to_owned()
    }
}

type FeedOf<Node> =
    Connection<PostId, Node, EmptyFields, EmptyFields, Feed, Feed, DisableNodesField>;

#[derive(SimpleObject)]
struct Total {
    total: usize,
}

#[derive(SimpleObject)]
struct Position {
    position: usize,
}

#[tokio::test]
async fn connections_may_have_other_names_and_more_fields() {
    struct Query;

    #[Object]
    impl Query {
        #[expect(clippy::unused_async, reason = "resolvers are async")]
        async fn feed(&self, first: Option<i32>) -> Result<FeedOf<Post>> {
            let page = Keyset::ascending().page(None, None, first, None)?;
            Ok(page.connection(vec![Post { id: id(7) }, Post { id: id(8) }], |post| post.id))
        }

        #[expect(clippy::unused_async, reason = "resolvers are async")]
        async fn counted(
            &self,
            first: Option<i32>,
        ) -> Result<Connection<PostId, Post, Total, Position>> {
            let page = Keyset::ascending().page::<PostId>(None, None, first, None)?;
            let slice = page.slice(vec![Post { id: id(7) }, Post { id: id(8) }]);
            let mut connection = Connection::with_additional_fields(
                slice.has_previous_page,
                slice.has_next_page,
                Total { total: 2 },
            );
            connection.edges.extend(slice.rows.into_iter().enumerate().map(|(position, post)| {
                Edge::with_additional_fields(post.id, post, Position { position })
            }));
            Ok(connection)
        }
    }

    let schema = Schema::new(Query, EmptyMutation, EmptySubscription);
    let query = "{
        feed(first: 1) { __typename edges { __typename node { id } } pageInfo { hasNextPage } }
        counted(first: 1) { total edges { position cursor } pageInfo { hasNextPage } }
    }";
    let expected = value!({
        "feed": {
            "__typename": "Feed",
            "edges": [{ "__typename": "FeedItem", "node": { "id": "post_7" } }],
            "pageInfo": { "hasNextPage": true },
        },
        "counted": {
            "total": 2,
            "edges": [{ "position": 0, "cursor": "post_7" }],
            "pageInfo": { "hasNextPage": true },
        },
    });
    assert_eq!(schema.execute(query).await.into_result().unwrap().data, expected);
}

#[tokio::test]
async fn a_connection_can_be_read_from_both_ends() {
    let db = Db::new([7, 8, 9, 10, 11]);
    let schema = Schema::new(Query(Mutex::new(db)), EmptyMutation, EmptySubscription);
    let fields = "{ nodes { id } edges { cursor } \
                    pageInfo { hasPreviousPage hasNextPage startCursor endCursor } }";
    let page = async |arguments: &str| {
        let query = format!("{{ posts({arguments}) {fields} }}");
        schema.execute(query).await.into_result().map(|response| response.data)
    };
    let expected = |ids: [&str; 2], previous: bool, next: bool| {
        value!({ "posts": {
            "nodes": [{ "id": (ids[0]) }, { "id": (ids[1]) }],
            "edges": [{ "cursor": (ids[0]) }, { "cursor": (ids[1]) }],
            "pageInfo": {
                "hasPreviousPage": previous,
                "hasNextPage": next,
                "startCursor": (ids[0]),
                "endCursor": (ids[1]),
            },
        }})
    };
    assert_eq!(page("first: 2").await.unwrap(), expected(["post_11", "post_10"], false, true));
    let next = page("first: 2, after: \"post_10\"").await.unwrap();
    assert_eq!(next, expected(["post_9", "post_8"], true, true));
    let last = page("last: 2").await.unwrap();
    assert_eq!(last, expected(["post_8", "post_7"], true, false));
    let previous = page("last: 2, before: \"post_8\"").await.unwrap();
    assert_eq!(previous, expected(["post_10", "post_9"], true, true));

    let errors = page("first: 2, after: \"10\"").await.unwrap_err();
    assert!(errors[0].message.starts_with("\"after\" is not a cursor of this list: "));
    assert_eq!(errors[0].path, [async_graphql::PathSegment::Field("posts".into())]);
    assert!(page("first: 2, last: 2").await.is_err());

    let query = "query ($at: PostId) { typed(after: $at, first: 1) { nodes { id } } }";
    let variables = serde_json::json!({ "at": "post_9" });
    let request = async_graphql::Request::new(query)
        .variables(async_graphql::Variables::from_json(variables));
    let data = schema.execute(request).await.into_result().unwrap().data;
    assert_eq!(data, value!({ "typed": { "nodes": [{ "id": "post_10" }] } }));
}
