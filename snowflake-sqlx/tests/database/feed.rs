//! The query of the documentation of feeds.

use std::sync::LazyLock;

use sqlx::postgres::PgConnection;
use sqlx::{Connection as _, Executor as _};

use super::suite::{Place, PostId};

/// The documentation of `Feed`.
static PAGE: LazyLock<String> = LazyLock::new(|| {
    let file = include_str!("../../../snowflake-sql/src/feed.rs").lines();
    let lines = file.filter_map(|line| line.strip_prefix("///"));
    lines.flat_map(|line| [line.strip_prefix(' ').unwrap_or(line), "\n"]).collect()
});

/// What the page has from one line to another, both included.
fn sql(first: &str, last: &str) -> &'static str {
    let begin = PAGE.find(first).expect("the page has it");
    let end = PAGE[begin..].find(last).expect("the page has it") + last.len();
    &PAGE[begin..begin + end]
}

/// A cursor, and the texts of up to two rows after it.
async fn read(db: &mut PgConnection, cursor: &mut (String, i64)) -> Vec<String> {
    let query: &str = sql("SELECT posts.feed_xid::text", "LIMIT 1000").replace("1000", "2").leak();
    let query = sqlx::query_as(query).bind(&cursor.0).bind(cursor.1);
    let rows: Vec<(String, PostId, String)> = query.fetch_all(db).await.unwrap();
    if let Some((xid, id, _)) = rows.last() {
        *cursor = (xid.clone(), id.get());
    }
    rows.into_iter().map(|(_, _, text)| text).collect()
}

#[tokio::test]
async fn the_query_of_the_page_reads_each_row_once() {
    let place = Place::new();
    let (mut db, mut slow) = (place.connect().await, place.connect().await);
    db.execute("CREATE TABLE posts (id bigint PRIMARY KEY, text text NOT NULL)").await.unwrap();
    db.execute("INSERT INTO posts VALUES (9, 'before the feed')").await.unwrap();
    db.execute(sql("ALTER TABLE \"posts\"", "(\"feed_xid\", \"id\");")).await.unwrap();
    let mut cursor = ("0".to_owned(), 0);
    assert_eq!(read(&mut db, &mut cursor).await, ["before the feed"]);

    let mut transaction = slow.begin().await.unwrap();
    transaction.execute("INSERT INTO posts VALUES (1, 'late')").await.unwrap();
    db.execute("INSERT INTO posts VALUES (2, 'a'), (3, 'b')").await.unwrap();
    // Not yet: a smaller number may still be committed.
    assert_eq!(read(&mut db, &mut cursor).await, [""; 0]);
    transaction.commit().await.unwrap();
    // Transactions of other tests hold rows up as well.
    let mut texts = Vec::new();
    while texts.len() < 3 {
        let page = read(&mut db, &mut cursor).await;
        assert!(page.len() <= 2);
        texts.extend(page);
    }
    assert_eq!(texts, ["late", "a", "b"]);
    assert_eq!(read(&mut db, &mut cursor).await, [""; 0]);
}
