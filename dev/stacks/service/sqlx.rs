//! The graph in sqlx, and the lease of a node number, on each database. The program calls the kit's
//! module for its version `kit_sqlx`.

use sqlx::FromRow;

use crate::graph::{Checked, Graph, PostId, UserId};

#[derive(Debug, FromRow, PartialEq)]
struct Post {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
}

const TABLES: [&str; 2] = [
    "CREATE TEMPORARY TABLE users (id BIGINT PRIMARY KEY NOT NULL)",
    "CREATE TEMPORARY TABLE posts (
         id BIGINT PRIMARY KEY NOT NULL,
         author_id BIGINT NOT NULL REFERENCES users,
         reply_to BIGINT REFERENCES posts
     )",
];

pub async fn check() -> Checked {
    let file = std::env::temp_dir().join(format!("sqlx-{}.db", std::process::id()));
    sqlite(&format!("sqlite:{}?mode=rwc", file.display())).await?;
    std::fs::remove_file(file)?;
    postgres(&std::env::var("SNOWFLAKE_POSTGRES_URL")?).await
}

// A program that is for one database has no need for a macro.
macro_rules! on {
    ($check:ident, $Pool:ty, $Connect:ty, $Dialect:ident) => {
        async fn $check(url: &str) -> Checked {
            let options: $Connect = url.parse()?;
            let db = <$Pool>::new().max_connections(1).connect_with(options.clone()).await?;
            for table in TABLES {
                sqlx::query(table).execute(&db).await?;
            }
            let graph = Graph::mint();
            let author = graph.author;
            let mut all = db.begin().await?;
            sqlx::query("INSERT INTO users VALUES ($1)").bind(author).execute(&mut *all).await?;
            for (id, reply_to) in &graph.posts {
                let insert = sqlx::query("INSERT INTO posts VALUES ($1, $2, $3)");
                insert.bind(id).bind(author).bind(reply_to).execute(&mut *all).await?;
            }
            all.commit().await?;

            let select = sqlx::query_as("SELECT * FROM posts WHERE author_id = $1 ORDER BY id");
            let found: Vec<Post> = select.bind(author).fetch_all(&db).await?;
            let row = |(id, reply_to)| Post { id, author_id: author, reply_to };
            assert_eq!(found, graph.posts.iter().copied().map(row).collect::<Vec<_>>());
            for (time, count) in [(Graph::lately(), 4), (Graph::yesterday(), 0)] {
                let (first, last) = time.into_inner();
                let select = "SELECT count(*) FROM posts WHERE id BETWEEN $1 AND $2";
                let select = sqlx::query_scalar(select).bind(first).bind(last);
                let found: i64 = select.fetch_one(&db).await?;
                assert_eq!(found, count);
            }
            let none = "SELECT CAST(0 AS BIGINT) AS id";
            let none = sqlx::query_scalar::<_, PostId>(none).fetch_one(&db).await;
            assert!(none.unwrap_err().to_string().contains("invalid PostId 0"));

            // As a service does that has several processes.
            use crate::kit_sqlx::lease::LeaseStore;
            use snowflake_kit::lease::table::{self, Dialect};
            use snowflake_kit::lease::{AsyncStore as _, Change, LeaseTerms, claim};

            let up: &'static str = table::Migration::new(Dialect::$Dialect).up().leak();
            sqlx::raw_sql(up).execute(&db).await?;
            let mut store = LeaseStore::new(options);
            let claim = claim(7, None, 0, &LeaseTerms::default(), 1)?;
            assert!(store.change("shop", &Change::claim(&claim, "web-1")).await?);
            assert_eq!(store.read("shop").await?.rows, [claim.row]);
            Ok(db.close().await)
        }
    };
}

on!(sqlite, sqlx::sqlite::SqlitePoolOptions, sqlx::sqlite::SqliteConnectOptions, Sqlite);
on!(postgres, sqlx::postgres::PgPoolOptions, sqlx::postgres::PgConnectOptions, Postgres);
