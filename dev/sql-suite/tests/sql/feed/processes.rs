//! Writers and followers as processes, which are killed.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use snowflake_kit_core::{Layout, Snowflake};
use snowflake_kit_mint::{Generator, Minter, Node};
use snowflake_kit_sql::Dialect;

use super::lag::{Notes, lags, now};
use super::place::{Connection, Cursor, Place};

/// What a process is to do: `writer`, a number and a place, or `follower`, a number and a place.
const TOLD: &str = "SNOWFLAKE_FEED_PROCESS";

/// The folder in which a process notes when it did what.
const NOTES: &str = "SNOWFLAKE_FEED_NOTES";

/// How many rows are inserted at least, and how long a commit may be delayed, in ms: 5,000 and 300
/// unless set, with SQLite 500 and 30. `SNOWFLAKE_FEED_BATCH` is how many rows an insert has, 1
/// unless set. The long form is `SNOWFLAKE_FEED_ROWS=10000000 SNOWFLAKE_FEED_DELAY=60000
/// SNOWFLAKE_FEED_WRITERS=16 SNOWFLAKE_FEED_BATCH=100`. With `SNOWFLAKE_FEED_LAG`, in ms, the test
/// fails if rows waited for longer (99 of 100, after the transactions that began before them).
fn number(variable: &str, default: u64) -> u64 {
    env::var(variable).map_or(default, |number| number.parse().unwrap())
}

/// SQLite has one writer at a time, which holds up all others.
fn is_file(place: &Place) -> bool {
    place.dialect() == Dialect::Sqlite
}

fn delay(place: &Place) -> u64 {
    number("SNOWFLAKE_FEED_DELAY", if is_file(place) { 30 } else { 300 })
}

/// Does what this process was told, if it was.
pub(super) fn has_a_task() -> bool {
    let Ok(told) = env::var(TOLD) else { return false };
    let mut words = told.splitn(3, ' ');
    let (role, number) = (words.next().unwrap(), words.next().unwrap().parse().unwrap());
    let place = Place::from_text(words.next().unwrap());
    let notes =
        Notes::open(&PathBuf::from(env::var_os(NOTES).unwrap()), &format!("{role}_{number}"));
    match role {
        "writer" => write(&place, number, notes),
        _ => follow(&place, number, notes),
    }
    true
}

fn start(test: &str, role: &str, number: usize, place: &Place, notes: &Path) -> Child {
    Command::new(env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env(TOLD, format!("{role} {number} {}", place.to_text()))
        .env(NOTES, notes)
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// Inserts rows until it is killed, or told to stop by a row in `stop`.
fn write(place: &Place, number: usize, mut notes: Notes) {
    let node = Node::fixed(number as u32);
    let minting = Generator::new(Layout::DEFAULT, node).unwrap();
    let mut random = numbers(number as u64);
    let mut connection = place.connect();
    let (longest, batch) = (delay(place), self::number("SNOWFLAKE_FEED_BATCH", 1));
    let mut transaction = |connection: &mut Connection| {
        let begun = now();
        connection.begin();
        let mut last = 0;
        let mut insert = |connection: &mut Connection| {
            let mut row = || {
                last = minting.mint::<Snowflake>().get();
                format!("({last}, {number})")
            };
            let rows: Vec<_> = (0..batch).map(|_| row()).collect();
            connection.try_run(&format!("INSERT INTO posts VALUES {}", rows.join(", ")))
        };
        for _ in 0..=random() % 4 {
            insert(connection)?;
        }
        if random().is_multiple_of(4) {
            connection.run("SAVEPOINT s");
            insert(connection)?;
            connection.run("ROLLBACK TO SAVEPOINT s");
            insert(connection)?;
        }
        // Most commits are quick, and some are not.
        let delay = match random() % 20 {
            0 => random() % (longest + 1),
            1..5 => random() % (longest / 20 + 1),
            _ => 0,
        };
        thread::sleep(Duration::from_millis(delay));
        insert(connection)?;
        let is_undone = random().is_multiple_of(8);
        let ended = connection.try_run(if is_undone { "ROLLBACK" } else { "COMMIT" });
        if ended.is_ok() {
            notes.note([begun, now(), if is_undone { 0 } else { last }]);
        }
        ended
    };
    while connection.ids("SELECT count(*) AS id FROM stop") == [0] {
        match transaction(&mut connection) {
            // MySQL has rolled it back: two sessions that insert at the end of a table are a
            // deadlock there, once a third one has rolled back an insert between them.
            Err(error) if error.to_string().starts_with("Deadlock found") => {}
            done => done.unwrap(),
        }
    }
}

/// Reads the feed, and keeps what it has read and its cursor in one transaction.
fn follow(place: &Place, number: usize, mut notes: Notes) {
    let (mut reading, mut keeping) = (place.connect(), place.connect());
    let feed = place.feed();
    let mut idle = 0;
    loop {
        // Those that were there before: none comes after this read of an ended feed.
        let has_ended = keeping.ids("SELECT count(*) AS id FROM stop WHERE stage = 2") == [1];
        // A killed process may have been about to commit: this waits for that.
        keeping.begin();
        let lock = if is_file(place) { "" } else { "FOR UPDATE" };
        let mut row = |column: &str| {
            let row = format!("SELECT {column} AS id FROM follower WHERE number = {number} {lock}");
            keeping.ids(&row)[0]
        };
        let (count, seen, id) = (row("count"), row("seen"), row("last_id"));
        let cursor = Cursor { number: seen.to_string(), id };
        let rows = reading.read(&feed, &cursor, 500);
        let Some(last) = rows.last() else {
            keeping.run("ROLLBACK");
            // Other transactions on the server, of other tests too, may hold the horizon.
            idle = if has_ended { idle + 1 } else { 0 };
            if has_ended
                && (keeping.ids("SELECT count(*) AS id FROM posts") == [count] || idle > 3_000)
            {
                return;
            }
            thread::sleep(Duration::from_millis(20));
            continue;
        };
        let values: Vec<_> =
            rows.iter().zip(count..).map(|(row, at)| format!("({at}, {})", row.id)).collect();
        keeping.run(&format!("INSERT INTO followed_{number} VALUES {}", values.join(", ")));
        keeping.run(&format!(
            "UPDATE follower SET seen = {}, last_id = {}, count = count + {} WHERE number = {number}",
            last.number,
            last.id,
            rows.len()
        ));
        keeping.run("COMMIT");
        notes.note([count, rows.len().try_into().unwrap(), now()]);
    }
}

/// 4 writers and 2 followers, each of which is killed now and then: in the end, each follower has
/// each row, once, and both have them in the same order.
pub(super) fn nothing_is_missed(place: &Place, test: &str) {
    place.set_up();
    let mut connection = place.connect();
    for table in [
        "CREATE TABLE stop (stage BIGINT NOT NULL PRIMARY KEY)",
        "CREATE TABLE follower (number BIGINT NOT NULL PRIMARY KEY, seen BIGINT NOT NULL,
            last_id BIGINT NOT NULL, count BIGINT NOT NULL)",
        "INSERT INTO follower VALUES (0, 0, 0, 0), (1, 0, 0, 0)",
    ] {
        connection.run(table);
    }
    // A table for each, so that they do not wait for each other.
    for number in 0..2 {
        connection.run(&format!(
            "CREATE TABLE followed_{number} (place BIGINT NOT NULL PRIMARY KEY,
                id BIGINT NOT NULL UNIQUE)"
        ));
    }
    let writers = number("SNOWFLAKE_FEED_WRITERS", 4) as usize;
    let enough = number("SNOWFLAKE_FEED_ROWS", if is_file(place) { 500 } else { 5_000 }) as i64;
    let folder = tempfile::tempdir().unwrap();
    // A writer that takes the place of a killed one has a node of its own.
    let mut nodes = 1..1024;
    let mut write = || start(test, "writer", nodes.next().unwrap(), place, folder.path());
    let follow = |number| start(test, "follower", number, place, folder.path());
    let mut writing: Vec<_> = (0..writers).map(|_| write()).collect();
    let mut following: Vec<_> = (0..2).map(follow).collect();
    let mut random = numbers(7);
    let (mut kills, begun) = (0, Instant::now());
    loop {
        let counting = Instant::now();
        let written = connection.ids("SELECT count(*) AS id FROM posts")[0];
        if written >= enough {
            break;
        }
        // To count millions of rows takes long: most of the time is the others'.
        let others = if enough > 100_000 { 20 * counting.elapsed() } else { Duration::ZERO };
        thread::sleep(Duration::from_millis(200).max(others));
        // Over the whole run.
        if kills < 200 * (written + 1_000) / enough {
            let killed = random() as usize % (writers + 2);
            let (process, again) = match killed.checked_sub(writers) {
                None => (&mut writing[killed], None),
                Some(number) => (&mut following[number], Some(number)),
            };
            process.kill().unwrap();
            process.wait().unwrap();
            *process = again.map_or_else(&mut write, follow);
            kills += 1;
        }
    }
    connection.run("INSERT INTO stop VALUES (1)");
    for mut process in writing {
        assert!(process.wait().unwrap().success(), "a writer");
    }
    connection.run("INSERT INTO stop VALUES (2)");
    for mut process in following {
        assert!(process.wait().unwrap().success(), "a follower");
    }
    let rows = connection.ids("SELECT id FROM posts ORDER BY id");
    let followed = |connection: &mut Connection, number, order: &str| {
        connection.ids(&format!("SELECT id FROM followed_{number} ORDER BY {order}"))
    };
    for number in 0..2 {
        assert_eq!(followed(&mut connection, number, "id"), rows, "follower {number}");
    }
    let order = followed(&mut connection, 0, "place");
    assert_eq!(order, followed(&mut connection, 1, "place"));
    let again = connection.read_until(&place.feed(), &mut Cursor::start(), rows.len());
    assert_eq!(order, again);
    println!("{} rows, {kills} kills, {:?}", rows.len(), begun.elapsed());
    for number in 0..2 {
        let (after_commit, after_all) = lags(folder.path(), number, &order);
        println!("follower {number}: {after_commit} after the commit");
        println!("follower {number}: {after_all} after what began before");
        let most = self::number("SNOWFLAKE_FEED_LAG", u64::MAX);
        assert!(after_all.percent(99).unsigned_abs() <= most, "{after_all}");
    }
}

/// Numbers without a pattern, the same for a seed.
fn numbers(seed: u64) -> impl FnMut() -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15 ^ (seed + 1).wrapping_mul(0x2545_f491_4f6c_dd1d);
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 11
    }
}
