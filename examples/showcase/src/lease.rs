//! The node of this instance: the number in its IDs, which no other instance on
//! the same database has at the same time.

use std::ops::Range;

use diesel_async::{AsyncConnection, AsyncMysqlConnection, AsyncPgConnection};
use snowflake_kit::Layout;
use snowflake_kit::diesel_async_0_9::lease::{Dialect, LeaseConnection, LeaseStore};
use snowflake_kit::lease::{AsyncStore, ClaimError, Lease, LeaseBuilder};
use snowflake_kit::sea_orm_2;

use crate::database::{Database, Orm};
use crate::storage::diesel::AsyncSqliteConnection;
use crate::storage::seaorm;

/// Which nodes instances have: all but the last one, which is the
/// [`seed`](crate::seed)'s.
const NODES: Range<u32> = 0..Layout::DEFAULT.max_node();

/// Claims a free node, by which all ID types are minted from now on. A task renews
/// the claim; [`Lease::release_async`] gives the node back.
///
/// [`storage::open`](crate::storage::open) has made the table. A store has a
/// connection of its own: a lease is renewed even if the pool has none left.
///
/// # Errors
/// [`ClaimError`] if no node is free, the database cannot be reached, or its
/// settings do not make commits last.
pub async fn install(database: &Database, orm: Orm, space: &str) -> Result<Lease, ClaimError> {
    if orm == Orm::Seaorm {
        return claim(sea_orm_2::lease::LeaseStore::new(seaorm::options(database)), space).await;
    }
    match database.clone() {
        Database::Postgres(url) => {
            claim(diesel::<AsyncPgConnection>(Dialect::Postgres, url), space).await
        }
        Database::MySql(url) => {
            claim(diesel::<AsyncMysqlConnection>(Dialect::MySql, url), space).await
        }
        Database::Sqlite(file) => {
            claim(diesel::<AsyncSqliteConnection>(Dialect::Sqlite, file), space).await
        }
    }
}

async fn claim(store: impl AsyncStore, space: &str) -> Result<Lease, ClaimError> {
    LeaseBuilder::new(store).space(space).nodes(NODES).install_async().await
}

fn diesel<C: AsyncConnection + LeaseConnection>(dialect: Dialect, url: String) -> LeaseStore<C> {
    LeaseStore::new(dialect, move || {
        let url = url.clone();
        async move { C::establish(&url).await }
    })
}
