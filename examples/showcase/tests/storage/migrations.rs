//! The tables.

use std::fs;

use showcase::database::Database;
use snowflake_kit::lease::table::{self, Dialect};
use snowflake_kit::sql::{Feed, migration};

#[test]
fn leases_and_the_feed_as_the_kit_has_them() {
    for (folder, dialect) in
        [("sqlite", Dialect::Sqlite), ("postgres", Dialect::Postgres), ("mysql", Dialect::MySql)]
    {
        let folder = format!("{}/migrations/{folder}", env!("CARGO_MANIFEST_DIR"));
        let file = |name: &str| fs::read_to_string(format!("{folder}/{name}.sql")).unwrap();
        let leases = table::Migration::new(dialect);
        assert_eq!(file("0002_snowflake_leases.up"), leases.up(), "{folder}");
        assert_eq!(file("0002_snowflake_leases.down"), leases.down(), "{folder}");
        let feed = Feed::new(dialect, "messages", "id").unwrap();
        assert_eq!(file("0003_messages_feed.up"), migration(&feed.up()), "{folder}");
        assert_eq!(file("0003_messages_feed.down"), migration(&feed.down()), "{folder}");
    }
}

#[test]
fn urls() {
    let parse = |url: &str| url.parse::<Database>();
    for (url, expected) in [
        ("sqlite:chat.db", Database::Sqlite("chat.db".to_owned())),
        ("sqlite://chat.db?mode=rwc", Database::Sqlite("chat.db".to_owned())),
        ("sqlite:///tmp/chat.db", Database::Sqlite("/tmp/chat.db".to_owned())),
        ("sqlite:/tmp/100%.db", Database::Sqlite("/tmp/100%.db".to_owned())),
        ("postgres://a:b@c/d", Database::Postgres("postgres://a:b@c/d".to_owned())),
        ("postgresql://c/d", Database::Postgres("postgresql://c/d".to_owned())),
        ("mysql://a:b@c/d", Database::MySql("mysql://a:b@c/d".to_owned())),
        ("mariadb://a:b@c/d", Database::MySql("mysql://a:b@c/d".to_owned())),
    ] {
        let database = parse(url).unwrap();
        assert_eq!(database, expected);
        // It may be printed: there is no password in it.
        assert!(!format!("{database} {database:?}").contains("a:b"), "{url}");
    }
    for url in [
        "",
        "chat.db",
        "sqlite:",
        "sqlite::memory:",
        "sqlite://",
        "sqlite:file:a.db",
        "oracle://a",
        "mysql",
    ] {
        assert!(parse(url).is_err(), "{url}");
    }
}
