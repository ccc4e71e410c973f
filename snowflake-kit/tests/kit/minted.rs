//! Rows that mint their key, beside Diesel's derives and those of builders.

#![cfg(feature = "diesel")]

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use snowflake_kit::core::CallerId;
use snowflake_kit::{Layout, Minted, Snowflake, SnowflakeId};

use schema::{notes, posts};

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
        use crate::minted::{PostId, UserId};

        posts (id) {
            id -> Key<PostId>,
            author_id -> Key<UserId>,
            reply_to -> Nullable<Key<PostId>>,
            title -> Text,
        }
    }

    diesel::table! {
        use diesel::sql_types::Text;
        use snowflake_kit::Key;
        use crate::minted::{NoteId, UserId};

        notes (id) {
            id -> Key<NoteId>,
            author_id -> Key<UserId>,
            title -> Text,
        }
    }
}

/// With 256 shards.
const FEED: Layout =
    Layout::builder("feed").time_bits(41).caller("shard", 8).node_bits(5).sequence_bits(9).build();

/// Identifies a note, and says in which shard it is.
#[derive(SnowflakeId)]
#[snowflake(layout = FEED, caller)]
pub struct NoteId(Snowflake);

/// The shard is that of the writer's.
#[derive(Insertable, Minted)]
#[diesel(table_name = notes)]
struct NewNote {
    #[minted(in = shard_of(self.author_id, &self.title))]
    id: NoteId,
    author_id: UserId,
    title: String,
}

fn shard_of(author: UserId, title: &str) -> u32 {
    author.parts().sequence % 16 + 16 * u32::try_from(title.len()).unwrap()
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
    crate::install();
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

/// The future can be sent to another thread, as handlers and tasks need it.
#[cfg(feature = "tokio")]
#[tokio::test]
async fn a_row_mints_its_key_in_async_code() {
    crate::install();
    let author = UserId::mint();
    let first = NewPost::try_mint(author, None, "first").unwrap();
    let reply = NewPost::mint_async(author, Some(first.id), "second");
    let reply = tokio::spawn(reply).await.unwrap().unwrap();
    assert!(first.id < reply.id);
    assert_eq!((reply.author_id, reply.reply_to, reply.title), (author, Some(first.id), "second"));

    let note = NewNote::mint_async(author, "four").await.unwrap();
    assert_eq!(note.id.caller(), shard_of(author, "four"));
    let error = NewNote::mint_async(author, "x".repeat(20)).await.err().unwrap();
    assert!(error.to_string().contains("does not fit NoteId: use 0 to 255"), "{error}");
}

#[test]
fn a_key_takes_its_shard_from_the_row() {
    crate::install();
    let author = UserId::mint();
    let note = NewNote::mint(author, "four");
    let next = NewNote::try_mint(author, "four and more").unwrap();
    assert_eq!(note.id.caller(), shard_of(author, "four"));
    assert_eq!(next.id.caller(), shard_of(author, "four and more"));
    let error = NewNote::try_mint(author, "x".repeat(20)).err().unwrap();
    assert!(error.to_string().starts_with("shard 3"), "{error}");
    assert!(error.to_string().contains("does not fit NoteId: use 0 to 255"), "{error}");

    let db = &mut SqliteConnection::establish(":memory:").unwrap();
    db.batch_execute(
        "CREATE TABLE notes (
            id BIGINT PRIMARY KEY NOT NULL,
            author_id BIGINT NOT NULL,
            title TEXT NOT NULL
        );",
    )
    .unwrap();
    diesel::insert_into(notes::table).values(&note).execute(db).unwrap();
    let found: NoteId = notes::table.select(notes::id).first(db).unwrap();
    assert_eq!(found, note.id);
}

/// A struct that is read from a request and inserted as it is, as the guide has it.
#[cfg(feature = "serde")]
#[test]
fn a_key_in_a_request_is_ignored() {
    #[derive(serde::Deserialize)]
    struct Draft {
        #[serde(skip_deserializing, default = "PostId::mint")]
        id: PostId,
        title: String,
    }

    crate::install();
    let draft: Draft = serde_json::from_str(r#"{"id": "7", "title": "Hello"}"#).unwrap();
    assert!(draft.id > PostId::from_i64(7).unwrap());
    assert_eq!(draft.title, "Hello");
}
