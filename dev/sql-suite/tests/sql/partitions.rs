//! `snowflake_kit_sql::Partitions`: each row is in the partition of its time, and queries by time read
//! no other.

use std::time::Duration;

use diesel::prelude::*;
use diesel::sql_types::{BigInt, Text};
use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_mint::{Generator, ManualClock, Minter, Node};
use snowflake_kit_sql::{Dialect, Partitions};

use crate::database::{Database, Session};

/// The first instants of October, November and December 2026, and of January 2027, in Unix ms.
const STARTS: [i64; 4] =
    [1_790_812_800_000, 1_793_491_200_000, 1_796_083_200_000, 1_798_761_600_000];

const LABELS: [&str; 3] = ["2026_10", "2026_11", "2026_12"];

fn partitions(database: &Database) -> Partitions<'static> {
    Partitions::new(database.dialect(), Layout::DEFAULT, "events").unwrap()
}

/// A session in which the table has the partitions of three months.
fn with_months(database: &Database) -> Session {
    let mut session = database.session();
    let table = "CREATE TABLE events (id bigint NOT NULL PRIMARY KEY, v bigint)
        PARTITION BY RANGE (id)";
    session.run(&match database.dialect() {
        Dialect::Postgres => table.to_owned(),
        _ => format!("{table} (PARTITION p0 VALUES LESS THAN (1))"),
    });
    create(&mut session, database);
    session
}

fn create(session: &mut Session, database: &Database) {
    for (label, bounds) in LABELS.iter().zip(STARTS.windows(2)) {
        session.run(&partitions(database).create(label, bounds[0], bounds[1]).unwrap());
    }
}

/// The rows of a partition.
fn rows(session: &mut Session, dialect: Dialect, label: &str) -> i64 {
    match dialect {
        Dialect::Postgres => session.count(&format!("events_{label}")),
        _ => session.count(&format!("events PARTITION (p{label})")),
    }
}

fn insert(session: &mut Session, ids: &[Snowflake]) {
    let values: Vec<_> = ids.iter().map(|id| format!("({id}, 1)")).collect();
    session.run(&format!("INSERT INTO events (id, v) VALUES {}", values.join(", ")));
}

fn generator(clock: ManualClock, limits: Limits) -> Generator<ManualClock> {
    Generator::with_clock(Layout::DEFAULT, Node::fixed(5).with_limits(limits), clock).unwrap()
}

/// The names of partitions in a plan.
fn read(session: &mut Session, condition: &str, bounds: Option<(i64, i64)>) -> Vec<&'static str> {
    #[derive(QueryableByName)]
    struct Line {
        #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
        text: String,
    }
    #[derive(QueryableByName)]
    struct Json {
        #[diesel(sql_type = Text, column_name = "EXPLAIN")]
        text: String,
    }
    let query = format!("SELECT count(v) FROM events WHERE {condition}");
    let plan = match session {
        Session::Postgres(connection) => {
            let explain = diesel::sql_query(format!("EXPLAIN {query}")).into_boxed();
            let explain = match bounds {
                Some((first, last)) => explain.bind::<BigInt, _>(first).bind::<BigInt, _>(last),
                None => explain,
            };
            let lines: Vec<Line> = explain.load(connection).unwrap();
            lines.into_iter().map(|line| line.text).collect::<Vec<_>>().join("\n")
        }
        Session::MySql(connection) => {
            let explain = diesel::sql_query(format!("EXPLAIN FORMAT=JSON {query}")).into_boxed();
            let explain = match bounds {
                Some((first, last)) => explain.bind::<BigInt, _>(first).bind::<BigInt, _>(last),
                None => explain,
            };
            let json: Json = explain.get_result(&mut **connection).unwrap();
            json.text
        }
    };
    LABELS.into_iter().filter(|label| plan.contains(label)).collect()
}

on_each_database! {
    fn a_query_by_time_reads_the_partitions_of_that_time(database: &Database) {
        let functions = database.functions(Layout::DEFAULT);
        let mut session = with_months(database);
        session.run_all(&functions.up());
        // MySQL's newer format has no partitions.
        if database.dialect() == Dialect::MySql {
            session.run("SET explain_json_format_version = 1");
        }
        for start in &STARTS[..3] {
            let id = |day: i64| Layout::DEFAULT.id_at(start + 86_400_000 * day, 5, 0).unwrap();
            insert(&mut session, &(0..28).map(id).collect::<Vec<_>>());
        }
        let range = |from, to| {
            let (first, last) = Layout::DEFAULT.range(from, to).unwrap().into_inner();
            (first.get(), last.get())
        };
        let november = range(STARTS[1], STARTS[2]);
        // As the adapters of Diesel, SeaORM and sqlx send it.
        let parameters = match database.dialect() {
            Dialect::Postgres => "id BETWEEN $1 AND $2",
            _ => "id BETWEEN ? AND ?",
        };
        assert_eq!(read(&mut session, parameters, Some(november)), ["2026_11"]);
        let two = range(STARTS[1] - 1, STARTS[2]);
        assert_eq!(read(&mut session, parameters, Some(two)), ["2026_10", "2026_11"]);
        let literals = format!("id BETWEEN {} AND {}", november.0, november.1);
        assert_eq!(read(&mut session, &literals, None), ["2026_11"]);
        let (from, until) = match database.dialect() {
            Dialect::Postgres => ("'2026-11-01Z'", "'2026-12-01Z'"),
            _ => ("'2026-11-01'", "'2026-12-01'"),
        };
        let by_functions = format!(
            "id BETWEEN snowflake_first_id_at({from}) AND snowflake_last_id_before({until})"
        );
        // `EXPLAIN` of MySQL calls no functions.
        if database.dialect() != Dialect::MySql {
            assert_eq!(read(&mut session, &by_functions, None), ["2026_11"]);
        }
        // A key alone is looked for in its partition.
        let key = Layout::DEFAULT.id_at(STARTS[1], 5, 0).unwrap();
        assert_eq!(read(&mut session, &format!("id = {key}"), None), ["2026_11"]);
        // What says nothing of the key reads all.
        assert_eq!(read(&mut session, "v = 1", None), LABELS);
    }

    /// The partition of a row is that of its ID, whatever the clock said when it was inserted.
    fn no_row_is_without_a_partition_when_clocks_step(database: &Database) {
        let mut session = with_months(database);
        let clock = ManualClock::at(STARTS[1] + 5_000);
        let limits = Limits::new()
            .max_rollback(Duration::from_secs(10))
            .max_lead(Duration::from_secs(2));
        let minting = generator(clock.clone(), limits);
        let mut ids = Vec::new();
        let mut mint = |count: usize| {
            for _ in 0..count {
                ids.push(minting.try_mint::<Snowflake>().unwrap());
            }
        };
        mint(10);
        // Back into October, by as much as minting goes on.
        clock.step_back(Duration::from_secs(10));
        mint(10);
        // Just before December, and then ahead of the clock into it.
        clock.set(STARTS[2] - 1);
        mint(3 * 4_096);
        clock.set(STARTS[2] - 1_000);
        mint(10);
        for ids in ids.chunks(1_000) {
            insert(&mut session, ids);
        }
        // A process whose clock is late, and which has minted nothing before.
        let late = generator(ManualClock::at(STARTS[1] - 3_000), Limits::new());
        insert(&mut session, &[late.try_mint::<Snowflake>().unwrap()]);
        let counts = LABELS.map(|label| rows(&mut session, database.dialect(), label));
        assert_eq!(counts[0], 1);
        assert_eq!(counts.iter().sum::<i64>(), 3 * 4_096 + 31);
        assert_eq!(counts[1], 4_096 + 20, "{counts:?}");
    }

    fn foreign_keys_are_as_the_guide_says(database: &Database) {
        let mut session = with_months(database);
        session.run("CREATE TABLE authors (id bigint NOT NULL PRIMARY KEY)");
        let out = "ALTER TABLE events ADD FOREIGN KEY (v) REFERENCES authors (id)";
        let into = "CREATE TABLE notes (id bigint NOT NULL PRIMARY KEY, event_id bigint NOT NULL,
            FOREIGN KEY (event_id) REFERENCES events (id))";
        if database.dialect() != Dialect::Postgres {
            assert!(session.try_run(out).is_err() && session.try_run(into).is_err());
            return;
        }
        session.run(out);
        session.run(into);
        let [october, november] = [STARTS[0], STARTS[1]].map(|start| {
            Layout::DEFAULT.id_at(start + 1, 5, 0).unwrap()
        });
        assert!(session.try_run(&format!("INSERT INTO events VALUES ({october}, 7)")).is_err());
        session.run("INSERT INTO authors VALUES (1)");
        insert(&mut session, &[october, november]);
        session.run(&format!("INSERT INTO notes VALUES (1, {october}), (2, {november})"));
        assert!(session.try_run("INSERT INTO notes VALUES (3, 9)").is_err());
        assert!(session.try_run("DELETE FROM authors").is_err());
        assert!(session.try_run(&format!("DELETE FROM events WHERE id = {october}")).is_err());
        // A partition that rows refer to goes neither way; then it has to be detached first.
        let drop = partitions(database).drop("2026_10").unwrap();
        let detach = "ALTER TABLE events DETACH PARTITION events_2026_10";
        assert!(session.try_run(&drop).is_err() && session.try_run(detach).is_err());
        session.run("DELETE FROM notes WHERE id = 1");
        assert!(session.try_run(&drop).is_err());
        session.run(detach);
        session.run(&drop);
        assert_eq!(session.ids("SELECT id FROM events"), [november.get()]);
    }

    fn a_month_is_dropped_with_its_rows_and_no_other(database: &Database) {
        let mut session = with_months(database);
        for start in &STARTS[..3] {
            let last = *Layout::DEFAULT.range(*start, start + 1).unwrap().end();
            insert(&mut session, &[Layout::DEFAULT.id_at(*start, 0, 0).unwrap(), last]);
        }
        let before = Layout::DEFAULT.range(STARTS[2] - 1, STARTS[2]).unwrap();
        insert(&mut session, &[*before.end()]);
        let all = session.ids("SELECT id FROM events ORDER BY id");
        // Creating them again changes nothing, where the database has a condition for it.
        if database.dialect() != Dialect::MySql {
            create(&mut session, database);
        }
        session.run(&partitions(database).drop("2026_10").unwrap());
        assert_eq!(session.ids("SELECT id FROM events ORDER BY id"), all[2..]);
        assert_eq!(rows(&mut session, database.dialect(), "2026_11"), 3);
        // After December there is none.
        let late = Layout::DEFAULT.id_at(STARTS[3], 0, 0).unwrap();
        assert!(session.try_run(&format!("INSERT INTO events (id) VALUES ({late})")).is_err());
        for label in &LABELS[1..] {
            session.run(&partitions(database).drop(label).unwrap());
        }
        assert_eq!(session.count("events"), 0);
    }
}
