//! One ID type of each kind.

use snowflake_kit_core::{DecimalParts, Id, Layout, Scheme, Snowflake};
use snowflake_kit_derive::{DecimalId, SnowflakeId};

/// 2026-01-01T00:00:00Z, in Unix ms.
pub(crate) const JANUARY: i64 = 1_767_225_600_000;
/// 2026-02-01T00:00:00Z, in Unix ms.
pub(crate) const FEBRUARY: i64 = 1_769_904_000_000;

/// How many samples a promise is tried with.
pub(crate) const SAMPLES: u32 = 10_000;

/// Narrow fields, of which the lowest is the node, long ticks, and an epoch before 1970.
pub(crate) const OLD: Layout = Layout::builder("old")
    .epoch_date(1962, 7, 10)
    .tick_millis(10)
    .time_bits(40)
    .sequence_bits(3)
    .node_bits(5)
    .build();

/// Nothing but a time.
pub(crate) const TICKS: Layout = Layout::builder("ticks").time_bits(41).build();

/// A time and a node.
pub(crate) const NODES: Layout = Layout::builder("nodes").time_bits(41).node_bits(4).build();

/// With a field that the caller gives, the lowest of all.
pub(crate) const SHARDS: Layout = Layout::builder("shards")
    .time_bits(40)
    .sequence_bits(9)
    .node_bits(4)
    .caller("shard", 6)
    .build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
pub(crate) struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = OLD)]
pub(crate) struct OldId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = TICKS)]
pub(crate) struct TickId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = NODES)]
pub(crate) struct NodeId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = SHARDS, caller)]
pub(crate) struct ShardId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = "trace-id")]
pub(crate) struct TraceId(Snowflake);

#[derive(DecimalId)]
#[snowflake(crate = "snowflake_kit_core")]
pub(crate) struct OrderId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public = "sealed")]
pub(crate) struct SecretId(Snowflake);

/// Whether the ID is one that the type can have.
pub(crate) fn is_valid<T: Id<Value = Snowflake>>(id: T) -> bool {
    match T::SCHEME {
        Some(Scheme::Layout(layout)) => layout.contains(id.snowflake()),
        Some(Scheme::Decimal) => DecimalParts::decompose(id.snowflake()).is_ok(),
        None => true,
    }
}
