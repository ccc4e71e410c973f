//! The forms that a table of `SQLite` can have under these keys: an index beside the row number, the
//! key as the row number, no row number, and `STRICT`.

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::result::DatabaseErrorKind::NotNullViolation;
use diesel::result::Error::DatabaseError;
use diesel::sql_types::{BigInt, Text};

use crate::columns::typed::{posts, users};
use crate::ids::{BIG, PostId, UserId, post, user};

#[derive(Clone, Debug, PartialEq, Insertable, Queryable, Identifiable, AsChangeset)]
#[diesel(table_name = posts, treat_none_as_default_value = false, treat_none_as_null = true)]
struct Post {
    id: PostId,
    author_id: UserId,
    editor_id: Option<UserId>,
    title: String,
}

/// How a row ends up that was inserted without its key.
#[derive(Clone, Copy)]
enum Keyless {
    IsRefused,
    IsNumbered,
}

/// Tables whose keys are of this type, with the option.
fn database(key: &str, option: &str) -> SqliteConnection {
    // What a strict table may call a 64-bit integer.
    let link = if option == "STRICT" { "INT" } else { "BIGINT" };
    let mut connection = SqliteConnection::establish(":memory:").unwrap();
    connection
        .batch_execute(&format!(
            "PRAGMA foreign_keys = ON;
             CREATE TABLE users (id {key}, name TEXT NOT NULL) {option};
             CREATE TABLE posts (
                 id {key},
                 author_id {link} NOT NULL REFERENCES users (id),
                 editor_id {link} REFERENCES users (id),
                 title TEXT NOT NULL
             ) {option};"
        ))
        .unwrap();
    connection
}

fn ids_are_what_they_were(key: &str, option: &str, keyless: Keyless) {
    let connection = &mut database(key, option);
    let names = [(1, "Ada"), (1 << 53, "Grace"), (BIG - 1, "Edsger")];
    let rows = names.map(|(id, name)| (users::id.eq(user(id)), users::name.eq(name)));
    diesel::insert_into(users::table).values(rows.to_vec()).execute(connection).unwrap();
    let post_by = |id, author, editor: Option<i64>| Post {
        id: post(id),
        author_id: user(author),
        editor_id: editor.map(user),
        title: format!("Post {id}"),
    };
    // Not in their order.
    let some = [
        post_by(BIG - 1, 1, None),
        post_by(10, BIG - 1, Some(1 << 53)),
        post_by((1 << 53) + 1, 1 << 53, Some(1)),
    ];
    let insert = diesel::insert_into(posts::table).values(some.to_vec());
    assert_eq!(insert.execute(connection), Ok(3));
    let returned = diesel::insert_into(posts::table)
        .values(post_by(11, 1, None))
        .returning((posts::id, posts::editor_id))
        .get_result::<(PostId, Option<UserId>)>(connection);
    assert_eq!(returned, Ok((post(11), None)));

    let in_order = posts::table.select(posts::id).order(posts::id);
    let ids = [10, 11, (1 << 53) + 1, BIG - 1].map(post);
    assert_eq!(in_order.load::<PostId>(connection), Ok(ids.to_vec()));
    for row in &some {
        assert_eq!(posts::table.find(row.id).first::<Post>(connection).as_ref(), Ok(row));
    }
    let between = in_order.filter(posts::id.between(post(11), post(1 << 54)));
    assert_eq!(between.load::<PostId>(connection), Ok(ids[1..3].to_vec()));
    let joined = posts::table.inner_join(users::table).order(posts::id).select((
        posts::id,
        users::id,
        users::name,
    ));
    let (id, author, name): (PostId, UserId, String) = joined.first(connection).unwrap();
    assert_eq!((id, author, name.as_str()), (ids[0], user(BIG - 1), "Edsger"));

    // Changed, met again, moved to another key, and gone.
    let changed = Post { editor_id: None, ..some[2].clone() };
    diesel::update(&changed).set(&changed).execute(connection).unwrap();
    assert_eq!(posts::table.find(changed.id).first::<Post>(connection).as_ref(), Ok(&changed));
    let met = Post { title: "Met".to_owned(), ..changed };
    let upsert = diesel::insert_into(posts::table).values(&met).on_conflict(posts::id).do_update();
    assert_eq!(upsert.set(posts::title.eq("Met")).execute(connection), Ok(1));
    assert_eq!(posts::table.find(met.id).first::<Post>(connection).as_ref(), Ok(&met));
    let moved = diesel::update(posts::table.find(met.id)).set(posts::id.eq(post(BIG)));
    assert_eq!(moved.execute(connection), Ok(1));
    assert_eq!(diesel::delete(posts::table.find(post(BIG))).execute(connection), Ok(1));
    assert_eq!(posts::table.find(post(BIG)).first::<Post>(connection).optional(), Ok(None));

    // The same numbers, whoever looks.
    let sql = diesel::sql_query("SELECT * FROM users WHERE typeof(id) = 'integer' ORDER BY id");
    let stored = sql.load::<Stored>(connection).unwrap();
    assert_eq!(stored.iter().map(|row| (row.id, row.name.as_str())).collect::<Vec<_>>(), names);

    let insert = diesel::insert_into(users::table).values(users::name.eq("Nobody"));
    let inserted = insert.execute(connection);
    match keyless {
        Keyless::IsRefused => {
            let is_refused = matches!(&inserted, Err(DatabaseError(NotNullViolation, _)));
            assert!(is_refused, "{inserted:?}");
        }
        Keyless::IsNumbered => {
            assert_eq!(inserted, Ok(1));
            let found = users::table.filter(users::name.eq("Nobody")).select(users::id);
            assert_eq!(found.first::<UserId>(connection), Ok(user(BIG)));
        }
    }
}

#[derive(QueryableByName)]
struct Stored {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    name: String,
}

#[test]
fn beside_the_row_number() {
    ids_are_what_they_were("BIGINT PRIMARY KEY NOT NULL", "", Keyless::IsRefused);
}

#[test]
fn as_the_row_number() {
    ids_are_what_they_were("INTEGER PRIMARY KEY NOT NULL", "", Keyless::IsNumbered);
}

#[test]
fn without_a_row_number() {
    ids_are_what_they_were("BIGINT PRIMARY KEY NOT NULL", "WITHOUT ROWID", Keyless::IsRefused);
}

#[test]
fn in_strict_tables() {
    ids_are_what_they_were("INT PRIMARY KEY NOT NULL", "STRICT", Keyless::IsRefused);
    let mut connection = database("INT PRIMARY KEY NOT NULL", "STRICT");
    let no_integer = connection.batch_execute("INSERT INTO users VALUES ('pst_1', 'Ada')");
    let error = no_integer.unwrap_err().to_string();
    assert!(error.contains("cannot store TEXT value in INT column users.id"), "{error}");
}
