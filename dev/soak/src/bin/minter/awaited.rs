//! Stores that are awaited, as one.

use std::ops::RangeInclusive;

use sea_orm::ConnectOptions;
use snowflake_kit::etcd::EtcdStore;
use snowflake_kit::lease::{AsyncStore, Claim, Registry, Release, Renewal, Renewed, StoreError};
use snowflake_kit::sea_orm_2::lease::LeaseStore as SeaOrm;
use snowflake_kit::sqlx_0_9::lease::LeaseStore as Sqlx;
use sqlx::mysql::MySqlConnectOptions;
use sqlx::postgres::PgConnectOptions;
use sqlx::sqlite::SqliteConnectOptions;

pub(crate) enum Awaited {
    SeaOrm(SeaOrm),
    Postgres(Box<Sqlx<PgConnectOptions>>),
    MySql(Box<Sqlx<MySqlConnectOptions>>),
    Sqlite(Box<Sqlx<SqliteConnectOptions>>),
    Etcd(Box<EtcdStore>),
}

impl Awaited {
    pub(crate) fn seaorm(url: String) -> Self {
        Self::SeaOrm(SeaOrm::new(ConnectOptions::new(url)))
    }

    pub(crate) fn etcd(urls: &str) -> Result<Self, StoreError> {
        Ok(Self::Etcd(Box::new(EtcdStore::new(urls)?)))
    }

    /// The one of sqlx that a URL names.
    pub(crate) fn sqlx(url: &str) -> Result<Self, sqlx::Error> {
        Ok(match url.split_once(':') {
            Some(("postgres", _)) => Self::Postgres(Box::new(Sqlx::new(url.parse()?))),
            Some(("mysql", _)) => Self::MySql(Box::new(Sqlx::new(url.parse()?))),
            _ => Self::Sqlite(Box::new(Sqlx::new(url.parse()?))),
        })
    }
}

/// Calls a method of whichever it is.
macro_rules! of {
    ($awaited:expr, $store:ident => $call:expr) => {
        match $awaited {
            Awaited::SeaOrm($store) => $call.await,
            Awaited::Postgres($store) => $call.await,
            Awaited::MySql($store) => $call.await,
            Awaited::Sqlite($store) => $call.await,
            Awaited::Etcd($store) => $call.await,
        }
    };
}

impl AsyncStore for Awaited {
    async fn read(&mut self, space: &str) -> Result<Registry, StoreError> {
        of!(self, store => store.read(space))
    }

    async fn unix_millis(&mut self) -> Result<i64, StoreError> {
        of!(self, store => store.unix_millis())
    }

    async fn claim(
        &mut self,
        space: &str,
        claim: &Claim,
        holder: &str,
    ) -> Result<bool, StoreError> {
        of!(self, store => store.claim(space, claim, holder))
    }

    async fn renew(&mut self, space: &str, renewal: &Renewal) -> Result<bool, StoreError> {
        of!(self, store => store.renew(space, renewal))
    }

    async fn release(&mut self, space: &str, release: &Release) -> Result<bool, StoreError> {
        of!(self, store => store.release(space, release))
    }

    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        of!(self, store => store.read_nodes(space, nodes, most))
    }

    async fn renew_at(
        &mut self,
        space: &str,
        renewal: &Renewal,
        clock: RangeInclusive<i64>,
    ) -> Result<Renewed, StoreError> {
        of!(self, store => store.renew_at(space, renewal, clock))
    }
}
