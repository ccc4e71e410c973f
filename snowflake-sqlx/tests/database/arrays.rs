//! Arrays and domains of PostgreSQL.

use sqlx::Executor as _;
use sqlx::postgres::PgConnection;

use super::suite::{Place, PostId, UserId};
use crate::version::OrZero;

async fn tables(place: &Place) -> PgConnection {
    let mut db = place.connect().await;
    let tables = "
        CREATE DOMAIN some_id AS bigint CHECK (VALUE > 0);
        CREATE DOMAIN user_id AS some_id;
        CREATE TABLE members (id user_id PRIMARY KEY, friends user_id[], posts bigint[])";
    db.execute(tables).await.unwrap();
    db
}

fn user(number: i64) -> UserId {
    UserId::from_i64(number).unwrap()
}

#[tokio::test]
async fn columns_of_many_rows_are_sent_as_arrays() {
    let place = Place::new();
    let mut db = tables(&place).await;
    let ids: Vec<UserId> = (1..=100).map(user).collect();
    let insert = "INSERT INTO members (id) SELECT * FROM UNNEST($1)";
    sqlx::query(insert).bind(&ids).execute(&mut db).await.unwrap();
    let some = [user(7), user(8), user(1_000)];
    let select = "SELECT id FROM members WHERE id = ANY($1) ORDER BY id";
    let found: Vec<UserId> =
        sqlx::query_scalar(select).bind(some.as_slice()).fetch_all(&mut db).await.unwrap();
    assert_eq!(found, some[..2]);
}

#[tokio::test]
async fn columns_may_be_arrays_of_a_domain() {
    let place = Place::new();
    let mut db = tables(&place).await;
    let (friends, posts) =
        (vec![user(7), user(i64::MAX)], vec![None, PostId::from_i64(i64::MAX).ok()]);
    let insert = "INSERT INTO members VALUES ($1, $2, $3)";
    sqlx::query(insert).bind(user(1)).bind(&friends).bind(&posts).execute(&mut db).await.unwrap();
    let found: (UserId, Vec<UserId>, Vec<Option<PostId>>) =
        sqlx::query_as("SELECT * FROM members").fetch_one(&mut db).await.unwrap();
    assert_eq!(found, (user(1), friends, posts));
}

#[tokio::test]
async fn one_value_that_is_not_an_id_is_enough() {
    let place = Place::new();
    let mut db = place.connect().await;
    let select = "SELECT ARRAY[7, 0]::bigint[]";
    let error = sqlx::query_scalar::<_, Vec<UserId>>(select).fetch_one(&mut db).await.unwrap_err();
    assert!(error.to_string().contains("invalid UserId 0"), "{error}");
    let select = "SELECT ARRAY[7]::int4[]";
    let error = sqlx::query_scalar::<_, Vec<UserId>>(select).fetch_one(&mut db).await.unwrap_err();
    assert!(error.to_string().contains("INT4[]"), "{error}");
}

#[tokio::test]
async fn arrays_hold_zeros_in_place_of_nothing() {
    let place = Place::new();
    let mut db = place.connect().await;
    let ids = vec![OrZero(Some(user(7))), OrZero(None)];
    let select = "SELECT $1, $1 = ARRAY[7, 0]::bigint[]";
    let found: (Vec<OrZero<UserId>>, bool) =
        sqlx::query_as(select).bind(&ids).fetch_one(&mut db).await.unwrap();
    assert_eq!(found, (ids, true));
    let select = "SELECT ARRAY[7]::int4[]";
    let error = sqlx::query_scalar::<_, Vec<OrZero<UserId>>>(select).fetch_one(&mut db).await;
    assert!(error.is_err_and(|error| error.to_string().contains("INT4[]")));
}
