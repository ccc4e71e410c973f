//! Databases that cannot carry leases, and rows that no lease wrote.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use snowflake_diesel::lease::{Dialect, LeaseConnection, LeaseStore};
use snowflake_lease::{Store, StoreError, table};

use crate::{Place, first_claim, renewal};

fn refused<T: std::fmt::Debug>(result: Result<T, StoreError>, parts: &[&str]) {
    let error = result.unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "{error}");
    }
}

pub(crate) fn without_the_table_the_migration_is_named<C: Connection + LeaseConnection>(
    place: &Place,
) {
    let mut store = place.store::<C>("");
    store.unix_millis().unwrap();
    let parts = ["snowflake_leases", "run the migration"];
    refused(store.read("shop"), &parts);
    refused(store.claim("shop", &first_claim(7), "web-1"), &parts);
    refused(store.renew("shop", &renewal(7)), &parts);
    place.migrate::<C>();
    assert!(store.claim("shop", &first_claim(7), "web-1").unwrap());
}

pub(crate) fn a_table_of_another_form_is_refused<C: Connection + LeaseConnection>(place: &Place) {
    let mut store = place.store::<C>("");
    let mut connection = place.connect::<C>();
    let up = table::up(place.dialect);
    let mut with = |from: &str, to: &str| {
        let changed = up.replace(from, to);
        assert_ne!(changed, up);
        connection.batch_execute("DROP TABLE IF EXISTS snowflake_leases").unwrap();
        connection.batch_execute(&changed).unwrap();
    };
    with("until_unix_ms", "until_ms");
    let parts = ["until_unix_ms", "differs from what the migration creates"];
    refused(store.read("shop"), &parts);
    refused(store.claim("shop", &first_claim(7), "web-1"), &parts);
    // SQLite has no types that are too small.
    if place.dialect != Dialect::Sqlite {
        with("until_unix_ms bigint", "until_unix_ms integer");
        let parts = ["ut of range", "as the migration creates it"];
        refused(store.claim("shop", &first_claim(7), "web-1"), &parts);
    }
}

pub(crate) fn a_corrupt_row_is_named<C: Connection + LeaseConnection>(place: &Place) {
    let mut store = place.store::<C>("");
    let mut connection = place.connect::<C>();
    // As if somebody had taken the checks away.
    connection
        .batch_execute(
            "CREATE TABLE snowflake_leases (
                 space varchar(100) NOT NULL, node bigint, token bigint, until_unix_ms bigint,
                 holder varchar(255), claimed_unix_ms bigint, renewed_unix_ms bigint
             )",
        )
        .unwrap();
    let mut values = vec!["-1, 1, 1", "4294967296, 1, 1", "7, 0, 1", "7, 1, -1", "7, NULL, 1"];
    values.extend(["NULL, 1, 1", "7, 1, NULL"]);
    if place.dialect == Dialect::Sqlite {
        values.extend(["7, 'much', 1", "7, 1, 1.5", "'a', 1, 1", "x'00', 1, 1"]);
    }
    for values in values {
        let insert = format!(
            "INSERT INTO snowflake_leases (space, node, token, until_unix_ms) VALUES \
             ('shop', 1, 1, 1), ('shop', {values})"
        );
        connection.batch_execute(&insert).unwrap();
        let shown: Vec<_> = values.split(", ").map(number_or_null).collect();
        let row = format!(
            "space \"shop\" with node {}, token {}, until_unix_ms {} was not written by a lease",
            shown[0], shown[1], shown[2]
        );
        refused(store.read("shop"), &[&row]);
        assert_eq!(store.read("other").unwrap().rows, []);
        connection.batch_execute("DELETE FROM snowflake_leases").unwrap();
    }
}

/// What is read of a value that is no integer is `NULL`.
fn number_or_null(value: &str) -> &str {
    if value.parse::<i64>().is_ok() { value } else { "NULL" }
}

pub(crate) fn the_table_takes_no_corrupt_row<C: Connection + LeaseConnection>(place: &Place) {
    place.migrate::<C>();
    let mut connection = place.connect::<C>();
    let mut insert = |values: &str| {
        connection.batch_execute(&format!("INSERT INTO snowflake_leases VALUES ({values})"))
    };
    for values in [
        "'', 7, 1, 0, '', 0, 0",
        "NULL, 7, 1, 0, '', 0, 0",
        "'shop', -1, 1, 0, '', 0, 0",
        "'shop', 4294967296, 1, 0, '', 0, 0",
        "'shop', 'a', 1, 0, '', 0, 0",
        "'shop', NULL, 1, 0, '', 0, 0",
        "'shop', 7, 0, 0, '', 0, 0",
        "'shop', 7, NULL, 0, '', 0, 0",
        "'shop', 7, 'a', 0, '', 0, 0",
        "'shop', 7, 1, -1, '', 0, 0",
        "'shop', 7, 1, NULL, '', 0, 0",
        "'shop', 7, 1, 'a', '', 0, 0",
        "'shop', 7, 1, 0, NULL, 0, 0",
        "'shop', 7, 1, 0, '', -1, 0",
        "'shop', 7, 1, 0, '', 0, -1",
    ] {
        assert!(insert(values).is_err(), "{values}");
    }
    insert("'shop', 7, 1, 0, '', 0, 0").unwrap();
    insert("'shop', 7, 1, 0, '', 0, 0").unwrap_err();
    insert("'shop', 4294967295, 9223372036854775807, 9223372036854775807, '', 0, 0").unwrap();
}

pub(crate) fn a_role_that_may_not_write_is_refused<C: Connection + LeaseConnection>(place: &Place) {
    place.migrate::<C>();
    assert!(place.store::<C>("").claim("shop", &first_claim(7), "web-1").unwrap());
    // For the whole of the connection, whoever it is.
    let (told, part) = match place.dialect {
        Dialect::Postgres => {
            ("SET default_transaction_read_only = on", "transaction_read_only = on")
        }
        Dialect::MySql => ("SET SESSION TRANSACTION READ ONLY", "READ ONLY transaction"),
        _ => ("PRAGMA query_only = ON", "readonly database"),
    };
    let mut store = place.store::<C>(told);
    refused(store.claim("shop", &first_claim(8), "web-1"), &[part, "connect to the primary"]);
    refused(store.renew("shop", &renewal(7)), &[part, "connect to the primary"]);
}

#[test]
fn a_role_without_a_grant_is_refused_by_postgres() {
    let place = Place::new(crate::database::postgres(), Dialect::Postgres);
    place.migrate::<PgConnection>();
    let role = crate::unique_name();
    place.connect::<PgConnection>().batch_execute(&format!("CREATE ROLE {role}")).unwrap();
    let told = format!("SET SESSION AUTHORIZATION {role}");
    refused(place.store::<PgConnection>(&told).read("shop"), &["grant this role SELECT, INSERT"]);
    place
        .connect::<PgConnection>()
        .batch_execute(&format!("GRANT SELECT ON snowflake_leases TO {role}"))
        .unwrap();
    let mut store = place.store::<PgConnection>(&told);
    assert_eq!(store.read("shop").unwrap().rows, []);
    refused(store.claim("shop", &first_claim(7), ""), &["grant this role SELECT, INSERT"]);
    place
        .connect::<PgConnection>()
        .batch_execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"))
        .unwrap();
}

#[test]
fn a_role_without_a_grant_is_refused_by_mariadb() {
    let place = Place::new(crate::database::mariadb(), Dialect::MySql);
    place.migrate::<crate::Mariadb>();
    let mut admin = place.connect::<crate::Mariadb>();
    // The longest name for a user is shorter on `MySQL`.
    let user = format!("reader{}", std::process::id());
    admin.batch_execute(&format!("CREATE USER {user} IDENTIFIED BY 's3cret'")).unwrap();
    admin.batch_execute(&format!("GRANT SELECT ON snowflake_leases TO {user}")).unwrap();
    let (_, server) = place.url().split_once('@').unwrap();
    let url = |password: &str| format!("mysql://{user}:{password}@{server}");
    let open = |url: String| {
        LeaseStore::new(Dialect::MySql, move || crate::Mariadb::establish(&url)).trust_durability()
    };
    let mut store = open(url("s3cret"));
    assert_eq!(store.read("shop").unwrap().rows, []);
    refused(store.claim("shop", &first_claim(7), ""), &["grant this role SELECT, INSERT"]);
    refused(open(url("wrong")).read("shop"), &["Access denied", "the URL is right"]);
    admin.batch_execute(&format!("DROP USER {user}")).unwrap();
}

#[test]
fn no_password_is_shown() {
    fn shown<C: Connection + LeaseConnection>(dialect: Dialect, url: &str) {
        let owned = url.to_owned();
        let mut store = LeaseStore::new(dialect, move || C::establish(&owned));
        let error = store.read("shop").unwrap_err();
        for shown in [error.to_string(), format!("{error:?}"), format!("{store:?}")] {
            assert!(!shown.contains("s3cret") && !shown.contains("t0p"), "{url}: {shown}");
        }
    }
    for rest in [
        "://ada:t0ps3cret@127.0.0.1:1/shop",
        "://ada:t0p@s3cret@127.0.0.1:1/shop",
        "://ada:t0p/s3cret@127.0.0.1:1/shop",
        "://ada:t0p s3cret@127.0.0.1:1/shop",
        "://ada:t0p%s3cret@127.0.0.1:1/shop",
        "://ada:t0p:s3cret@127.0.0.1:1/shop",
        "://ada:t0p[s3cret@127.0.0.1:1/shop",
        "://ada:t0p?s3cret@127.0.0.1:1/shop",
        "://127.0.0.1:1/shop?password=t0ps3cret&odd=t0p",
        "://127.0.0.1:t0ps3cret/shop",
        "//ada:t0ps3cret@127.0.0.1:1/shop",
        " host=127.0.0.1 port=1 password='t0p s3cret'",
    ] {
        shown::<PgConnection>(Dialect::Postgres, &format!("postgres{rest}"));
        shown::<PgConnection>(Dialect::Postgres, &format!("postgress{rest}"));
        shown::<crate::Mariadb>(Dialect::MySql, &format!("mysql{rest}"));
        shown::<crate::Mariadb>(Dialect::MySql, &format!("mysqls{rest}"));
    }
}
