//! What is read, and what is refused.

use postgres_types::ToSql;
use snowflake_kit_core::ValueError;

use crate::{PostId, TABLES, UserId, VALUES, connect, said, user};

#[tokio::test]
async fn an_id_goes_there_and_back() {
    let client = connect("").await;
    for value in VALUES {
        let id = user(value);
        let row = client.query_one("SELECT $1::bigint AS id", &[&id]).await.unwrap();
        assert_eq!(row.get::<_, UserId>("id"), id);
        assert_eq!(row.get::<_, i64>(0), value);
        assert_eq!(row.get::<_, Option<UserId>>("id"), Some(id));
    }
}

#[tokio::test]
async fn parameters_of_all_kinds_mix() {
    let client = connect(TABLES).await;
    let (id, name) = (user(7), "Ada");
    let insert = client.prepare("INSERT INTO users VALUES ($1, $2)").await.unwrap();
    client.execute(&insert, &[&id, &name]).await.unwrap();
    let (reference, some): (&UserId, _) = (&id, Some(id));
    let parameters: [&(dyn ToSql + Sync); 3] = [&reference, &some, &None::<PostId>];
    let sql = "SELECT id, $3::bigint FROM users WHERE id = $1 AND id = $2";
    let row = client.query_one(sql, &parameters).await.unwrap();
    assert_eq!(row.get::<_, UserId>(0), id);
    assert_eq!(row.get::<_, Option<PostId>>(1), None);
    // With an iterator of IDs, and with a type that is named.
    let found = client.query_raw("SELECT id FROM users WHERE id = $1", [id]).await;
    assert!(found.is_ok());
    let int8 = tokio_postgres::types::Type::INT8;
    let sql = "SELECT name FROM users WHERE id = $1";
    let row = client.query_typed_one(sql, &[(&id, int8)]).await.unwrap();
    assert_eq!(row.get::<_, &str>(0), name);
    let id: UserId = client.query_one_scalar("SELECT id FROM users", &[]).await.unwrap();
    assert_eq!(id, user(7));
}

#[tokio::test]
async fn what_is_not_an_id_is_named() {
    let client = connect("").await;
    for value in [0, -1, i64::MIN] {
        let row = client.query_one(&format!("SELECT ({value})::bigint"), &[]).await.unwrap();
        let error = row.try_get::<_, UserId>(0).unwrap_err();
        let source = error.into_source().unwrap();
        assert!(source.is::<ValueError>());
        assert_eq!(
            source.to_string(),
            format!("invalid UserId {value}: expected 1 to 9223372036854775807")
        );
        assert!(row.try_get::<_, Option<UserId>>(0).is_err());
    }
    let row = client.query_one("SELECT ARRAY[1, 0]::bigint[]", &[]).await.unwrap();
    let error = said(row.try_get::<_, Vec<PostId>>(0));
    assert!(error.contains("column 0: invalid PostId 0: expected 1"), "{error}");
}

#[tokio::test]
async fn null_is_none() {
    let client = connect("").await;
    let row = client.query_one("SELECT NULL::bigint AS id", &[]).await.unwrap();
    assert_eq!(row.get::<_, Option<UserId>>("id"), None);
    let error = said(row.try_get::<_, UserId>("id"));
    assert!(error.contains("a Postgres value was `NULL`"), "{error}");
}

#[tokio::test]
async fn other_types_are_refused_by_name() {
    let client = connect("").await;
    for ty in ["int2", "int4", "oid", "float8", "numeric", "text", "timestamptz"] {
        let row = client.query_one(&format!("SELECT NULL::{ty}"), &[]).await.unwrap();
        let read = said(row.try_get::<_, Option<UserId>>(0));
        let sent = said(client.query(&format!("SELECT $1::{ty}"), &[&user(7)]).await);
        for error in [read, sent] {
            assert!(
                error.contains("values::UserId") && error.contains(&format!("`{ty}`")),
                "{error}"
            );
        }
    }
}
