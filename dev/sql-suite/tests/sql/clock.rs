//! The server's clock is set back.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_sql::{Dialect, Functions};

use crate::database::{Database, Session};
use crate::server::FakeClock;

fn unix_millis(functions: &Functions, id: i64) -> i64 {
    let layout = functions.layout();
    layout.unix_millis(layout.decompose(Snowflake::new(id).unwrap()).timestamp).unwrap()
}

fn step_by_step(dialect: Dialect) {
    let clock = FakeClock::start(dialect);
    let database = Database::on(dialect, clock.url());
    let impatient =
        Limits::new().max_wait(Duration::from_millis(20)).max_rollback(Duration::from_hours(1));
    // A tick has enough for all that follows.
    let layout = Layout::builder("wide").time_bits(43).sequence_bits(16).node_bits(4).build();
    let functions = database.functions(layout).limits(impatient);
    let mut session = database.session();
    session.run_all(&functions.up());
    let mut last = first(&mut session, &functions);

    // It goes on in the tick that was the last, while the clock is behind by no
    // more than `max_rollback`.
    clock.set(-1_800);
    let time = unix_millis(&functions, last);
    for _ in 0..100 {
        let id = session.mint(&functions);
        assert!(id > last);
        assert_eq!(unix_millis(&functions, id), time);
        last = id;
    }

    clock.set(-7_200);
    let refusal = session.refusal(&functions);
    assert!(refusal.contains("the clock stepped back by 7"), "{refusal}");
    assert!(refusal.contains("max_rollback = 3600000 ms"), "{refusal}");

    // A time zone has nothing to do with it.
    clock.set(0);
    session.run(match dialect {
        Dialect::Postgres => "SET TIME ZONE 'Pacific/Auckland'",
        _ => "SET time_zone = '+13:00'",
    });
    let id = session.mint(&functions);
    assert!(id > last && unix_millis(&functions, id) > time);

    // In the hour that comes twice, it is known which it is.
    session.run(match dialect {
        Dialect::Postgres => "SET TIME ZONE 'Europe/Berlin'",
        _ => "SET time_zone = 'SYSTEM'",
    });
    // 2029-10-28T01:00:00Z, when it is three and then two o'clock.
    let switch = 1_887_843_600_000_i64;
    for minutes in [-90, -45, -15, 15, 45, 90] {
        let time = switch + minutes * 60_000;
        clock.start_at(time / 1_000);
        let id = session.mint(&functions);
        assert!((-2_000..300_000).contains(&(unix_millis(&functions, id) - time)), "{minutes}");
        assert!(id > last);
        last = id;
    }
    let time = unix_millis(&functions, last);

    // Forward is forward.
    clock.start_at(switch / 1_000 + 3 * 3_600);
    let ahead = session.mint(&functions);
    assert!((5_000_000..6_000_000).contains(&(unix_millis(&functions, ahead) - time)));
    drop(session);
    drop(database);
}

/// The first ID may have to wait for longer than these limits allow.
fn first(session: &mut Session, functions: &Functions) -> i64 {
    let mint = format!("SELECT {} AS id", functions.next_id());
    loop {
        if let Ok(ids) = session.try_ids(&mint) {
            return ids[0];
        }
    }
}

fn under_load(dialect: Dialect) {
    let clock = FakeClock::start(dialect);
    let database = Database::on(dialect, clock.url());
    let impatient = Limits::new().max_wait(Duration::from_millis(20));
    let functions = database.functions(Layout::ECMASCRIPT).limits(impatient);
    database.with(&functions);
    let (database, functions) = (&database, &functions);
    let stop = AtomicBool::new(false);
    let (send, receive) = mpsc::channel::<(usize, Vec<i64>)>();
    thread::scope(|scope| {
        for number in 0..4 {
            let (send, stop) = (send.clone(), &stop);
            scope.spawn(move || {
                let mut session = database.session();
                let mint = format!("SELECT {} AS id", functions.next_id());
                let mint_many = format!("{mint} FROM {}", database.rows(40));
                while !stop.load(Ordering::Relaxed) {
                    for sql in [&mint, &mint_many] {
                        match session.try_ids(sql) {
                            Ok(ids) => send.send((number, ids)).unwrap(),
                            Err(error) => {
                                let error = error.to_string();
                                let known = error.contains("the clock stepped back by")
                                    || error.contains("no slot became free");
                                assert!(known, "{error}");
                            }
                        }
                    }
                }
            });
        }
        let mut seen = vec![Vec::new(); 4];
        let mut wait_for = |batches: usize| {
            for _ in 0..batches {
                let (number, ids) = receive.recv_timeout(Duration::from_mins(3)).unwrap();
                seen[number].extend(ids);
            }
        };
        wait_for(40);
        for seconds in [-1, 0, -5, 0, -3_600, 1, -3, 2] {
            clock.set(seconds);
            // While it is behind, IDs are few or none.
            if seconds >= 0 {
                wait_for(40);
            }
        }
        stop.store(true, Ordering::Relaxed);
        drop(send);
        for (number, ids) in receive {
            seen[number].extend(ids);
        }
        assert!(seen.iter().all(|ids| ids.is_sorted_by(|a, b| a < b)));
        let mut all = seen.concat();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count, "an ID was minted twice");
    });
}

#[test]
fn a_clock_set_back_is_ridden_out_or_refused_on_postgres() {
    step_by_step(Dialect::Postgres);
}

#[test]
fn a_clock_set_back_is_ridden_out_or_refused_on_mysql_or_mariadb() {
    step_by_step(Database::of_mysql().dialect());
}

#[test]
fn no_id_comes_twice_while_the_clock_is_set_on_postgres() {
    under_load(Dialect::Postgres);
}

#[test]
fn no_id_comes_twice_while_the_clock_is_set_on_mysql_or_mariadb() {
    under_load(Database::of_mysql().dialect());
}
