//! What is told about generator numbers of decimal IDs.

use super::{event, metric, published};
use crate::decimal::DecimalError;

/// A generator number has been claimed: the first one, or one ahead.
pub(crate) fn number_claimed(space: &str, launch: u32, generator: u32, holder: &str) {
    metric::GENERATOR_CLAIMED.add(space, 1);
    metric::GENERATOR_FAILED.add(space, 0);
    published::publish();
    event!(
        info,
        "snowflake_core::decimal",
        "claimed a generator number",
        [space = space, launch = launch, generator = generator, holder = holder],
        []
    );
}

/// None could be claimed. If there is a number to mint with, it is tried again.
pub(crate) fn number_failed(space: &str, launch: u32, error: &DecimalError) {
    metric::GENERATOR_FAILED.add(space, 1);
    event!(
        warn,
        "snowflake_core::decimal",
        "could not claim a generator number",
        [space = space, launch = launch],
        [error = error]
    );
}
