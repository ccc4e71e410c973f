//! On MariaDB or MySQL, async:
//! `cargo run -p diesel-example --bin mysql -- mysql://user@host/database`.

use std::env;
use std::error::Error;

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncMysqlConnection, RunQueryDsl, SimpleAsyncConnection};
use diesel_example::schema::{posts, users};
use diesel_example::{PostId, TABLES, thread};
use snowflake_kit::Node;
use snowflake_kit::core::UtcTime;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    snowflake_kit::install(Node::fixed(1))?;
    let url = env::args().nth(1).ok_or("give it the URL of a database")?;
    let db = &mut AsyncMysqlConnection::establish(&url).await?;
    db.batch_execute(TABLES).await?;

    // This database returns no keys; with these it does not have to.
    let (user, thread) = thread("Ada", 1000);
    db.transaction(async |db| {
        diesel::insert_into(users::table).values(&user).execute(db).await?;
        diesel::insert_into(posts::table).values(&thread).execute(db).await
    })
    .await?;
    println!("{} rows, 2 statements", 1 + thread.len());

    let replies: Vec<(PostId, String)> = posts::table
        .filter(posts::reply_to.eq(thread[0].id))
        .select((posts::id, posts::title))
        .load(db)
        .await?;
    for (id, title) in replies {
        println!("{id}  {}  {title}", UtcTime(id.unix_millis()));
    }
    Ok(())
}
