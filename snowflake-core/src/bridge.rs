//! IDs as UUIDs, ULIDs and KSUIDs, and back.
//!
//! For what asks for one of these: a column of the type `uuid`, another
//! service, a library. The value has the ID's own time, sorts as the IDs of its
//! layout do, and turns back into the same ID.
//!
//! ```
//! use snowflake_core::{Id, Snowflake, SnowflakeId};
//! # use snowflake_derive::SnowflakeId;
//!
//! /// Identifies a message.
//! #[derive(SnowflakeId)]
//! #[snowflake(layout = "discord")]
//! # #[snowflake(crate = "snowflake_core")]
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
//! | as | time | order | which times there are |
//! |---|---|---|---|
//! | `UUIDv7` | the ID's, in ms | that of the IDs | 1970-01-01 until 10889-08-02 |
//! | [`Ulid`] | the ID's, in ms | that of the IDs, as bytes and as text | 1970-01-01 until 10889-08-02 |
//! | [`Ksuid`] | the ID's second; its ms are in the payload | that of the IDs, as bytes and as text | 2014-05-13T16:53:20Z until 2150-06-19T23:21:36Z |
//!
//! The ID itself is kept in all of them, to the last bit. The time of an ID is
//! the beginning of its tick, so the values of a layout with ticks of a second
//! are of whole seconds.
//!
//! Order is that of the IDs of one layout: of two IDs in the same tick, whether
//! the node or the sequence counts first is the layout's choice, and here it is
//! the same. Databases that compare byte by byte sort alike, such as
//! PostgreSQL's `uuid`; the text of a ULID or KSUID needs the collation `C`.
//! Beside values of other origin they sort by time, to the millisecond or
//! second.
//!
//! `to_uuid`, `to_ulid` and `to_ksuid` of [`SnowflakeId`](crate::SnowflakeId)
//! compile for layouts of which every ID has such a value. That are all presets
//! but [`TRACE_ID`](Layout::TRACE_ID), whose timestamps wrap around, so that it
//! has no absolute time; [`ECMASCRIPT`](Layout::ECMASCRIPT) and other layouts of
//! fewer than 63 bits, where an integer can be too large for an ID; and for
//! KSUIDs those with IDs from before 2014-05-13 or behind 2150-06-19. Then
//! [`Layout::uuid_bytes`], [`Layout::ulid`] and [`Layout::ksuid`] do it, or say
//! why they cannot; of a `TraceId` [`Layout::uuid_bytes_before`] and its like do,
//! by a reference. Decimal IDs have no time, and no such values.
//!
//! The values are not secret, and not random: who has one knows the ID, and can
//! tell what the next one may be, as with the IDs themselves. RFC 9562 says the
//! same of all its versions: do not use them as capabilities (section 8).
//!
//! # What is refused
//!
//! A value of other origin is not an ID, though any 48 bits look like a time. So
//! the bits that the ID leaves are filled with a check of the ID and its layout,
//! and [`BridgeError`] says what is wrong with a value that has others. Of the
//! foreign values whose time is that of a tick, one in 2^k passes, if their
//! bits are random; of those made from IDs of another layout as well. A changed
//! digit is noticed alike.
//!
//! | layout | k of a UUID | of a ULID | of a KSUID |
//! |---|---|---|---|
//! | `DEFAULT`, `TWITTER`, `DISCORD`, `TSID`, `FLAKE_ID`, `IDGEN` | 52 | 58 | 96 |
//! | `INSTAGRAM` | 51 | 57 | 95 |
//! | `SONYFLAKE`, `SONYFLAKE_V2` | 50 | 56 | 97 |
//! | `MASTODON` | 58 | 64 | 102 |
//! | `BAIDU` | 39 | 45 | 93 |
//! | `ECMASCRIPT` | 62 | 68 | 106 |
//! | `TRACE_ID` | 36 | 42 | 90 |
//! | with *n* bits of node and sequence together, 0 to 63 | 74 - *n* | 80 - *n* | at least 118 - *n* |
//!
//! Layouts of which one has the other's epoch, tick, and number of bits below
//! the time share their values, as they share their numbers and times
//! ([`DISCORD`](Layout::DISCORD), [`FLAKE_ID`](Layout::FLAKE_ID) and
//! [`IDGEN`](Layout::IDGEN)). So the bits below the time can be divided anew
//! later on, and stored values stay what they are.
//!
//! # The bits
//!
//! The `UUIDv7` ([RFC 9562, section 5.7][rfc]), high bits to low, of an ID whose
//! layout has *n* bits of node and sequence:
//!
//! | bits | |
//! |---|---|
//! | 48 | the time of the ID, in Unix ms |
//! | 4 | version 7 |
//! | 12 | the first bits of: the lowest *n* bits of the ID, then the check, 74 - *n* bits |
//! | 2 | variant 2 |
//! | 62 | the rest of them |
//!
//! The check is the highest 74 - *n* bits of
//! `mix(mix(mix(epoch) + 256 * tick + n) ^ id)`, computed modulo 2^64, with the
//! epoch in Unix ms and the tick in ms. Of a check that is wider than 64 bits, the
//! first ones are 0. `mix` is the output function of `SplitMix64`:
//!
//! ```text
//! mix(x):  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9
//!          x = (x ^ (x >> 27)) * 0x94d049bb133111eb
//!          x ^ (x >> 31)
//! ```
//!
//! The [ULID][ulid] has the same 128 bits: written as a UUID it is the UUID of
//! the ID. The [KSUID][ksuid] has the second since its epoch, 1400000000, in 32
//! bits, and then the UUID as its payload.
//!
//! All this is fixed: values that are stored will be read.
//!
//! Source of `mix`: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
//! Generators" (2014), with the constants of Vigna's `splitmix64.c`.
//!
//! [rfc]: https://www.rfc-editor.org/rfc/rfc9562#section-5.7
//! [ulid]: https://github.com/ulid/spec
//! [ksuid]: https://github.com/segmentio/ksuid

mod error;
mod ksuid;
mod text;
mod ulid;
mod uuid;

pub use error::{BridgeError, BridgeErrorKind};
pub use ksuid::Ksuid;
pub use text::TextError;
pub use ulid::Ulid;

use crate::Layout;

/// From when on and until when a kind of value has times, in Unix ms.
pub(crate) struct Span {
    name: &'static str,
    from: i64,
    until: i64,
}

pub(crate) const UUID: Span = Span { name: "UUID", from: 0, until: 1 << 48 };

pub(crate) const ULID: Span = Span { name: "ULID", from: 0, until: 1 << 48 };

pub(crate) const KSUID: Span =
    Span { name: "KSUID", from: ksuid::EPOCH * 1_000, until: (ksuid::EPOCH + (1 << 32)) * 1_000 };

impl Layout {
    /// Whether every positive integer is an ID that has a time, and one of the
    /// span.
    pub(crate) const fn is_within(&self, span: &Span) -> bool {
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
