//! The SQL of the guide, on its pages for Diesel users and on counted keys, run as it is there.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error};
use diesel::sql_types::Array;
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use snowflake_kit_diesel::Key;

use crate::columns::typed::{posts, users};
use crate::database;
use crate::ids::{self, PostId, UserId, post, user};

const GUIDE: &str = concat!(
    include_str!("../../../snowflake-kit/src/guide/diesel.md"),
    include_str!("../../../snowflake-kit/src/guide/migrating.md"),
);

/// The block of SQL that begins with this line.
pub(crate) fn sql(start: &str) -> &'static str {
    let blocks = GUIDE.split("```sql\n").skip(1);
    let mut blocks = blocks.filter(|block| block.starts_with(start));
    let block = blocks.next().unwrap_or_else(|| panic!("no SQL that starts with {start}"));
    block.split("```").next().unwrap()
}

/// A table whose keys the database counts, with rows and foreign keys to them;
/// then the migration; then rows with keys that are minted.
macro_rules! from_counted_to_minted {
    ($connection:ident, $key:literal, $migration:expr) => {{
        let connection = &mut $connection;
        let tables = concat!(
            "CREATE TABLE users (id ", $key, ", name TEXT NOT NULL);
             CREATE TABLE posts (
                 id BIGINT PRIMARY KEY NOT NULL,
                 author_id BIGINT NOT NULL REFERENCES users (id),
                 editor_id BIGINT REFERENCES users (id),
                 title TEXT NOT NULL
             );
             INSERT INTO users (name) VALUES ('Ada'), ('Bob'), ('Cyd');
             INSERT INTO posts VALUES (1, 1, NULL, 'One'), (2, 3, 1, 'Two');"
        );
        connection.batch_execute(tables).unwrap();
        connection.batch_execute($migration).unwrap();

        // The database counts no more.
        let keyless = diesel::insert_into(users::table).values(users::name.eq("Dan"));
        let error = keyless.execute(connection).unwrap_err();
        assert!(matches!(error, Error::DatabaseError(..)), "{error}");

        ids::install();
        let new = UserId::mint();
        diesel::insert_into(users::table)
            .values((users::id.eq(new), users::name.eq("Dan")))
            .execute(connection)
            .unwrap();
        diesel::insert_into(posts::table)
            .values((
                posts::id.eq(PostId::mint()),
                posts::author_id.eq(new),
                posts::editor_id.eq(user(2)),
                posts::title.eq("Three"),
            ))
            .execute(connection)
            .unwrap();

        // Old rows are where they were, new ones after them.
        let found: Vec<(UserId, String)> = users::table.order(users::id).load(connection).unwrap();
        let names = [(user(1), "Ada"), (user(2), "Bob"), (user(3), "Cyd"), (new, "Dan")];
        assert!(found.iter().map(|(id, name)| (*id, name.as_str())).eq(names));
        let found: Vec<(UserId, Option<UserId>)> = posts::table
            .select((posts::author_id, posts::editor_id))
            .order(posts::id)
            .load(connection)
            .unwrap();
        assert_eq!(
            found,
            [(user(1), None), (user(3), Some(user(1))), (new, Some(user(2)))]
        );

        // The foreign keys still hold.
        let orphan = diesel::insert_into(posts::table).values((
            posts::id.eq(PostId::mint()),
            posts::author_id.eq(user(4)),
            posts::title.eq("Four"),
        ));
        let error = orphan.execute(connection).unwrap_err();
        let kind = DatabaseErrorKind::ForeignKeyViolation as u8;
        assert!(matches!(&error, Error::DatabaseError(found, _) if *found as u8 == kind), "{error}");

        // What was created since then is a range, and the old rows are before.
        let (first, last) = UserId::range(new.time()..).into_inner();
        let found: Vec<UserId> = users::table
            .filter(users::id.between(first, last))
            .select(users::id)
            .load(connection)
            .unwrap();
        assert_eq!(found, [new]);
    }};
}

#[test]
fn a_table_moves_from_counted_to_minted_keys_on_postgres() {
    let database = database::postgres();
    let mut connection = PgConnection::establish(database.url()).unwrap();
    from_counted_to_minted!(
        connection,
        "BIGSERIAL PRIMARY KEY",
        sql("-- PostgreSQL, of a BIGSERIAL")
    );
}

#[test]
fn a_table_moves_from_counted_to_minted_keys_on_mariadb() {
    let database = database::mariadb();
    let mut connection =
        AsyncConnectionWrapper::<AsyncMysqlConnection>::establish(database.url()).unwrap();
    let migration = sql("-- MariaDB and MySQL. The type stays");
    from_counted_to_minted!(connection, "BIGINT PRIMARY KEY NOT NULL AUTO_INCREMENT", migration);
}

#[test]
fn keys_of_32_bits_are_widened_under_a_foreign_key_on_mariadb() {
    let database = database::mariadb();
    let mut connection =
        AsyncConnectionWrapper::<AsyncMysqlConnection>::establish(database.url()).unwrap();
    connection
        .batch_execute(
            "CREATE TABLE users (id INT PRIMARY KEY AUTO_INCREMENT, name TEXT NOT NULL);
             CREATE TABLE posts (
                 id BIGINT PRIMARY KEY NOT NULL,
                 author_id INT NOT NULL,
                 CONSTRAINT posts_author FOREIGN KEY (author_id) REFERENCES users (id)
             );
             INSERT INTO users (name) VALUES ('Ada');
             INSERT INTO posts VALUES (1, 1);",
        )
        .unwrap();
    connection.batch_execute(sql("-- MariaDB and MySQL: to 64 bits")).unwrap();
    connection.batch_execute(sql("-- MariaDB and MySQL. The type stays")).unwrap();
    let insert = "INSERT INTO users VALUES (250250518331420672, 'Bob');
                  INSERT INTO posts VALUES (2, 250250518331420672);";
    connection.batch_execute(insert).unwrap();
    assert!(connection.batch_execute("INSERT INTO posts VALUES (3, 3)").is_err());
    assert!(connection.batch_execute("INSERT INTO users (name) VALUES ('Cyd')").is_err());
}

#[test]
fn a_domain_is_a_key() {
    diesel::table! {
        use diesel::sql_types::{Nullable, Text};
        use snowflake_kit_diesel::Key;
        use crate::ids::{PostId, UserId};

        posts (id) {
            id -> Key<PostId>,
            author_id -> Key<UserId>,
            reply_to -> Nullable<Key<PostId>>,
            title -> Text,
        }
    }
    diesel::table! {
        use diesel::sql_types::Array;
        use snowflake_kit_diesel::Key;
        use crate::ids::UserId;

        lists (members) {
            members -> Array<Key<UserId>>,
        }
    }

    let database = database::postgres();
    let mut connection = PgConnection::establish(database.url()).unwrap();
    connection.batch_execute(sql("CREATE DOMAIN user_id")).unwrap();
    connection.batch_execute("INSERT INTO users VALUES (1, 'Ada')").unwrap();
    for id in [10, 11] {
        diesel::insert_into(posts::table)
            .values((
                posts::id.eq(post(id)),
                posts::author_id.eq(user(1)),
                posts::reply_to.eq((id > 10).then(|| post(10))),
                posts::title.eq("Title"),
            ))
            .execute(&mut connection)
            .unwrap();
    }
    let found: Vec<(PostId, UserId, Option<PostId>)> = posts::table
        .filter(posts::id.eq_any([post(10), post(11)]))
        .filter(posts::author_id.eq(user(1)))
        .select((posts::id, posts::author_id, posts::reply_to))
        .order(posts::id)
        .load(&mut connection)
        .unwrap();
    assert_eq!(found, [(post(10), user(1), None), (post(11), user(1), Some(post(10)))]);

    // The database refuses what is not an ID.
    let error = connection.batch_execute("UPDATE posts SET id = 0").unwrap_err();
    assert!(error.to_string().contains("post_id"), "{error}");

    // Arrays are written and read as they are, and compared after a cast.
    connection.batch_execute("CREATE TABLE lists (members user_id[] PRIMARY KEY)").unwrap();
    let members = vec![user(1), user(2)];
    let insert = diesel::insert_into(lists::table).values(lists::members.eq(&members));
    insert.execute(&mut connection).unwrap();
    let holds = lists::members.contains(vec![user(2)]);
    let found = lists::table.filter(holds).select(lists::members).load(&mut connection);
    let error = found.map(|_: Vec<Vec<UserId>>| ()).unwrap_err().to_string();
    assert!(error.contains("operator does not exist: user_id[] @> bigint[]"), "{error}");
    let ids = diesel::dsl::sql::<Array<Key<UserId>>>("")
        .bind::<Array<Key<UserId>>, _>(vec![user(2)])
        .sql("::user_id[]");
    let holds = lists::members.contains(ids);
    let found = lists::table.filter(holds).select(lists::members).load(&mut connection);
    assert_eq!(found, Ok(vec![members]));
}
