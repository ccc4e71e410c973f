//! `snowflake_kit_sql::Feed`: no follower misses a row, or reads one twice.
//!
//! `SNOWFLAKE_FEED_ROWS` and its like make the test with processes as long as it has to be.

mod lag;
mod place;
mod processes;

use snowflake_kit_sql::{Dialect, Feed};

use crate::database::Database;
use place::{Cursor, Place};

/// A test on each kind of database.
macro_rules! on_each_place {
    ($($(#[$attribute:meta])* fn $name:ident($place:ident: &Place) $body:block)*) => {$(
        $(#[$attribute])*
        mod $name {
            use super::*;

            fn test($place: &Place) $body

            #[test]
            fn postgres() {
                let database = Database::new(Dialect::Postgres);
                test(&Place::Server(database.dialect(), database.url()));
            }

            #[test]
            fn mysql_or_mariadb() {
                let database = Database::of_mysql();
                test(&Place::Server(database.dialect(), database.url()));
            }

            #[test]
            fn sqlite() {
                let folder = tempfile::tempdir().unwrap();
                test(&Place::File(folder.path().join("feed.sqlite")));
            }
        }
    )*};
}

on_each_place! {
    fn what_was_there_comes_first_and_what_is_rolled_back_never(place: &Place) {
        place.set_up();
        let (feed, mut cursor) = (place.feed(), Cursor::start());
        let mut connection = place.connect();
        assert_eq!(connection.read_all(&feed, &mut cursor), [1, 2, 3]);
        connection.begin();
        connection.run("INSERT INTO posts VALUES (20, 0), (10, 0)");
        connection.run("SAVEPOINT s");
        connection.run("INSERT INTO posts VALUES (30, 0)");
        connection.run("ROLLBACK TO SAVEPOINT s");
        connection.run("INSERT INTO posts VALUES (40, 0)");
        connection.run("COMMIT");
        connection.begin();
        connection.run("INSERT INTO posts VALUES (5, 0)");
        connection.run("ROLLBACK");
        connection.run("INSERT INTO posts VALUES (7, 0)");
        let mut read = connection.read_until(&feed, &mut cursor, 4);
        // In the order of transactions, where numbers are not given to several at once.
        if !matches!(place.dialect(), Dialect::MariaDb | Dialect::MySql) {
            assert_eq!(read.last(), Some(&7));
        }
        read.sort_unstable();
        assert_eq!(read, [7, 10, 20, 40]);
        assert!(connection.read_all(&feed, &mut cursor).is_empty());

        for statement in feed.down().iter().chain(&feed.up()) {
            connection.run(statement);
        }
        let all = connection.read_all(&feed, &mut Cursor::start());
        assert_eq!(all, [1, 2, 3, 7, 10, 20, 40]);
    }
}

/// The transaction with the smaller number and the smaller ID commits last. SQLite has no two
/// transactions that write.
fn a_late_commit_is_not_missed(place: &Place) {
    place.set_up();
    let (feed, mut cursor) = (place.feed(), Cursor::start());
    let (mut early, mut late, mut follower) = (place.connect(), place.connect(), place.connect());
    follower.read_all(&feed, &mut cursor);
    late.begin();
    late.run("INSERT INTO posts VALUES (10, 0)");
    early.begin();
    early.run("INSERT INTO posts VALUES (20, 0)");
    early.run("COMMIT");
    // No follower waits for the transaction that is open.
    let mut seen = follower.read_all(&feed, &mut cursor);
    late.run("COMMIT");
    let left = 2 - seen.len();
    seen.extend(follower.read_until(&feed, &mut cursor, left));
    let expected = if place.dialect() == Dialect::Postgres { [10, 20] } else { [20, 10] };
    assert_eq!(seen, expected);
}

#[test]
fn a_late_commit_is_not_missed_by_postgres() {
    let database = Database::new(Dialect::Postgres);
    a_late_commit_is_not_missed(&Place::Server(database.dialect(), database.url()));
}

#[test]
fn a_late_commit_is_not_missed_by_mysql_or_mariadb() {
    let database = Database::of_mysql();
    a_late_commit_is_not_missed(&Place::Server(database.dialect(), database.url()));
}

/// What the horizon is for.
#[test]
fn without_the_horizon_a_late_commit_is_missed() {
    let database = Database::new(Dialect::Postgres);
    let place = Place::Server(database.dialect(), database.url());
    place.set_up();
    let read = place.feed().read();
    let horizon = read.lines().find(|line| line.contains("pg_snapshot_xmin")).unwrap();
    let without = read.replace(horizon, "");
    let (mut early, mut late, mut follower) = (place.connect(), place.connect(), place.connect());
    let cursor = follower.read_by(&without, &Cursor::start(), 100).pop().unwrap();
    late.begin();
    late.run("INSERT INTO posts VALUES (10, 0)");
    early.run("INSERT INTO posts VALUES (20, 0)");
    let seen = follower.read_by(&without, &cursor, 100);
    late.run("COMMIT");
    let after = follower.read_by(&without, &seen[0], 100);
    assert_eq!((seen[0].id, after), (20, Vec::new()));
}

/// As texts, 10 would be before 9.
#[test]
fn numbers_of_transactions_are_in_the_order_of_numbers() {
    let database = Database::new(Dialect::Postgres);
    let place = Place::Server(database.dialect(), database.url());
    place.set_up();
    let mut connection = place.connect();
    for (xid, id) in [(9, 1), (10, 2), (2, 3)] {
        connection.run(&format!("UPDATE posts SET feed_xid = '{xid}' WHERE id = {id}"));
    }
    let (feed, mut cursor) = (place.feed(), Cursor::start());
    let one_by_one: Vec<_> = std::iter::from_fn(|| {
        let rows = connection.read(&feed, &cursor, 1);
        cursor = rows.first()?.clone();
        Some(cursor.id)
    })
    .collect();
    assert_eq!(one_by_one, [3, 1, 2]);
}

/// The index serves the query: no sort, and no read of the whole table.
#[test]
fn postgres_reads_the_feed_by_its_index() {
    let database = Database::new(Dialect::Postgres);
    let place = Place::Server(database.dialect(), database.url());
    place.set_up();
    let mut connection = place.connect();
    connection.run("INSERT INTO posts SELECT n, 0 FROM generate_series(100, 20000) n");
    connection.run("ANALYZE posts");
    connection.run(
        "CREATE FUNCTION plan(query text) RETURNS SETOF text LANGUAGE plpgsql AS
            'BEGIN RETURN QUERY EXECUTE ''EXPLAIN '' || query; END'",
    );
    let read = place.feed().read().replace("$1", "'5'").replace("$2", "7").replace("$3", "100");
    let uses = |what: &str| {
        format!("SELECT count(*) AS id FROM plan($q${read}$q$) AS line WHERE line LIKE '%{what}%'")
    };
    assert_eq!(connection.ids(&uses("posts_feed")), [1]);
    assert_eq!(connection.ids(&uses("Sort")), [0]);
}

#[test]
fn a_name_that_is_too_long_is_refused() {
    let long = "x".repeat(60);
    assert!(Feed::new(Dialect::Postgres, long.as_str(), "id").is_err());
}

#[test]
fn no_process_misses_a_row_of_postgres() {
    if !processes::has_a_task() {
        let database = Database::new(Dialect::Postgres);
        let place = Place::Server(database.dialect(), database.url());
        processes::nothing_is_missed(&place, "feed::no_process_misses_a_row_of_postgres");
    }
}

#[test]
fn no_process_misses_a_row_of_mysql_or_mariadb() {
    if !processes::has_a_task() {
        let database = Database::of_mysql();
        let place = Place::Server(database.dialect(), database.url());
        processes::nothing_is_missed(&place, "feed::no_process_misses_a_row_of_mysql_or_mariadb");
    }
}

#[test]
fn no_process_misses_a_row_of_sqlite() {
    if !processes::has_a_task() {
        let folder = tempfile::tempdir().unwrap();
        let place = Place::File(folder.path().join("feed.sqlite"));
        processes::nothing_is_missed(&place, "feed::no_process_misses_a_row_of_sqlite");
    }
}
