//! `snowflake sql --feed`. That no reader misses a row is tested with databases.

use snowflake_kit_sql::{Dialect, Feed, migration, mysql_script};

use crate::run;

#[test]
fn it_is_what_the_library_writes() {
    for dialect in Dialect::ALL {
        let base = ["sql", "--dialect", dialect.name(), "--feed"];
        let feed = Feed::new(*dialect, ("shop", "posts"), "post_id").unwrap();
        let options = [&base[..], &["shop.posts", "--key", "post_id"]].concat();
        let up = match dialect {
            Dialect::MariaDb | Dialect::MySql => mysql_script(&feed.up()),
            _ => migration(&feed.up()),
        };
        assert_eq!(run(&options).ok(), up.trim_end().to_owned() + "\n");
        let down = run(&[&options[..], &["--down"]].concat()).ok();
        assert_eq!(down, migration(&feed.down()).trim_end().to_owned() + "\n");
        let plain = run(&[&base[..], &["posts"]].concat()).ok();
        assert!(plain.contains("posts_feed") && !plain.contains("shop"), "{plain}");
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    for (options, reason) in [
        (&["--feed", "posts", "--node", "5"][..], "cannot be used with"),
        (&["--feed", "posts", "--layout", "discord"], "cannot be used with"),
        (&["--feed", "posts", "--partitions", "posts", "--by", "day"], "cannot be used with"),
        (&["--key", "id"], "--feed"),
        (&["--feed", ""], "is not a valid name"),
        (&["--feed", "events.id"], "events.id is a table and its key, but expected is a table"),
        (&["--feed", "events.number", "--key", "number"], "such as `events`"),
    ] {
        let error = run(&[&["sql", "--dialect", "postgres"], options].concat()).refused();
        assert!(error.contains(reason), "{options:?}: {error}");
    }
    // SQLite has a feed, and neither functions nor partitions.
    let refused = |options: &[&str]| run(&[&["sql", "--dialect", "sqlite"], options].concat());
    assert!(refused(&["--node", "5"]).refused().contains("no stored functions"));
    let partitions = refused(&["--partitions", "e", "--by", "day"]);
    assert!(partitions.refused().contains("`sqlite` has no partitions"));
}
