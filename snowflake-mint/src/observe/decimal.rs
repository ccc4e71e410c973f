//! Events and metrics about generator numbers of decimal IDs.

use std::fmt::Display;

use super::{event, metric, published};

/// A generator number has been claimed: the first one, or the next one in advance.
pub fn number_claimed(space: &str, launch: u32, generator: u32, holder: &str) {
    metric::GENERATOR_CLAIMED.add(space, 1);
    metric::GENERATOR_FAILED.add(space, 0);
    published::publish();
    event!(
        info,
        "snowflake::decimal",
        "claimed a generator number",
        [space = space, launch = launch, generator = generator, holder = holder],
        []
    );
}

/// A claim has failed. If there is a number to mint with, it is retried.
pub fn number_failed(space: &str, launch: u32, error: &dyn Display) {
    metric::GENERATOR_FAILED.add(space, 1);
    event!(
        warn,
        "snowflake::decimal",
        "could not claim a generator number",
        [space = space, launch = launch],
        [error = error]
    );
}
