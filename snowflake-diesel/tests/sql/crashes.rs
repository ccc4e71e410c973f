//! The server crashes while sessions mint. What a client has seen counts,
//! committed or not.

use std::collections::HashSet;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use snowflake_core::sql::{Dialect, Functions};
use snowflake_core::{Layout, Limits, Snowflake};

use crate::database::{Database, Session};
use crate::server;

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
                for id in receive.recv_timeout(Duration::from_mins(1)).unwrap() {
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
            let insert =
                format!("INSERT INTO t (v) SELECT 1 FROM {} RETURNING id", database.rows(rows));
            seen.send(session.try_ids(&insert)?).unwrap();
        }
        session.try_run(end)?;
    }
    Ok(())
}

/// IDs that are lost from the state: seen in a transaction that never ended.
/// Those of after the crash are of later ticks, though the tick is long.
fn in_one_tick(dialect: Dialect, mut crash: impl FnMut(&mut Session)) -> impl FnMut(&Database) {
    move |database| {
        let long = Layout::builder("long").tick_millis(1_000).time_bits(33).sequence_bits(13);
        let limits = Limits::new().max_wait(Duration::from_secs(20));
        let functions: Functions = database.functions(long.node_bits(10).build()).limits(limits);
        assert_eq!(functions.dialect(), dialect);
        database.with(&functions);
        let tick = |id: i64| functions.layout().decompose(Snowflake::new(id).unwrap()).timestamp;
        let mut last = 0;
        for _ in 0..2 {
            let mut session = reconnect(database);
            session.run("BEGIN");
            let select =
                format!("SELECT {} AS id FROM {}", functions.next_id(), database.rows(100));
            let ids = session.ids(&select);
            assert!(tick(ids[0]) > last, "a tick is not left out");
            last = tick(ids[99]);
            crash(&mut session);
        }
    }
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
fn no_id_comes_twice_when_mariadb_crashes() {
    under_load(Dialect::MariaDb);
}

#[test]
fn a_tick_is_left_out_when_a_process_of_postgres_is_killed() {
    let server = server::start(Dialect::Postgres, &[]);
    let database = Database::on(Dialect::Postgres, server.url());
    // All other processes of the server end with it, and start again at once.
    let kill = |session: &mut Session| {
        let pid = session.value("pg_backend_pid()::bigint").unwrap();
        let status = Command::new("kill").args(["-KILL", &pid.to_string()]).status();
        assert!(status.unwrap().success());
        assert!(session.try_run("SELECT 1").is_err());
    };
    in_one_tick(Dialect::Postgres, kill)(&database);
}

#[test]
fn a_tick_is_left_out_when_mariadb_is_killed() {
    let mut server = server::start(Dialect::MariaDb, &[]);
    let database = Database::on(Dialect::MariaDb, server.url());
    in_one_tick(Dialect::MariaDb, |_| server.crash().unwrap())(&database);
}
