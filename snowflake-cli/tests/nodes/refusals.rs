//! What cannot be read, and what is said of it.

use std::net::TcpListener;

use snowflake_kit_lease::table::Dialect;

use crate::backend::{Backend, on_each_database, run};
use crate::{command, finish, nodes};

on_each_database!(a_database_without_the_table, a_table_of_another_kind);

fn a_database_without_the_table(backend: &Backend) {
    // So that SQLite's file is one.
    backend.execute("CREATE TABLE users (id bigint)");
    let message = nodes(&backend.url, &[]).failed(1);
    assert!(message.contains("snowflake_leases"), "{message}");
    assert!(
        message.contains("; check that the migration that creates snowflake_leases"),
        "{message}"
    );
}

fn a_table_of_another_kind(backend: &Backend) {
    backend.execute("CREATE TABLE snowflake_leases (space varchar(100), node bigint)");
    let message = nodes(&backend.url, &[]).failed(1);
    assert!(message.contains("token"), "{message}");
    assert!(message.contains("; the table differs from what the migration creates"), "{message}");
}

/// A role that may not read the table, one with a wrong password, and a database
/// that is not there.
#[test]
fn who_may_not_read_is_told_so_by_postgres() {
    run(Dialect::Postgres, |backend| {
        backend.create_table();
        let (server, name) = backend.url.rsplit_once('/').unwrap();
        let role = format!("{name}_reader");
        backend.execute(&format!("CREATE ROLE {role} LOGIN PASSWORD 's3cr3t@1'"));
        let (_, host) = server.rsplit_once(['@', '/']).unwrap();
        let url = format!("postgres://{role}:s3cr3t%401@{host}/{name}");
        let message = nodes(&url, &[]).failed(1);
        assert!(message.contains("; grant this role SELECT on snowflake_leases, "), "{message}");
        assert!(!message.contains("s3cr3t"), "{message}");
        backend.execute(&format!(
            "GRANT USAGE ON SCHEMA snowflake_kit TO {role}; GRANT SELECT ON snowflake_leases TO {role}"
        ));
        nodes(&url, &[]).ok();
        backend.execute(&format!("DROP OWNED BY {role}; DROP ROLE {role}"));

        let message = nodes(&url, &[]).failed(1);
        assert!(message.contains(&role), "{message}");
        assert!(!message.contains("s3cr3t"), "{message}");
        let message = nodes(&format!("{server}/{name}_of_nobody"), &[]).failed(1);
        assert!(
            message.ends_with("; check the name of the database, and that this user may use it\n")
        );
    });
}

#[test]
fn who_may_not_read_is_told_so_by_mysql() {
    run(Dialect::MySql, |backend| {
        backend.create_table();
        backend.execute("CREATE TABLE users (id bigint)");
        let (server, name) = backend.url.rsplit_once('/').unwrap();
        let user = format!("{name}_u");
        backend.execute(&format!("CREATE USER {user} IDENTIFIED BY 's3cr3t@1'"));
        backend.execute(&format!("GRANT SELECT ON {name}.users TO {user}"));
        let (_, host) = server.rsplit_once(['@', '/']).unwrap();
        let url = format!("mysql://{user}:s3cr3t%401@{host}/{name}");
        let message = nodes(&url, &[]).failed(1);
        assert!(message.contains("; grant this role SELECT on snowflake_leases, "), "{message}");
        assert!(!message.contains("s3cr3t"), "{message}");
        backend.execute(&format!("GRANT SELECT ON {name}.snowflake_leases TO {user}"));
        nodes(&url, &[]).ok();
        let message = nodes(&url.replace("s3cr3t", "s3cr3t2"), &[]).failed(1);
        assert!(message.ends_with("; check the user name and the password\n"), "{message}");
        assert!(!message.contains("s3cr3t"), "{message}");
        backend.execute(&format!("DROP USER {user}"));
        let message = nodes(&format!("{server}/{name}_of_nobody"), &[]).failed(1);
        assert!(
            message.ends_with("; check the name of the database, and that this user may use it\n")
        );
    });
}

/// Nobody listens there, or nobody answers.
#[test]
fn a_server_that_cannot_be_reached() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    for scheme in ["postgres", "mysql"] {
        let message = nodes(&format!("{scheme}://ada:s3cr3t@127.0.0.1:1/shop"), &[]).failed(1);
        let expected = format!("error: {scheme}://127.0.0.1:1/shop: ");
        assert!(message.starts_with(&expected), "{message}");
        assert!(message.ends_with("address, user, password and database are right\n"), "{message}");
        assert!(!message.contains("s3cr3t"), "{message}");
    }
    let message = nodes(&format!("postgres://ada:s3cr3t@127.0.0.1:{port}/shop"), &[]).failed(1);
    let expected = format!(
        "error: postgres://127.0.0.1:{port}/shop did not answer within 10s: check whether it can \
         be reached\n"
    );
    assert_eq!(message, expected);
}

#[test]
fn urls_that_cannot_be() {
    for (url, expected) in [
        ("", "no store: use `--database-url postgres://…`"),
        (" ", "no store"),
        ("postgres://ada:s3cr3t@db:port/shop", "the URL cannot be read: "),
        ("mysql://ada:s3cr3t@db:99999/shop", "the URL cannot be read: "),
        ("postgres://ada:s3cr3t@db/shop?sslmode=some", "the URL cannot be read: "),
        ("postgres://ada:s3cr3t#@db/shop", "reserved characters of a password"),
        ("MySQL://ada:s3cr3t@db:99999/shop", "the URL cannot be read: "),
        ("mssql://ada:s3cr3t@db/shop", "leases are not kept in a `mssql` store: expected a URL"),
        ("redis://:s3cr3t@db", "leases are not kept in a `redis` store"),
        ("https://ada:s3cr3t@db", "leases are not kept in a `https` store"),
        ("://ada:s3cr3t@db", "leases are not kept in a `` store"),
    ] {
        let message = nodes(url, &[]).failed(2);
        assert!(message.contains(expected), "{url}: {message}");
        assert!(!message.contains("s3cr3t"), "{url}: {message}");
    }
    // With a slip of the pen they are taken for paths.
    for url in [
        "ada:s3cr3t@db/shop",
        "postgres:/ada:s3cr3t@db/shop",
        "postgres:/ada:x s3cr3t x@db/shop",
        "host=db password=s3cr3t user=ada",
        "host=db password = 's3cr3t x'",
        "Server=db;Pwd=s3cr3t",
    ] {
        let message = nodes(url, &[]).failed(1);
        assert!(message.contains("there is no file with the name that was given: "), "{message}");
        assert!(!message.contains("s3cr3t"), "{url}: {message}");
    }
    for url in ["postgres://ada:s3cr3t x@db:port/shop", "mysql://ada:x 's3cr3t'@db:99999/shop"] {
        let message = nodes(url, &[]).failed(2);
        assert!(message.contains("the URL cannot be read: "), "{url}: {message}");
        assert!(!message.contains("s3cr3t"), "{url}: {message}");
    }
    let message = finish(command()).failed(2);
    assert!(message.contains("no store: use `--database-url"), "{message}");
    // Without the option, as it happens to everybody once.
    let mut forgotten = command();
    forgotten.arg("postgres://ada:s3cr3t@db/shop");
    assert_eq!(finish(forgotten).failed(2), "error: write the URL after `--database-url`\n");
}
