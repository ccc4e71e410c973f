//! Creation times and pages out of the primary key: no `created_at`, no `OFFSET`,
//! no other index. `cargo run -p tour --bin pages`

use std::error::Error;
use std::time::Duration;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use snowflake_kit::core::UtcTime;
use snowflake_kit::mint::{Generator, ManualClock};
use snowflake_kit::{Layout, Node, Snowflake, SnowflakeId};

/// Identifies a post.
#[derive(SnowflakeId)]
pub struct PostId(Snowflake);

diesel::table! {
    use diesel::sql_types::Text;
    use snowflake_kit::Key;
    use super::PostId;

    posts (id) {
        id -> Key<PostId>,
        title -> Text,
    }
}

type Post = (PostId, String);

fn main() -> Result<(), Box<dyn Error>> {
    let db = &mut SqliteConnection::establish(":memory:")?;
    db.batch_execute("CREATE TABLE posts (id BIGINT PRIMARY KEY NOT NULL, title TEXT NOT NULL)")?;
    let posts = two_days_of_posts()?;
    let rows: Vec<_> =
        posts.iter().map(|(id, title)| (posts::id.eq(*id), posts::title.eq(title))).collect();
    diesel::insert_into(posts::table).values(rows).execute(db)?;

    // An hour is a range of keys, whatever node minted them.
    let from = jan(2) + 9 * 3_600_000;
    let (first, last) = PostId::range(from..from + 3_600_000).into_inner();
    let hour: Vec<Post> = posts::table.filter(posts::id.between(first, last)).load(db)?;
    println!("from {}:", UtcTime(from));
    for (id, title) in &hour {
        println!("  {id}  {}  {title}", UtcTime(id.unix_millis()));
    }
    assert_eq!(hour.len(), 4);

    // Pages, the newest first: each begins where the one before ended, whatever
    // has been inserted or deleted since.
    let (mut read, mut before) = (0, None);
    loop {
        let mut page = posts::table.order(posts::id.desc()).limit(50).into_boxed();
        if let Some(before) = before {
            page = page.filter(posts::id.lt(before));
        }
        let page: Vec<Post> = page.load(db)?;
        let Some((oldest, _)) = page.last() else { break };
        println!("{} posts, the last one of {}", page.len(), UtcTime(oldest.unix_millis()));
        read += page.len();
        before = Some(*oldest);
    }
    assert_eq!(read, posts.len());
    Ok(())
}

/// A post every 15 minutes, minted as if it were January.
fn two_days_of_posts() -> Result<Vec<Post>, Box<dyn Error>> {
    let clock = ManualClock::at(jan(1));
    let ids = Generator::with_clock(Layout::DEFAULT, Node::fixed(1), clock.clone())?;
    (0..192)
        .map(|number| {
            let id = ids.try_mint()?;
            clock.advance(Duration::from_mins(15));
            Ok((id, format!("Post {number}")))
        })
        .collect()
}

/// The beginning of a day of January 2026, in Unix milliseconds.
fn jan(day: i64) -> i64 {
    1_767_225_600_000 + (day - 1) * 86_400_000
}
