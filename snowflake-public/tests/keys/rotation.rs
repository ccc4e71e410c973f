//! A key is replaced: texts of the old one are read, by processes that have both.

use std::env;
use std::process::Command;

use snowflake_kit_core::Snowflake;
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_public::{KeyError, Keys, Sealed};

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", text = "base62", prefix = "usr_", public = "sealed")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public = "permuted")]
struct PostId(Snowflake);

const OLD: &str = "0101010101010101010101010101010101010101010101010101010101010101";
const NEW: &str = "0202020202020202020202020202020202020202020202020202020202020202";
const KEY: &str = "SNOWFLAKE_PUBLIC_KEY";
const LINKS: &str = "SNOWFLAKE_TEST_LINKS";

/// The texts that a process with these keys writes, after what it says of those that clients
/// hold: whether each is current, or refused.
fn process(keys: &str, links: &[String]) -> (Vec<String>, Vec<String>) {
    let output = Command::new(env::current_exe().unwrap())
        .args(["--exact", "rotation::serve", "--nocapture"])
        .env(KEY, keys)
        .env(LINKS, links.join(" "))
        .output()
        .unwrap();
    let output = String::from_utf8(output.stdout).unwrap();
    let words = |start: &str| {
        let told = output.lines().filter_map(|line| line.strip_prefix(start));
        told.flat_map(str::split_whitespace).map(ToOwned::to_owned).collect::<Vec<_>>()
    };
    (words("written: "), words("read: "))
}

/// What such a process does; as a test of its own it has no key.
#[test]
fn serve() {
    let keys = match Keys::from_env(KEY) {
        Ok(keys) => keys,
        Err(error) => return assert_eq!(error, KeyError::Missing { variable: KEY.to_owned() }),
    };
    snowflake_kit_public::install(keys).unwrap();
    let number = 175_928_847_299_117_063;
    let (user, post) = (UserId::from_i64(number).unwrap(), PostId::from_i64(number).unwrap());
    let read_user = |text: &str| {
        let read = text.parse::<Sealed<UserId>>().ok()?;
        Some((read.id() == user, read.is_current()))
    };
    let read_post = |text: &str| {
        let read = text.parse::<Sealed<PostId>>().ok()?;
        Some((read.id() == post, read.is_current()))
    };
    let read = |text: &str| match read_user(text).or_else(|| read_post(text)) {
        Some((true, true)) => "current",
        Some((true, false)) => "old",
        Some((false, _)) => "another",
        None => "refused",
    };
    let links = env::var(LINKS).unwrap();
    let read: Vec<_> = links.split_whitespace().map(read).collect();
    println!("\nread: {}\nwritten: {user} {post}", read.join(" "));
}

#[test]
fn links_outlive_a_key() {
    let (old_links, _) = process(OLD, &[]);
    assert_eq!(old_links.len(), 2);
    let (same, read) = process(OLD, &old_links);
    assert_eq!((&same, read), (&old_links, vec!["current".to_owned(); 2]));

    let both = format!("{NEW},{OLD}");
    let (new_links, read) = process(&both, &old_links);
    assert_eq!(read, ["old", "old"]);
    assert!(new_links.iter().all(|link| !old_links.contains(link)));
    let (same, read) = process(&both, &new_links);
    assert_eq!((&same, read), (&new_links, vec!["current".to_owned(); 2]));

    // The old key is gone.
    let (_, read) = process(NEW, &[old_links, new_links].concat());
    assert_eq!(read, ["refused", "refused", "current", "current"]);
}
