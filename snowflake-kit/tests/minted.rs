//! Rows that mint their key, beside Diesel's derives and those of builders.

#![cfg(feature = "diesel")]

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use snowflake_kit::{Minted, Node, Snowflake, SnowflakeId};

use schema::posts;

/// Identifies a user.
#[derive(SnowflakeId)]
pub struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
pub struct PostId(Snowflake);

mod schema {
    diesel::table! {
        use diesel::sql_types::{Nullable, Text};
        use snowflake_kit::Key;
        use crate::{PostId, UserId};

        posts (id) {
            id -> Key<PostId>,
            author_id -> Key<UserId>,
            reply_to -> Nullable<Key<PostId>>,
            title -> Text,
        }
    }
}

#[derive(Insertable, Minted)]
#[diesel(table_name = posts)]
struct NewPost<'a> {
    #[minted]
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
    title: &'a str,
}

#[derive(Insertable, bon::Builder)]
#[diesel(table_name = posts)]
struct BonPost {
    #[builder(default = PostId::mint())]
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
    #[builder(into)]
    title: String,
}

#[derive(Insertable, typed_builder::TypedBuilder)]
#[diesel(table_name = posts)]
struct TypedPost {
    #[builder(default = PostId::mint())]
    id: PostId,
    author_id: UserId,
    #[builder(default, setter(strip_option))]
    reply_to: Option<PostId>,
    #[builder(setter(into))]
    title: String,
}

#[test]
fn keys_are_there_before_the_insert() {
    snowflake_kit::install(Node::fixed(1)).unwrap();
    let author = UserId::mint();
    let first = NewPost::mint(author, None, "first");
    let second = NewPost::try_mint(author, Some(first.id), "second").unwrap();
    let third = BonPost::builder().author_id(author).reply_to(second.id).title("third").build();
    let fourth = TypedPost::builder().author_id(author).reply_to(third.id).title("fourth").build();
    let ids = [first.id, second.id, third.id, fourth.id];
    assert!(ids.is_sorted());

    let db = &mut SqliteConnection::establish(":memory:").unwrap();
    db.batch_execute(
        "CREATE TABLE posts (
            id BIGINT PRIMARY KEY NOT NULL,
            author_id BIGINT NOT NULL,
            reply_to BIGINT REFERENCES posts (id),
            title TEXT NOT NULL
        );",
    )
    .unwrap();
    diesel::insert_into(posts::table).values(first).execute(db).unwrap();
    diesel::insert_into(posts::table).values(&second).execute(db).unwrap();
    diesel::insert_into(posts::table).values(&third).execute(db).unwrap();
    diesel::insert_into(posts::table).values(&fourth).execute(db).unwrap();
    let found: Vec<(PostId, UserId, Option<PostId>, String)> =
        posts::table.order(posts::id).load(db).unwrap();
    let titles = ["first", "second", "third", "fourth"];
    for (at, (id, author_id, reply_to, title)) in found.into_iter().enumerate() {
        assert_eq!((id, author_id, title.as_str()), (ids[at], author, titles[at]));
        assert_eq!(reply_to, at.checked_sub(1).map(|before| ids[before]));
    }
}
