//! Connections whose database is chosen at run time, with columns of both
//! kinds.

use std::env;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;

use database::{AnyConnection, plain, typed};

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
pub struct UserId(Snowflake);

snowflake_kit_diesel::column!(UserId);

mod database {
    pub(super) mod plain {
        diesel::table! {
            users (id) {
                id -> BigInt,
                friend_id -> Nullable<BigInt>,
            }
        }
    }

    pub(super) mod typed {
        diesel::table! {
            use diesel::sql_types::Nullable;
            use snowflake_kit_diesel::Key;
            use crate::UserId;

            users (id) {
                id -> Key<UserId>,
                friend_id -> Nullable<Key<UserId>>,
            }
        }
    }

    #[derive(diesel::MultiConnection)]
    pub(super) enum AnyConnection {
        Postgres(diesel::PgConnection),
        Sqlite(diesel::SqliteConnection),
    }

    snowflake_kit_diesel::multi_backend!(MultiBackend);
}

/// What a program does with one database or the other.
macro_rules! write_and_read {
    ($connection:ident, $users:path) => {{
        use $users as users;

        let [id, friend] = [i64::MAX, 1].map(|id| UserId::from_i64(id).unwrap());
        diesel::insert_into(users::table)
            .values((users::id.eq(id), users::friend_id.eq(Some(friend))))
            .execute(&mut $connection)
            .unwrap();
        diesel::insert_into(users::table)
            .values((users::id.eq(&friend), users::friend_id.eq(None::<UserId>)))
            .execute(&mut $connection)
            .unwrap();
        let found =
            users::table
                .filter(users::friend_id.eq(friend))
                .find(id)
                .first::<(UserId, Option<UserId>)>(&mut $connection);
        assert_eq!(found, Ok((id, Some(friend))));
        let found = users::table.filter(users::id.eq_any([id, friend])).order(users::id).load::<(
            UserId,
            Option<UserId>,
        )>(
            &mut $connection,
        );
        assert_eq!(found, Ok(vec![(friend, None), (id, Some(friend))]));
    }};
}

fn ids_are_bound_and_read(url: &str) {
    let mut connection = AnyConnection::establish(url).unwrap();
    let table = "CREATE TEMPORARY TABLE users (id BIGINT PRIMARY KEY NOT NULL, friend_id BIGINT)";
    connection.batch_execute(table).unwrap();
    write_and_read!(connection, plain::users);
    connection.batch_execute("DELETE FROM users").unwrap();
    write_and_read!(connection, typed::users);
}

#[test]
fn ids_are_bound_and_read_on_sqlite() {
    ids_are_bound_and_read(":memory:");
}

#[test]
fn ids_are_bound_and_read_on_postgres() {
    let url = env::var("SNOWFLAKE_POSTGRES_URL").expect(
        "SNOWFLAKE_POSTGRES_URL: run the tests with `cargo xtask test`, which starts the \
         databases, or set it to the URL of a server",
    );
    ids_are_bound_and_read(&url);
}
