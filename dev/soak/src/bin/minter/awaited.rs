//! Stores that are awaited, as one.

use std::ops::RangeInclusive;

use sea_orm::ConnectOptions;
use snowflake_kit::etcd::EtcdStore;
use snowflake_kit::lease::{AsyncStore, Change, Registry, StoreError};
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
    async fn read_nodes(
        &mut self,
        space: &str,
        nodes: RangeInclusive<u32>,
        most: usize,
    ) -> Result<Registry, StoreError> {
        of!(self, store => store.read_nodes(space, nodes, most))
    }

    async fn change(&mut self, space: &str, change: &Change) -> Result<bool, StoreError> {
        of!(self, store => store.change(space, change))
    }
}
