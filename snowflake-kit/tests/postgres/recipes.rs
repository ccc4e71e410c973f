//! The recipes of the guide's page on Diesel, as it shows them.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::upsert::excluded;
use serde_json::json;
use snowflake_kit::{Node, Snowflake, SnowflakeId};

use crate::database::Database;

/// Identifies a user.
#[derive(SnowflakeId)]
pub struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
pub struct PostId(Snowflake);

/// Identifies a tag.
#[derive(SnowflakeId)]
pub struct TagId(Snowflake);

diesel::table! {
    use snowflake_kit::Key;
    use super::UserId;

    users (id) {
        id -> Key<UserId>,
    }
}

diesel::table! {
    use diesel::sql_types::{Jsonb, Text};
    use snowflake_kit::Key;
    use super::{PostId, UserId};

    posts (id) {
        id -> Key<PostId>,
        author_id -> Key<UserId>,
        title -> Text,
        readers -> Jsonb,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use snowflake_kit::Key;
    use super::TagId;

    tags (id) {
        id -> Key<TagId>,
        word -> Text,
    }
}

diesel::table! {
    use snowflake_kit::Key;
    use super::{PostId, TagId};

    post_tags (post_id, tag_id) {
        post_id -> Key<PostId>,
        tag_id -> Key<TagId>,
    }
}

diesel::joinable!(post_tags -> tags (tag_id));
diesel::allow_tables_to_appear_in_same_query!(post_tags, tags);

#[derive(Clone, Debug, Identifiable, PartialEq, Queryable, Selectable)]
#[diesel(table_name = users)]
struct User {
    id: UserId,
}

#[derive(Associations, Identifiable, Queryable, Selectable)]
#[diesel(belongs_to(User, foreign_key = author_id), table_name = posts)]
struct Post {
    id: PostId,
    author_id: UserId,
    title: String,
}

const TABLES: &str = "
    CREATE TABLE users (id bigint PRIMARY KEY);
    CREATE TABLE posts (
        id bigint PRIMARY KEY,
        author_id bigint NOT NULL REFERENCES users,
        title text NOT NULL,
        readers jsonb NOT NULL DEFAULT '[]'
    );
    CREATE TABLE tags (id bigint PRIMARY KEY, word text NOT NULL UNIQUE);
    CREATE TABLE post_tags (
        post_id bigint REFERENCES posts,
        tag_id bigint REFERENCES tags,
        PRIMARY KEY (post_id, tag_id)
    )";

fn insert_post(db: &mut PgConnection, author: UserId, title: &str) -> QueryResult<PostId> {
    diesel::insert_into(posts::table)
        .values((posts::id.eq(PostId::mint()), posts::author_id.eq(author), posts::title.eq(title)))
        .returning(posts::id)
        .get_result(db)
}

#[test]
fn they_run() -> Result<(), Box<dyn std::error::Error>> {
    let _ = snowflake_kit::install(Node::fixed(7));
    let database = Database::new();
    let db = &mut database.connect();
    db.batch_execute(TABLES)?;

    let (ada, bob) = (UserId::mint(), UserId::mint());
    diesel::insert_into(users::table).values([users::id.eq(ada), users::id.eq(bob)]).execute(db)?;
    let first = insert_post(db, ada, "Keys before rows")?;
    let second = insert_post(db, ada, "Why?")?;
    let third = insert_post(db, bob, "Yes.")?;

    // The posts of some users, in one query.
    let authors: Vec<User> = users::table.filter(users::id.eq_any([ada, bob])).load(db)?;
    let all = Post::belonging_to(&authors).select(Post::as_select()).order(posts::id).load(db)?;
    let per_author: Vec<Vec<Post>> = all.grouped_by(&authors);
    for (author, posts) in authors.iter().zip(&per_author) {
        let titles: Vec<_> = posts.iter().map(|post| post.title.as_str()).collect();
        let expected: &[&str] =
            if author.id == ada { &["Keys before rows", "Why?"] } else { &["Yes."] };
        assert_eq!(titles, expected);
    }

    // If the word is there, this is the key of its row, and the minted one is lost.
    let tag: TagId = diesel::insert_into(tags::table)
        .values((tags::id.eq(TagId::mint()), tags::word.eq("rust")))
        .on_conflict(tags::word)
        .do_update()
        .set(tags::word.eq(excluded(tags::word)))
        .returning(tags::id)
        .get_result(db)?;
    let again: TagId = diesel::insert_into(tags::table)
        .values((tags::id.eq(TagId::mint()), tags::word.eq("rust")))
        .on_conflict(tags::word)
        .do_update()
        .set(tags::word.eq(excluded(tags::word)))
        .returning(tags::id)
        .get_result(db)?;
    assert_eq!(again, tag);

    let rows: Vec<_> =
        [first, third].map(|post| (post_tags::post_id.eq(post), post_tags::tag_id.eq(tag))).into();
    diesel::insert_into(post_tags::table).values(rows).execute(db)?;
    // Many to many: the row between them has both keys, and none of its own.
    let words: Vec<String> = tags::table
        .inner_join(post_tags::table)
        .filter(post_tags::post_id.eq(first))
        .select(tags::word)
        .load(db)?;
    assert_eq!(words, ["rust"]);

    // IDs in a JSONB column are strings, also in a filter.
    diesel::update(posts::table.find(first))
        .set(posts::readers.eq(serde_json::to_value([ada, bob])?))
        .execute(db)?;
    let read_by_bob = posts::table.filter(posts::readers.contains(json!([bob])));
    assert_eq!(read_by_bob.select(posts::id).load::<PostId>(db)?, [first]);
    let readers: serde_json::Value = posts::table.find(first).select(posts::readers).first(db)?;
    let readers: Vec<UserId> = serde_json::from_value(readers)?;
    assert_eq!(readers, [ada, bob]);

    let other = &mut database.connect();
    db.transaction(|db| {
        let mine = take(db)?;
        assert_eq!((mine, take(other)?), (Some(first), Some(second)));
        QueryResult::Ok(())
    })?;
    assert_eq!(take(other)?, Some(first));
    Ok(())
}

fn take(db: &mut PgConnection) -> QueryResult<Option<PostId>> {
    // Each worker takes other rows, the oldest first.
    let oldest = posts::table.select(posts::id).order(posts::id).limit(1);
    let mine: Option<PostId> = oldest.for_update().skip_locked().first(db).optional()?;
    Ok(mine)
}
