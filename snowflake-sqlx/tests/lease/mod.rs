//! Stores of node leases: what all stores have to do, and the migrations.

use lease_suite::{Adapter, Awaited, Dialect, Place, claims, first_claim, refused, wait};
use snowflake_kit_lease::{Store as _, table};
use sqlx::migrate::{Migration, Migrator};
use sqlx::pool::PoolOptions;
use sqlx::{ConnectOptions, Connection, Executor};

use crate::version::lease::LeaseStore;

/// An adapter, in a module of its own.
macro_rules! adapter {
    ($dialect:ident, $options:ty, $tell:expr, $migrations:literal) => {
        use super::*;

        struct Sqlx;

        static MIGRATOR: Migrator = sqlx::migrate!($migrations);

        async fn connect(url: &str) -> <$options as ConnectOptions>::Connection {
            url.parse::<$options>().unwrap().connect().await.unwrap()
        }

        impl Adapter for Sqlx {
            type Store = Awaited<LeaseStore<$options>>;
            type CallStyle = Self::Store;

            const DIALECT: Dialect = Dialect::$dialect;

            fn open(url: &str, told: &str) -> Option<Self::Store> {
                let options: $options = url.parse().unwrap();
                let tell: fn($options, &str) -> Option<$options> = $tell;
                let options = if told.is_empty() { options } else { tell(options, told)? };
                Some(Awaited(LeaseStore::new(options)))
            }

            fn trust(Awaited(store): Self::Store) -> Self::Store {
                Awaited(store.trust_durability())
            }

            fn create(url: &str) {
                let create: &'static str = table::Migration::new(Self::DIALECT).create().leak();
                let create = sqlx::raw_sql(create);
                wait(async || connect(url).await.execute(create).await.map(drop)).unwrap();
            }

            fn migrate(url: &str) {
                wait(async || MIGRATOR.run(&mut connect(url).await).await).unwrap();
            }

            fn undo(url: &str) {
                wait(async || MIGRATOR.undo(&mut connect(url).await, 0).await).unwrap();
            }
        }

        /// The application has taken all connections of its pool.
        #[test]
        fn a_store_of_a_pool_has_a_connection_of_its_own() {
            type Database = <<$options as ConnectOptions>::Connection as Connection>::Database;
            let place = Place::<Sqlx>::migrated();
            let options: $options = place.url().parse().unwrap();
            wait(async || {
                let pool = PoolOptions::<Database>::new().max_connections(1).connect_with(options);
                let pool = pool.await.unwrap();
                let taken = pool.acquire().await.unwrap();
                let mut store = Sqlx::trust(Awaited(LeaseStore::from_pool(&pool)));
                assert!(store.change("shop", &claims(7)).unwrap());
                drop(taken);
            });
            assert_eq!(place.read().rows, [first_claim(7).row]);
        }

        #[test]
        fn the_migration_is_that_of_the_table() {
            assert_eq!(text(&MIGRATOR, true), table::Migration::new(Sqlx::DIALECT).up());
            assert_eq!(text(&MIGRATOR, false), table::Migration::new(Sqlx::DIALECT).down());
        }
    };
}

fn text(migrator: &Migrator, up: bool) -> String {
    let is_meant = |migration: &&Migration| migration.migration_type.is_up_migration() == up;
    migrator.iter().find(is_meant).unwrap().sql.as_ref().to_owned()
}

mod sqlite {
    lease_suite::tests!(Sqlx: every, awaited, sqlite);

    adapter!(Sqlite, sqlx::sqlite::SqliteConnectOptions, tell, "migrations/sqlite");

    /// `PRAGMA name = value`
    fn tell(
        options: sqlx::sqlite::SqliteConnectOptions,
        told: &str,
    ) -> Option<sqlx::sqlite::SqliteConnectOptions> {
        let (name, value) = told.strip_prefix("PRAGMA ")?.split_once(" = ")?;
        Some(options.pragma(name.to_owned(), value.to_owned()))
    }
}

/// Other connections have another database, or it ends with the last of them.
#[test]
fn a_pool_in_memory_is_refused() {
    wait(async || {
        let pool = sqlx::SqlitePool::connect("sqlite::memory:").await.unwrap();
        let mut store = Awaited(LeaseStore::from_pool(&pool));
        refused(store.read("shop"), &["a database in memory", "use a file"]);
    });
}

mod postgres {
    lease_suite::tests!(Sqlx: every, awaited, server, awaited_server, postgres);

    adapter!(Postgres, sqlx::postgres::PgConnectOptions, |_, _| None, "migrations/postgres");
}

mod mariadb {
    lease_suite::tests!(Sqlx: every, awaited, server, awaited_server);

    adapter!(MySql, sqlx::mysql::MySqlConnectOptions, |_, _| None, "migrations/mysql");
}
