//! Arrays, and lists in conditions.

use crate::{PostId, TABLES, UserId, VALUES, connect, said, user};

#[tokio::test]
async fn arrays_go_there_and_back() {
    let client = connect("").await;
    let ids: Vec<UserId> = VALUES.map(user).into();
    let sql = "SELECT $1::bigint[]";
    let row = client.query_one(sql, &[&ids]).await.unwrap();
    assert_eq!(row.get::<_, Vec<UserId>>(0), ids);
    assert_eq!(row.get::<_, Box<[UserId]>>(0)[..], ids);
    assert_eq!(row.get::<_, [UserId; 3]>(0)[..], ids);
    assert_eq!(row.get::<_, Vec<i64>>(0), VALUES);
    for row in [
        client.query_one(sql, &[&ids.as_slice()]).await.unwrap(),
        client.query_one(sql, &[&ids.clone().into_boxed_slice()]).await.unwrap(),
        client.query_one(sql, &[&VALUES.map(user)]).await.unwrap(),
        client.query_one(sql, &[&Some(ids.clone())]).await.unwrap(),
        client.query_one(sql, &[&ids.iter().collect::<Vec<_>>()]).await.unwrap(),
    ] {
        assert_eq!(row.get::<_, Vec<UserId>>(0), ids);
    }
    let row = client.query_one(sql, &[&Vec::<UserId>::new()]).await.unwrap();
    assert_eq!(row.get::<_, Vec<UserId>>(0), []);
}

#[tokio::test]
async fn elements_can_be_null() {
    let client = connect("").await;
    let ids = vec![Some(user(7)), None];
    let row = client.query_one("SELECT $1::bigint[]", &[&ids]).await.unwrap();
    assert_eq!(row.get::<_, Vec<Option<UserId>>>(0), ids);
    assert!(said(row.try_get::<_, Vec<UserId>>(0)).contains("was `NULL`"));
}

#[tokio::test]
async fn a_list_is_an_array() {
    let client = connect(TABLES).await;
    let ids = UserId::mint_many(5);
    let names: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let sql = "INSERT INTO users SELECT * FROM UNNEST($1::bigint[], $2::text[])";
    assert_eq!(client.execute(sql, &[&ids, &names]).await.unwrap(), 5);

    let sql = "SELECT id FROM users WHERE id = ANY($1) ORDER BY id";
    let rows = client.query(sql, &[&ids[1..4].to_vec()]).await.unwrap();
    let found: Vec<UserId> = rows.iter().map(|row| row.get("id")).collect();
    assert_eq!(found, ids[1..4]);

    let sql = "SELECT id FROM users WHERE id <> ALL($1) ORDER BY id";
    let rows = client.query(sql, &[&&ids[1..]]).await.unwrap();
    assert_eq!(rows.len(), 1);

    let row = client.query_one("SELECT array_agg(id ORDER BY id) FROM users", &[]).await.unwrap();
    assert_eq!(row.get::<_, Vec<UserId>>(0), ids);

    // It is one value for PostgreSQL.
    let sql = "SELECT id FROM users WHERE id IN ($1)";
    let error = said(client.query(sql, &[&ids]).await);
    assert!(error.contains("UserId") && error.contains("`int8`"), "{error}");
}

/// Each column is an array, whose elements can be `NULL`.
#[tokio::test]
async fn rows_of_several_kinds_of_ids_are_one_statement() {
    let client = connect(TABLES).await;
    let author = UserId::mint();
    client.execute("INSERT INTO users VALUES ($1, 'Ada')", &[&author]).await.unwrap();
    let posts = PostId::mint_many(3);
    let authors = [author; 3];
    let replies_to = [None, Some(posts[0]), Some(posts[1])];
    let sql = "INSERT INTO posts (id, author_id, reply_to)
               SELECT * FROM UNNEST($1::bigint[], $2::bigint[], $3::bigint[])";
    client.execute(sql, &[&posts, &authors, &replies_to]).await.unwrap();
    let sql = "SELECT reply_to FROM posts ORDER BY id";
    let rows = client.query(sql, &[]).await.unwrap();
    let found: Vec<Option<PostId>> = rows.iter().map(|row| row.get(0)).collect();
    assert_eq!(found, replies_to);
}
