//! Decimal IDs whose generator numbers are from a database: processes that start,
//! end and crash.

use std::env;
use std::process::{Child, Command, Stdio, abort};

use sea_orm::DbBackend;
use snowflake_core::lease::{AsyncStore as _, LeaseRow};
use snowflake_core::{DecimalParts, Launch, Snowflake, SnowflakeId, decimal};
use snowflake_derive::SnowflakeId;
use snowflake_seaorm::lease::LeaseStore;

use super::{Place, run};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core", layout = "decimal")]
struct OrderId(Snowflake);

/// What a process that a test has started is to do, and where.
const TOLD: &str = "SNOWFLAKE_TEST_DECIMAL";
const URL: &str = "SNOWFLAKE_TEST_DECIMAL_URL";

#[tokio::test]
async fn on_sqlite() {
    each_start_has_a_number_that_nobody_had("on_sqlite", DbBackend::Sqlite).await;
}

#[tokio::test]
async fn on_postgres() {
    each_start_has_a_number_that_nobody_had("on_postgres", DbBackend::Postgres).await;
}

#[tokio::test]
async fn on_mariadb() {
    each_start_has_a_number_that_nobody_had("on_mariadb", DbBackend::MySql).await;
}

async fn each_start_has_a_number_that_nobody_had(test: &'static str, backend: DbBackend) {
    match env::var(TOLD) {
        Ok(told) => as_told(&told).await,
        Err(_) => run(backend, async move |place: Place| starts(test, place).await).await,
    }
}

async fn starts(test: &'static str, place: Place) {
    place.migrate().await;
    let start = |told: &str| {
        Command::new(env::current_exe().unwrap())
            .args([&format!("lease::decimal::{test}"), "--exact", "--nocapture"])
            .arg("--test-threads=1")
            .env(TOLD, told)
            .env(URL, &place.url)
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

    let rows = place.store().read("shop (decimal IDs)").await.unwrap().rows;
    assert_eq!(rows, [LeaseRow { node: 65, token: 12, until: i64::MAX }]);
}

/// The IDs that a process has said it minted.
fn minted(child: Child) -> Vec<DecimalParts> {
    let said = child.wait_with_output().unwrap().stdout;
    let said = String::from_utf8(said).unwrap();
    let ids = said.lines().filter_map(|line| line.strip_prefix("minted "));
    ids.map(|id| id.parse::<OrderId>().unwrap().decimal_parts().unwrap()).collect()
}

async fn as_told(told: &str) {
    let store = LeaseStore::new(env::var(URL).unwrap()).trust_durability();
    let launch = Launch::new(65).unwrap();
    decimal(store).space("shop").launch(launch).install_async().await.unwrap();
    if told == "crash at once" {
        abort();
    }
    // The harness has begun a line.
    println!();
    for _ in 0..3 {
        println!("minted {}", OrderId::mint_async().await.unwrap());
    }
    if told == "crash" {
        abort();
    }
}
