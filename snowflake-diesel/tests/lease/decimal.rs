//! Decimal IDs whose generator numbers are from a database: processes that start,
//! end and crash.

use std::env;
use std::process::{Child, Command, Stdio, abort};

use diesel::{Connection, PgConnection, SqliteConnection};
use snowflake_core::lease::{LeaseRow, Store};
use snowflake_core::{DecimalParts, Launch, Snowflake, SnowflakeId, decimal};
use snowflake_derive::SnowflakeId;
use snowflake_diesel::lease::{Dialect, LeaseConnection, LeaseStore};

use crate::database::{Database, mariadb, postgres};
use crate::{Mariadb, Place, sqlite};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core", layout = "decimal")]
struct OrderId(Snowflake);

/// What a process that a test has started is to do, and where.
const TOLD: &str = "SNOWFLAKE_TEST_DECIMAL";
const URL: &str = "SNOWFLAKE_TEST_DECIMAL_URL";

#[test]
fn on_sqlite() {
    each_start_has_a_number_that_nobody_had::<SqliteConnection>(
        "decimal::on_sqlite",
        Dialect::Sqlite,
        sqlite,
    );
}

#[test]
fn on_postgres() {
    each_start_has_a_number_that_nobody_had::<PgConnection>(
        "decimal::on_postgres",
        Dialect::Postgres,
        postgres,
    );
}

#[test]
fn on_mariadb() {
    each_start_has_a_number_that_nobody_had::<Mariadb>(
        "decimal::on_mariadb",
        Dialect::MySql,
        mariadb,
    );
}

fn each_start_has_a_number_that_nobody_had<C: Connection + LeaseConnection>(
    test: &str,
    dialect: Dialect,
    database: fn() -> Database,
) {
    if let Ok(told) = env::var(TOLD) {
        let url = env::var(URL).unwrap();
        return as_told::<C>(&told, dialect, url);
    }
    let place = Place::new(database(), dialect);
    place.migrate::<C>();
    let start = |told: &str| {
        Command::new(env::current_exe().unwrap())
            .args([test, "--exact", "--nocapture", "--test-threads=1"])
            .env(TOLD, told)
            .env(URL, place.url())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap()
    };
    let ids = |generator| {
        (1..=3).map(|counter| DecimalParts { counter, generator, launch: 65 }).collect::<Vec<_>>()
    };
    assert_eq!(minted(start("end")), ids(0));
    assert_eq!(minted(start("crash")), ids(1));
    assert_eq!(minted(start("crash at once")), []);
    assert_eq!(minted(start("end")), ids(3));

    let children: Vec<Child> = (0..8).map(|_| start("end")).collect();
    let mut numbers = Vec::new();
    for child in children {
        let all = minted(child);
        let number = all[0].generator;
        assert_eq!(all, ids(number));
        numbers.push(number);
    }
    numbers.sort_unstable();
    assert_eq!(numbers, [4, 5, 6, 7, 8, 9, 10, 11]);

    let rows = place.store::<C>("").read("shop (decimal IDs)").unwrap().rows;
    assert_eq!(rows, [LeaseRow { node: 65, token: 12, until: i64::MAX }]);
}

/// The IDs that a process has said it minted.
fn minted(child: Child) -> Vec<DecimalParts> {
    let said = child.wait_with_output().unwrap().stdout;
    let said = String::from_utf8(said).unwrap();
    let ids = said.lines().filter_map(|line| line.strip_prefix("minted "));
    ids.map(|id| id.parse::<OrderId>().unwrap().decimal_parts().unwrap()).collect()
}

fn as_told<C: Connection + LeaseConnection>(told: &str, dialect: Dialect, url: String) {
    let store = LeaseStore::new(dialect, move || C::establish(&url)).trust_durability();
    decimal(store).space("shop").launch(Launch::new(65).unwrap()).install().unwrap();
    if told == "crash at once" {
        abort();
    }
    // The harness has begun a line.
    println!();
    for id in OrderId::mint_many(3) {
        println!("minted {id}");
    }
    if told == "crash" {
        abort();
    }
}
