//! What errors say, and what they do not say.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;

use lease_suite::{Awaited, Place};
use snowflake_kit_lease::Store as _;
use snowflake_kit_postgres::lease::LeaseStore;
use tokio_postgres::Config;
use tokio_postgres::error::DbError;

use crate::Postgres;

#[test]
fn what_the_server_said_can_be_looked_at() {
    let place = Place::<Postgres>::empty();
    let error = place.store().read("shop").unwrap_err();
    let start = "ERROR: relation \"snowflake_leases\" does not exist: run the migration";
    assert!(error.to_string().starts_with(start), "{error}");
    let source = std::error::Error::source(&error).unwrap();
    assert_eq!(source.downcast_ref::<DbError>().unwrap().code().code(), "42P01");
}

fn shows_no_password(config: Config, said: &str) {
    let mut store = Awaited(LeaseStore::new(config));
    let error = store.read("shop").unwrap_err();
    assert!(error.to_string().contains(said), "{error}");
    assert!(error.to_string().ends_with("user, password and database are right"), "{error}");
    for shown in [error.to_string(), format!("{error:?}"), format!("{:?}", store.0)] {
        assert!(!shown.contains("s3cret"), "{shown}");
    }
}

#[test]
fn no_password_is_shown() {
    let mut nobody: Config = crate::server::url().parse().unwrap();
    nobody.user("nobody_of_that_name").password("t0ps3cret");
    shows_no_password(nobody, "role \"nobody_of_that_name\" does not exist");
    for url in [
        "postgres://ada:t0ps3cret@127.0.0.1:1/shop",
        "postgres://127.0.0.1:1/shop?user=ada&password=t0ps3cret",
        "host=127.0.0.1 port=1 user=ada password='t0p s3cret'",
    ] {
        shows_no_password(url.parse().unwrap(), "error connecting to server: ");
    }
    shows_no_password(Config::new(), "invalid configuration: ");
}

#[test]
fn a_wrong_password_is_not_shown() {
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
    shows_no_password(config, "FATAL: password authentication failed");
}
