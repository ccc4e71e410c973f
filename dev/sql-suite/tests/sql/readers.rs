//! Functions that read IDs say what Rust says.

use snowflake_kit_core::{Layout, Snowflake, UtcTime};
use snowflake_kit_sql::{Dialect, Functions};

use crate::database::{Database, Session};

/// Odd ones beside the published.
fn layouts() -> Vec<Layout> {
    let odd = [
        Layout::builder("no-node").time_bits(41).sequence_bits(22).tick_millis(3),
        Layout::builder("one-a-tick").time_bits(40).node_bits(12).tick_millis(7),
        Layout::builder("time-alone").time_bits(32).tick_millis(1_000).epoch_date(1900, 1, 1),
        Layout::builder("wide-fields").time_bits(30).node_bits(32).tick_millis(60_000),
        Layout::builder("wide-sequence").time_bits(31).sequence_bits(32).tick_millis(1_000),
        Layout::builder("feed").time_bits(41).caller("shard", 8).node_bits(5).sequence_bits(9),
        Layout::builder("wide-caller").time_bits(30).node_bits(1).caller("tenant", 32),
        Layout::builder("low").time_bits(33).sequence_bits(3).node_bits(9),
    ];
    let presets = Layout::PRESETS.iter().filter(|layout| !layout.is_periodic()).copied();
    presets.chain(odd.map(|layout| layout.build())).collect()
}

/// Numbers without a pattern, the same in each run.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn some_ids(layout: &Layout) -> Vec<i64> {
    let mut state = 0x9e37_79b9_7f4a_7c15;
    let max = layout.max_id().get();
    let any = (0..150).map(|_| (random(&mut state) % max.cast_unsigned()).cast_signed() + 1);
    let edges = [1, 2, max, max - 1, i64::MAX, 0, -1, i64::MIN];
    any.chain(edges).chain(max.checked_add(1)).collect()
}

fn some_times(layout: &Layout) -> Vec<i64> {
    let (epoch, end) = (layout.epoch_unix_millis(), layout.ends_at().unwrap());
    let tick = i64::from(layout.tick_millis());
    let mut state = 0x2545_f491_4f6c_dd1d;
    let any = (0..30).map(|_| {
        let span = end.abs_diff(epoch);
        epoch + (random(&mut state) % span).cast_signed()
    });
    let edges = [epoch, end - tick, end]
        .into_iter()
        .flat_map(|at| [-86_400_000, -tick - 1, -tick, -1, 0, 1, tick, tick + 1].map(|by| at + by));
    any.chain(edges).collect()
}

/// For each row of one column of integers, what the function says.
fn apply(session: &mut Session, function: &str, arguments: &[String]) -> Vec<Option<i64>> {
    let rows: Vec<_> = arguments
        .iter()
        .enumerate()
        .map(|(i, argument)| format!("SELECT {i} AS i, {argument} AS x"))
        .collect();
    let rows = rows.join(" UNION ALL ");
    session.column(&format!("SELECT {function} AS id FROM ({rows}) AS y ORDER BY i"))
}

/// A time with so many microseconds more, as a value of the column's type.
fn time(dialect: Dialect, unix_millis: i64, micros: u16) -> String {
    let text = UtcTime(unix_millis).to_string();
    let text = text.trim_end_matches('Z').replace('T', " ");
    match dialect {
        Dialect::Postgres => format!("'{text}{micros:03}+00'::timestamptz"),
        _ => format!("CAST('{text}{micros:03}' AS DATETIME(6))"),
    }
}

on_each_database! {
    fn parts_are_those_that_rust_reads(database: &Database) {
        let mut session = database.session();
        for layout in layouts() {
            let functions = database.functions(layout);
            session.run_all(&functions.up());
            // What the time is must not depend on where the session is.
            for zone in ["Europe/Berlin", "UTC"] {
                if database.dialect() == Dialect::Postgres {
                    session.run(&format!("SET TIME ZONE '{zone}'"));
                }
                parts(&mut session, &functions);
            }
            session.run_all(&functions.down());
        }
    }

    fn bounds_are_those_of_rust(database: &Database) {
        let mut session = database.session();
        for layout in layouts() {
            let functions = database.functions(layout);
            session.run_all(&functions.up());
            bounds(&mut session, &functions);
            session.run_all(&functions.down());
        }
    }

    fn a_range_of_the_key_uses_its_index(database: &Database) {
        let functions = database.functions(Layout::INSTAGRAM);
        let mut session = database.with(&functions);
        let (key, from, to) = match database.dialect() {
            Dialect::Postgres => ("bigint", "now() - interval '1 hour'", "now() + interval '1 hour'"),
            _ => ("BIGINT NOT NULL", "UTC_TIMESTAMP() - INTERVAL 1 HOUR", "UTC_TIMESTAMP() + INTERVAL 1 HOUR"),
        };
        session.run(&format!("CREATE TABLE t (id {key} PRIMARY KEY)"));
        let older = (1..=20_000).map(|id| format!("({id})")).collect::<Vec<_>>().join(", ");
        session.run(&format!("INSERT INTO t VALUES {older}"));
        let minted = session.mint(&functions);
        session.run(&format!("INSERT INTO t VALUES ({minted})"));
        session.run(if database.dialect() == Dialect::Postgres { "ANALYZE t" } else { "ANALYZE TABLE t" });
        let found = format!(
            "SELECT id FROM t WHERE id BETWEEN snowflake_first_id_at({from}) AND \
             snowflake_last_id_before({to})"
        );
        if database.dialect() == Dialect::Postgres {
            assert_eq!(session.ids(&found), [minted]);
            let plan = plan(&mut session, &found);
            assert!(plan.contains("Index Cond: ((id >="), "{plan}");
        } else {
            // MySQL calls no function to explain a query, so what is counted is what was read.
            let status = match database.server() {
                Dialect::MySql => "performance_schema.session_status",
                _ => "information_schema.session_status",
            };
            session.run("FLUSH STATUS");
            assert_eq!(session.ids(&found), [minted]);
            let read = format!(
                "(SELECT CAST(SUM(variable_value) AS SIGNED) FROM {status} WHERE variable_name \
                 IN ('Handler_read_key', 'Handler_read_next', 'Handler_read_first'))"
            );
            let read = session.value(&read).unwrap();
            assert!(read < 1_000, "{read} of 20,001 rows were read");
        }
    }
}

fn parts(session: &mut Session, functions: &Functions) {
    let layout = functions.layout();
    let ids = some_ids(layout);
    let arguments: Vec<_> = ids
        .iter()
        // Neither database reads the smallest integer as one.
        .map(|id| if *id == i64::MIN { format!("{} - 1", id + 1) } else { id.to_string() })
        .chain(["NULL".to_owned()])
        .collect();
    let is_postgres = functions.dialect() == Dialect::Postgres;
    let id = if is_postgres { "x::bigint" } else { "x" };
    let time = if is_postgres {
        format!("(extract(epoch FROM snowflake_id_time({id})) * 1000)::bigint")
    } else {
        format!("TIMESTAMPDIFF(MICROSECOND, '1970-01-01', snowflake_id_time({id})) DIV 1000")
    };
    let expected = |part: fn(&Layout, Snowflake) -> i64| -> Vec<_> {
        let part = |id: &i64| {
            let id = Snowflake::new(*id).filter(|id| layout.contains(*id))?;
            Some(part(layout, id))
        };
        ids.iter().map(part).chain([None]).collect()
    };
    let millis = expected(|layout, id| layout.unix_millis(layout.decompose(id).timestamp).unwrap());
    let name = layout.name();
    assert_eq!(
        apply(session, &format!("snowflake_id_unix_ms({id})"), &arguments),
        millis,
        "{name}"
    );
    let node = expected(|layout, id| layout.decompose(id).node.into());
    assert_eq!(apply(session, &format!("snowflake_id_node({id})"), &arguments), node, "{name}");
    let sequence = expected(|layout, id| layout.decompose(id).sequence.into());
    let function = format!("snowflake_id_sequence({id})");
    assert_eq!(apply(session, &function, &arguments), sequence, "{name}");
    if layout.caller().is_some() {
        let caller = expected(|layout, id| layout.decompose(id).caller.into());
        let function = format!("snowflake_id_caller({id})");
        assert_eq!(apply(session, &function, &arguments), caller, "{name}");
    }
    // Neither database has a time for each `bigint`.
    let last = if is_postgres { 9_224_318_015_999_999 } else { 253_402_300_799_999 };
    let representable = |millis: &Option<i64>| millis.is_none_or(|millis| millis <= last);
    let (arguments, millis): (Vec<_>, Vec<_>) =
        arguments.into_iter().zip(millis).filter(|(_, millis)| representable(millis)).unzip();
    assert_eq!(apply(session, &time, &arguments), millis, "{name}");
}

fn bounds(session: &mut Session, functions: &Functions) {
    let (layout, dialect) = (functions.layout(), functions.dialect());
    let mut arguments = Vec::new();
    let mut expected = Vec::new();
    // Years that both databases can write.
    let written = |millis: &i64| (-30_000_000_000_000..253_402_300_000_000).contains(millis);
    for millis in some_times(layout).into_iter().filter(written) {
        for (micros, next) in [(0, millis), (1, millis + 1), (999, millis + 1)] {
            arguments.push(time(dialect, millis, micros));
            // The first of what comes from then on, the last of what came before.
            let after = layout.range(next, i64::MAX).unwrap();
            let before = layout.range(i64::MIN, next).unwrap();
            let first = (!after.is_empty()).then(|| after.start().get());
            let last = (!before.is_empty()).then(|| before.end().get());
            expected.push((first, last));
        }
    }
    arguments.push("NULL".to_owned());
    expected.push((None, None));
    if dialect == Dialect::Postgres {
        arguments.extend(["'infinity'", "'-infinity'"].map(|time| format!("{time}::timestamptz")));
        expected.extend([(None, Some(layout.max_id().get())), (Some(1), None)]);
    }
    let first = apply(session, "snowflake_first_id_at(x)", &arguments);
    let last = apply(session, "snowflake_last_id_before(x)", &arguments);
    let found: Vec<_> = first.into_iter().zip(last).collect();
    for ((argument, found), expected) in arguments.iter().zip(found).zip(expected) {
        assert_eq!(found, expected, "{argument} in {}", layout.name());
    }
}

pub(crate) fn plan(session: &mut Session, query: &str) -> String {
    use diesel::prelude::*;
    use diesel::sql_types::Text;

    #[derive(QueryableByName)]
    struct PlanLine {
        #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
        line: String,
    }
    let Session::Postgres(connection) = session else { panic!("not PostgreSQL") };
    let lines: Vec<PlanLine> =
        diesel::sql_query(format!("EXPLAIN {query}")).load(connection).unwrap();
    lines.into_iter().map(|row| row.line + "\n").collect()
}
