//! The graph in sqlx, and the lease of a node number. The program calls the kit's module for its
//! version `kit_sqlx`.

use sqlx::FromRow;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePoolOptions};

use crate::graph::{Checked, Graph, PostId, UserId};

#[derive(Debug, FromRow, PartialEq)]
struct Post {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
}

const TABLES: [&str; 2] = [
    "CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL)",
    "CREATE TABLE posts (
         id BIGINT PRIMARY KEY NOT NULL,
         author_id BIGINT NOT NULL REFERENCES users,
         reply_to BIGINT REFERENCES posts
     )",
];

pub async fn check() -> Checked {
    let db = SqlitePoolOptions::new().max_connections(1).connect("sqlite::memory:").await?;
    for table in TABLES {
        sqlx::query(table).execute(&db).await?;
    }
    let graph = Graph::mint();
    let mut all = db.begin().await?;
    sqlx::query("INSERT INTO users VALUES (?)").bind(graph.author).execute(&mut *all).await?;
    for (id, reply_to) in &graph.posts {
        let insert = sqlx::query("INSERT INTO posts VALUES (?, ?, ?)");
        insert.bind(id).bind(graph.author).bind(reply_to).execute(&mut *all).await?;
    }
    all.commit().await?;

    let select = sqlx::query_as("SELECT * FROM posts WHERE author_id = ? ORDER BY id");
    let found: Vec<Post> = select.bind(graph.author).fetch_all(&db).await?;
    let row = |(id, reply_to)| Post { id, author_id: graph.author, reply_to };
    assert_eq!(found, graph.posts.iter().copied().map(row).collect::<Vec<_>>());
    for (time, count) in [(Graph::lately(), 4), (Graph::yesterday(), 0)] {
        let (first, last) = time.into_inner();
        let select = sqlx::query_scalar("SELECT count(*) FROM posts WHERE id BETWEEN ? AND ?");
        let found: i64 = select.bind(first).bind(last).fetch_one(&db).await?;
        assert_eq!(found, count);
    }
    let none = sqlx::query_scalar::<_, PostId>("SELECT 0 AS id").fetch_one(&db).await;
    assert!(none.unwrap_err().to_string().contains("invalid PostId 0"));
    leased().await
}

/// As a service does that has several processes.
async fn leased() -> Checked {
    use crate::kit_sqlx::lease::LeaseStore;
    use snowflake_kit::lease::table::{self, Dialect};
    use snowflake_kit::lease::{AsyncStore as _, LeaseTerms, claim};

    let file = std::env::temp_dir().join(format!("sqlx-{}.db", std::process::id()));
    let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
    let db = SqlitePoolOptions::new().max_connections(1).connect_with(options.clone()).await?;
    let up: &'static str = table::up(Dialect::Sqlite).leak();
    sqlx::raw_sql(up).execute(&db).await?;
    let mut store = LeaseStore::new(options);
    let claim = claim(7, None, store.unix_millis().await?, &LeaseTerms::default())?;
    assert!(store.claim("shop", &claim, "web-1").await?);
    assert_eq!(store.read("shop").await?.rows, [claim.row]);
    db.close().await;
    Ok(std::fs::remove_file(file)?)
}
