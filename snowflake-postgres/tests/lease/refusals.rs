//! Servers that cannot carry leases, rows that no lease leaves, and what errors say.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use snowflake_lease::{AsyncStore as _, StoreError, table};
use snowflake_postgres::lease::LeaseStore;
use tokio_postgres::Config;
use tokio_postgres::error::DbError;

use crate::{Place, first_claim, renewal, run};

fn refused<T: std::fmt::Debug>(result: Result<T, StoreError>, parts: &[&str]) {
    let error = result.unwrap_err().to_string();
    for part in parts {
        assert!(error.contains(part), "{error}");
    }
}

#[tokio::test]
async fn without_the_table_the_migration_is_named() {
    run(async |place: Place| {
        let mut store = place.store();
        store.unix_millis().await.unwrap();
        let parts = ["relation \"snowflake_leases\" does not exist", "run the migration"];
        refused(store.read("shop").await, &parts);
        refused(store.claim("shop", &first_claim(7), "web-1").await, &parts);
        refused(store.renew("shop", &renewal(7)).await, &parts);
        // What the server said can be looked at.
        let error = store.read("shop").await.unwrap_err();
        let source = std::error::Error::source(&error).unwrap();
        assert_eq!(source.downcast_ref::<DbError>().unwrap().code().code(), "42P01");
        place.migrate().await;
        assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
    })
    .await;
}

#[tokio::test]
async fn a_table_of_another_form_is_refused() {
    run(async |place: Place| {
        let mut store = place.store();
        let up = table::up(table::Dialect::Postgres);
        place.execute(&up.replace("until_unix_ms", "until_ms")).await;
        let parts = ["until_unix_ms", "differs from what the migration creates"];
        refused(store.read("shop").await, &parts);
        refused(store.claim("shop", &first_claim(7), "web-1").await, &parts);
        place.execute(table::DOWN).await;
        place.execute(&up.replace("until_unix_ms bigint", "until_unix_ms integer")).await;
        let parts = ["integer out of range", "as the migration creates it"];
        refused(store.claim("shop", &first_claim(7), "web-1").await, &parts);
    })
    .await;
}

#[tokio::test]
async fn a_corrupt_row_is_named() {
    run(async |place: Place| {
        // As if somebody had taken the checks away.
        place
            .execute(
                "CREATE TABLE snowflake_leases (
                     space varchar(100), node bigint, token bigint, until_unix_ms bigint
                 );
                 INSERT INTO snowflake_leases VALUES ('shop', 7, NULL, 1)",
            )
            .await;
        let mut store = place.store();
        refused(store.read("shop").await, &["with node 7, token NULL, until_unix_ms 1"]);
        assert_eq!(store.read("other").await.unwrap().rows, []);
    })
    .await;
}

#[tokio::test]
async fn a_role_that_may_not_write_is_refused() {
    run(async |place: Place| {
        place.migrate().await;
        let mut store = place.store_with("-c default_transaction_read_only=on");
        let parts = ["transaction_read_only = on", "connect to the primary"];
        refused(store.claim("shop", &first_claim(7), "web-1").await, &parts);

        let role = place.url.rsplit_once('/').unwrap().1;
        place.execute(&format!("CREATE ROLE {role}")).await;
        let mut store = place.store_with(&format!("-c role={role}"));
        let parts = ["permission denied", "grant this role SELECT, INSERT and UPDATE"];
        refused(store.read("shop").await, &parts);
        place.execute(&format!("GRANT SELECT ON snowflake_leases TO {role}")).await;
        assert_eq!(store.read("shop").await.unwrap().rows, []);
        refused(store.claim("shop", &first_claim(7), "web-1").await, &parts);
        place.execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}")).await;
    })
    .await;
}

#[tokio::test]
async fn a_server_that_forgets_is_refused() {
    run(async |place: Place| {
        place.migrate().await;
        // The servers of the tests forget, unless somebody has named another one.
        let sql = "SELECT current_setting('fsync') = 'off'";
        let forgets: bool = place.connect().await.query_one_scalar(sql, &[]).await.unwrap();
        let mut store = LeaseStore::new(place.config());
        if !forgets {
            assert!(store.claim("shop", &first_claim(7), "web-1").await.unwrap());
            return;
        }
        let parts = ["fsync = off", "trust_durability()"];
        refused(store.claim("shop", &first_claim(7), "web-1").await, &parts);
        refused(store.read("shop").await, &parts);
        refused(store.unix_millis().await, &parts);
        refused(store.renew("shop", &renewal(7)).await, &parts);
        assert_eq!(place.store().read("shop").await.unwrap().rows, []);
    })
    .await;
}

/// What is set while rows are written: a trigger keeps it.
#[tokio::test]
async fn commits_wait_for_the_disk() {
    run(async |place: Place| {
        place.migrate().await;
        place
            .execute(
                "CREATE TABLE seen (value text);
                 CREATE FUNCTION see() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                     INSERT INTO seen VALUES (concat_ws(' ',
                         current_setting('synchronous_commit'), current_setting('lock_timeout'),
                         current_setting('transaction_isolation')));
                     RETURN NULL;
                 END $$;
                 CREATE TRIGGER see AFTER INSERT OR UPDATE ON snowflake_leases
                     FOR EACH ROW EXECUTE FUNCTION see();",
            )
            .await;
        for (options, seen) in [
            ("-c synchronous_commit=off", "on"),
            ("-c synchronous_commit=remote_apply", "remote_apply"),
            ("-c default_transaction_isolation=serializable", "on"),
        ] {
            let mut store = place.store_with(options);
            store.claim("shop", &first_claim(7), "web-1").await.unwrap();
            assert!(store.renew("shop", &renewal(7)).await.unwrap());
            let rows = place.connect().await.query("DELETE FROM seen RETURNING value", &[]).await;
            for row in rows.unwrap() {
                assert_eq!(row.get::<_, &str>(0), format!("{seen} 5s read committed"), "{options}");
            }
        }
    })
    .await;
}

async fn shows_no_password(config: Config, said: &str) {
    let mut store = LeaseStore::new(config);
    let error = store.read("shop").await.unwrap_err();
    assert!(error.to_string().contains(said), "{error}");
    assert!(error.to_string().ends_with("and that the configuration is right"), "{error}");
    for shown in [error.to_string(), format!("{error:?}"), format!("{store:?}")] {
        assert!(!shown.contains("s3cret"), "{shown}");
    }
}

#[tokio::test]
async fn no_password_is_shown() {
    let mut nobody: Config = crate::server::url().parse().unwrap();
    nobody.user("nobody_of_that_name").password("t0ps3cret");
    shows_no_password(nobody, "role \"nobody_of_that_name\" does not exist").await;
    for url in [
        "postgres://ada:t0ps3cret@127.0.0.1:1/shop",
        "postgres://127.0.0.1:1/shop?user=ada&password=t0ps3cret",
        "host=127.0.0.1 port=1 user=ada password='t0p s3cret'",
    ] {
        shows_no_password(url.parse().unwrap(), "error connecting to server: ").await;
    }
    shows_no_password(Config::new(), "both host and hostaddr are missing").await;
}

#[tokio::test]
async fn a_wrong_password_is_not_shown() {
    /// A server that asks for a password, and refuses it.
    fn server() -> u16 {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            let (mut client, _) = listener.accept().unwrap();
            let mut read = [0; 1024];
            let _startup = client.read(&mut read).unwrap();
            client.write_all(b"R\0\0\0\x08\0\0\0\x03").unwrap();
            let length = client.read(&mut read).unwrap();
            assert!(read[..length].starts_with(b"p") && read[..length].ends_with(b"t0ps3cret\0"));
            let fields = b"SFATAL\0C28P01\0Mpassword authentication failed\0\0";
            client.write_all(&[b'E', 0, 0, 0, 4 + fields.len() as u8]).unwrap();
            client.write_all(fields).unwrap();
        });
        port
    }

    let mut config = Config::new();
    config.host("127.0.0.1").port(server()).user("ada").password("t0ps3cret");
    shows_no_password(config, "FATAL: password authentication failed").await;
}
