//! Stores on connections of `diesel-async`.

use std::error::Error;
use std::marker::PhantomData;

use diesel::{PgConnection, SqliteConnection};
use diesel_async::sync_connection_wrapper::SyncConnectionWrapper;
use diesel_async::{AsyncConnection, AsyncMysqlConnection, AsyncPgConnection};
use lease_suite::secrets::no_password_is_shown as shows_none;
use lease_suite::{Adapter, Awaited, refused};
use snowflake_kit_diesel::diesel_async_0_9::lease::{LeaseConnection, LeaseStore};
use snowflake_kit_diesel::lease::Dialect;
use snowflake_kit_lease::Store as _;

use crate::blocking::{On, Speaks};
use crate::{Mariadb, target};

type Sqlite = OnAsync<SyncConnectionWrapper<SqliteConnection>, SqliteConnection>;
type Postgres = OnAsync<AsyncPgConnection, PgConnection>;
type AsyncMariadb = OnAsync<AsyncMysqlConnection, Mariadb>;

mod sqlite {
    lease_suite::tests!(super::Sqlite: every, awaited, sqlite);
}

mod postgres {
    lease_suite::tests!(super::Postgres: every, awaited, server, awaited_server, postgres);
}

mod mariadb {
    lease_suite::tests!(super::AsyncMariadb: every, awaited, server, awaited_server);
}

/// Connections of the first type, in a database that is migrated as with the second one.
struct OnAsync<C, B>(PhantomData<(C, B)>);

impl<C: AsyncConnection + LeaseConnection, B: Speaks> Adapter for OnAsync<C, B> {
    type Store = Awaited<LeaseStore<C>>;
    type CallStyle = Self::Store;

    const DIALECT: Dialect = B::DIALECT;

    fn open(url: &str, told: &str) -> Option<Self::Store> {
        let (url, told) = (target(url), told.to_owned());
        let establish = move || {
            let (url, told) = (url.clone(), told.clone());
            async move {
                let mut connection = C::establish(&url).await?;
                if !told.is_empty() {
                    connection.batch_execute(&told).await?;
                }
                Ok::<_, Box<dyn Error + Send + Sync>>(connection)
            }
        };
        Some(Awaited(LeaseStore::new(B::DIALECT, establish)))
    }

    fn trust(Awaited(store): Self::Store) -> Self::Store {
        Awaited(store.trust_durability())
    }

    fn create(url: &str) {
        On::<B>::create(url);
    }

    fn migrate(url: &str) {
        On::<B>::migrate(url);
    }

    fn undo(url: &str) {
        On::<B>::undo(url);
    }
}

#[test]
fn no_password_is_shown() {
    shows_none(&["postgres", "postgress"], |url| Postgres::open(url, "").unwrap());
    shows_none(&["mysql", "mysqls"], |url| AsyncMariadb::open(url, "").unwrap());
    let nowhere = "postgres://ada:t0p@s3cret@127.0.0.1:1/shop";
    refused(
        Postgres::open(nowhere, "").unwrap().read("shop"),
        &["no connection", "password and database are right"],
    );
}
