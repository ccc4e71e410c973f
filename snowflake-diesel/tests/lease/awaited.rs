//! Stores on connections of `diesel-async`.

use std::future::poll_fn;
use std::pin::pin;

use diesel::{SqliteConnection, sql_query};
use diesel_async::sync_connection_wrapper::SyncConnectionWrapper;
use diesel_async::{
    AsyncConnection, AsyncMysqlConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection,
};
use snowflake_diesel::lease::{AsyncLeaseConnection, AsyncLeaseStore, Dialect};
use snowflake_lease::{AsyncStore, conformance, table};

use crate::database::{mariadb, postgres};
use crate::{Place, first_claim, renewal};

fn store<C: AsyncConnection + AsyncLeaseConnection>(
    url: &str,
    dialect: Dialect,
) -> AsyncLeaseStore<C> {
    let url = url.to_owned();
    let establish = move || {
        let url = url.clone();
        async move { C::establish(&url).await }
    };
    AsyncLeaseStore::new(dialect, establish).trust_durability()
}

async fn the_contract_holds<C: AsyncConnection + AsyncLeaseConnection>(place: &Place) {
    let (url, dialect) = (place.url(), place.dialect);
    C::establish(url).await.unwrap().batch_execute(&table::up(dialect)).await.unwrap();
    conformance::check_async(|| store::<C>(url, dialect)).await;
}

#[tokio::test]
async fn the_contract_holds_on_sqlite() {
    let place = Place::new(crate::sqlite(), Dialect::Sqlite);
    the_contract_holds::<SyncConnectionWrapper<SqliteConnection>>(&place).await;
}

#[tokio::test]
async fn the_contract_holds_on_postgres() {
    let place = Place::new(postgres(), Dialect::Postgres);
    the_contract_holds::<AsyncPgConnection>(&place).await;
}

#[tokio::test]
async fn the_contract_holds_on_mariadb() {
    let place = Place::new(mariadb(), Dialect::MySql);
    the_contract_holds::<AsyncMysqlConnection>(&place).await;
}

#[tokio::test]
async fn what_goes_wrong_is_said() {
    let place = Place::new(postgres(), Dialect::Postgres);
    let mut store = store::<AsyncPgConnection>(place.url(), Dialect::Postgres);
    let error = store.read("shop").await.unwrap_err().to_string();
    assert!(error.contains("snowflake_leases") && error.contains("run the migration"), "{error}");
    let nowhere = "postgres://ada:t0p@s3cret@127.0.0.1:1/shop";
    let mut store = self::store::<AsyncPgConnection>(nowhere, Dialect::Postgres);
    let error = store.read("shop").await.unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(shown.contains("the URL is right") && !shown.contains("s3cret"), "{shown}");
}

/// What the keeper of a lease does with one that takes too long.
#[tokio::test]
async fn an_operation_that_is_dropped_leaves_nothing_behind() {
    let place = Place::new(postgres(), Dialect::Postgres);
    let mut other = AsyncPgConnection::establish(place.url()).await.unwrap();
    other.batch_execute(&table::up(Dialect::Postgres)).await.unwrap();
    let mut store = store::<AsyncPgConnection>(place.url(), Dialect::Postgres);
    assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
    other.batch_execute("BEGIN").await.unwrap();
    other.batch_execute("UPDATE snowflake_leases SET token = token + 1").await.unwrap();
    {
        let renewal = renewal(7);
        let mut renew = pin!(store.renew("shop", &renewal));
        let mut waits = pin!(is_waiting(place.url()));
        poll_fn(|context| {
            assert!(renew.as_mut().poll(context).is_pending(), "it waits for the lock");
            waits.as_mut().poll(context)
        })
        .await;
    }
    // On another connection: the first one still waits.
    assert!(store.claim("shop", &first_claim(8), "web-1").await.unwrap());
    other.batch_execute("ROLLBACK").await.unwrap();
    assert!(store.renew("shop", &renewal(7)).await.unwrap());
    assert_eq!(store.read("shop").await.unwrap().rows.len(), 2);
}

async fn is_waiting(url: &str) {
    let mut connection = AsyncPgConnection::establish(url).await.unwrap();
    let query = "SELECT 1 FROM pg_stat_activity
                 WHERE datname = current_database() AND wait_event_type = 'Lock'";
    while sql_query(query).execute(&mut connection).await.unwrap() == 0 {}
}
