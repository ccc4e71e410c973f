//! Domains, which give the types of IDs names in the database.

use tokio_postgres::types::Kind;

use crate::{UserId, VALUES, connect, said, user};

const DOMAINS: &str = "
    CREATE DOMAIN pg_temp.id AS bigint CHECK (VALUE > 0);
    CREATE DOMAIN pg_temp.user_id AS pg_temp.id;
    CREATE DOMAIN pg_temp.author_id AS pg_temp.user_id;
    CREATE DOMAIN pg_temp.small_id AS integer;
    CREATE DOMAIN pg_temp.user_ids AS bigint[];
    CREATE TEMP TABLE books (
        author_id pg_temp.author_id PRIMARY KEY, readers pg_temp.user_id[] NOT NULL
    );";

#[tokio::test]
async fn domains_over_bigint_are_ids_at_any_depth() {
    let client = connect(DOMAINS).await;
    for domain in ["id", "user_id", "author_id"] {
        let statement = client.prepare(&format!("SELECT $1::pg_temp.{domain}")).await.unwrap();
        let parameter = &statement.params()[0];
        assert!(matches!(parameter.kind(), Kind::Domain(_)), "{parameter}");
        for value in VALUES {
            let row = client.query_one(&statement, &[&user(value)]).await.unwrap();
            assert_eq!(row.get::<_, UserId>(0), user(value));
        }
    }
}

#[tokio::test]
async fn arrays_of_domains_are_arrays_of_ids() {
    let client = connect(DOMAINS).await;
    let readers: Vec<UserId> = VALUES.map(user).into();
    let sql = "INSERT INTO books VALUES ($1, $2)";
    client.execute(sql, &[&user(7), &readers]).await.unwrap();
    let sql = "SELECT author_id, readers FROM books WHERE author_id = ANY($1)";
    let row = client.query_one(sql, &[&[user(7)]]).await.unwrap();
    assert_eq!(row.get::<_, UserId>("author_id"), user(7));
    assert_eq!(row.get::<_, Vec<UserId>>("readers"), readers);
    let Kind::Array(element) = row.columns()[1].type_().kind() else { panic!("an array") };
    assert_eq!(element.name(), "user_id");

    let sql = "SELECT id FROM UNNEST($1::pg_temp.user_id[]) AS id";
    assert_eq!(client.query(sql, &[&readers]).await.unwrap().len(), readers.len());
}

#[tokio::test]
async fn domains_over_other_types_are_refused() {
    let client = connect(DOMAINS).await;
    let error = said(client.query("SELECT $1::pg_temp.small_id", &[&user(7)]).await);
    assert!(error.contains("small_id"), "{error}");
    // A limit of postgres-types, and the way around it.
    let error = said(client.query("SELECT $1::pg_temp.user_ids", &[&vec![user(7)]]).await);
    assert!(error.contains("user_ids"), "{error}");
    let sql = "SELECT $1::bigint[]::pg_temp.user_ids";
    client.query(sql, &[&vec![user(7)]]).await.unwrap();
}
