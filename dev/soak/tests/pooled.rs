//! Lease stores on connections of `PgBouncer`, as the guide's page on leases says.

use std::pin::Pin;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel_async::{AsyncConnection as _, AsyncPgConnection};
use snowflake_kit::diesel::lease::{Dialect, LeaseStore};
use snowflake_kit::diesel_async_0_9::lease::LeaseStore as AsyncLeaseStore;
use snowflake_kit::lease::{AsyncStore, Store as _, conformance, table};
use snowflake_kit::{postgres, sea_orm_2, sqlx_0_9};
use sqlx::postgres::PgConnectOptions;
use test_servers::{Database, Durability, Pooler, Pooling, Server};

/// A server that has the table of leases, and a pooler for it.
struct Place {
    server: Server,
    pooler: Pooler,
}

impl Place {
    fn new(pooling: Pooling) -> Self {
        let server = Server::start(Database::Postgres, Durability::Default, &[]).unwrap();
        let mut connection = PgConnection::establish(&server.url()).unwrap();
        connection.batch_execute(&table::Migration::new(Dialect::Postgres).up()).unwrap();
        let pooler = Pooler::start(server.port(), pooling).unwrap();
        let place = Self { server, pooler };
        // The pool gets several connections, which clients take in turn from then on.
        let mut clients: Vec<_> =
            (0..4).map(|_| PgConnection::establish(&place.url()).unwrap()).collect();
        if pooling == Pooling::Transaction {
            for sql in ["BEGIN", "COMMIT"] {
                for client in &mut clients {
                    client.batch_execute(sql).unwrap();
                }
            }
        }
        place
    }

    fn url(&self) -> String {
        self.server.url_at(self.pooler.port())
    }

    fn diesel(&self) -> LeaseStore<PgConnection> {
        let url = self.url();
        LeaseStore::new(Dialect::Postgres, move || PgConnection::establish(&url))
    }

    fn diesel_async(&self) -> AsyncLeaseStore<AsyncPgConnection> {
        let url = self.url();
        AsyncLeaseStore::new(Dialect::Postgres, move || {
            let url = url.clone();
            async move { AsyncPgConnection::establish(&url).await }
        })
    }

    fn seaorm(&self) -> sea_orm_2::lease::LeaseStore {
        sea_orm_2::lease::LeaseStore::new(self.url())
    }

    fn sqlx(&self) -> sqlx_0_9::lease::LeaseStore<PgConnectOptions> {
        sqlx_0_9::lease::LeaseStore::new(self.url().parse().unwrap())
    }

    fn postgres(&self) -> postgres::lease::LeaseStore {
        postgres::lease::LeaseStore::new(self.url().parse().unwrap())
    }
}

/// In a box, since the compiler gives up on a future with those of all stores in it.
fn keeps_the_contract<'a, S: AsyncStore + 'a>(
    open: impl Fn() -> S + Send + Sync + 'a,
) -> Pin<Box<dyn Future<Output = ()> + 'a>> {
    Box::pin(conformance::check_async(open))
}

/// What the first operation says that fails, if one does: the first on a connection, or the next
/// one, which is on another connection to the server.
async fn refusal<S: AsyncStore>(open: impl Fn() -> S) -> Option<String> {
    for _ in 0..10 {
        let mut store = open();
        for _ in 0..2 {
            if let Err(error) = store.read("shop").await {
                return Some(error.to_string());
            }
        }
    }
    None
}

#[tokio::test]
async fn with_sessions_each_store_keeps_the_contract() {
    let place = Place::new(Pooling::Session);
    conformance::check(|| place.diesel());
    keeps_the_contract(|| place.diesel_async()).await;
    keeps_the_contract(|| place.seaorm()).await;
    keeps_the_contract(|| place.sqlx()).await;
    keeps_the_contract(|| place.postgres()).await;
}

#[tokio::test]
async fn with_transactions_a_store_must_not_name_its_statements() {
    let place = Place::new(Pooling::Transaction);
    conformance::check(|| place.diesel());
    keeps_the_contract(|| place.sqlx()).await;
    keeps_the_contract(|| place.postgres()).await;
    for refusal in
        [refusal(|| place.diesel_async()).await.unwrap(), refusal(|| place.seaorm()).await.unwrap()]
    {
        assert!(refusal.contains("prepared statement"), "{refusal}");
    }
}

#[tokio::test]
async fn with_statements_each_store_is_refused() {
    let place = Place::new(Pooling::Statement);
    place.diesel().read("shop").unwrap_err();
    refusal(|| place.diesel_async()).await.unwrap();
    for refusal in [
        refusal(|| place.seaorm()).await.unwrap(),
        refusal(|| place.sqlx()).await.unwrap(),
        refusal(|| place.postgres()).await.unwrap(),
    ] {
        assert!(refusal.contains("transaction blocks not allowed"), "{refusal}");
    }
}
