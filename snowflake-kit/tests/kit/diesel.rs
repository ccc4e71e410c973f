//! With the feature `diesel` the derive alone makes a type a column's value.
#![cfg(feature = "diesel")]

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use snowflake_kit::{Snowflake, SnowflakeId};

use schema::posts;

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

/// Identifies a post. How it is written elsewhere makes no difference here.
#[derive(SnowflakeId)]
#[snowflake(prefix = "post_", text = "base62", name = "Post")]
struct PostId(Snowflake);

mod schema {
    diesel::table! {
        posts (id) {
            id -> BigInt,
            author_id -> BigInt,
            editor_id -> Nullable<BigInt>,
        }
    }
}

#[derive(Debug, PartialEq, Insertable, Queryable, Selectable, Identifiable)]
#[diesel(table_name = posts, check_for_backend(diesel::sqlite::Sqlite))]
struct Post {
    id: PostId,
    author_id: UserId,
    editor_id: Option<UserId>,
}

#[test]
fn a_derived_id_is_a_column() {
    crate::install();
    let mut connection = SqliteConnection::establish(":memory:").unwrap();
    let create =
        "CREATE TABLE posts (id BIGINT PRIMARY KEY NOT NULL, author_id BIGINT, editor_id BIGINT)";
    connection.batch_execute(create).unwrap();

    let (author, editor) = (UserId::mint(), UserId::mint());
    let post = Post { id: PostId::mint(), author_id: author, editor_id: Some(editor) };
    diesel::insert_into(posts::table).values(&post).execute(&mut connection).unwrap();
    let found = posts::table
        .find(post.id)
        .filter(posts::author_id.eq(author))
        .filter(posts::editor_id.eq_any([editor]))
        .select(Post::as_select())
        .first(&mut connection);
    assert_eq!(found, Ok(post));
}

#[test]
fn it_can_be_left_out() {
    use diesel::backend::Backend;
    use diesel::deserialize::{self, FromSql};
    use diesel::sql_types::BigInt;

    /// Read by an implementation of its own.
    #[derive(SnowflakeId)]
    #[snowflake(skip(diesel))]
    struct OwnId(Snowflake);

    impl<DB: Backend> FromSql<BigInt, DB> for OwnId
    where
        i64: FromSql<BigInt, DB>,
    {
        fn from_sql(bytes: DB::RawValue<'_>) -> deserialize::Result<Self> {
            Ok(Self::from_i64(i64::from_sql(bytes)?.abs())?)
        }
    }
}
