//! Where a plan is tried, and what cannot be reached from there.

use std::env;

use snowflake_kit_adopt::{Orm, Rehearsal, check};
use snowflake_kit_core::Dialect;
use test_databases::{Session, does_not_apply};

use crate::backend::{Backend, run};

/// A server beside that of the tests, if there is one.
fn another(variable: &str) -> Option<String> {
    let url = env::var(variable).ok();
    if url.is_none() {
        does_not_apply(&format!("{variable} names no second server"));
    }
    url
}

/// Tried on another server by a user who may create nothing on the first one.
fn is_tried_elsewhere(backend: &Backend, user: &str, server: String) {
    let mut request = backend.request(Orm::Sqlx);
    let (scheme, rest) = backend.url.split_once("://").unwrap();
    let (_, rest) = rest.split_once('@').unwrap();
    request.database_url = format!("{scheme}://{user}:pw@{rest}");
    let report = check(&request).unwrap().report;
    assert!(report.contains("**This plan is untried**: this user cannot create a"), "{report}");
    request.rehearsal = Rehearsal::On(server);
    let report = check(&request).unwrap().report;
    assert!(!report.contains("untried"), "{report}");
    // It was tried: only a rehearsal sees the trigger.
    assert!(report.contains("users refuses a row that has a minted key"), "{report}");
}

#[test]
fn another_server_can_be_named_on_postgres() {
    let Some(server) = another("SNOWFLAKE_DURABLE_POSTGRES_URL") else { return };
    run(Dialect::Postgres, |backend| {
        let user = format!("{}_reader", backend.url.rsplit('/').next().unwrap());
        backend.execute(&format!(
            "CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ DECLARE n int; BEGIN
                 n := NEW.id; RETURN NEW; END $$;
             CREATE TRIGGER noted AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION note();
             CREATE ROLE {user} LOGIN PASSWORD 'pw'; GRANT SELECT ON users TO {user};"
        ));
        is_tried_elsewhere(backend, &user, server.clone());
        backend.execute(&format!("DROP OWNED BY {user}; DROP ROLE {user}"));
        let left =
            "SELECT (SELECT count(*) FROM pg_database WHERE datname ~ '^snowflake_rehearsal')
             + (SELECT count(*) FROM pg_roles WHERE rolname ~ '^snowflake_rehearsal')";
        assert_eq!(Session::open(&server).numbers(left), [0]);
    });
}

#[test]
fn another_server_can_be_named_on_mariadb_and_mysql() {
    let Some(server) = another("SNOWFLAKE_DURABLE_MYSQL_URL") else { return };
    run(Dialect::MariaDb, |backend| {
        let here = backend.url.rsplit('/').next().unwrap();
        let user = here.replace("snowflake_test", "r");
        backend.execute(&format!(
            "CREATE TABLE users (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(9));
             CREATE TRIGGER noted AFTER INSERT ON users FOR EACH ROW
                 BEGIN DECLARE n INT; SET n = NEW.id; END;
             CREATE USER {user} IDENTIFIED BY 'pw'; GRANT SELECT, TRIGGER ON {here}.* TO {user};"
        ));
        is_tried_elsewhere(backend, &user, server.clone());
        backend.execute(&format!("DROP USER {user}"));
        let left = "SELECT (SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE SCHEMA_NAME
             LIKE 'snowflake\\_r\\_%') + (SELECT COUNT(*) FROM mysql.user WHERE User LIKE
             'snowflake\\_r\\_%')";
        let left = format!("SELECT CAST(({left}) AS SIGNED)");
        assert_eq!(Session::open(&server).numbers(&left), [0]);
    });
}

/// A foreign table leads to another server, which here is the same one.
#[test]
fn no_row_reaches_a_foreign_table() {
    run(Dialect::Postgres, |backend| {
        let (server, database) = backend.url.rsplit_once('/').unwrap();
        let (_, port) = server.rsplit_once(':').unwrap();
        backend.execute(&format!(
            "CREATE TABLE sent (name text);
             CREATE EXTENSION postgres_fdw;
             CREATE SERVER far FOREIGN DATA WRAPPER postgres_fdw
                 OPTIONS (host '127.0.0.1', port '{port}', dbname '{database}');
             CREATE USER MAPPING FOR PUBLIC SERVER far OPTIONS (user 'postgres');
             CREATE FOREIGN TABLE sent_far (name text) SERVER far OPTIONS (table_name 'sent');
             CREATE TABLE users (id serial PRIMARY KEY, name text);
             CREATE FUNCTION send() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
                 INSERT INTO public.sent_far VALUES ('sent'); RETURN NEW; END $$;
             CREATE TRIGGER send AFTER INSERT ON users FOR EACH ROW EXECUTE FUNCTION send();"
        ));
        let report = check(&backend.request(Orm::Sqlx)).unwrap().report;
        assert!(!report.contains("untried"), "{report}");
        // With all that the server says of each part.
        let parts = report.split("The rehearsal was done without ").nth(1).unwrap();
        for words in ["extension \"postgres_fdw\"; hint: ", "server \"far\" does not exist"] {
            assert!(parts.contains(words), "{words}: {parts}");
        }
        assert_eq!(backend.number("SELECT count(*) FROM sent"), 0);
        // The trigger works.
        backend.execute("INSERT INTO users (name) VALUES ('Ada')");
        assert_eq!(backend.number("SELECT count(*) FROM sent"), 1);
    });
}
