//! A user, a thread of posts, and one of them pinned: linked before any of
//! them is in the database, then inserted with one statement per table.

use std::error::Error;
use std::time::{Duration, SystemTime};

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use schemars::{JsonSchema, schema_for};
use serde::Serialize;
use snowflake_kit::{Node, Snowflake, SnowflakeId, UtcTime};

/// Identifies a user.
#[derive(SnowflakeId)]
pub struct UserId(Snowflake);

/// Identifies a post; in JSON and URLs it is `pst_` and 11 characters.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
pub struct PostId(Snowflake);

diesel::table! {
    users (id) { id -> BigInt, name -> Text, pinned -> Nullable<BigInt> }
}

diesel::table! {
    posts (id) { id -> BigInt, author -> BigInt, reply_to -> Nullable<BigInt>, text -> Text }
}

#[derive(Debug, Serialize, JsonSchema, Insertable, Queryable)]
struct User {
    id: UserId,
    name: String,
    pinned: Option<PostId>,
}

#[derive(Debug, Serialize, JsonSchema, Insertable, Queryable)]
struct Post {
    id: PostId,
    author: UserId,
    reply_to: Option<PostId>,
    text: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    // Once per process: its node number. `Node::from_env("SNOWFLAKE_NODE")?`
    // and others take it from the deployment.
    snowflake_kit::install(Node::fixed(1))?;

    // The whole graph, cycle included, without asking the database.
    let [question, answer] = [PostId::mint(), PostId::mint()];
    let ada = User { id: UserId::mint(), name: "Ada".into(), pinned: Some(answer) };
    let posts = [
        Post { id: question, author: ada.id, reply_to: None, text: "Keys before rows?".into() },
        Post { id: answer, author: ada.id, reply_to: Some(question), text: "Yes.".into() },
    ];

    let db = &mut SqliteConnection::establish(":memory:")?;
    db.batch_execute(
        "CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL, pinned BIGINT);
         CREATE TABLE posts (id BIGINT PRIMARY KEY NOT NULL, author BIGINT NOT NULL,
                             reply_to BIGINT, text TEXT NOT NULL);",
    )?;
    db.transaction(|db| {
        diesel::insert_into(users::table).values(&ada).execute(db)?;
        diesel::insert_into(posts::table).values(&posts).execute(db)
    })?;

    // Creation times are in the keys: no column, no index but the primary one.
    let now = SystemTime::now();
    let (first, last) = PostId::range(now - Duration::from_hours(1)..=now).into_inner();
    let recent: Vec<Post> =
        posts::table.filter(posts::id.between(first, last)).order(posts::id).load(db)?;
    for post in &recent {
        println!("{} by {:?}, {}", post.id, post.author, UtcTime(post.id.unix_millis()));
    }

    // Strings, so that JavaScript does not round them.
    println!("{}", serde_json::to_string_pretty(&ada)?);
    println!("{}", serde_json::to_string_pretty(&recent)?);

    // What clients are told: which strings are IDs, and of what.
    println!("{}", serde_json::to_string_pretty(&schema_for!((User, Post)))?);
    Ok(())
}
