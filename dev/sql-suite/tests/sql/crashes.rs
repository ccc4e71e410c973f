//! The server crashes while sessions mint. What a client has seen counts,
//! committed or not.

use std::collections::HashSet;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits};
use snowflake_kit_sql::Dialect;

use crate::database::{Database, Session};
use crate::server::{self, FakeClock};

fn under_load(dialect: Dialect) {
    let mut server = server::start(dialect, &[]);
    let database = Database::on(dialect, server.url());
    let functions = database.functions(Layout::DEFAULT);
    crate::sessions::table(&mut database.with(&functions), &functions);
    let (database, stop) = (&database, AtomicBool::new(false));
    let (send, receive) = mpsc::channel::<Vec<i64>>();
    thread::scope(|scope| {
        for _ in 0..4 {
            let (send, stop) = (send.clone(), &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let Some(mut session) = database.try_session() else {
                        thread::sleep(Duration::from_millis(20));
                        continue;
                    };
                    // Until the server is gone.
                    while !stop.load(Ordering::Relaxed)
                        && transaction(database, &mut session, &send).is_ok()
                    {}
                }
            });
        }
        let mut seen = HashSet::new();
        let mut wait_for = |batches: usize| {
            for _ in 0..batches {
                for id in receive.recv_timeout(Duration::from_mins(3)).unwrap() {
                    assert!(seen.insert(id), "{id} was minted twice");
                }
            }
        };
        for _ in 0..2 {
            wait_for(60);
            server.crash().unwrap();
        }
        wait_for(60);
        stop.store(true, Ordering::Relaxed);
        drop(send);
        for id in receive.iter().flatten() {
            assert!(seen.insert(id), "{id} was minted twice");
        }
    });
}

fn transaction(
    database: &Database,
    session: &mut Session,
    seen: &mpsc::Sender<Vec<i64>>,
) -> Result<(), diesel::result::Error> {
    for end in ["COMMIT", "ROLLBACK"] {
        session.try_run("BEGIN")?;
        for rows in [1, 50, 1] {
            seen.send(session.try_insert(&database.rows(rows))?).unwrap();
        }
        session.try_run(end)?;
    }
    Ok(())
}

/// When the clock stands, in Unix seconds.
const TIME: i64 = 1_887_000_000;

/// IDs that are lost from the state: seen in transactions that never ended. The
/// clock stands still from before the crash until after it.
fn while_the_clock_stands(dialect: Dialect, crash: impl Fn(&mut FakeClock, &mut Session)) {
    let mut clock = FakeClock::start(dialect);
    let database = Database::on(dialect, clock.url());
    // Without a wait, which would be for a clock that does not go.
    let functions =
        database.functions(Layout::DEFAULT).limits(Limits::new().max_wait(Duration::ZERO));
    database.with(&functions);
    let select = format!("SELECT {} AS id FROM {}", functions.next_id(), database.rows(100));
    clock.stop(TIME - 10);
    // The first one may be refused, for the same reason.
    let _ = database.session().try_ids(&select);

    clock.stop(TIME);
    let mut session = database.session();
    session.run("BEGIN");
    let before = session.ids(&select);
    crash(&mut clock, &mut session);
    clock.stop(TIME);
    let mut session = reconnect(&database);
    let refusal = session.refusal(&functions);
    assert!(refusal.contains("no slot became free"), "{refusal}");

    clock.stop(TIME + 20);
    let after = session.ids(&select);
    assert!([before, after].concat().is_sorted_by(|a, b| a < b));
}

fn reconnect(database: &Database) -> Session {
    loop {
        if let Some(mut session) = database.try_session()
            && session.try_run("SELECT 1").is_ok()
        {
            return session;
        }
        thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn no_id_comes_twice_when_postgres_crashes() {
    under_load(Dialect::Postgres);
}

#[test]
fn no_id_comes_twice_when_mysql_or_mariadb_crashes() {
    under_load(Database::of_mysql().dialect());
}

#[test]
fn a_tick_is_left_out_when_a_process_of_postgres_is_killed() {
    // All other processes of the server end with it, and start again at once.
    while_the_clock_stands(Dialect::Postgres, |clock, session| {
        let mut other = Session::try_open(Dialect::Postgres, &clock.url()).unwrap();
        let pid = session.value("pg_backend_pid()::bigint").unwrap();
        let status = Command::new("kill").args(["-KILL", &pid.to_string()]).status();
        assert!(status.unwrap().success());
        assert!(session.try_run("SELECT 1").is_err());
        // Until then the server has not noticed, and answers as before.
        while other.try_run("SELECT 1").is_ok() {}
    });
}

#[test]
fn a_tick_is_left_out_when_mysql_or_mariadb_is_killed() {
    while_the_clock_stands(Database::of_mysql().dialect(), |clock, _| {
        // It does not start while the clock stands.
        clock.start_at(TIME);
        clock.server().crash().unwrap();
    });
}
