//! When the server of MariaDB or MySQL started, whatever a role does to hide it.

use std::time::Duration;

use snowflake_kit_core::{Layout, Limits};

use crate::database::{Database, Session};
use crate::roles::Role;
use crate::server::FakeClock;

/// The start of the server in Unix seconds, as the number says that any session can count up.
const COUNTED: &str = "(UUID_SHORT() >> 24) & 4294967295";

/// Of the time of a statement, which goes into the server's own figure.
const TIMES: [&str; 4] = ["DEFAULT", "1", "1000000000.5", "2000000000"];

#[test]
fn a_role_that_counts_up_the_start_of_the_server_stops_nobody() {
    let dialect = Database::of_mysql().dialect();
    let clock = FakeClock::start(dialect);
    let database = Database::on(dialect, clock.url());
    let limits = Limits::new().max_wait(Duration::ZERO).max_rollback(Duration::from_secs(1));
    let functions = database.functions(Layout::DEFAULT).limits(limits);
    let mut session = database.with(&functions);
    let started = session.value(COUNTED).unwrap();
    clock.stop(started + 3);

    let mut hostile = Role::new(&database).session_without_database();
    // 16.8 million calls are a second.
    while hostile.value(COUNTED).unwrap() <= started + 5 {
        hostile.run("DO BENCHMARK(20000000, UUID_SHORT())");
    }
    let mut last = 0;
    for time in TIMES {
        session.run(&format!("SET timestamp = {time}"));
        let id = session.mint(&functions);
        assert!(id > last);
        last = id;
    }
}

#[test]
fn a_clock_before_the_start_of_the_server_is_told_as_such() {
    let dialect = Database::of_mysql().dialect();
    let mut clock = FakeClock::start(dialect);
    let database = Database::on(dialect, clock.url());
    let limits = Limits::new().max_wait(Duration::ZERO).max_rollback(Duration::from_secs(10));
    let functions = database.functions(Layout::DEFAULT).limits(limits);
    let mut session = database.with(&functions);
    let started = session.value(COUNTED).unwrap();
    clock.stop(started + 3);
    let before = session.mint(&functions);

    clock.start_at(started + 100);
    clock.server().crash().unwrap();
    let mut session = reopened(&database);
    let started = session.value(COUNTED).unwrap();
    for (stop, told) in [
        (started - 1, "no slot became free within max_wait = 0 ms"),
        (started - 60, "the clock is before the start of the server by 610"),
    ] {
        clock.stop(stop);
        for time in TIMES {
            session.run(&format!("SET timestamp = {time}"));
            let refusal = session.refusal(&functions);
            assert!(refusal.contains(told), "{time}: {refusal}");
        }
    }
    clock.stop(started + 2);
    assert!(session.mint(&functions) > before);
}

/// A session of the server that has just started again.
fn reopened(database: &Database) -> Session {
    loop {
        if let Some(session) = database.try_session() {
            return session;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}
