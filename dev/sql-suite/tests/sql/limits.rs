//! Ends, limits, nodes.

use std::time::Duration;

use snowflake_kit_core::{Layout, Limits, Snowflake};
use snowflake_kit_sql::{Dialect, Functions};

use crate::database::{Database, Session};

fn clock(database: &Database) -> &'static str {
    match database.dialect() {
        Dialect::Postgres => "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
        Dialect::MariaDb => "FLOOR(UNIX_TIMESTAMP(SYSDATE(6)) * 1000)",
        // By which the other goes, and which in MariaDB can differ.
        _ => {
            "(SELECT (CAST(CONV(CONCAT(SUBSTR(u, 16, 3), SUBSTR(u, 10, 4), LEFT(u, 8)), 16, 10) AS
              SIGNED) - 122192928000000000) DIV 10000 FROM (SELECT UUID() AS u) AS x)"
        }
    }
}

/// Makes this the last slot issued.
fn set_last(database: &Database, session: &mut Session, slot: u64) {
    session.run(&match database.dialect() {
        Dialect::Postgres => format!("SELECT setval('snowflake_kit.snowflake_slots', {slot})"),
        _ => format!("INSERT INTO snowflake_slots VALUES ({slot}, 0)"),
    });
}

with_each_dialect! {
    fn an_id_is_of_its_node_and_time(database: &Database) {
        for layout in Layout::PRESETS.iter().filter(|layout| !layout.is_periodic()) {
            if *layout == Layout::BAIDU {
                continue;
            }
            let functions = database.functions(*layout);
            let mut session = database.with(&functions);
            let before = session.value(clock(database)).unwrap() / 1_000 * 1_000;
            let ids: Vec<_> = (0..5).map(|_| session.mint(&functions)).collect();
            let after = session.value(clock(database)).unwrap();
            assert!(ids.is_sorted_by(|a, b| a < b));
            for id in ids {
                let id = Snowflake::new(id).unwrap();
                assert!(layout.contains(id));
                let parts = layout.decompose(id);
                assert_eq!(parts.node, 5.min(layout.max_node()));
                let millis = layout.unix_millis(parts.timestamp).unwrap();
                assert!((before..=after).contains(&millis), "{}", layout.name());
            }
            session.run_all(&functions.down());
        }
    }

    fn a_layout_that_has_ended_mints_nothing(database: &Database) {
        let functions = database.functions(Layout::BAIDU);
        let mut session = database.with(&functions);
        let refusal = session.refusal(&functions);
        assert!(refusal.contains("the layout baidu has no timestamps left"), "{refusal}");
        // Programs can tell the reason by a code.
        match database.dialect() {
            Dialect::Postgres => session.run(&format!(
                "DO $$ BEGIN PERFORM {}; RAISE 'minted';
                 EXCEPTION WHEN SQLSTATE 'SF002' THEN NULL; END $$",
                functions.next_id()
            )),
            _ => assert!(session.has_failed_with("SF002")),
        }
    }

    fn a_layout_that_has_not_begun_mints_nothing(database: &Database) {
        let future = Layout::builder("future").epoch_date(2200, 1, 1).time_bits(41).sequence_bits(2);
        let functions = database.functions(future.build());
        let refusal = database.with(&functions).refusal(&functions);
        assert!(refusal.contains("before the epoch of the layout future"), "{refusal}");
    }

    fn the_last_id_is_the_last(database: &Database) {
        for layout in [Layout::DEFAULT, Layout::SONYFLAKE, Layout::MASTODON] {
            let for_ever = Limits::new().max_rollback(Duration::MAX).max_wait(Duration::ZERO);
            let functions = database.functions(layout).limits(for_ever);
            let mut session = database.with(&functions);
            let slots = u64::from(layout.max_sequence()) + 1;
            let end = u128::from(layout.max_timestamp() + 1) * u128::from(slots);
            // Without a wait the first one may be refused: then it is looked at
            // once more.
            let _ = session.try_ids(&format!("SELECT {} AS id", functions.next_id()));
            set_last(database, &mut session, u64::try_from(end - 4).unwrap());
            let ids: Vec<_> = (0..3).map(|_| session.mint(&functions)).collect();
            let last = layout.decompose(Snowflake::new(ids[2]).unwrap());
            assert_eq!((last.timestamp, last.sequence), (layout.max_timestamp(), layout.max_sequence()));
            assert!(ids.is_sorted_by(|a, b| a < b));
            for _ in 0..3 {
                let refusal = session.refusal(&functions);
                assert!(refusal.contains("has no timestamps left"), "{refusal}");
            }
            session.run_all(&functions.down());
        }
    }

    fn a_wait_has_an_end(database: &Database) {
        let impatient =
            Limits::new().max_wait(Duration::from_millis(20)).max_rollback(Duration::from_hours(1));
        let functions = database.functions(Layout::DEFAULT).limits(impatient);
        let mut session = database.with(&functions);
        let now = session.value(clock(database)).unwrap();
        let tick = Layout::DEFAULT.timestamp(now + 1_800_000).unwrap();
        // All of a tick that is half an hour ahead.
        set_last(database, &mut session, (tick << 12) + 4_095);
        let refusal = session.refusal(&functions);
        assert!(refusal.contains("no slot became free within max_wait = 20 ms"), "{refusal}");
    }

    fn a_refusal_changes_nothing_on_postgres(database: &Database) {
        // In MariaDB it costs a slot, as is documented.
        if database.dialect() == Dialect::Postgres {
            let limits = Limits::new().max_wait(Duration::ZERO).max_rollback(Duration::ZERO);
            let functions = database.functions(Layout::DEFAULT).limits(limits);
            let mut session = database.with(&functions);
            let _ = session.try_ids(&format!("SELECT {} AS id", functions.next_id()));
            let last = 1 << 52;
            set_last(database, &mut session, last);
            for _ in 0..5 {
                let refusal = session.refusal(&functions);
                assert!(refusal.contains("the clock stepped back by"), "{refusal}");
            }
            assert_eq!(session.ids("SELECT last_value AS id FROM snowflake_kit.snowflake_slots"), [last.cast_signed()]);
        }
    }

    fn a_burst_goes_ahead_of_the_clock_as_far_as_it_may(database: &Database) {
        let narrow = Layout::builder("narrow").tick_millis(10).time_bits(45).sequence_bits(4);
        for lead in [0, 1_000] {
            let limits = Limits::new().max_lead(Duration::from_millis(lead));
            let functions = database.functions(narrow.build()).limits(limits);
            let mut session = database.with(&functions);
            for rows in [1, 700] {
                let many = format!("SELECT {} AS id FROM {}", functions.next_id(), database.rows(rows));
                let last = *session.ids(&many).last().unwrap();
                let time = session.value(&format!("snowflake_id_unix_ms({last})")).unwrap();
                let now = session.value(clock(database)).unwrap();
                assert!(time <= now + lead.cast_signed(), "{time} is too far ahead of {now}");
            }
            session.run_all(&functions.down());
        }
    }

    fn the_node_may_be_an_argument(database: &Database) {
        let functions =
            Functions::with_node_argument(database.dialect(), Layout::TWITTER, 3..=31).unwrap();
        let mut session = database.with(&functions);
        let call = |node: &str| functions.next_id().replace("node", node);
        let mut ids = Vec::new();
        for node in [3_i64, 31, 4, 4, 3] {
            let id = session.value(&call(&node.to_string())).unwrap();
            assert_eq!(session.value(&format!("snowflake_id_node({id})")), Some(node));
            let parts = Layout::TWITTER.decompose(Snowflake::new(id).unwrap());
            ids.push((parts.timestamp, parts.sequence));
        }
        // Nodes share the slots.
        assert!(ids.is_sorted_by(|a, b| a < b));
        for node in ["2", "32", "-1", "NULL"] {
            let error = session.try_ids(&format!("SELECT {} AS id", call(node))).unwrap_err();
            let expected = format!("node {node} is not minted here: 3 to 31 are");
            assert!(error.to_string().contains(&expected), "{error}");
        }
        session.run_all(&functions.down());
    }
}
