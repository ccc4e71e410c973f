//! Decimal IDs whose generator numbers are from a database.

use sea_orm::DbBackend;
use snowflake_lease::AsyncStore as _;
use snowflake_seaorm::lease::LeaseStore;

use super::starts::{self, ROW, ROWS, Told};
use super::{Place, run};

#[tokio::test]
async fn on_sqlite() {
    starts_on("lease::decimal::on_sqlite", DbBackend::Sqlite).await;
}

#[tokio::test]
async fn on_postgres() {
    starts_on("lease::decimal::on_postgres", DbBackend::Postgres).await;
}

#[tokio::test]
async fn on_mariadb() {
    starts_on("lease::decimal::on_mariadb", DbBackend::MySql).await;
}

async fn starts_on(test: &'static str, backend: DbBackend) {
    if let Some(told) = starts::told() {
        let store = LeaseStore::new(told.place.as_str()).trust_durability();
        Told::builder(store).install_async().await.unwrap();
        return told.mint();
    }
    let all_starts = async move |place: Place| {
        place.migrate().await;
        starts::each_has_a_number_that_nobody_had(test, &place.url);
        assert_eq!(place.store().read(ROWS).await.unwrap().rows, [ROW]);
    };
    run(backend, all_starts).await;
}
