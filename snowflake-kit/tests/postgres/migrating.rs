//! The guide on moving from other keys, run as it is there, while programs go on
//! writing.

#[expect(unreachable_pub, reason = "programs copy it as it is")]
mod backfill;
mod keys;
mod program;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Once, mpsc};
use std::thread;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Nullable, Text};
use snowflake_kit::core::UtcTime;
use snowflake_kit::{Layout, Node, Snowflake, SnowflakeId};

use crate::database::Database;
use backfill::backfill;
use keys::OldKey;
use program::{Knows, Post, Program, Rows};

const GUIDE: &str = include_str!("../../src/guide/migrating.md");

/// As in the guide.
const LAYOUT: Layout = Layout::builder("shop")
    .epoch_date(2015, 1, 1)
    .time_bits(41)
    .node_bits(10)
    .sequence_bits(12)
    .build();

#[derive(SnowflakeId)]
#[snowflake(layout = LAYOUT)]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = LAYOUT)]
struct PostId(Snowflake);

/// 2019-03-04T05:06:07.008Z
const START: i64 = 1_551_675_967_008;

/// When so many posts were imported at once.
const IMPORT: i64 = START + 1_000_000;
const IMPORTED: usize = 5_000;

/// The statements of the block of SQL that begins with this line.
fn sql(start: &str) -> impl Iterator<Item = &'static str> {
    let mut blocks = GUIDE.split("```sql\n").skip(1).filter(|block| block.starts_with(start));
    let block = blocks.next().unwrap_or_else(|| panic!("no SQL that starts with {start}"));
    let block = block.split("```").next().unwrap();
    block.split(";\n").filter(|statement| !statement.trim().is_empty())
}

fn run(db: &mut PgConnection, start: &str) {
    for statement in sql(start) {
        db.batch_execute(statement).unwrap_or_else(|error| panic!("{statement}: {error}"));
    }
}

/// Rows as they are before: users, posts, and many posts at once.
fn old_rows(kind: OldKey) -> Rows {
    let mut rows = Rows::new(kind);
    let mut users = Vec::new();
    for i in 0..3_000 {
        // Some of them in the same millisecond.
        users.push(rows.add_user(START + i64::from(i / 3) * 977));
    }
    let mut posts: Vec<String> = Vec::new();
    for i in 0..7_000_usize {
        let millis =
            if i < IMPORTED { IMPORT } else { START + 2_000_000 + i64::try_from(i / 7).unwrap() };
        let author = users[i * 31 % users.len()].clone();
        // To any that there is, older or newer.
        let reply_to = (i % 3 == 2).then(|| posts[i * 17 % posts.len()].clone());
        posts.push(rows.add_post(millis, author, reply_to));
    }
    rows
}

/// A row as it is after.
#[derive(QueryableByName)]
struct After {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    old_id: String,
    #[diesel(sql_type = Nullable<Text>)]
    author: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    reply_to: Option<String>,
}

#[test]
fn tables_with_version_7_uuids_move() {
    migrate(OldKey::UuidV7);
}

#[test]
fn tables_with_ulids_move() {
    migrate(OldKey::Ulid);
}

#[test]
fn tables_with_random_uuids_move_by_a_column() {
    migrate(OldKey::UuidV4);
}

fn migrate(kind: OldKey) {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| snowflake_kit::install(Node::fixed(7)).unwrap());

    let database = Database::new();
    let db = &mut database.connect();
    for statement in sql("-- What there is.") {
        db.batch_execute(&statement.replace("uuid", kind.sql_type())).unwrap();
    }
    let mut rows = old_rows(kind);
    rows.insert(db);

    // A program that knows the old keys only, and writes until it is ended.
    let is_over = Arc::new(AtomicBool::new(false));
    let (began, has_begun) = mpsc::channel();
    let old_program = {
        let program = Program::new(database.connect(), Knows::Old, &rows);
        let is_over = Arc::clone(&is_over);
        thread::spawn(move || program.write_until(&began, || is_over.load(Ordering::Relaxed)))
    };
    has_begun.recv().unwrap();

    run(db, "-- 1. New columns.");
    // A program that writes both keys, until the tables have other columns.
    let (began, has_begun) = mpsc::channel();
    let both_program = {
        let mint = (|| UserId::mint().get(), || PostId::mint().get());
        let program = Program::new(database.connect(), Knows::Both(mint.0, mint.1), &rows);
        thread::spawn(move || program.write_until(&began, || false))
    };
    has_begun.recv().unwrap();
    rows.insert_with_both(db, UserId::mint, PostId::mint);
    let keys = kind.old_keys();
    let fill = |db: &mut PgConnection, table, node| backfill(db, table, &keys, LAYOUT, node);
    assert!(fill(db, "users", 1020).unwrap() >= 3_000);
    assert!(fill(db, "posts", 1022).unwrap() >= 7_000);
    rows.insert_with_both(db, UserId::mint, PostId::mint);
    run(db, "-- 3. Foreign keys follow.");
    run(db, "-- 3. Indexes.");

    is_over.store(true, Ordering::Relaxed);
    rows.take(old_program.join().unwrap());
    assert!(fill(db, "users", 1021).unwrap() > 0);
    assert!(fill(db, "posts", 1023).unwrap() > 0);
    run(db, "-- 3. Foreign keys follow.");
    run(db, "-- 4. New rows");
    run(db, "-- 4. Old rows");
    let [different] = sql("-- 4. This has to be 0").collect::<Vec<_>>().try_into().unwrap();
    let different: Count = sql_query(different).get_result(db).unwrap();
    assert_eq!(different.count, 0);
    // In a session of its own: counts of rows that were read before go with an index that is dropped.
    let read = database
        .connect()
        .transaction(|db| {
            run(db, "-- 5. The switch");
            let before = rows_read(db);
            run(db, "-- 5. The new columns");
            Ok::<_, diesel::result::Error>(rows_read(db) - before)
        })
        .unwrap();
    // Its time does not depend on how many rows there are.
    assert_eq!(read, 0);

    rows.take(both_program.join().unwrap());
    check_rows(db, &rows);
    check_new_writes(db);
    run(db, "-- 6. When no client asks");
    let user = UserId::mint();
    let insert = format!("INSERT INTO users (id, name) VALUES ({user}, 'Last')");
    db.batch_execute(&insert).unwrap();
}

#[derive(QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

/// How many rows of the tables this transaction has read.
fn rows_read(db: &mut PgConnection) -> i64 {
    let select = "SELECT coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::bigint AS count
        FROM pg_stat_xact_user_tables WHERE relname IN ('users', 'posts')";
    sql_query(select).get_result::<Count>(db).unwrap().count
}

/// No row is lost, none is new, each has its time, its place, and its links.
fn check_rows(db: &mut PgConnection, rows: &Rows) {
    let select = "SELECT id, old_id::text, NULL AS author, NULL AS reply_to FROM users ORDER BY id";
    let users: Vec<After> = sql_query(select).load(db).unwrap();
    let expected: HashMap<_, _> = rows.users().collect();
    assert_eq!(users.len(), expected.len());
    assert_eq!(check_times(&users, &expected, rows.kind()), 0);

    // By the new keys to the rows, and of these the old keys.
    let select = "SELECT posts.id, posts.old_id::text, users.old_id::text AS author,
            parent.old_id::text AS reply_to
        FROM posts
        LEFT JOIN users ON users.id = posts.author_id
        LEFT JOIN posts AS parent ON parent.id = posts.reply_to
        ORDER BY posts.id";
    let posts: Vec<After> = sql_query(select).load(db).unwrap();
    let expected: HashMap<_, _> = rows.posts().map(|(key, post)| (key, post.created)).collect();
    assert_eq!(posts.len(), expected.len());
    // What did not fit into the millisecond of the import is in the next.
    let moved = check_times(&posts, &expected, rows.kind());
    assert_eq!(moved, IMPORTED - 4_096);
    let links: HashMap<_, _> = rows.posts().collect();
    for after in &posts {
        let Post { author, reply_to, .. } = &links[after.old_id.as_str()];
        assert_eq!((after.author.as_ref(), &after.reply_to), (Some(author), reply_to));
    }

    // No ID is of a user and of a post.
    let mut ids: Vec<_> = users.iter().chain(&posts).map(|after| after.id).collect();
    ids.sort_unstable();
    assert!(ids.is_sorted_by(|a, b| a < b));

    // A range of keys is an interval of creation.
    let (first, last) = UserId::range(START..START + 1_000_000).into_inner();
    let (first, last) = (first.get(), last.get());
    let found = users.iter().filter(|user| (first..=last).contains(&user.id)).count();
    let created = rows.users().filter(|(_, created)| *created / 1_000 < START + 1_000_000);
    assert_eq!(found, created.count());
}

/// Rows in the order of their IDs are in that of their creation, and have its
/// time; says how many have the next millisecond's.
fn check_times(rows: &[After], created: &HashMap<&str, i64>, kind: OldKey) -> usize {
    let mut moved = 0;
    let mut last: Option<(i64, u32, i64, &str)> = None;
    for row in rows {
        let id = Snowflake::new(row.id).unwrap();
        let parts = LAYOUT.decompose(id);
        let micros = *created.get(row.old_id.as_str()).expect("it was there before");
        let [millis, found] = [micros / 1_000, LAYOUT.unix_millis(parts.timestamp).unwrap()];
        if parts.node == 7 {
            // It was minted, by a program that knows both keys.
            continue;
        }
        assert!((1_020..=1_023).contains(&parts.node));
        assert!(
            found == millis || millis == IMPORT && found == millis + 1,
            "{} is of {}, not {}",
            row.old_id,
            UtcTime(millis),
            UtcTime(found)
        );
        moved += usize::from(found != millis);
        // As the guide's column `order` has it.
        let order = if kind == OldKey::UuidV4 { micros } else { millis };
        if let Some((order_before, node, millis_before, key)) = last {
            let is_sorted = (order_before, key) < (order, row.old_id.as_str());
            // Of the same millisecond, those that were filled in later are last.
            let is_late = node < parts.node && millis_before == millis;
            assert!(is_sorted || is_late, "{} is before {key}", row.old_id);
        }
        last = Some((order, parts.node, millis, &row.old_id));
    }
    moved
}

/// The tables have what tables with such keys have.
fn check_new_writes(db: &mut PgConnection) {
    let [user, post] = [UserId::mint().get(), PostId::mint().get()];
    let mut write = |sql: &str| db.batch_execute(sql).map_err(|error| error.to_string());
    write(&format!("INSERT INTO users (id, name) VALUES ({user}, 'New')")).unwrap();
    let insert = "INSERT INTO posts (id, author_id, reply_to, title) VALUES";
    write(&format!("{insert} ({post}, {user}, {post}, 'New')")).unwrap();
    for (values, constraint) in [
        (format!("({}, 1, NULL, 'No author')", PostId::mint()), "posts_author_id_fkey"),
        (format!("({}, {user}, 1, 'No parent')", PostId::mint()), "posts_reply_to_fkey"),
        (format!("({post}, {user}, NULL, 'Twice')"), "posts_pkey"),
        (format!("({}, NULL, NULL, 'By nobody')", PostId::mint()), "\"author_id\""),
        (format!("(NULL, {user}, NULL, 'No key')"), "\"id\""),
    ] {
        let error = write(&format!("{insert} {values}")).unwrap_err();
        assert!(error.contains(constraint), "{values}: {error}");
    }
    let error = write(&format!("DELETE FROM users WHERE id = {user}")).unwrap_err();
    assert!(error.contains("posts_author_id_fkey"), "{error}");
}

#[test]
fn a_row_before_the_epoch_ends_the_backfill() {
    let database = Database::new();
    let db = &mut database.connect();
    for start in ["-- What there is.", "-- 1. New columns."] {
        run(db, start);
    }
    let mut rows = Rows::new(OldKey::UuidV7);
    rows.add_user(Layout::DEFAULT.epoch_unix_millis() - 1);
    rows.insert(db);
    let keys = OldKey::UuidV7.old_keys();
    let error = backfill(db, "users", &keys, Layout::DEFAULT, 1020).unwrap_err().to_string();
    assert!(error.ends_with("take a layout with an epoch before the oldest row"), "{error}");
    // On a new connection it begins anew.
    let db = &mut database.connect();
    assert_eq!(backfill(db, "users", &keys, LAYOUT, 1020).unwrap(), 1);
}
