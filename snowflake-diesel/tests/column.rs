//! Plain `BigInt` columns, on embedded `SQLite`.

use std::error::Error as _;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::result::{Error, UnexpectedNullError};
use diesel::sql_types::{BigInt, Nullable};
use snowflake_core::{Snowflake, SnowflakeId};
use snowflake_derive::SnowflakeId;

use schema::{posts, users};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core")]
struct PostId(Snowflake);

snowflake_diesel::column!(UserId, PostId);

mod schema {
    diesel::table! {
        users (id) {
            id -> BigInt,
            name -> Text,
        }
    }

    diesel::table! {
        posts (id) {
            id -> BigInt,
            author_id -> BigInt,
            editor_id -> Nullable<BigInt>,
            title -> Text,
        }
    }

    diesel::joinable!(posts -> users (author_id));
    diesel::allow_tables_to_appear_in_same_query!(users, posts);
}

#[derive(Clone, Debug, PartialEq, Queryable, Selectable, Insertable, Identifiable)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite))]
struct User {
    id: UserId,
    name: String,
}

#[derive(
    Clone,
    Debug,
    PartialEq,
    Queryable,
    Selectable,
    Insertable,
    Identifiable,
    Associations,
    AsChangeset,
    QueryableByName,
)]
#[diesel(belongs_to(User, foreign_key = author_id))]
#[diesel(table_name = posts, treat_none_as_null = true)]
#[diesel(check_for_backend(diesel::sqlite::Sqlite))]
struct Post {
    id: PostId,
    author_id: UserId,
    editor_id: Option<UserId>,
    title: String,
}

/// By reference, as insert structs that borrow are.
#[derive(Insertable)]
#[diesel(table_name = posts)]
struct NewPost<'a> {
    id: &'a PostId,
    author_id: &'a UserId,
    editor_id: Option<&'a UserId>,
    title: &'a str,
}

const BIG: i64 = i64::MAX;

fn user(value: i64) -> UserId {
    UserId::from_i64(value).unwrap()
}

fn post(value: i64) -> PostId {
    PostId::from_i64(value).unwrap()
}

fn empty() -> SqliteConnection {
    let mut connection = SqliteConnection::establish(":memory:").unwrap();
    connection
        .batch_execute(
            "CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
             CREATE TABLE posts (
                 id BIGINT PRIMARY KEY NOT NULL,
                 author_id BIGINT NOT NULL,
                 editor_id BIGINT,
                 title TEXT NOT NULL
             );",
        )
        .unwrap();
    connection
}

fn two_users() -> [User; 2] {
    [User { id: user(1), name: "Ada".to_owned() }, User { id: user(2), name: "Bob".to_owned() }]
}

fn three_posts() -> [Post; 3] {
    let post = |id, author, editor: Option<i64>, title: &str| Post {
        id: post(id),
        author_id: user(author),
        editor_id: editor.map(user),
        title: title.to_owned(),
    };
    [post(10, 1, None, "One"), post(11, 2, Some(1), "Two"), post(BIG, 1, Some(2), "Three")]
}

fn filled() -> SqliteConnection {
    let mut connection = empty();
    diesel::insert_into(users::table)
        .values(&two_users().to_vec())
        .execute(&mut connection)
        .unwrap();
    for post in &three_posts() {
        diesel::insert_into(posts::table).values(post).execute(&mut connection).unwrap();
    }
    connection
}

#[test]
fn rows_come_back_as_they_were_inserted() {
    let mut connection = filled();
    let found: Vec<Post> =
        posts::table.select(Post::as_select()).order(posts::id).load(&mut connection).unwrap();
    assert_eq!(found, three_posts());

    // The database has the integers themselves.
    let ids: Vec<i64> =
        posts::table.select(posts::id).order(posts::id).load(&mut connection).unwrap();
    assert_eq!(ids, [10, 11, BIG]);
}

#[test]
fn borrowed_ids_are_inserted() {
    let mut connection = empty();
    let row = NewPost { id: &post(1), author_id: &user(2), editor_id: Some(&user(3)), title: "" };
    diesel::insert_into(posts::table).values(&row).execute(&mut connection).unwrap();
    let author = user(2);
    let tuple = (posts::id.eq(post(2)), posts::author_id.eq(&author), posts::title.eq(""));
    diesel::insert_into(posts::table).values(tuple).execute(&mut connection).unwrap();

    let found: Vec<(PostId, UserId, Option<UserId>)> = posts::table
        .select((posts::id, posts::author_id, posts::editor_id))
        .order(posts::id)
        .load(&mut connection)
        .unwrap();
    assert_eq!(found, [(post(1), user(2), Some(user(3))), (post(2), user(2), None)]);
}

#[test]
fn inserts_return_ids() {
    let mut connection = empty();
    let inserted: PostId = diesel::insert_into(posts::table)
        .values(&three_posts()[2])
        .returning(posts::id)
        .get_result(&mut connection)
        .unwrap();
    assert_eq!(inserted, post(BIG));
}

#[test]
fn find_takes_owned_and_borrowed_ids() {
    let mut connection = filled();
    let id = post(11);
    let owned: Post = posts::table.find(id).first(&mut connection).unwrap();
    let borrowed: Post = posts::table.find(&id).first(&mut connection).unwrap();
    assert_eq!(owned, three_posts()[1]);
    assert_eq!(borrowed, owned);

    let none = posts::table.find(post(12)).first::<Post>(&mut connection).optional().unwrap();
    assert_eq!(none, None);
}

/// The IDs of the posts that meet a condition, in order.
macro_rules! ids {
    ($connection:expr, $condition:expr) => {
        posts::table
            .filter($condition)
            .select(posts::id)
            .order(posts::id)
            .load::<PostId>(&mut $connection)
            .unwrap()
    };
}

#[test]
fn filters_compare_ids() {
    let mut connection = filled();
    let (author, first, last) = (user(1), post(10), post(BIG));

    assert_eq!(ids!(connection, posts::author_id.eq(author)), [first, last]);
    assert_eq!(ids!(connection, posts::author_id.eq(&author)), [first, last]);
    assert_eq!(ids!(connection, posts::author_id.ne(&&author)), [post(11)]);
    assert_eq!(ids!(connection, posts::id.gt(first)), [post(11), last]);
    assert_eq!(ids!(connection, posts::id.between(first, post(11))), [first, post(11)]);
    assert_eq!(ids!(connection, posts::id.eq_any([first, last])), [first, last]);
    assert_eq!(ids!(connection, posts::id.eq_any(&[first, last])), [first, last]);
    assert_eq!(ids!(connection, posts::id.eq_any(vec![&first])), [first]);
    assert_eq!(ids!(connection, posts::id.ne_all([first, last])), [post(11)]);

    let written = posts::table.select(posts::author_id);
    let authors: Vec<UserId> = users::table
        .filter(users::id.eq_any(written))
        .select(users::id)
        .order(users::id)
        .load(&mut connection)
        .unwrap();
    assert_eq!(authors, [author, user(2)]);
}

#[test]
fn nullable_columns_take_ids_and_options() {
    let mut connection = filled();
    let editor = user(1);

    assert_eq!(ids!(connection, posts::editor_id.eq(editor)), [post(11)]);
    assert_eq!(ids!(connection, posts::editor_id.eq(&editor)), [post(11)]);
    assert_eq!(ids!(connection, posts::editor_id.eq(&&editor)), [post(11)]);
    assert_eq!(ids!(connection, posts::editor_id.eq(Some(editor))), [post(11)]);
    assert_eq!(ids!(connection, posts::editor_id.eq(Some(&editor))), [post(11)]);
    assert_eq!(ids!(connection, posts::editor_id.eq(&Some(editor))), [post(11)]);
    assert_eq!(ids!(connection, posts::editor_id.is_null()), [post(10)]);
    assert_eq!(ids!(connection, posts::editor_id.eq_any([editor, user(2)])), [post(11), post(BIG)]);
}

#[test]
fn order_is_that_of_the_integers() {
    let mut connection = filled();
    let found: Vec<PostId> =
        posts::table.select(posts::id).order(posts::id.desc()).load(&mut connection).unwrap();
    assert_eq!(found, [post(BIG), post(11), post(10)]);

    let largest: Option<PostId> =
        posts::table.select(diesel::dsl::max(posts::id)).first(&mut connection).unwrap();
    assert_eq!(largest, Some(post(BIG)));
}

#[test]
fn associations_group_by_id() {
    let mut connection = filled();
    let parents = two_users().to_vec();
    let children: Vec<Post> = Post::belonging_to(&parents)
        .select(Post::as_select())
        .order(posts::id)
        .load(&mut connection)
        .unwrap();
    let [one, two, three] = three_posts();
    assert_eq!(children.grouped_by(&parents), [vec![one, three], vec![two]]);

    assert_eq!(*parents[0].id(), user(1));
    let joined: Vec<(PostId, UserId)> = posts::table
        .inner_join(users::table)
        .select((posts::id, users::id))
        .order(posts::id)
        .load(&mut connection)
        .unwrap();
    assert_eq!(joined, [(post(10), user(1)), (post(11), user(2)), (post(BIG), user(1))]);
}

#[test]
fn rows_are_updated() {
    let mut connection = filled();
    let changed = Post { author_id: user(2), editor_id: None, ..three_posts()[1].clone() };
    let rows = diesel::update(&changed).set(&changed).execute(&mut connection).unwrap();
    assert_eq!(rows, 1);
    let found: Post = posts::table.find(changed.id).first(&mut connection).unwrap();
    assert_eq!(found, changed);

    diesel::update(posts::table.find(post(10)))
        .set((posts::author_id.eq(user(3)), posts::editor_id.eq(user(4))))
        .execute(&mut connection)
        .unwrap();
    let found: (UserId, Option<UserId>) = posts::table
        .find(post(10))
        .select((posts::author_id, posts::editor_id))
        .first(&mut connection)
        .unwrap();
    assert_eq!(found, (user(3), Some(user(4))));
}

#[test]
fn sql_binds_ids() {
    let mut connection = filled();
    let found: Vec<Post> = diesel::sql_query("SELECT * FROM posts WHERE id = ? AND editor_id = ?")
        .bind::<BigInt, _>(post(11))
        .bind::<Nullable<BigInt>, _>(Some(user(1)))
        .load(&mut connection)
        .unwrap();
    assert_eq!(found, [three_posts()[1].clone()]);

    let id: PostId =
        diesel::select(post(BIG).into_sql::<BigInt>()).get_result(&mut connection).unwrap();
    assert_eq!(id, post(BIG));
}

/// The field at which reading failed, as Diesel names it, and why.
fn refusal<T: std::fmt::Debug>(result: QueryResult<T>) -> (String, String) {
    match result {
        Err(error @ Error::DeserializationError(_)) => {
            (error.to_string(), error.source().unwrap().to_string())
        }
        other => panic!("read as {other:?}"),
    }
}

#[test]
fn values_that_are_no_ids_are_refused() {
    for value in [0, -1, i64::MIN] {
        let mut connection = empty();
        diesel::insert_into(posts::table)
            .values((
                posts::id.eq(value),
                posts::author_id.eq(1),
                posts::editor_id.eq(value),
                posts::title.eq(""),
            ))
            .execute(&mut connection)
            .unwrap();

        let (field, error) = refusal(posts::table.first::<Post>(&mut connection));
        assert_eq!(field, "Error deserializing field 'id'");
        assert_eq!(error, format!("invalid PostId {value}: expected 1 to 9223372036854775807"));

        // A value that is wrong is not the same as one that is missing.
        let editor = posts::table.select(posts::editor_id).first::<Option<UserId>>(&mut connection);
        let (field, error) = refusal(editor);
        assert_eq!(field, "Error deserializing field 'editor_id'");
        assert_eq!(error, format!("invalid UserId {value}: expected 1 to 9223372036854775807"));
    }
}

#[test]
fn null_is_no_id() {
    let mut connection = empty();
    let null = diesel::sql_query("SELECT 1 AS id, NULL AS author_id, 2 AS editor_id, '' AS title");
    match null.get_result::<Post>(&mut connection) {
        Err(Error::DeserializationError(error)) => assert!(error.is::<UnexpectedNullError>()),
        other => panic!("read as {other:?}"),
    }
}
