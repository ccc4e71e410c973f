//! A lease from the store that the URL names.

use std::error::Error;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use diesel::{Connection, PgConnection, SqliteConnection};
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use sea_orm::ConnectOptions;
use snowflake_kit::lease::{AsyncLease, ClaimError, FileStore, Lease, LeaseBuilder, Store, lease};
use snowflake_kit::snowflake_diesel::lease::{Dialect, LeaseStore};
use snowflake_kit::{Limits, snowflake_seaorm};

use crate::recorded::{AsyncRecorded, Recorded};

/// A lease, however it is renewed.
pub(crate) enum Held {
    Thread(Lease),
    Task(AsyncLease),
}

impl Held {
    pub(crate) async fn release(self) -> Result<(), Box<dyn Error>> {
        match self {
            Self::Thread(lease) => tokio::task::spawn_blocking(|| lease.release()).await??,
            Self::Task(lease) => lease.release().await?,
        }
        Ok(())
    }
}

/// Short terms, so that a few seconds are a long time.
fn settings<S>(store: S) -> LeaseBuilder<S> {
    lease(store)
        .space("soak")
        .term(Duration::from_secs(2))
        .renewal(Duration::from_millis(500))
        .limits(Limits::new().max_lead(Duration::from_secs(1)))
}

/// Claims until there is a lease, as whatever restarts a service does.
pub(crate) async fn install(
    url: &str,
    orm: &str,
    place: &Path,
    stop: &AtomicBool,
) -> Result<Option<Held>, Box<dyn Error>> {
    while !stop.load(Ordering::Relaxed) {
        match attempt(url, orm, place).await? {
            Ok(held) => return Ok(Some(held)),
            Err(error) => println!("{error}"),
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    Ok(None)
}

async fn attempt(
    url: &str,
    orm: &str,
    place: &Path,
) -> Result<Result<Held, ClaimError>, Box<dyn Error>> {
    let (scheme, path) = url.split_once(':').ok_or("a URL has a scheme")?;
    let (url, path) = (url.to_owned(), path.to_owned());
    match (orm, scheme) {
        (_, "file") => thread(FileStore::new(path), place).await,
        ("seaorm", _) => {
            let store = snowflake_seaorm::lease::LeaseStore::new(ConnectOptions::new(url));
            let store = AsyncRecorded(Recorded::new(store, place)?);
            Ok(settings(store).install_async().await.map(Held::Task))
        }
        (_, "sqlite") => {
            let connect = move || SqliteConnection::establish(&path);
            thread(LeaseStore::new(Dialect::Sqlite, connect), place).await
        }
        (_, "postgres") => {
            let url = format!("{url}?connect_timeout=2&tcp_user_timeout=2000");
            let connect = move || PgConnection::establish(&url);
            thread(LeaseStore::new(Dialect::Postgres, connect), place).await
        }
        (_, "mysql") => {
            let connect = move || AsyncConnectionWrapper::<AsyncMysqlConnection>::establish(&url);
            thread(LeaseStore::new(Dialect::MySql, connect), place).await
        }
        _ => Err(format!("no store for {scheme} and {orm}").into()),
    }
}

async fn thread<S: Store>(
    store: S,
    place: &Path,
) -> Result<Result<Held, ClaimError>, Box<dyn Error>> {
    let store = Recorded::new(store, place)?;
    let claim = tokio::task::spawn_blocking(|| settings(store).install());
    Ok(claim.await?.map(Held::Thread))
}
