//! What is written for each of Diesel's backends, without a server.

use diesel::backend::Backend;
use diesel::debug_query;
use diesel::deserialize::FromSqlRow;
use diesel::mysql::Mysql;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::serialize::ToSql;
use diesel::sql_types::{Array, BigInt, Nullable};
use diesel::sqlite::Sqlite;
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;

use schema::lists;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

snowflake_kit_diesel::column!(UserId);

mod schema {
    diesel::table! {
        lists (id) {
            id -> BigInt,
            owner_id -> Nullable<BigInt>,
            members -> Array<BigInt>,
        }
    }
}

fn user(value: i64) -> UserId {
    UserId::from_i64(value).unwrap()
}

#[test]
fn every_backend_binds_integers() {
    let (id, owner) = (user(1), user(i64::MAX));
    let query = || {
        let found = lists::id.eq(id).and(lists::owner_id.eq(&owner));
        lists::table.filter(found).select(lists::id)
    };
    let binds = "-- binds: [UserId(1), UserId(9223372036854775807)]";

    let sql = debug_query::<Pg, _>(&query()).to_string();
    assert!(
        sql.ends_with(&format!(r#""id" = $1) AND ("lists"."owner_id" = $2)) {binds}"#)),
        "{sql}"
    );
    let sql = debug_query::<Mysql, _>(&query()).to_string();
    assert!(sql.ends_with(&format!("`id` = ?) AND (`lists`.`owner_id` = ?)) {binds}")), "{sql}");
    let sql = debug_query::<Sqlite, _>(&query()).to_string();
    assert!(sql.contains("`id` = ?) AND (`lists`.`owner_id` = ?))"), "{sql}");
}

#[test]
fn every_backend_reads_and_writes() {
    fn value<DB: Backend>()
    where
        UserId: ToSql<BigInt, DB> + ToSql<Nullable<BigInt>, DB> + FromSqlRow<BigInt, DB>,
        Option<UserId>: ToSql<Nullable<BigInt>, DB> + FromSqlRow<Nullable<BigInt>, DB>,
    {
    }
    fn array<DB: Backend>()
    where
        Vec<UserId>: ToSql<Array<BigInt>, DB> + FromSqlRow<Array<BigInt>, DB>,
        Vec<Option<UserId>>: ToSql<Array<Nullable<BigInt>>, DB>,
    {
    }
    value::<Pg>();
    value::<Mysql>();
    value::<Sqlite>();
    array::<Pg>();
}

#[test]
fn postgresql_binds_arrays() {
    let ids = [user(1), user(2)];

    let query = lists::table.filter(lists::id.eq_any(&ids)).select(lists::id);
    let sql = debug_query::<Pg, _>(&query).to_string();
    assert!(sql.contains(r#""id" = ANY($1)"#), "{sql}");

    let query = lists::table.filter(lists::members.eq(ids.to_vec())).select(lists::id);
    let sql = debug_query::<Pg, _>(&query).to_string();
    assert!(sql.contains(r#""members" = $1)"#), "{sql}");
    assert!(sql.ends_with("-- binds: [[UserId(1), UserId(2)]]"), "{sql}");
}
