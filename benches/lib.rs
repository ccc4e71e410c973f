//! What the benchmarks share: ID types and IDs.

#![forbid(unsafe_code)]

use snowflake_core::{Layout, Snowflake};
use snowflake_derive::SnowflakeId;

/// 20 bits of sequence: never out of slots, so that the mint itself is
/// measured and not the wait for the next millisecond.
pub const WIDE: Layout =
    Layout::builder("wide").time_bits(41).node_bits(2).sequence_bits(20).build();

/// An ID of the wide layout.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core", layout = WIDE)]
pub struct WideId(Snowflake);

/// An ID of the default layout.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core")]
pub struct PlainId(Snowflake);

/// So many IDs of 19 digits without a pattern that a branch predictor learns.
///
/// # Panics
/// Never: all of them are positive.
pub fn ids(count: u64) -> Vec<Snowflake> {
    (0..count)
        .map(|i| {
            let spread = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 2;
            let value = 1_000_000_000_000_000_000 + spread.cast_signed();
            Snowflake::new(value).expect("it is positive")
        })
        .collect()
}
