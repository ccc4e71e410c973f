//! IDs that are written and read.

use serde::{Deserialize, Serialize};
use sqlx::types::Json;
use sqlx::{Connection as _, Database, FromRow, QueryBuilder, Row as _};

use super::super::Db;
use super::Place;
use super::{PostId, UserId, sql, tables};
use crate::version::OrZero;

#[derive(Clone, Debug, FromRow, PartialEq)]
struct Post {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
    title: String,
}

/// An author, a post and answers to it, before any of them is in the database.
fn graph() -> (UserId, Vec<Post>) {
    let author_id = UserId::mint();
    let first = Post { id: PostId::mint(), author_id, reply_to: None, title: "first".into() };
    let answers = (0..3).map(|_| Post {
        id: PostId::mint(),
        reply_to: Some(first.id),
        title: "answer".into(),
        ..first.clone()
    });
    let posts = [first.clone()].into_iter().chain(answers).collect();
    (author_id, posts)
}

/// Two statements, whatever the number of rows.
async fn insert(db: &mut <Db as Database>::Connection, author: UserId, posts: &[Post]) {
    let insert = sql("INSERT INTO users VALUES (?, ?)");
    sqlx::query(insert).bind(author).bind("Ada").execute(&mut *db).await.unwrap();
    let mut query = QueryBuilder::<Db>::new("INSERT INTO posts ");
    query.push_values(posts, |mut row, post| {
        row.push_bind(post.id)
            .push_bind(post.author_id)
            .push_bind(post.reply_to)
            .push_bind(&post.title);
    });
    query.build().execute(db).await.unwrap();
}

#[tokio::test]
async fn a_graph_is_linked_before_it_is_inserted() {
    let place = Place::new();
    let mut db = tables(&place).await;
    let (author, posts) = graph();
    let mut transaction = db.begin().await.unwrap();
    insert(&mut transaction, author, &posts).await;
    transaction.commit().await.unwrap();

    let select = "SELECT * FROM posts ORDER BY id";
    let found: Vec<Post> = sqlx::query_as(select).fetch_all(&mut db).await.unwrap();
    assert_eq!(found, posts);
    // By reference, as an option, and as a scalar.
    let id = &posts[1].id;
    let query = sql("SELECT reply_to FROM posts WHERE id = ? AND author_id = ?");
    let answered: Option<PostId> =
        sqlx::query_scalar(query).bind(id).bind(Some(author)).fetch_one(&mut db).await.unwrap();
    assert_eq!(answered, Some(posts[0].id));
}

#[tokio::test]
async fn what_is_rolled_back_is_not_there() {
    let place = Place::new();
    let mut db = tables(&place).await;
    let (author, posts) = graph();
    let mut transaction = db.begin().await.unwrap();
    insert(&mut transaction, author, &posts).await;
    transaction.rollback().await.unwrap();
    let rows = sqlx::query("SELECT id FROM posts").fetch_all(&mut db).await.unwrap();
    assert!(rows.is_empty());
    // The same IDs, since nothing has them.
    insert(&mut db, author, &posts).await;
}

#[tokio::test]
async fn the_ends_are_read_as_they_are_written() {
    let place = Place::new();
    let mut db = tables(&place).await;
    for number in [1, (1 << 53) + 1, i64::MAX] {
        let id = UserId::from_i64(number).unwrap();
        let insert = sql("INSERT INTO users VALUES (?, ?)");
        sqlx::query(insert).bind(id).bind("Ada").execute(&mut db).await.unwrap();
        let select = sql("SELECT id FROM users WHERE id = ?");
        let row = sqlx::query(select).bind(id).fetch_one(&mut db).await.unwrap();
        assert_eq!(row.get::<UserId, _>("id"), id);
        assert_eq!(row.get::<Option<UserId>, _>(0), Some(id));
        assert_eq!(row.get::<i64, _>("id"), number);
    }
}

#[tokio::test]
async fn what_is_not_an_id_is_named() {
    let place = Place::new();
    let mut db = tables(&place).await;
    for number in ["0", "-1", "-9223372036854775808"] {
        let insert = sql(&format!("INSERT INTO users VALUES ({number}, 'nobody')"));
        sqlx::query(insert).execute(&mut db).await.unwrap();
        let row = sqlx::query("SELECT id AS user_id FROM users").fetch_one(&mut db).await.unwrap();
        for error in [
            row.try_get::<UserId, _>("user_id").unwrap_err(),
            row.try_get::<Option<UserId>, _>("user_id").unwrap_err(),
        ] {
            let expected = format!("invalid UserId {number}: expected 1 to 9223372036854775807");
            let error = error.to_string();
            assert!(error.contains(&expected) && error.contains("user_id"), "{error}");
        }
        sqlx::query("DELETE FROM users").execute(&mut db).await.unwrap();
    }
    let row = sqlx::query("SELECT CAST(NULL AS CHAR) AS id").fetch_one(&mut db).await.unwrap();
    let error = row.try_get::<UserId, _>("id").unwrap_err().to_string();
    assert!(error.contains("unexpected null"), "{error}");
}

#[tokio::test]
async fn columns_that_no_id_fits_into_are_refused() {
    let place = Place::new();
    let mut db = place.connect().await;
    for (column, value) in super::super::OTHER_COLUMNS {
        let text = format!("CREATE TABLE odd (id {column}); INSERT INTO odd VALUES ({value})");
        sqlx::raw_sql(sql(&text)).execute(&mut db).await.unwrap();
        // Not prepared: its type changes.
        let select = sqlx::query("SELECT id FROM odd").persistent(false);
        let row = select.fetch_one(&mut db).await.unwrap();
        let error = row.try_get::<UserId, _>("id").unwrap_err().to_string();
        assert!(error.contains("UserId") && error.contains("not compatible"), "{column}: {error}");
        let error = row.try_get::<OrZero<UserId>, _>("id").unwrap_err().to_string();
        assert!(error.contains("OrZero<") && error.contains("not compatible"), "{column}: {error}");
        sqlx::raw_sql("DROP TABLE odd").execute(&mut db).await.unwrap();
    }
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
struct Profile {
    friends: Vec<UserId>,
    pinned: Option<PostId>,
}

/// As strings, so that a JavaScript that reads the column loses nothing.
#[tokio::test]
async fn ids_in_json_are_what_serde_makes_of_them() {
    let place = Place::new();
    let mut db = place.connect().await;
    sqlx::query("CREATE TABLE settings (settings JSON)").execute(&mut db).await.unwrap();
    let settings = Profile { friends: vec![UserId::from_i64(i64::MAX).unwrap()], pinned: None };
    let insert = sql("INSERT INTO settings VALUES (?)");
    sqlx::query(insert).bind(Json(&settings)).execute(&mut db).await.unwrap();
    let select = "SELECT settings FROM settings";
    let Json(found): Json<Profile> = sqlx::query_scalar(select).fetch_one(&mut db).await.unwrap();
    assert_eq!(found, settings);
    let text = serde_json::to_string(&found).unwrap();
    assert_eq!(text, r#"{"friends":["9223372036854775807"],"pinned":null}"#);
}
