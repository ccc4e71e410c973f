//! Functions of the previous version are replaced, and what they have minted is
//! not minted again.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use snowflake_kit_core::Layout;
use snowflake_kit_sql::Dialect;

use crate::database::{Database, Session};
use crate::roles::Role;

/// As they were written for the default layout and node 5.
fn previous(dialect: Dialect) -> String {
    // MySQL had another clock, and all else was the same.
    const CLOCK: &str = "SET STATEMENT time_zone = '+00:00' FOR
            SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6)) DIV 1000 INTO millis;";
    const CLOCK_OF_MYSQL: &str = "SET uuid = UUID();
        SET millis = (CAST(CONV(CONCAT(SUBSTR(uuid, 16, 3), SUBSTR(uuid, 10, 4), LEFT(uuid, 8)), 16, 10)
            AS SIGNED) - 122192928000000000) DIV 10000;";
    let of_mariadb = include_str!("previous/mariadb.sql");
    match dialect {
        Dialect::Postgres => include_str!("previous/postgres.sql").to_owned(),
        Dialect::MySql => of_mariadb.replace(CLOCK, CLOCK_OF_MYSQL),
        _ => of_mariadb.to_owned(),
    }
}

/// What roles needed.
fn grants(session: &mut Session, role: &Role) {
    session.run(&match session {
        Session::Postgres(_) => format!(
            "GRANT USAGE, UPDATE ON SEQUENCE snowflake_slots, snowflake_alive TO {}",
            role.name()
        ),
        Session::MySql(_) => {
            format!("GRANT EXECUTE ON FUNCTION snowflake_next_id TO {}", role.name())
        }
    });
}

on_each_database! {
    fn nothing_is_minted_twice_while_it_is_upgraded(database: &Database) {
        let role = Role::new(database);
        // In MySQL what is granted of a function goes with it, so the roles are named again.
        let functions = database.functions(Layout::DEFAULT).grant(role.name()).unwrap();
        let mut session = database.session();
        session.run(&previous(database.dialect()));
        grants(&mut session, &role);
        let (stop, role, functions) = (&AtomicBool::new(false), &role, &functions);
        let minted = &[const { AtomicUsize::new(0) }; 4];
        let seen = thread::scope(|scope| {
            let mint = |number: usize| move || {
                // The owner's too, which need no grant.
                let mut session = if number.is_multiple_of(2) { database.session() } else { role.session() };
                let one = format!("SELECT {} AS id", functions.next_id());
                let many = format!("{one} FROM {}", database.rows(50));
                let mut seen: Vec<i64> = Vec::new();
                while !stop.load(Ordering::Relaxed) {
                    for sql in [&one, &many] {
                        // Those of the moment may fail.
                        seen.extend(session.try_ids(sql).into_iter().flatten());
                    }
                    minted[number].store(seen.len(), Ordering::Relaxed);
                }
                // In the end they do not.
                seen.extend(session.ids(&one));
                seen
            };
            let sessions: Vec<_> = (0..4).map(|number| scope.spawn(mint(number))).collect();
            for round in 0..6 {
                let in_one = round % 2 == 1 && database.dialect() == Dialect::Postgres;
                // Each session has been minting, before the first one and since the last.
                let before: Vec<_> = minted.iter().map(|m| m.load(Ordering::Relaxed)).collect();
                while minted.iter().zip(&before).any(|(m, n)| m.load(Ordering::Relaxed) < n + 100) {
                    thread::sleep(Duration::from_millis(5));
                }
                if in_one { session.run("BEGIN") }
                session.run_all(&functions.upgrade());
                if in_one { session.run("COMMIT") }
            }
            stop.store(true, Ordering::Relaxed);
            sessions.into_iter().map(|session| session.join().unwrap()).collect::<Vec<_>>()
        });
        let mut all = HashSet::new();
        for ids in seen {
            assert!(ids.is_sorted_by(|a, b| a < b), "an ID is not larger than the one before");
            assert!(ids.into_iter().all(|id| all.insert(id)), "an ID was minted twice");
        }
        // What was granted of the state is granted no more.
        if database.dialect() == Dialect::Postgres {
            let mut former = role.session();
            let error = former.try_run("SELECT setval('snowflake_kit.snowflake_slots', 1)").unwrap_err();
            assert!(error.to_string().contains("permission denied"), "{error}");
        }
        session.run_all(&functions.down());
    }
}

#[test]
fn in_one_transaction_nobody_fails() {
    let database = Database::new(Dialect::Postgres);
    let functions = &database.functions(Layout::DEFAULT);
    database.with(functions);
    let stop = &AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..4 {
            let mut session = database.session();
            scope.spawn(move || {
                let mut last = 0;
                while !stop.load(Ordering::Relaxed) {
                    let id = session.mint(functions);
                    assert!(id > last);
                    last = id;
                }
            });
        }
        let mut session = database.session();
        for _ in 0..10 {
            session.run("BEGIN");
            session.run_all(&functions.upgrade());
            session.run("COMMIT");
        }
        stop.store(true, Ordering::Relaxed);
    });
}

#[test]
fn what_another_role_has_put_there_is_refused() {
    let functions_of = |database: &Database| database.functions(Layout::DEFAULT);
    for planted in
        ["CREATE VIEW public.snowflake_lock AS SELECT", "CREATE SEQUENCE public.snowflake_started"]
    {
        let database = Database::new(Dialect::Postgres);
        let hostile = Role::new(&database);
        let mut session = database.session();
        session.run(&previous(Dialect::Postgres));
        session.run("GRANT CREATE ON SCHEMA public TO public");
        hostile.session().run(planted);
        let check = &functions_of(&database).upgrade()[0];
        let error = session.try_run(check).unwrap_err().to_string();
        assert!(error.contains(&format!("belongs to {}", hostile.name())), "{error}");
    }
}

#[test]
fn the_owner_stays_or_is_another() {
    let database = Database::new(Dialect::Postgres);
    let (first, second) = (Role::new(&database), Role::new(&database));
    let functions = database.functions(Layout::DEFAULT);
    let mut session = database.session();
    session.run(&format!("GRANT CREATE ON SCHEMA public TO {}", first.name()));
    first.session().run(&previous(Dialect::Postgres));
    let all = |role: &Role| {
        format!(
            "(SELECT relowner AS owner FROM pg_class WHERE relname LIKE 'snowflake%'
              UNION ALL SELECT proowner FROM pg_proc WHERE proname LIKE 'snowflake%') AS x
             WHERE owner = '{}'::regrole",
            role.name()
        )
    };
    // By a superuser, in whose hands nothing stays.
    session.run_all(&functions.upgrade());
    assert_eq!(session.count(&all(&first)), 12);
    // By the owner.
    session.run(&format!("GRANT CREATE ON SCHEMA snowflake_kit TO {}", first.name()));
    first.session().run_all(&functions.upgrade());
    assert_eq!(session.count(&all(&first)), 12);
    session.run_all(&functions.clone().owner(second.name()).unwrap().upgrade());
    assert_eq!(session.count(&all(&second)), 12);
    session.mint(&functions);
}

/// Where its functions are, until then: nothing is minted twice, and the last slot is kept.
#[test]
fn the_state_moves_to_a_schema_of_its_own() {
    let database = Database::new(Dialect::Postgres);
    let functions = database.functions(Layout::DEFAULT);
    let mut session = database.with(&functions.clone().state_schema("public").unwrap());
    let relations = "SELECT count(*) AS id FROM pg_class WHERE relname LIKE 'snowflake%' AND \
                     relnamespace = 'snowflake_kit'::regnamespace";
    // A transaction that has minted keeps the sequence locked, and mints again meanwhile.
    let mut minting = database.session();
    minting.run("BEGIN");
    let first = minting.mint(&functions);
    thread::scope(|scope| {
        let upgrade = scope.spawn(|| {
            let mut session = database.session();
            session.run("BEGIN");
            session.run_all(&functions.upgrade());
            session.run("COMMIT");
        });
        thread::sleep(Duration::from_millis(500));
        assert!(minting.mint(&functions) > first);
        minting.run("COMMIT");
        upgrade.join().unwrap();
    });
    assert_eq!(session.ids(relations), [3]);
    let last = "SELECT last_value AS id FROM snowflake_kit.snowflake_slots";
    let before = session.ids(last)[0];
    assert!(minting.mint(&functions) > first);
    assert!(session.ids(last)[0] > before);
    session.run_all(&functions.upgrade());
    session.run_all(&functions.down());
    assert_eq!(session.ids(relations), [0]);
}

#[test]
fn functions_do_not_share_their_state_by_accident() {
    let database = Database::new(Dialect::Postgres);
    let functions = database.functions(Layout::DEFAULT);
    let mut session = database.with(&functions);
    session.run("CREATE SCHEMA other");
    let other = functions.clone().schema("other").unwrap();
    let refused = |session: &mut Session, statement: &str, part: &str| {
        let error = session.try_run(statement).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    };
    refused(
        &mut session,
        &other.up()[0],
        "\"snowflake_slots\" is there already, for other functions",
    );
    refused(
        &mut session,
        &other.upgrade()[0],
        "snowflake_next_id\"() is not there, or has no state in",
    );
    let own = other.clone().state_schema("other").unwrap();
    session.run_all(&own.up());
    // Both have a state of the name now, and each keeps its own.
    refused(&mut session, &other.upgrade()[0], "already exists in schema \"snowflake_kit\"");
    session.run_all(&own.upgrade());
    session.mint(&own);
    // Another layout would read other times from the IDs that are there.
    let layout = database.functions(Layout::DISCORD);
    refused(&mut session, &layout.upgrade()[0], "has the layout ");
    // A schema of another role could be emptied by it.
    let role = Role::new(&database);
    session.run(&format!("CREATE SCHEMA theirs AUTHORIZATION {}", role.name()));
    let theirs = functions.clone().prefix("x_").unwrap().state_schema("theirs").unwrap();
    refused(&mut session, &theirs.up()[0], "the schema theirs belongs to");
}
