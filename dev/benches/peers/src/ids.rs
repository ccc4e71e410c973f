//! The same layouts and ID types, with each peer.

use ferroid::define_snowflake_id;
use snowflake_kit::{Id, Layout, Snowflake, SnowflakeId};

/// 20 bits of sequence: never out of slots, so that the mint itself is measured
/// and not the wait for the next millisecond.
pub const WIDE: Layout =
    Layout::builder("wide").time_bits(41).node_bits(2).sequence_bits(20).build();

/// An ID of the wide layout.
#[derive(SnowflakeId)]
#[snowflake(layout = WIDE)]
pub struct WideId(Snowflake);

/// An ID of the default layout, a decimal string in JSON.
#[derive(SnowflakeId)]
pub struct PlainId(Snowflake);

/// The same in base32 and in base62.
#[derive(SnowflakeId)]
#[snowflake(text = "base32")]
pub struct Base32Id(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(text = "base62")]
pub struct Base62Id(Snowflake);

/// IDs that the outside sees as texts that tell nothing.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", public = "sealed")]
pub struct SealedId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(text = "base62", public = "permuted")]
pub struct PermutedId(Snowflake);

define_snowflake_id!(
    FerroidWide, u64,
    reserved: 1,
    timestamp: 41,
    machine_id: 2,
    sequence: 20
);

#[typedflake::typedflake(epoch = "2025-01-01", bits(timestamp = 41, node = 2, sequence = 20))]
pub struct TypedflakeWide(i64);

#[typedflake::typedflake(epoch = "2025-01-01", alphabet = typedflake::Alphabet::BASE62)]
#[derive(typedflake::Serde, typedflake::SqlxPostgres)]
pub struct TypedflakePlain(i64);

/// typedflake's IDs as base62 in JSON.
#[typedflake::typedflake(epoch = "2025-01-01", alphabet = typedflake::Alphabet::BASE62)]
#[derive(typedflake::SerdeEncoded)]
pub struct TypedflakeText(i64);

/// snowdon's wide layout, written as its own classic one.
#[derive(Debug)]
pub struct SnowdonWide;

impl snowdon::Epoch for SnowdonWide {
    fn millis_since_unix() -> u64 {
        1_735_689_600_000
    }
}

impl snowdon::Layout for SnowdonWide {
    #[inline]
    fn construct_snowflake(timestamp: u64, sequence: u64) -> u64 {
        timestamp << 22 | 1 << 20 | sequence
    }

    #[inline]
    fn timestamp(input: u64) -> u64 {
        input >> 22
    }

    #[inline]
    fn exceeds_timestamp(input: u64) -> bool {
        input >= 1 << 41
    }

    #[inline]
    fn sequence_number(input: u64) -> u64 {
        input & 0xf_ffff
    }

    #[inline]
    fn exceeds_sequence_number(input: u64) -> bool {
        input >= 1 << 20
    }

    #[inline]
    fn is_valid_snowflake(input: u64) -> bool {
        input >> 63 == 0
    }
}

/// So many numbers of 18 or 19 digits, as IDs of the layouts that are used today
/// have, without a pattern that a branch predictor learns.
pub fn numbers(count: u64) -> Vec<i64> {
    (0..count)
        .map(|i| {
            let spread = i.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 2;
            1_000_000_000_000_000_000 + spread.cast_signed()
        })
        .collect()
}

/// The same as IDs of a type.
pub fn ids<T: Id<Value = Snowflake>>(count: u64) -> Vec<T> {
    numbers(count)
        .into_iter()
        .map(|number| T::from_snowflake(Snowflake::new(number).expect("it is positive")))
        .collect()
}
