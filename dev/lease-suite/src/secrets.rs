//! What errors do not say.

use std::fmt::Debug;

use snowflake_kit_lease::Store;

/// Tries URLs that have a password and some of these beginnings, where nobody answers. Drivers
/// read a part of them otherwise than it was meant, or not at all, and quote it.
pub fn no_password_is_shown<S: Store + Debug>(starts: &[&str], open: impl Fn(&str) -> S) {
    for start in starts {
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
            "ada:t0ps3cret@127.0.0.1:1/shop",
            " host=127.0.0.1 port=1 password='t0p s3cret'",
        ] {
            let mut store = open(&format!("{start}{rest}"));
            let error = store.read("shop").unwrap_err();
            for shown in [error.to_string(), format!("{error:?}"), format!("{store:?}")] {
                let is_shown = shown.contains("s3cret") || shown.contains("t0p");
                assert!(!is_shown, "{start}{rest}: {shown}");
            }
        }
    }
}
