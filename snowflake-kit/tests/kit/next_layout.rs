//! From one layout to the next while a service runs, as the guide says.

#![cfg(all(feature = "rusqlite", feature = "mint"))]

use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use rusqlite::{Connection, params};
use snowflake_kit::core::FieldError;
use snowflake_kit::mint::{Generator, ManualClock, Minter};
use snowflake_kit::{Id, Layout, Node, Snowflake, SnowflakeId};

const OLD: Layout = Layout::DEFAULT;

/// 8,192 nodes in place of 1,024.
const NEW: Layout = Layout::builder("wide")
    .epoch_date(2025, 1, 1)
    .time_bits(40)
    .node_bits(13)
    .sequence_bits(10)
    .build();

/// The orders of the old version of the service.
#[derive(SnowflakeId)]
#[snowflake(layout = OLD, name = "OrderId")]
struct OldOrderId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = NEW)]
struct OrderId(Snowflake);

/// 2026-12-01, and 2026-12-08, in Unix ms.
const FIRST: i64 = 1_796_083_200_000;
const LAST: i64 = 1_796_688_000_000;

#[test]
fn old_and_new_processes_write_at_the_same_time_and_new_rows_sort_after_old_ones() {
    let clock = ManualClock::at(FIRST);
    let database = Mutex::new(Connection::open_in_memory().unwrap());
    database
        .lock()
        .unwrap()
        .execute_batch("CREATE TABLE orders (id BIGINT PRIMARY KEY NOT NULL, is_new INT NOT NULL);")
        .unwrap();
    // Under the same numbers: nothing but the values keeps the IDs apart.
    thread::scope(|scope| {
        for node in 0..8 {
            let (clock, database) = (&clock, &database);
            scope.spawn(move || {
                let old = Generator::with_clock(OLD, Node::fixed(node), clock.clone()).unwrap();
                let new = Generator::with_clock(NEW, Node::fixed(node), clock.clone()).unwrap();
                for _ in 0..200 {
                    let (old, new): (OldOrderId, OrderId) = (old.mint(), new.mint());
                    let database = database.lock().unwrap();
                    let insert = "INSERT INTO orders VALUES (?1, ?2)";
                    database.execute(insert, params![old, 0]).unwrap();
                    database.execute(insert, params![new, 1]).unwrap();
                    clock.advance(Duration::from_secs(360));
                }
            });
        }
    });
    assert!(clock.unix_millis() < LAST);

    let database = database.lock().unwrap();
    let mut select = database.prepare("SELECT id, is_new FROM orders ORDER BY id").unwrap();
    let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap();
    let rows: Vec<(OrderId, bool)> = rows.map(Result::unwrap).collect();
    assert_eq!(rows.len(), 2 * 8 * 200);
    assert!(rows.is_sorted_by_key(|(_, is_new)| *is_new));
    let first_of_the_new = *NEW.range(FIRST, i64::MAX).unwrap().start();
    for (id, is_new) in rows {
        assert_eq!(id.snowflake() >= first_of_the_new, is_new);
        let layout = if is_new { NEW } else { OLD };
        let created = layout.unix_millis(layout.decompose(id.snowflake()).timestamp).unwrap();
        assert!((FIRST..LAST).contains(&created));
    }
}

#[test]
fn a_later_epoch_in_the_same_bits_repeats_ids() -> Result<(), FieldError> {
    const LATER: Layout = Layout::builder("later")
        .epoch_date(2026, 1, 1)
        .time_bits(41)
        .node_bits(10)
        .sequence_bits(12)
        .build();

    let day = 86_400_000;
    let years_ago = OLD.epoch_unix_millis() + day;
    assert_eq!(LATER.id_at(LATER.epoch_unix_millis() + day, 7, 3)?, OLD.id_at(years_ago, 7, 3)?);
    // The test that the guide has for it.
    assert!(LATER.range(FIRST, i64::MAX)?.start() < OLD.range(i64::MIN, LAST)?.end());
    Ok(())
}

/// Those of systems that have no preset, as the guide has them.
#[test]
fn layouts_of_other_systems_are_read() {
    let nextcloud = "time:31@1s/millis:10/node:10(server:9,cli:1)/sequence:12@2025-10-01";
    assert!(Layout::parse(nextcloud).is_ok());
    assert!(Layout::parse("time:51/node:6/sequence:6@2020-02-20T02:20:02.020Z").is_ok());
    // Seata's.
    let error = Layout::parse("node:10/time:41/sequence:12").unwrap_err().to_string();
    assert!(error.contains("only with the time in the highest bits"), "{error}");
}
