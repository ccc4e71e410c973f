//! The lease of a node number over diesel-async. The program calls the kit's module for its version
//! `kit_diesel_async`.

use diesel::{ExpressionMethods, QueryDsl};
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use snowflake_kit::lease::table::{self, Dialect};
use snowflake_kit::lease::{AsyncStore as _, Change, LeaseTerms, claim};

use crate::graph::{Checked, UserId};
use crate::kit_diesel_async::lease::LeaseStore;

diesel::table! {
    use {crate::graph::UserId, snowflake_kit::Key};
    readers (id) { id -> Key<UserId> }
}

pub async fn check() -> Checked {
    let url = std::env::var("SNOWFLAKE_POSTGRES_URL")?;
    let mut db = AsyncPgConnection::establish(&url).await?;
    db.batch_execute("CREATE TABLE readers (id BIGINT PRIMARY KEY NOT NULL)").await?;
    db.batch_execute(&table::Migration::new(Dialect::Postgres).up()).await?;

    let connect = move || {
        let url = url.clone();
        async move { AsyncPgConnection::establish(&url).await }
    };
    let mut store = LeaseStore::new(Dialect::Postgres, connect);
    let claim = claim(7, None, 0, &LeaseTerms::default(), 1)?;
    assert!(store.change("shop", &Change::claim(&claim, "web-1")).await?);
    assert_eq!(store.read("shop").await?.rows, [claim.row]);

    let id = UserId::mint_async().await?;
    diesel::insert_into(readers::table).values(readers::id.eq(id)).execute(&mut db).await?;
    let found: Vec<UserId> = readers::table.select(readers::id).load(&mut db).await?;
    assert_eq!(found, [id]);
    Ok(())
}
