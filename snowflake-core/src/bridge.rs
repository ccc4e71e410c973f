//! IDs as UUIDs, ULIDs and KSUIDs, and back.
//!
//! For columns, services and libraries that require one of the three. The value has the ID's time,
//! sorts as the IDs of its layout do, and converts back to the same ID.
//!
//! ```
//! use snowflake_kit_core::bridge::BridgedId;
//! use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
//! # use snowflake_kit_derive::SnowflakeId;
//!
//! /// Identifies a message.
//! #[derive(SnowflakeId)]
//! #[snowflake(layout = "discord")]
//! # #[snowflake(crate = "snowflake_kit_core")]
//! pub struct MessageId(Snowflake);
//!
//! let id = MessageId::from_i64(175_928_847_299_117_063)?;
//!
//! // With the feature `uuid`: a `Uuid` of the crate of that name.
//! # #[cfg(feature = "uuid")] {
//! let uuid = id.to_uuid();
//! assert_eq!(uuid.to_string(), "015466e4-1b04-7080-807e-798006900715");
//! assert_eq!(uuid.get_version_num(), 7);
//! assert_eq!(MessageId::from_uuid(uuid), Ok(id));
//! # }
//!
//! let ulid = id.to_ulid();
//! assert_eq!(ulid.to_string(), "01AHKE86R4E2080ZKSG03901RN");
//! assert_eq!(ulid.unix_millis(), 1_462_015_105_796);
//! assert_eq!(MessageId::from_ulid(ulid), Ok(id));
//!
//! let ksuid = id.to_ksuid();
//! assert_eq!(ksuid.to_string(), "0WhNuenJN8FY8sL8dkicj35tHoz");
//! assert_eq!(ksuid.unix_seconds(), 1_462_015_105);
//! assert_eq!(MessageId::from_ksuid(ksuid), Ok(id));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is kept
//!
//! | as | time | times that fit |
//! |---|---|---|
//! | `UUIDv7` | the ID's, in ms | 1970-01-01 until 10889-08-02 |
//! | [`Ulid`] | the ID's, in ms | 1970-01-01 until 10889-08-02 |
//! | [`Ksuid`] | the ID's second; its ms are in the payload | 2014-05-13T16:53:20Z until 2150-06-19T23:21:36Z |
//!
//! All three contain every bit of the ID. The time of an ID is the beginning of its tick, so a
//! layout with ticks of a second gives whole seconds.
//!
//! Values of one layout sort as their IDs, also inside a tick, if they are compared byte by byte.
//! PostgreSQL's `uuid` does that; a column with the text of ULIDs or KSUIDs needs the collation
//! `C`. Among values from elsewhere they sort by time: UUIDs and ULIDs to the millisecond, KSUIDs
//! to the second.
//!
//! `to_uuid`, `to_ulid` and `to_ksuid` of [`BridgedId`] compile if every ID of the layout has such a
//! value. Otherwise use the functions of `Layout`:
//!
//! | layout | why some IDs have no value | use |
//! |---|---|---|
//! | [`TRACE_ID`](Layout::TRACE_ID) | timestamps wrap around, so there is no absolute time | [`uuid_bytes_before`](Layout::uuid_bytes_before), [`ulid_before`](Layout::ulid_before), [`ksuid_before`](Layout::ksuid_before), with a reference |
//! | [`ECMASCRIPT`](Layout::ECMASCRIPT), and all with fewer than 63 bits | an integer can be too large for an ID | [`uuid_bytes`](Layout::uuid_bytes), [`ulid`](Layout::ulid), [`ksuid`](Layout::ksuid), which return errors |
//! | for KSUIDs: with IDs before 2014-05-13T16:53:20Z, or from 2150-06-19T23:21:36Z on | the time does not fit | [`ksuid`](Layout::ksuid) |
//!
//! Decimal IDs have no time, so they have no such values.
//!
//! The values are not secret and not random. Anyone who has one can compute the ID, and guess the next
//! ones. Do not use them as capabilities; section 8 of RFC 9562 says this of all UUIDs.
//!
//! # What is refused
//!
//! Any 48 bits look like a time. To recognize values that were not made from an ID, the bits that
//! the ID leaves free contain a check of the ID and its layout. If the check is wrong, reading
//! returns a [`BridgeError`]. Wrong values pass with a probability of 1 in 2^k: random values whose
//! time is the start of a tick, values from IDs of another layout, and values with a changed digit.
//!
//! | layout | k of a UUID | of a ULID | of a KSUID |
//! |---|---|---|---|
//! | `DEFAULT` | 52 | 58 | 96 |
//! | with *n* bits of node and sequence together, 0 to 63 | 74 - *n* | 80 - *n* | at least 118 - *n* |
//!
//! Layouts that have the same epoch, tick and number of bits below the time have the same values,
//! for example [`DISCORD`](Layout::DISCORD), [`FLAKE_ID`](Layout::FLAKE_ID) and
//! [`IDGEN`](Layout::IDGEN). So you can divide the bits below the time in another way later, and stored
//! values stay valid.
//!
//! # The bits
//!
//! The `UUIDv7` ([RFC 9562, section 5.7][rfc]) of an ID whose layout has *n* bits of node and
//! sequence, high bits to low:
//!
//! | bits | |
//! |---|---|
//! | 48 | the time of the ID, in Unix ms |
//! | 4 | version 7 |
//! | 12 | the first bits of: the lowest *n* bits of the ID, then the check, 74 - *n* bits |
//! | 2 | variant 2 |
//! | 62 | the rest of them |
//!
//! The check is the highest 74 - *n* bits of `mix(mix(mix(epoch) + 256 * tick + n) ^ id)`, computed
//! modulo 2^64, with the epoch in Unix ms and the tick in ms. If that is more than 64 bits, the
//! first ones are 0. `mix` is the output function of `SplitMix64`:
//!
//! ```text
//! mix(x):  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
//!          x = (x ^ (x >> 27)) * 0x94d049bb133111eb
//!          x ^ (x >> 31)
//! ```
//!
//! The [ULID][ulid] has the same 128 bits. The [KSUID][ksuid] has the seconds since its epoch,
//! 1400000000, in 32 bits, and then the 128 bits of the UUID as its payload.
//!
//! These bits never change, so stored values stay readable.
//!
//! Source of `mix`: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
//! Generators" (2014), with the constants of Vigna's `splitmix64.c`.
//!
//! [rfc]: https://www.rfc-editor.org/rfc/rfc9562#section-5.7
//! [ulid]: https://github.com/ulid/spec
//! [ksuid]: https://github.com/segmentio/ksuid

pub(crate) mod bridged_id;
mod convert;
mod error;
mod ksuid;
mod text;
mod ulid;
mod uuid;

pub use bridged_id::{BridgedId, Has};
pub use error::{BridgeError, BridgeErrorKind};
pub use ksuid::Ksuid;
pub use text::TextError;
pub use ulid::Ulid;

use crate::layout::Layout;

/// The times of one kind of value, in Unix ms: from `from` until before `until`.
struct Span {
    name: &'static str,
    from: i64,
    until: i64,
}

const UUID: Span = Span { name: "UUID", from: 0, until: 1 << 48 };

const ULID: Span = Span { name: "ULID", from: 0, until: 1 << 48 };

const KSUID: Span =
    Span { name: "KSUID", from: ksuid::EPOCH * 1_000, until: (ksuid::EPOCH + (1 << 32)) * 1_000 };

impl Layout {
    /// Whether every positive integer is an ID with a time in this span.
    const fn is_within(&self, span: &Span) -> bool {
        match self.ends_at() {
            Some(end) => {
                self.max_id().get() == i64::MAX
                    && self.epoch_unix_millis() >= span.from
                    && end <= span.until
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `to_uuid`, `to_ulid` and `to_ksuid` compile for these layouts alone.
    #[test]
    fn a_layout_is_within_a_span_if_every_integer_is() {
        let whole = Layout::builder("whole").time_bits(41).node_bits(22);
        let first = whole.epoch_unix_millis(0).build();
        for (layout, in_uuids, in_ksuids) in [
            (Layout::DEFAULT, true, true),
            (Layout::SONYFLAKE, true, false),
            // An integer can be too large for an ID.
            (Layout::ECMASCRIPT, false, false),
            (Layout::TRACE_ID, false, false),
            // The edges of the spans.
            (first, true, false),
            (whole.epoch_unix_millis(-1).build(), false, false),
            (whole.epoch_unix_millis(KSUID.from).build(), true, true),
            (whole.epoch_unix_millis(KSUID.from - 1).build(), true, false),
            (whole.epoch_unix_millis(KSUID.until - (1 << 41)).build(), true, true),
            (whole.epoch_unix_millis(KSUID.until - (1 << 41) + 1).build(), true, false),
        ] {
            assert_eq!(layout.is_within(&UUID), in_uuids, "{layout}");
            assert_eq!(layout.is_within(&ULID), in_uuids, "{layout}");
            assert_eq!(layout.is_within(&KSUID), in_ksuids, "{layout}");
        }
    }
}
