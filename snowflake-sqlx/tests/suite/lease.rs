//! Leases in a table.

use std::time::Duration;

use snowflake_lease::table::{self, Dialect};
use snowflake_lease::{AsyncStore as _, Claim, LeaseRow, Renewal, StoreError, conformance};
use snowflake_sqlx::lease::LeaseStore;
use sqlx::Executor as _;
use sqlx::migrate::Migrator;

use crate::place::{self, MIGRATIONS, Options, Place};

/// 2026-01-01T00:00:00Z
const NOW: i64 = 1_767_225_600_000;

static MIGRATOR: Migrator = MIGRATIONS;

async fn migrated() -> Place {
    let place = Place::new().await;
    MIGRATOR.run(&mut place.connect().await).await.unwrap();
    place
}

fn store(place: &Place) -> LeaseStore<Options> {
    LeaseStore::new(place.options()).trust_durability()
}

const CLAIM: Claim = Claim { expected: None, row: LeaseRow { node: 7, token: 1, until: NOW } };
const RENEWAL: Renewal = Renewal { node: 7, token: 1, until: NOW + 1 };

#[track_caller]
fn refused<T: std::fmt::Debug>(result: Result<T, StoreError>, part: &str) {
    let error = result.unwrap_err().to_string();
    assert!(error.contains(part), "{error}");
}

#[tokio::test]
async fn the_contract_holds() {
    let place = migrated().await;
    conformance::check_async(|| store(&place)).await;
}

#[test]
fn the_migration_is_that_of_the_table() {
    let [up, down] = [true, false].map(|up| {
        let text = |migration: &&sqlx::migrate::Migration| {
            migration.migration_type.is_up_migration() == up
        };
        MIGRATOR.iter().find(text).unwrap().sql.as_str().to_owned()
    });
    assert_eq!(up, table::up(place::DIALECT));
    assert_eq!(down, table::DOWN);
}

#[tokio::test]
async fn several_create_the_table_at_once() {
    let place = Place::new().await;
    // The file of SQLite.
    drop(place.connect().await);
    for _ in 0..3 {
        let mut programs = tokio::task::JoinSet::new();
        for _ in 0..6 {
            let mut connection = place.connect().await;
            programs.spawn(async move {
                let create = sqlx::AssertSqlSafe(table::create(place::DIALECT));
                connection.execute(sqlx::raw_sql(create)).await.map(drop)
            });
        }
        programs.join_all().await.into_iter().collect::<Result<Vec<_>, _>>().unwrap();
        assert!(store(&place).claim("shop", &CLAIM, "web-1").await.unwrap());
        // The migrations come later, and change nothing.
        let mut connection = place.connect().await;
        MIGRATOR.run(&mut connection).await.unwrap();
        assert_eq!(store(&place).read("shop").await.unwrap().rows, [CLAIM.row]);
        MIGRATOR.undo(&mut connection, 0).await.unwrap();
    }
}

#[tokio::test]
async fn without_the_table_the_migration_is_named() {
    let place = Place::new().await;
    let mut store = store(&place);
    // The file of SQLite.
    drop(place.connect().await);
    store.unix_millis().await.unwrap();
    refused(store.read("shop").await, "run the migration");
    refused(store.claim("shop", &CLAIM, "web-1").await, "run the migration");
    MIGRATOR.run(&mut place.connect().await).await.unwrap();
    assert!(store.claim("shop", &CLAIM, "web-1").await.unwrap());
}

#[tokio::test]
async fn a_connection_that_is_cut_is_replaced() {
    let place = migrated().await;
    let mut store = store(&place);
    assert!(store.claim("shop", &CLAIM, "web-1").await.unwrap());
    place.cut().await;
    assert!(store.renew("shop", &RENEWAL).await.unwrap());
}

#[tokio::test]
async fn a_lock_that_is_kept_is_an_error() {
    let place = migrated().await;
    let mut store = store(&place);
    assert!(store.claim("shop", &CLAIM, "web-1").await.unwrap());
    let mut other = place.connect().await;
    other.execute("BEGIN").await.unwrap();
    other.execute("UPDATE snowflake_leases SET token = token + 1").await.unwrap();
    refused(store.renew("shop", &RENEWAL).await, "look for transactions that do not end");
    other.execute("ROLLBACK").await.unwrap();
    assert!(store.renew("shop", &RENEWAL).await.unwrap());
}

/// What the keeper of a lease does with one that takes too long.
#[tokio::test]
async fn an_operation_that_is_dropped_changes_nothing_later() {
    let place = migrated().await;
    let mut store = store(&place);
    assert!(store.claim("shop", &CLAIM, "web-1").await.unwrap());
    let mut other = place.connect().await;
    other.execute("BEGIN").await.unwrap();
    other.execute("UPDATE snowflake_leases SET token = token + 1").await.unwrap();
    let renewal = store.renew("shop", &RENEWAL);
    assert!(tokio::time::timeout(Duration::from_millis(500), renewal).await.is_err());
    other.execute("ROLLBACK").await.unwrap();
    // On another connection, whatever the first one is doing.
    let again = Renewal { until: NOW + 2, ..RENEWAL };
    assert!(store.renew("shop", &again).await.unwrap());
    let rows = store.read("shop").await.unwrap().rows;
    assert_eq!(rows, [LeaseRow { until: NOW + 2, ..CLAIM.row }]);
}

#[tokio::test]
async fn a_database_that_forgets_is_refused() {
    let place = migrated().await;
    let mut store = LeaseStore::new(place.options());
    if place::DIALECT == Dialect::Sqlite {
        // The store's own connection is told not to forget.
        store.read("shop").await.unwrap();
    } else {
        // The servers of the tests forget.
        refused(store.read("shop").await, "may forget a lease");
        refused(store.claim("shop", &CLAIM, "web-1").await, "trust_durability()");
    }
}

#[tokio::test]
async fn a_corrupt_row_is_named() {
    let place = Place::new().await;
    let mut db = place.connect().await;
    // As if somebody had taken the checks away.
    let table = "CREATE TABLE snowflake_leases (space varchar(100) NOT NULL, node bigint, \
                 token bigint, until_unix_ms bigint, holder varchar(255), \
                 claimed_unix_ms bigint, renewed_unix_ms bigint)";
    db.execute(table).await.unwrap();
    let insert = "INSERT INTO snowflake_leases (space, node, token, until_unix_ms, holder, \
                  claimed_unix_ms, renewed_unix_ms) VALUES ('shop', -1, 1, 1, '', 1, 1)";
    db.execute(insert).await.unwrap();
    refused(store(&place).read("shop").await, "node -1, token 1, until_unix_ms 1");
}
