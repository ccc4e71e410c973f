//! Functions as they are often published, in our words, beside ours: what they
//! do wrong is seen here, with what finds nothing wrong in ours.

use std::collections::HashSet;

use snowflake_kit_core::Layout;
use snowflake_kit_sql::Dialect;

use crate::database::{Database, Session};

const MILLIS: &str = "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint";

/// A database with a cycling sequence and this as `published()`.
fn published(expression: &str) -> (Database, Session) {
    let database = Database::new(Dialect::Postgres);
    let mut session = database.with(&database.functions(Layout::TWITTER));
    session.run(&format!(
        "CREATE SEQUENCE counter MINVALUE 0 MAXVALUE 4095 CYCLE;
         CREATE FUNCTION published() RETURNS bigint LANGUAGE plpgsql
         AS $$ BEGIN RETURN {expression}; END $$"
    ));
    (database, session)
}

/// Of 20,000 IDs, how many have been there, and how many are smaller than the
/// one before.
fn faults(session: &mut Session, function: &str) -> (usize, usize) {
    let ids = session.ids(&format!("SELECT {function}() AS id FROM generate_series(1, 20000)"));
    let distinct: HashSet<_> = ids.iter().collect();
    let smaller = ids.windows(2).filter(|pair| pair[1] < pair[0]).count();
    (ids.len() - distinct.len(), smaller)
}

fn faults_of_ours(session: &mut Session) {
    assert_eq!(faults(session, "snowflake_next_id"), (0, 0));
}

#[test]
fn masks_without_parentheses_are_single_bits() {
    // `-` binds tighter than `<<`.
    let (_database, mut session) = published(&format!(
        "(({MILLIS} - 1288834974657) << 22) | ((5 & (1 << 10 - 1)) << 12)
         | (nextval('counter') & (1 << 12 - 1))"
    ));
    let (again, _) = faults(&mut session, "published");
    // Two sequence numbers in each millisecond.
    assert!(again > 1_000, "{again}");
    faults_of_ours(&mut session);
}

#[test]
fn now_is_the_beginning_of_the_transaction() {
    let (_database, mut session) = published(
        "((floor(extract(epoch FROM now()) * 1000)::bigint - 1288834974657) << 22)
         | (5 << 12) | (nextval('counter') & 1023)",
    );
    let (again, _) = faults(&mut session, "published");
    assert_eq!(again, 20_000 - 1_024);
    faults_of_ours(&mut session);
}

#[test]
fn a_sequence_that_cycles_goes_back_within_a_millisecond() {
    let (_database, mut session) = published(&format!(
        "(({MILLIS} - 1288834974657) << 22) | (5 << 12) | (nextval('counter') & 4095)"
    ));
    // It begins anew in the midst of a millisecond, about every fourth thousand.
    // Where the clock moves on just then, it does not show; so until it does.
    let shows = (0..1_000).any(|_| faults(&mut session, "published").1 > 0);
    assert!(shows);
    faults_of_ours(&mut session);
}

#[test]
fn time_that_is_rounded_is_ahead_of_the_clock() {
    let (_database, mut session) = published(
        "(((extract(epoch FROM clock_timestamp()) * 1000)::bigint - 1288834974657) << 22)
         | (5 << 12) | (nextval('counter') & 4095)",
    );
    let ahead = |session: &mut Session, function: &str| {
        let ids =
            format!("SELECT {function}() AS id, {MILLIS} AS now FROM generate_series(1, 20000)");
        let ahead =
            format!("SELECT count(*) AS id FROM ({ids}) AS x WHERE snowflake_id_unix_ms(id) > now");
        session.ids(&ahead)[0]
    };
    // An ID is minted before the clock is read, so it is not later.
    assert_eq!(ahead(&mut session, "snowflake_next_id"), 0);
    assert!(ahead(&mut session, "published") > 0);
}
