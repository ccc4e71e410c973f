//! Stores of node leases: what all stores have to do, and what is SeaORM's own.

mod connections;

use std::marker::PhantomData;
use std::time::Duration;

use lease_suite::secrets::no_password_is_shown as shows_none;
use lease_suite::{Adapter, Awaited, Dialect, wait};
use sea_orm::{ConnectOptions, Database, DatabaseConnection};

use crate::version::lease::{LeaseStore, down, up};

mod sqlite {
    lease_suite::tests!(super::On<super::Sqlite>: every, awaited, sqlite);
}

mod postgres {
    lease_suite::tests!(super::On<super::Postgres>: every, awaited, server, awaited_server, postgres);
}

mod mariadb {
    lease_suite::tests!(super::On<super::Mariadb>: every, awaited, server, awaited_server);
}

/// A store with a connection of its own, on a kind of database.
struct On<K>(PhantomData<K>);

trait Speaks {
    const DIALECT: Dialect;
}

macro_rules! speaks {
    ($($kind:ident: $dialect:ident),*) => {$(
        struct $kind;

        impl Speaks for $kind {
            const DIALECT: Dialect = Dialect::$dialect;
        }
    )*};
}

speaks!(Sqlite: Sqlite, Postgres: Postgres, Mariadb: MySql);

impl<K: Speaks> Adapter for On<K> {
    type Store = Awaited<LeaseStore>;
    type CallStyle = Self::Store;

    const DIALECT: Dialect = K::DIALECT;

    fn open(url: &str, told: &str) -> Option<Self::Store> {
        let mut options = ConnectOptions::new(url);
        if !told.is_empty() {
            crate::tell(&mut options, told)?;
        }
        Some(Awaited(LeaseStore::new(options)))
    }

    fn trust(Awaited(store): Self::Store) -> Self::Store {
        Awaited(store.trust_durability())
    }

    fn create(url: &str) {
        wait(async || up(&connect(url).await).await).unwrap();
    }

    fn undo(url: &str) {
        wait(async || down(&connect(url).await).await).unwrap();
    }
}

/// To one connection: what it has been told is told.
async fn connect(url: &str) -> DatabaseConnection {
    let mut options = ConnectOptions::new(url);
    options.max_connections(1);
    Database::connect(options).await.unwrap()
}

#[test]
fn no_password_is_shown() {
    let starts = ["postgres", "postgress", "postgresql", "mysql", "sqlite", "", "x y"];
    shows_none(&starts, |url| {
        // SQLx asks again until then if nobody is there.
        let mut options = ConnectOptions::new(url);
        options.acquire_timeout(Duration::from_millis(1));
        Awaited(LeaseStore::new(options))
    });
}
