//! Many sessions mint at once.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use std::{env, thread};

use diesel::result::Error;
use snowflake_kit_core::{Layout, Limits, SequenceStart, Snowflake};
use snowflake_kit_mint::{Generator, Minter, Node};
use snowflake_kit_sql::{Dialect, Functions};

use crate::database::{Database, Session};

const SESSIONS: u32 = 16;

/// How many IDs each session mints.
fn count() -> u64 {
    let count = env::var("SNOWFLAKE_SQL_IDS").ok();
    count.map_or(1_500, |count| count.parse().expect("SNOWFLAKE_SQL_IDS is a number"))
}

/// What all sessions saw: no ID twice, in none an ID before a larger one.
fn check(functions: &Functions, sessions: &[Vec<i64>]) {
    let mut all = HashSet::new();
    for ids in sessions {
        assert!(ids.is_sorted_by(|a, b| a < b), "an ID is not larger than the one before");
        for id in ids {
            assert!(all.insert(*id), "{id} was minted twice");
            let id = Snowflake::new(*id).expect("an ID");
            assert!(functions.layout().contains(id));
            assert_eq!(functions.layout().decompose(id).node, 5);
        }
    }
}

/// A table whose keys are minted when they are missing, beside a column that
/// says by whom.
pub(crate) fn table(session: &mut Session, functions: &Functions) {
    session.run(match functions.dialect() {
        Dialect::Postgres => "CREATE TABLE t (id bigint PRIMARY KEY, v bigint)",
        _ => "CREATE TABLE t (id BIGINT NOT NULL DEFAULT 0 PRIMARY KEY CHECK (id > 0), v BIGINT)",
    });
    session.run(&functions.fill("t", "id").unwrap());
}

/// Mints `count` IDs in this session: single rows, statements of many rows,
/// and long transactions, of which some are rolled back. What is seen counts,
/// committed or not.
fn mint(database: &Database, functions: &Functions, count: usize) -> Vec<i64> {
    let mut session = database.session();
    let next_id = functions.next_id();
    let mut seen = Vec::with_capacity(count);
    let rows = |count| database.rows(count);
    while seen.len() < count {
        for _ in 0..20 {
            seen.extend(session.insert(&rows(1)));
        }
        seen.extend(session.ids(&format!("SELECT {next_id} AS id")));
        seen.extend(session.insert(&rows(300)));
        seen.extend(session.ids(&format!("SELECT {next_id} AS id FROM {}", rows(300))));
        for end in ["COMMIT", "ROLLBACK"] {
            session.run("BEGIN");
            for _ in 0..10 {
                seen.extend(session.insert(&rows(1)));
            }
            session.run("SAVEPOINT s");
            seen.extend(session.insert(&rows(50)));
            session.run("ROLLBACK TO SAVEPOINT s");
            seen.extend(session.insert(&rows(50)));
            session.run(end);
        }
    }
    seen
}

/// What a query of a session ends with when another session of MySQL interrupts it.
fn interrupted(database: &Database, session: &mut Session, sql: &str) -> Result<Vec<i64>, Error> {
    let kill = format!("KILL QUERY {}", session.value("CONNECTION_ID()").expect("no NULL"));
    let has_ended = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut other = database.session();
            while !has_ended.load(Ordering::Relaxed) {
                thread::sleep(Duration::from_millis(50));
                other.run(&kill);
            }
        });
        let end = session.try_ids(sql);
        has_ended.store(true, Ordering::Relaxed);
        end
    })
}

with_each_dialect! {
    fn sixteen_sessions_mint_no_id_twice(database: &Database) {
        let functions = database.functions(Layout::DEFAULT);
        table(&mut database.with(&functions), &functions);
        let (count, functions) = (usize::try_from(count()).unwrap(), &functions);
        let seen: Vec<_> = thread::scope(|scope| {
            let spawn = |_| scope.spawn(move || mint(database, functions, count));
            let sessions: Vec<_> = (0..SESSIONS).map(spawn).collect();
            sessions.into_iter().map(|session| session.join().unwrap()).collect()
        });
        check(functions, &seen);
        // The key is one, so what was committed is distinct anyway.
        let minted: usize = seen.iter().map(Vec::len).sum();
        assert!(minted >= count * SESSIONS as usize);
    }

    fn a_narrow_layout_makes_them_wait_and_not_repeat(database: &Database) {
        // 16 IDs per 10 ms, the node below them.
        let narrow = Layout::builder("narrow")
            .tick_millis(10).time_bits(45).sequence_bits(4).node_bits(14);
        for start in [SequenceStart::Zero, SequenceStart::Random, SequenceStart::Continue] {
            let limits = Limits::new().sequence_start(start);
            let functions = database.functions(narrow.build()).limits(limits);
            let mut session = database.with(&functions);
            let functions = &functions;
            let seen: Vec<_> = thread::scope(|scope| {
                let mint = || {
                    let mut session = database.session();
                    let select = format!("SELECT {} AS id", functions.next_id());
                    let many = format!("{select} FROM {}", database.rows(20));
                    [&select, &many, &select, &many].map(|sql| session.ids(sql)).concat()
                };
                let sessions: Vec<_> = (0..SESSIONS).map(|_| scope.spawn(mint)).collect();
                sessions.into_iter().map(|session| session.join().unwrap()).collect()
            });
            check(functions, &seen);
            session.run_all(&functions.down());
        }
    }

    /// One mint after the other, as fast as the server is. (Remainders of odd numbers are those of the
    /// clock as well: `snowflake-kit-mint` tests them, on one that is set by hand.)
    fn remainders_are_even_where_ticks_continue(database: &Database) {
        const IDS: u64 = 2_048;
        for start in [SequenceStart::Zero, SequenceStart::Continue] {
            let limits = Limits::new().sequence_start(start);
            let functions = database.functions(Layout::DEFAULT).limits(limits);
            let mut session = database.with(&functions);
            let ids: Vec<_> = (0..IDS).map(|_| session.mint(&functions)).collect();
            // Within 5 %.
            let is_even = |divisor: u64| {
                let mut counts = vec![0; divisor as usize];
                for id in &ids {
                    counts[(id.cast_unsigned() % divisor) as usize] += 1;
                }
                counts.into_iter().all(|count: u64| 20 * (count * divisor).abs_diff(IDS) < IDS)
            };
            // As the FAQ says.
            let are_even = (1..=8).all(|bits| is_even(1 << bits));
            assert_eq!(are_even, start == SequenceStart::Continue, "{start:?}");
            session.run_all(&functions.down());
        }
    }

    fn programs_and_the_database_fill_one_table(database: &Database) {
        let functions = database.functions(Layout::TWITTER);
        table(&mut database.with(&functions), &functions);
        let rounds = count() / 100;
        // An ID that came twice would be the error of the primary key.
        thread::scope(|scope| {
            for number in 0..4 {
                scope.spawn(move || {
                    let node = Node::fixed(100 + number);
                    let generator = Generator::new(Layout::TWITTER, node).unwrap();
                    let mut session = database.session();
                    for _ in 0..rounds {
                        let mint = |_| format!("({}, 2)", generator.mint::<Snowflake>());
                        let rows: Vec<_> = (0..100).map(mint).collect();
                        session.run(&format!("INSERT INTO t VALUES {}", rows.join(", ")));
                    }
                });
                scope.spawn(|| {
                    let mut session = database.session();
                    let rows = database.rows(100);
                    for _ in 0..rounds {
                        session.run(&format!("INSERT INTO t (v) SELECT 1 FROM {rows}"));
                    }
                });
            }
        });
        let mut session = database.session();
        assert_eq!(session.count("t"), (8 * 100 * rounds).cast_signed());
        assert_eq!(session.count("t WHERE (snowflake_id_node(id) = 5) <> (v = 1)"), 0);
    }

    fn a_transaction_that_minted_keeps_nobody_waiting(database: &Database) {
        let functions = database.functions(Layout::DEFAULT);
        let mut first = database.with(&functions);
        table(&mut first, &functions);
        let mut second = database.session();
        // An error in place of a wait without end.
        second.run(match database.dialect() {
            Dialect::Postgres => "SET lock_timeout = '30s'",
            _ => "SET innodb_lock_wait_timeout = 30",
        });
        let mut seen = Vec::new();
        first.run("BEGIN");
        for _ in 0..20 {
            seen.push(first.mint(&functions));
            seen.extend(first.insert(&database.rows(1)));
            // Some in the same tick, some in later ones.
            seen.push(second.mint(&functions));
            seen.extend(second.insert(&database.rows(1)));
        }
        first.run("ROLLBACK");
        seen.push(first.mint(&functions));
        assert!(seen.is_sorted_by(|a, b| a < b));
    }

    fn a_session_that_is_interrupted_locks_nobody_out(database: &Database) {
        let functions = database.functions(Layout::DEFAULT);
        let mut session = database.with(&functions);
        let endless = format!(
            "SELECT {} AS id FROM {}", functions.next_id(), database.rows(1_000_000_000_000)
        );
        let (limit, none) = match database.server() {
            Dialect::Postgres => ("SET statement_timeout = 50", "SET statement_timeout = 0"),
            Dialect::MariaDb => ("SET max_statement_time = 0.05", "SET max_statement_time = 0"),
            // MySQL has a limit for statements that only read.
            _ => ("DO 0", "DO 0"),
        };
        let mut other = database.session();
        let mut last = 0;
        for _ in 0..10 {
            session.run(limit);
            // In a transaction that goes on, if the database has it go on.
            session.run("BEGIN");
            session.run("SAVEPOINT s");
            let ended = match database.server() {
                Dialect::MySql => interrupted(database, &mut session, &endless),
                _ => session.try_ids(&endless),
            };
            assert!(matches!(ended, Err(Error::DatabaseError(..))));
            session.run("ROLLBACK TO SAVEPOINT s");
            session.run(none);
            for session in [&mut other, &mut session] {
                let id = session.mint(&functions);
                assert!(id > last);
                last = id;
            }
            session.run("COMMIT");
        }
    }
}
