//! The tables.

use std::fs;

use showcase::database::{Database, Orm};
use snowflake_kit::lease::table::{self, Dialect};
use snowflake_kit::sql::{Feed, migration};

use crate::place::{Place, everywhere};
use crate::world::{oldest, world};

everywhere! {
    /// Instances that start together on an empty database.
    async fn made_once(place: Place) {
        let graph = world();
        let mut instances = tokio::task::JoinSet::new();
        for number in 0..6 {
            let place = place.clone();
            let orm = if number % 2 == 0 { Orm::Seaorm } else { Orm::Diesel };
            instances.spawn(async move { place.open_with(orm).await });
        }
        let instances = instances.join_all().await;
        instances[0].insert(&graph).await.unwrap();
        for instance in instances {
            assert_eq!(instance.guilds(&oldest(10)).await.unwrap(), graph.guilds);
        }
        // A later start finds them as they are.
        assert_eq!(place.open().await.guilds(&oldest(10)).await.unwrap(), graph.guilds);
    }
}

#[test]
fn leases_as_the_kit_has_them() {
    for (folder, dialect) in
        [("sqlite", Dialect::Sqlite), ("postgres", Dialect::Postgres), ("mysql", Dialect::MySql)]
    {
        let folder = format!(
            "{}/migrations/{folder}/2026-01-01-000001_snowflake_leases",
            env!("CARGO_MANIFEST_DIR")
        );
        let up = fs::read_to_string(format!("{folder}/up.sql")).unwrap();
        assert_eq!(up, table::up(dialect), "{folder}");
        assert_eq!(fs::read_to_string(format!("{folder}/down.sql")).unwrap(), table::DOWN);
    }
}

#[test]
fn feed_as_the_kit_has_it() {
    for (folder, dialect) in
        [("sqlite", Dialect::Sqlite), ("postgres", Dialect::Postgres), ("mysql", Dialect::MySql)]
    {
        let folder = format!(
            "{}/migrations/{folder}/2026-01-01-000002_messages_feed",
            env!("CARGO_MANIFEST_DIR")
        );
        let feed = Feed::new(dialect, "messages", "id").unwrap();
        let file = |name: &str| fs::read_to_string(format!("{folder}/{name}.sql")).unwrap();
        assert_eq!(file("up"), migration(&feed.up()), "{folder}");
        assert_eq!(file("down"), migration(&feed.down()), "{folder}");
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
