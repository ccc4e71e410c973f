//! Stores of node leases: what all stores have to do, and the migrations.

use std::time::Duration;

use lease_suite::pools::Pooled;
use lease_suite::{Adapter, Awaited, Dialect, wait};
use snowflake_kit_lease::table;
use sqlx::migrate::{Migration, Migrator};
use sqlx::pool::PoolOptions;
use sqlx::{ConnectOptions, Executor, Pool};

use crate::version::lease::{Driver, LeaseStore};

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
                let create: &'static str = table::create(Self::DIALECT).leak();
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

        /// Over the application's pool.
        struct Over;

        impl Adapter for Over {
            type Store = Awaited<LeaseStore<$options>>;
            type CallStyle = Self::Store;

            const DIALECT: Dialect = Sqlx::DIALECT;

            fn open(url: &str, told: &str) -> Option<Self::Store> {
                told.is_empty().then(|| Self::over(&Self::pool(url)))
            }

            fn trust(store: Self::Store) -> Self::Store {
                Sqlx::trust(store)
            }

            fn create(url: &str) {
                Sqlx::create(url);
            }

            fn migrate(url: &str) {
                Sqlx::migrate(url);
            }

            fn undo(url: &str) {
                Sqlx::undo(url);
            }
        }

        impl Pooled for Over {
            type Pool = Pool<<$options as Driver>::Database>;

            fn pool(url: &str) -> Self::Pool {
                let options = PoolOptions::new().max_connections(1);
                let options = options.acquire_timeout(Duration::from_secs(2));
                wait(async || options.connect_lazy_with(url.parse().unwrap()))
            }

            fn over(pool: &Self::Pool) -> Self::Store {
                wait(async || Awaited(LeaseStore::over(pool.clone())))
            }

            fn taken<R: Send>(pool: &Self::Pool, run: impl FnOnce() -> R + Send) -> R {
                wait(async || {
                    let taken = pool.acquire().await.unwrap();
                    let done = run();
                    drop(taken);
                    done
                })
            }
        }

        #[test]
        fn the_migration_is_that_of_the_table() {
            assert_eq!(text(&MIGRATOR, true), table::up(Sqlx::DIALECT));
            assert_eq!(text(&MIGRATOR, false), table::DOWN);
        }
    };
}

fn text(migrator: &Migrator, up: bool) -> String {
    let is_meant = |migration: &&Migration| migration.migration_type.is_up_migration() == up;
    migrator.iter().find(is_meant).unwrap().sql.as_ref().to_owned()
}

mod sqlite {
    lease_suite::tests!(Sqlx: every, awaited, sqlite);
    mod over {
        lease_suite::tests!(super::Over: pooled);
    }

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

mod postgres {
    lease_suite::tests!(Sqlx: every, awaited, server, awaited_server, postgres);
    mod over {
        lease_suite::tests!(super::Over: pooled, awaited);
    }

    adapter!(Postgres, sqlx::postgres::PgConnectOptions, |_, _| None, "migrations/postgres");
}

mod mariadb {
    lease_suite::tests!(Sqlx: every, awaited, server, awaited_server);
    mod over {
        lease_suite::tests!(super::Over: pooled, awaited);
    }

    adapter!(MySql, sqlx::mysql::MySqlConnectOptions, |_, _| None, "migrations/mysql");
}
