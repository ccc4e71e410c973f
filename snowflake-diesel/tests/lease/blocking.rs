//! Stores on Diesel's own connections.

use std::error::Error;
use std::marker::PhantomData;

use diesel::prelude::*;
use lease_suite::{Adapter, Blocks, secrets};
use snowflake_kit_diesel::lease::{Dialect, LeaseConnection, LeaseStore};
use snowflake_kit_lease::table;

use crate::{Mariadb, target};

mod sqlite {
    lease_suite::tests!(super::On<diesel::SqliteConnection>: every, blocking, sqlite);
}

mod postgres {
    lease_suite::tests!(super::On<diesel::PgConnection>: every, blocking, server, postgres);
}

mod mariadb {
    lease_suite::tests!(super::On<crate::Mariadb>: every, blocking, server);
}

/// Connections of this type.
pub(crate) struct On<C>(PhantomData<C>);

/// What a connection speaks.
pub(crate) trait Speaks: Connection + LeaseConnection {
    const DIALECT: Dialect;
}

impl Speaks for SqliteConnection {
    const DIALECT: Dialect = Dialect::Sqlite;
}

impl Speaks for PgConnection {
    const DIALECT: Dialect = Dialect::Postgres;
}

impl Speaks for Mariadb {
    const DIALECT: Dialect = Dialect::MySql;
}

pub(crate) fn execute<C: Connection>(url: &str, sql: &str) {
    C::establish(&target(url)).unwrap().batch_execute(sql).unwrap();
}

impl<C: Speaks> Adapter for On<C> {
    type Store = LeaseStore<C>;
    type CallStyle = Blocks;

    const DIALECT: Dialect = C::DIALECT;

    fn open(url: &str, told: &str) -> Option<LeaseStore<C>> {
        let (url, told) = (target(url), told.to_owned());
        let establish = move || -> Result<C, Box<dyn Error + Send + Sync>> {
            let mut connection = C::establish(&url)?;
            if !told.is_empty() {
                connection.batch_execute(&told)?;
            }
            Ok(connection)
        };
        Some(LeaseStore::new(C::DIALECT, establish))
    }

    fn trust(store: LeaseStore<C>) -> LeaseStore<C> {
        store.trust_durability()
    }

    fn create(url: &str) {
        let wait = if C::DIALECT == Dialect::Sqlite { "PRAGMA busy_timeout = 5000;" } else { "" };
        execute::<C>(url, &format!("{wait}{}", table::Migration::new(C::DIALECT).create()));
    }

    fn migrate(url: &str) {
        execute::<C>(url, &table::Migration::new(C::DIALECT).up());
    }

    fn undo(url: &str) {
        execute::<C>(url, &table::Migration::new(C::DIALECT).down());
    }
}

#[test]
fn no_password_is_shown() {
    fn shown<C: Speaks>(starts: &[&str]) {
        secrets::no_password_is_shown(starts, |url| On::<C>::open(url, "").unwrap());
    }
    shown::<PgConnection>(&["postgres", "postgress"]);
    shown::<Mariadb>(&["mysql", "mysqls"]);
}
