//! Connections whose database is chosen at run time.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use snowflake_core::{Snowflake, SnowflakeId as _};
use snowflake_derive::SnowflakeId;

use database::{AnyConnection, users};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core")]
struct UserId(Snowflake);

snowflake_diesel::column!(UserId);

mod database {
    diesel::table! {
        users (id) {
            id -> BigInt,
            friend_id -> Nullable<BigInt>,
        }
    }

    #[derive(diesel::MultiConnection)]
    pub(super) enum AnyConnection {
        Sqlite(diesel::SqliteConnection),
    }
}

#[test]
fn ids_are_bound_and_read() {
    let mut connection = AnyConnection::establish(":memory:").unwrap();
    connection
        .batch_execute("CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, friend_id BIGINT)")
        .unwrap();

    let (id, friend) = (UserId::from_i64(i64::MAX).unwrap(), UserId::from_i64(1).unwrap());
    diesel::insert_into(users::table)
        .values((users::id.eq(id), users::friend_id.eq(Some(friend))))
        .execute(&mut connection)
        .unwrap();
    let found = users::table
        .filter(users::friend_id.eq(friend))
        .find(id)
        .first::<(UserId, Option<UserId>)>(&mut connection);
    assert_eq!(found, Ok((id, Some(friend))));
}
