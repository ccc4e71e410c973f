//! On embedded SQLite: `cargo run -p diesel-example --bin sqlite`.

use std::error::Error;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::time::{Duration, SystemTime};

use diesel::connection::{InstrumentationEvent, SimpleConnection};
use diesel::prelude::*;
use diesel_example::schema::{posts, users};
use diesel_example::{PostId, TABLES, thread};
use snowflake_kit::Node;
use snowflake_kit::core::UtcTime;

fn main() -> Result<(), Box<dyn Error>> {
    snowflake_kit::install(Node::fixed(1))?;
    let db = &mut SqliteConnection::establish(":memory:")?;
    db.batch_execute(TABLES)?;

    let statements = Arc::new(AtomicU32::new(0));
    let counted = Arc::clone(&statements);
    db.set_instrumentation(move |event: InstrumentationEvent<'_>| {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            counted.fetch_add(u32::from(query.to_string().starts_with("INSERT")), Relaxed);
        }
    });

    let (user, thread) = thread("Ada", 1000);
    db.transaction(|db| {
        diesel::insert_into(users::table).values(&user).execute(db)?;
        diesel::insert_into(posts::table).values(&thread).execute(db)
    })?;
    println!("{} rows, {} statements", 1 + thread.len(), statements.load(Relaxed));

    // The first page of what was posted in the last hour, newest first.
    let now = SystemTime::now();
    let (first, last) = PostId::range(now - Duration::from_hours(1)..=now).into_inner();
    let page: Vec<(PostId, String)> = posts::table
        .filter(posts::author_id.eq(user.id))
        .filter(posts::id.between(first, last))
        .select((posts::id, posts::title))
        .order(posts::id.desc())
        .limit(3)
        .load(db)?;
    for (id, title) in page {
        println!("{id}  {}  {title}", UtcTime(id.unix_millis()));
    }
    Ok(())
}
