//! Databases that cannot carry leases, and rows that no lease wrote.

use std::time::Duration;

use sea_orm::{ConnectOptions, ConnectionTrait, DbBackend, Statement};
use snowflake_lease::AsyncStore;
use snowflake_lease::table::{self, Dialect};
use snowflake_seaorm::lease::{LeaseStore, down};

use super::{Place, first_claim, on_each_url, refused, renewal, run};

on_each_url! {
    async fn without_the_table_the_migration_is_named(place: Place) {
        let mut store = place.store();
        // There is a file from the first connection on.
        place.connect().await;
        store.unix_millis().await.unwrap();
        let parts = ["snowflake_leases", "run the migration"];
        refused(store.read("shop").await, &parts);
        refused(store.claim("shop", &first_claim(7), "web-1").await, &parts);
        refused(store.renew("shop", &renewal(7)).await, &parts);
        place.migrate().await;
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
        down(&place.connect().await).await.unwrap();
        refused(store.read("shop").await, &parts);
    }

    async fn a_table_of_another_form_is_refused(place: Place) {
        let (dialect, db) = match place.backend {
            DbBackend::Postgres => (Dialect::Postgres, place.connect().await),
            DbBackend::MySql => (Dialect::MySql, place.connect().await),
            _ => (Dialect::Sqlite, place.connect().await),
        };
        let mut store = place.store();
        db.execute_unprepared(&table::up(dialect).replace("token", "claim")).await.unwrap();
        refused(store.read("shop").await, &["differs from what the migration creates"]);
        let claimed = store.claim("shop", &first_claim(7), "web-1").await;
        refused(claimed, &["differs from what the migration creates"]);
        if dialect != Dialect::Sqlite {
            db.execute_unprepared(table::DOWN).await.unwrap();
            let up = table::up(dialect).replace("until_unix_ms bigint", "until_unix_ms integer");
            db.execute_unprepared(&up).await.unwrap();
            let claimed = store.claim("shop", &first_claim(7), "web-1").await;
            refused(claimed, &["ut of range", "as the migration creates it"]);
        }
    }

    async fn a_corrupt_row_is_named(place: Place) {
        let db = place.connect().await;
        // As if somebody had taken the checks away.
        db.execute_unprepared(
            "CREATE TABLE snowflake_leases (
                 space varchar(100) NOT NULL, node bigint, token bigint, until_unix_ms bigint,
                 holder varchar(255), claimed_unix_ms bigint, renewed_unix_ms bigint
             )",
        )
        .await
        .unwrap();
        let mut store = place.store();
        for values in ["-1, 1, 1", "4294967296, 1, 1", "7, 0, 1", "7, 1, -1", "7, NULL, 1"] {
            let insert = format!(
                "INSERT INTO snowflake_leases (space, node, token, until_unix_ms) VALUES \
                 ('shop', 1, 1, 1), ('shop', {values})"
            );
            db.execute_unprepared(&insert).await.unwrap();
            let values: Vec<_> = values.split(", ").collect();
            let row = format!(
                "space \"shop\" with node {}, token {}, until_unix_ms {} was not written by a \
                 lease",
                values[0], values[1], values[2]
            );
            refused(store.read("shop").await, &[&row]);
            assert_eq!(store.read("other").await.unwrap().rows, []);
            db.execute_unprepared("DELETE FROM snowflake_leases").await.unwrap();
        }
        if place.backend == DbBackend::Sqlite {
            let odd = "INSERT INTO snowflake_leases (space, node, token, until_unix_ms) VALUES \
                       ('shop', 7, 'much', 1.5)";
            db.execute_unprepared(odd).await.unwrap();
            refused(store.read("shop").await, &["node 7, token NULL, until_unix_ms NULL was not written by a lease"]);
        }
    }

    async fn a_database_that_forgets_is_refused(place: Place) {
        place.migrate().await;
        let db = place.connect().await;
        // The servers of the tests forget, unless somebody has named another
        // one; `SQLite` does by default, and the store's own connection is told
        // not to.
        let (query, forgets): (_, fn(&str) -> bool) = match place.backend {
            DbBackend::Postgres => ("SELECT current_setting('fsync') AS value", |on| on == "off"),
            DbBackend::MySql => (
                "SELECT CAST(@@innodb_flush_log_at_trx_commit AS CHAR) AS value",
                |flush| flush != "1",
            ),
            _ => ("SELECT 'EXTRA' AS value", |_| false),
        };
        let query = Statement::from_string(place.backend, query);
        let row = db.query_one_raw(query).await.unwrap().unwrap();
        let forgets = forgets(&row.try_get::<String>("", "value").unwrap());
        for mut store in [LeaseStore::new(&place.url), place.store_over("").await] {
            let read = store.read("shop").await;
            if forgets {
                refused(read, &["may forget a lease", "trust_durability()"]);
                refused(store.unix_millis().await, &["may forget a lease"]);
                refused(store.renew("shop", &renewal(7)).await, &["may forget a lease"]);
                let claimed = store.claim("shop", &first_claim(7), "web-1").await;
                refused(claimed, &["may forget a lease"]);
                assert_eq!(place.store().read("shop").await.unwrap().rows, []);
            } else if let Err(error) = read {
                let error = error.to_string();
                assert!(error.contains("synchronous = 2 with journal_mode = delete"), "{error}");
                let mut store = place.store_over("PRAGMA synchronous = EXTRA").await;
                assert_eq!(store.read("shop").await.unwrap().rows, []);
                let mut store = place.store_over("PRAGMA journal_mode = WAL").await;
                assert_eq!(store.read("shop").await.unwrap().rows, []);
                let mut store = place.store_over("PRAGMA synchronous = NORMAL").await;
                refused(store.read("shop").await, &["synchronous = 1 with journal_mode = wal"]);
            }
        }
    }

    async fn a_connection_that_may_not_write_is_refused(place: Place) {
        place.migrate().await;
        let (told, part) = match place.backend {
            DbBackend::Postgres => {
                ("SET default_transaction_read_only = on", "transaction_read_only = on")
            }
            DbBackend::MySql => ("SET SESSION TRANSACTION READ ONLY", "READ ONLY transaction"),
            _ => ("PRAGMA query_only = ON", "readonly database"),
        };
        let mut store = place.store_over(told).await.trust_durability();
        let claimed = store.claim("shop", &first_claim(8), "web-1").await;
        refused(claimed, &[part, "connect to the primary"]);
    }
}

#[tokio::test]
async fn a_role_without_a_grant_is_refused() {
    async fn test(place: Place) {
        place.migrate().await;
        let role = format!("seaorm_reader_{}", std::process::id());
        place.execute(&format!("CREATE ROLE {role}")).await;
        let mut store = place.store_over(&format!("SET SESSION AUTHORIZATION {role}")).await;
        store = store.trust_durability();
        refused(store.read("shop").await, &["grant this role SELECT, INSERT"]);
        place.execute(&format!("DROP ROLE {role}")).await;
    }
    run(DbBackend::Postgres, test).await;
}

#[tokio::test]
async fn no_password_is_shown() {
    for start in ["postgres", "postgress", "postgresql", "mysql", "sqlite", "", "x y"] {
        for rest in [
            "://ada:t0ps3cret@127.0.0.1:1/shop",
            "://ada:t0p@s3cret@127.0.0.1:1/shop",
            "://ada:t0p/s3cret@127.0.0.1:1/shop",
            "://ada:t0p s3cret@127.0.0.1:1/shop",
            "://ada:t0p%s3cret@127.0.0.1:1/shop",
            "://ada:t0p[s3cret@127.0.0.1:1/shop",
            "//ada:t0ps3cret@127.0.0.1:1/shop",
            "ada:t0ps3cret@127.0.0.1:1/shop",
        ] {
            // SQLx asks again until then if nobody is there.
            let mut options = ConnectOptions::new(format!("{start}{rest}"));
            options.acquire_timeout(Duration::from_millis(1));
            let mut store = LeaseStore::new(options);
            let error = store.read("shop").await.unwrap_err();
            for shown in [error.to_string(), format!("{error:?}"), format!("{store:?}")] {
                let secret = shown.contains("s3cret") || shown.contains("t0p");
                assert!(!secret, "{start}{rest}: {shown}");
            }
        }
    }
}
