//! On PostgreSQL, async and pipelined:
//! `cargo run -p diesel-example --bin postgres -- postgres://user@host/database`.

use std::env;
use std::error::Error;

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use diesel_example::schema::{posts, users};
use diesel_example::{PostId, TABLES, thread};
use snowflake_kit::Node;
use snowflake_kit::core::UtcTime;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    snowflake_kit::install(Node::fixed(1))?;
    let url = env::args().nth(1).ok_or("give it the URL of a database")?;
    let db = &mut AsyncPgConnection::establish(&url).await?;
    db.batch_execute(TABLES).await?;

    // Nothing waits for a key, so both statements are sent at once.
    let (user, thread) = thread("Ada", 1000);
    let (users, posts) = db
        .transaction(async |db| {
            let (mut first, mut second) = (&*db, &*db);
            futures_util::try_join!(
                diesel::insert_into(users::table).values(&user).execute(&mut first),
                diesel::insert_into(posts::table).values(&thread).execute(&mut second),
            )
        })
        .await?;
    println!("{users} user and {posts} posts, two statements, pipelined");

    let pinned: Vec<(PostId, String)> = posts::table
        .filter(posts::id.eq_any(user.pinned_id))
        .select((posts::id, posts::title))
        .load(db)
        .await?;
    for (id, title) in pinned {
        println!("{id}  {}  {title}", UtcTime(id.unix_millis()));
    }
    Ok(())
}
