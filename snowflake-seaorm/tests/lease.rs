//! Stores of node leases over connections of SeaORM 2.
#![cfg(feature = "lease")]

#[path = "lease/mod.rs"]
mod stores;

use snowflake_kit_seaorm::sea_orm_2 as version;

/// Has each new connection told this.
#[expect(clippy::unnecessary_wraps, reason = "SeaORM 1 has no such option")]
fn tell(options: &mut sea_orm::ConnectOptions, told: &str) -> Option<()> {
    use sea_orm::ConnectionTrait as _;

    let told = told.to_owned();
    options.after_connect(move |db| {
        let told = told.clone();
        Box::pin(async move { db.execute_unprepared(&told).await.map(drop) })
    });
    Some(())
}
