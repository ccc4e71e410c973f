//! Many rows: copied, pipelined, and in transactions.

use std::pin::pin;

use futures_util::TryStreamExt as _;
use futures_util::future::try_join3;
use tokio_postgres::binary_copy::{BinaryCopyInWriter, BinaryCopyOutRow, BinaryCopyOutStream};
use tokio_postgres::types::Type;

use crate::{PostId, TABLES, UserId, connect, post, said, user};

#[tokio::test]
async fn rows_are_copied_in_and_out() {
    let client = connect(TABLES).await;
    let author = UserId::mint();
    client.execute("INSERT INTO users VALUES ($1, 'Ada')", &[&author]).await.unwrap();
    let posts = PostId::mint_many(1000);

    let copy = "COPY posts (id, author_id, reply_to) FROM STDIN BINARY";
    let types = [Type::INT8, Type::INT8, Type::INT8];
    let mut writer = pin!(BinaryCopyInWriter::new(client.copy_in(copy).await.unwrap(), &types));
    let mut reply_to = None;
    for id in &posts {
        writer.as_mut().write(&[id, &author, &reply_to]).await.unwrap();
        reply_to = Some(*id);
    }
    assert_eq!(writer.finish().await.unwrap(), 1000);

    let sql = "SELECT count(*) FROM posts JOIN posts AS replies ON replies.reply_to = posts.id";
    let joined: i64 = client.query_one_scalar(sql, &[]).await.unwrap();
    assert_eq!(joined, 999);

    let copy = "COPY (SELECT id, reply_to FROM posts ORDER BY id LIMIT 2) TO STDOUT BINARY";
    let stream = client.copy_out(copy).await.unwrap();
    let rows = BinaryCopyOutStream::new(stream, &[Type::INT8, Type::INT8]);
    let rows: Vec<BinaryCopyOutRow> = rows.try_collect().await.unwrap();
    let ids: Vec<(PostId, Option<PostId>)> =
        rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(ids, [(posts[0], None), (posts[1], Some(posts[0]))]);
}

#[tokio::test]
async fn a_copied_column_of_another_type_is_refused() {
    let client = connect("CREATE TEMP TABLE small (id integer)").await;
    let sink = client.copy_in("COPY small FROM STDIN BINARY").await.unwrap();
    let mut writer = pin!(BinaryCopyInWriter::new(sink, &[Type::INT4]));
    let error = said(writer.as_mut().write(&[&user(7)]).await);
    assert!(error.contains("UserId") && error.contains("int4"), "{error}");
}

/// A statement is sent before the answer to the one before is there, since no statement
/// needs a key that another one returns.
#[tokio::test]
async fn rows_that_refer_to_each_other_are_pipelined() {
    let mut client = connect(TABLES).await;
    let (author, question, answer) = (UserId::mint(), PostId::mint(), PostId::mint());
    let transaction = client.transaction().await.unwrap();
    // What is prepared is sent at the first poll, so in this order.
    let user = transaction.prepare("INSERT INTO users VALUES ($1, 'Ada')").await.unwrap();
    let post = transaction.prepare("INSERT INTO posts VALUES ($1, $2, $3)").await.unwrap();
    try_join3(
        transaction.execute(&user, &[&author]),
        transaction.execute(&post, &[&question, &author, &None::<PostId>]),
        transaction.execute(&post, &[&answer, &author, &Some(question)]),
    )
    .await
    .unwrap();
    transaction.commit().await.unwrap();
    let sql = "SELECT users.id, posts.id FROM users JOIN posts ON author_id = users.id
               WHERE reply_to = $1";
    let row = client.query_one(sql, &[&question]).await.unwrap();
    assert_eq!((row.get(0), row.get(1)), (author, answer));
}

#[tokio::test]
async fn a_key_is_the_same_after_a_rollback() {
    let mut client = connect(TABLES).await;
    let insert = client.prepare("INSERT INTO users VALUES ($1, $2)").await.unwrap();
    let id = UserId::mint();
    let transaction = client.transaction().await.unwrap();
    transaction.execute(&insert, &[&id, &"Ada"]).await.unwrap();
    transaction.rollback().await.unwrap();
    let transaction = client.transaction().await.unwrap();
    transaction.execute(&insert, &[&id, &"Ada"]).await.unwrap();
    transaction.commit().await.unwrap();
    let upsert = "INSERT INTO users VALUES ($1, $2)
                  ON CONFLICT (id) DO UPDATE SET name = EXCLUDED.name RETURNING id";
    let row = client.query_one(upsert, &[&id, &"Grace"]).await.unwrap();
    assert_eq!(row.get::<_, UserId>(0), id);
    // A foreign key is checked by the database.
    let sql = "INSERT INTO posts VALUES ($1, $2)";
    let error = said(client.execute(sql, &[&post(1), &UserId::mint()]).await);
    assert!(error.contains("violates foreign key"), "{error}");
}
