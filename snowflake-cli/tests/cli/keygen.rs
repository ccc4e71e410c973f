//! `snowflake keygen`.

use snowflake_kit_public::{Keys, SecretKey};

use crate::{run, run_with_keys};

#[test]
fn a_key_is_a_line_and_each_is_another_one() {
    let key = || run(&["keygen"]).ok();
    let (one, other) = (key(), key());
    assert_eq!((one.len(), one.lines().count()), (65, 1));
    assert!(one.ends_with('\n') && one.trim().bytes().all(|byte| byte.is_ascii_hexdigit()));
    assert!(one.trim().parse::<SecretKey>().is_ok());
    assert_ne!(one, other);
}

/// Of random keys, some of eight would have the letter of another one in most runs.
#[test]
fn a_new_key_goes_with_the_old_ones() {
    let mut keys = run(&["keygen"]).ok().trim().to_owned();
    for _ in 0..25 {
        let new = run_with_keys(&["keygen"], &keys).ok();
        keys = format!("{},{keys}", new.trim());
        assert!(keys.parse::<Keys>().is_ok());
    }
    // These are all letters.
    let message = run_with_keys(&["keygen"], &keys).refused();
    assert!(message.contains("remove the oldest key"), "{message}");
}

#[test]
fn keys_that_are_not_valid_are_refused() {
    let twice = format!("{0},{0}", "01".repeat(32));
    for (keys, expected) in [
        ("", "the key has 0 bytes instead of 32"),
        ("c0ffee", "64 hexadecimal digits"),
        (&*"0".repeat(64), "all bytes of the key are 0"),
        (&*twice, "key number 2 equals an earlier one"),
        (&*format!("{},", "01".repeat(32)), "the key has 0 bytes"),
    ] {
        let message = run_with_keys(&["keygen"], keys).refused();
        assert!(message.contains("SNOWFLAKE_PUBLIC_KEY cannot be used"), "{message}");
        assert!(message.contains(expected), "{message}");
        assert!(!message.contains("0101") && !message.contains("c0ffee"), "{message}");
    }
}
