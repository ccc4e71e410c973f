//! Whether what is acknowledged stays.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Text};
use snowflake_diesel::lease::{Dialect, LeaseConnection, LeaseStore};
use snowflake_lease::Store;

use crate::{Place, first_claim, renewal};

pub(crate) fn a_database_that_forgets_is_refused<C: Connection + LeaseConnection>(place: &Place) {
    place.migrate::<C>();
    let mut store = place.checked_store::<C>("");
    // The servers of the tests forget, unless somebody has named another one.
    let setting = match place.dialect {
        Dialect::Postgres => {
            let mut connection = place.connect::<PgConnection>();
            let query = sql_query("SELECT current_setting('fsync') AS value");
            let fsync: Setting = query.get_result(&mut connection).unwrap();
            (fsync.value == "off").then(|| "fsync = off".to_owned())
        }
        Dialect::MySql => {
            #[derive(QueryableByName)]
            struct Number {
                #[diesel(sql_type = BigInt)]
                value: i64,
            }
            let mut connection = place.connect::<crate::Mariadb>();
            let query = "SELECT CAST(@@innodb_flush_log_at_trx_commit AS SIGNED) AS value";
            let flush: Number = sql_query(query).get_result(&mut connection).unwrap();
            (flush.value != 1).then(|| format!("innodb_flush_log_at_trx_commit = {}", flush.value))
        }
        _ => None,
    };
    let claimed = store.claim("shop", &first_claim(7), "web-1");
    match setting {
        None => assert!(claimed.unwrap()),
        Some(setting) => {
            let error = claimed.unwrap_err().to_string();
            assert!(error.contains(&setting) && error.contains("trust_durability()"), "{error}");
            store.read("shop").unwrap_err();
            store.unix_millis().unwrap_err();
            store.renew("shop", &renewal(7)).unwrap_err();
            assert_eq!(place.store::<C>("").read("shop").unwrap().rows, []);
        }
    }
}

#[derive(QueryableByName)]
struct Setting {
    #[diesel(sql_type = Text)]
    value: String,
}

/// What is set while rows are written: a trigger keeps it.
#[test]
fn postgres_waits_for_its_disk() {
    let place = Place::new(crate::database::postgres(), Dialect::Postgres);
    place.migrate::<PgConnection>();
    let mut admin = place.connect::<PgConnection>();
    admin
        .batch_execute(
            "CREATE TABLE seen (value text);
             CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 INSERT INTO seen VALUES (concat_ws(' ',
                     current_setting('synchronous_commit'), current_setting('lock_timeout'),
                     current_setting('idle_in_transaction_session_timeout'),
                     current_setting('transaction_isolation')));
                 RETURN NULL;
             END $$;
             CREATE TRIGGER see AFTER INSERT OR UPDATE ON snowflake_leases
                 FOR EACH ROW EXECUTE FUNCTION see();",
        )
        .unwrap();
    for (told, seen) in [
        ("SET synchronous_commit = off", "on"),
        ("SET synchronous_commit = local", "on"),
        ("SET synchronous_commit = remote_apply", "remote_apply"),
        ("SET default_transaction_isolation = serializable", "on"),
    ] {
        let mut store = place.store::<PgConnection>(told);
        store.claim("shop", &first_claim(7), "web-1").unwrap();
        assert!(store.renew("shop", &renewal(7)).unwrap());
        let query = sql_query("DELETE FROM seen RETURNING value");
        let values: Vec<Setting> = query.load(&mut admin).unwrap();
        assert!(!values.is_empty());
        for Setting { value } in values {
            assert_eq!(value, format!("{seen} 5s 5s read committed"), "{told}");
        }
    }
}

#[test]
fn sqlite_waits_for_its_disk() {
    let place = Place::new(crate::sqlite(), Dialect::Sqlite);
    place.migrate::<SqliteConnection>();
    let mut node = 0;
    let mut claim = |told: &str| {
        node += 1;
        let mut store = place.checked_store::<SqliteConnection>(told);
        let claimed = store.claim("shop", &first_claim(node), "web-1");
        claimed.map_err(|error| error.to_string())
    };
    // Its own connection is told to.
    for told in ["PRAGMA synchronous = OFF", "PRAGMA synchronous = NORMAL", ""] {
        assert_eq!(claim(told), Ok(true), "{told}");
    }
    for (told, setting) in [
        ("PRAGMA journal_mode = MEMORY", "journal_mode = memory"),
        ("PRAGMA journal_mode = OFF", "journal_mode = off"),
    ] {
        let error = claim(told).unwrap_err();
        assert!(error.contains(setting), "{error}");
    }
    assert_eq!(claim("PRAGMA journal_mode = WAL"), Ok(true));

    let memory = || SqliteConnection::establish(":memory:");
    let error = LeaseStore::new(Dialect::Sqlite, memory).read("shop").unwrap_err().to_string();
    assert!(error.contains("a database in memory: use a file"), "{error}");
}
