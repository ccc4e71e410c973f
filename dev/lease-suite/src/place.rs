//! A database of a test's own, as an adapter reaches it.

use std::marker::PhantomData;

use snowflake_kit_lease::{LeaseRow, Registry, Store as _, table};
use test_databases::{Database, Session};

use crate::adapter::Adapter;
use snowflake_kit_core::Dialect;

/// A database, and stores in it.
pub struct Place<A> {
    database: Database,
    adapter: PhantomData<fn() -> A>,
}

impl<A: Adapter> Place<A> {
    /// A database without the table.
    pub fn empty() -> Self {
        Self { database: Database::new(A::DIALECT), adapter: PhantomData }
    }

    /// A database with the table.
    pub fn migrated() -> Self {
        let place = Self::empty();
        A::migrate(place.url());
        place
    }

    /// Where the database is.
    pub fn url(&self) -> &str {
        self.database.url()
    }

    /// The database.
    pub const fn database(&self) -> &Database {
        &self.database
    }

    /// A session beside those of stores.
    pub fn session(&self) -> Session {
        self.database.session()
    }

    /// A store that takes the database as it is.
    pub fn store(&self) -> A::Store {
        A::trust(self.checked_store())
    }

    /// A store that asks whether the database is durable.
    pub fn checked_store(&self) -> A::Store {
        A::open(self.url(), "").expect("a store that is told nothing")
    }

    /// A [`checked_store`](Self::checked_store) whose connections are told this first, if they
    /// can be told. PostgreSQL has a default of each setting for a database, so any can.
    pub fn told_store(&self, told: &str) -> Option<A::Store> {
        match told.strip_prefix("SET ") {
            Some(setting) if A::DIALECT == Dialect::Postgres => {
                self.database.set(setting);
                Some(self.checked_store())
            }
            _ => A::open(self.url(), told),
        }
    }

    /// What the table has.
    pub fn read(&self) -> Registry {
        self.store().read("shop").unwrap()
    }

    /// The one row of the table, which whoever had its node has given back.
    pub(crate) fn free_row(&self) -> LeaseRow {
        let registry = self.read();
        let [row] = registry.rows[..] else { panic!("{registry:?} is not one row") };
        // The tick of the last mint is still reserved: it may have a ms to go.
        assert!(row.until <= registry.unix_millis + 1, "{registry:?}: the node is not free");
        row
    }

    /// The text of the migration, another text in place of one in it. Replaces the table.
    pub(crate) fn migrate_otherwise(&self, from: &str, to: &str) {
        let up = table::Migration::new(A::DIALECT).up();
        let changed = up.replace(from, to);
        assert_ne!(changed, up);
        let mut session = self.session();
        session.execute("DROP TABLE IF EXISTS snowflake_leases");
        session.execute(&changed);
    }

    /// A session whose transaction locks the row of a node.
    pub(crate) fn locked(&self, node: u32) -> Session {
        let mut session = self.session();
        session.execute("BEGIN");
        session.execute(&format!(
            "UPDATE snowflake_leases SET token = token + 1 WHERE space = 'shop' AND node = {node}"
        ));
        session
    }
}
