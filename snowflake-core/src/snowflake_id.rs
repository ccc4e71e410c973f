//! IDs with a time.

use core::ops::{Bound, RangeBounds, RangeInclusive};

use crate::bridge::{self, BridgeError, Ksuid, Ulid};
#[cfg(feature = "std")]
use crate::time::unix_millis;
use crate::{Id, Layout, Parts};

/// An [`Id`] with a time inside: timestamp, node and sequence in the bits of its number,
/// divided by a [`Layout`].
///
/// It is derived, never written by hand:
///
/// ```
/// use snowflake_core::{Snowflake, SnowflakeId};
/// # use snowflake_derive::SnowflakeId;
///
/// /// Identifies a user.
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// pub struct UserId(Snowflake);
///
/// // From a request; `UserId::mint()` makes a new one, with the feature `mint`.
/// let id: UserId = "132271570944004096".parse()?;
/// assert_eq!(id.unix_millis(), 1_767_225_600_000);
/// assert_eq!(id.to_string(), "132271570944004096");
/// # Ok::<(), snowflake_core::ParseError>(())
/// ```
///
/// The derive makes the type `Copy`, comparable, hashable, `Debug` as
/// `UserId(175928847299117063)`, and reads and writes its one text form with
/// [`FromStr`](core::str::FromStr) and [`Display`](core::fmt::Display). IDs of different
/// types do not mix, have no arithmetic, and `Option<UserId>` is 8 bytes.
///
/// # Attributes
///
/// All go into `#[snowflake(…)]`.
///
/// | attribute | default | |
/// |---|---|---|
/// | `layout = Layout::DISCORD` or `"discord"` | `Layout::DEFAULT` | a `const` layout, or the name of a preset |
/// | `caller` | none | the layout has a [field of the caller's](crate::LayoutBuilder::caller): the type is a [`CallerId`], minted by `mint_in` |
/// | `text = "base62"` | `"decimal"` | `"decimal"`, `"base62"`, `"base32"`, `"hex"` |
/// | `prefix = "usr_"` | none | stands before each ID in text |
/// | `json = "number"` | `"string"` | what the ID is in JSON; a number loses bits in JavaScript beyond 2^53, and takes a decimal text or one with a prefix |
/// | `generator = "own"` | `"shared"` | types of one layout share a generator, so that no two of their IDs are equal; `"own"` separates this one |
/// | `name = "User"` | the type's name | how error messages and schemas call it |
/// | `graphql(…)` | nothing | what an adapter is told, by its feature; the adapter's docs say what there is |
/// | `crate = "path"` | `snowflake_kit` | where the facade is, if the dependency was renamed |
/// | `skip(Debug, serde)` | nothing | what not to implement, so that you can: `Clone`, `Copy`, `PartialEq`, `Eq`, `PartialOrd`, `Ord`, `Hash`, `Debug`, `Display`, `FromStr`, `From`, `TryFrom`, or an adapter by its feature |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an ID type with a time",
    note = "such a type is declared like `#[derive(SnowflakeId)] struct UserId(Snowflake);`"
)]
pub trait SnowflakeId: Id {
    /// How the bits are divided.
    const LAYOUT: Layout;

    /// Timestamp, node and sequence, and the caller's field.
    fn parts(self) -> Parts {
        Self::LAYOUT.decompose(self.snowflake())
    }

    /// The names and values of all fields, high bits first; see [`Layout::split`].
    fn split(self) -> impl Iterator<Item = (&'static str, u64)> {
        Self::LAYOUT.split(self.snowflake())
    }

    /// When the ID was minted, in Unix ms: the beginning of its tick.
    ///
    /// For a layout whose timestamps wrap around this does not compile; use
    /// [`Layout::unix_millis_before`]. Nor does it for one without a time.
    fn unix_millis(self) -> i64 {
        const {
            assert!(
                !Self::LAYOUT.is_periodic(),
                "the layout's timestamps wrap around: use `Layout::unix_millis_before`"
            );
        };
        match Self::LAYOUT.unix_millis(self.parts().timestamp) {
            Some(unix_millis) => unix_millis,
            None => unreachable!(),
        }
    }

    /// When the ID was minted, in Unix ms, if that was at `start` or after it; `None`
    /// for keys from before minting began.
    ///
    /// A table that moved from counted to minted keys has both. Its old keys are read as
    /// IDs of the time shortly after the layout's epoch. `start` is a time before the
    /// first mint, such as the day on which the program that mints was deployed, as
    /// `SystemTime` or as Unix ms. The ID is in [`range`](Self::range)`(start..)` if this
    /// is not `None`.
    ///
    /// For a layout whose timestamps wrap around this does not compile.
    ///
    /// ```
    /// # use snowflake_core::{Id, Snowflake, SnowflakeId};
    /// # #[derive(snowflake_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_core")]
    /// # struct UserId(Snowflake);
    /// const MINTED_SINCE: i64 = 1_795_305_600_000; // 2026-11-22T00:00:00Z
    ///
    /// let old = UserId::from_i64(3)?;
    /// assert_eq!(old.unix_millis(), 1_735_689_600_000); // 2025-01-01, the epoch
    /// assert_eq!(old.unix_millis_since(MINTED_SINCE), None);
    ///
    /// let minted = UserId::from_i64(250_250_518_331_420_672)?;
    /// assert_eq!(minted.unix_millis_since(MINTED_SINCE), Some(1_795_353_973_000));
    /// # Ok::<(), snowflake_core::ValueError>(())
    /// ```
    fn unix_millis_since(self, start: impl PointInTime) -> Option<i64> {
        let unix_millis = self.unix_millis();
        (unix_millis >= start.unix_millis_from()).then_some(unix_millis)
    }

    /// When the ID was minted: the beginning of its tick. As
    /// [`unix_millis`](Self::unix_millis); of a key that was not minted it says what its
    /// bits would mean, see [`unix_millis_since`](Self::unix_millis_since).
    ///
    /// # Panics
    /// Where `SystemTime` cannot hold a time that the layout can; on the
    /// platforms of the standard library it can.
    #[cfg(feature = "std")]
    fn time(self) -> std::time::SystemTime {
        let since = std::time::Duration::from_millis(self.unix_millis().unsigned_abs());
        if self.unix_millis() < 0 {
            std::time::SystemTime::UNIX_EPOCH - since
        } else {
            std::time::SystemTime::UNIX_EPOCH + since
        }
    }

    /// The first and the last ID that can have been minted in an interval of
    /// time, whatever their node: for queries by creation time on the key
    /// itself. The interval is of `SystemTime`, or of Unix ms as `i64`.
    ///
    /// An ID is in the interval when its [`time`](Self::time) is. An interval
    /// in which no ID can be gives a range whose start is larger than its end,
    /// for which `BETWEEN` finds nothing.
    ///
    /// For a layout whose timestamps wrap around this does not compile.
    ///
    /// ```
    /// # use snowflake_core::{Snowflake, SnowflakeId};
    /// # #[derive(snowflake_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_core")]
    /// # struct PostId(Snowflake);
    /// use std::time::{Duration, SystemTime};
    ///
    /// let now = SystemTime::now();
    /// let (first, last) = PostId::range(now - Duration::from_secs(3600)..now).into_inner();
    /// // … posts::id.between(first, last)
    /// assert!(first < last);
    /// ```
    fn range<T: PointInTime>(interval: impl RangeBounds<T>) -> RangeInclusive<Self> {
        const {
            assert!(
                !Self::LAYOUT.is_periodic(),
                "the layout's timestamps wrap around: its IDs have no range"
            );
        };
        // In milliseconds, both bounds rounded up, since an ID's time is a
        // whole one: the first inside, and the first after it.
        let from = match interval.start_bound() {
            Bound::Included(start) => start.unix_millis_from(),
            Bound::Excluded(start) => start.unix_millis_after(),
            Bound::Unbounded => i64::MIN,
        };
        let to = match interval.end_bound() {
            Bound::Included(end) => end.unix_millis_after(),
            Bound::Excluded(end) => end.unix_millis_from(),
            Bound::Unbounded => i64::MAX,
        };
        match Self::LAYOUT.range(from, to) {
            Ok(range) => {
                let (first, last) = range.into_inner();
                Self::from_snowflake(first)..=Self::from_snowflake(last)
            }
            Err(_) => unreachable!(),
        }
    }

    /// This ID as a `UUIDv7`: of the same time, in the order of the IDs. The
    /// [`bridge`] has the details.
    ///
    /// For a layout with IDs that are no UUID this does not compile; use
    /// [`Layout::uuid_bytes`].
    ///
    /// ```
    /// use snowflake_core::{Id, Snowflake, SnowflakeId};
    /// # use snowflake_derive::SnowflakeId;
    ///
    /// #[derive(SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_core")]
    /// struct UserId(Snowflake);
    ///
    /// let id = UserId::from_i64(132_271_570_944_000_007)?;
    /// let uuid = id.to_uuid();
    /// assert_eq!(uuid.to_string(), "019b76da-a800-7000-8073-c0bbb16274fe");
    /// assert_eq!(UserId::from_uuid(uuid)?, id);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "uuid")]
    fn to_uuid(self) -> uuid::Uuid {
        const {
            assert!(
                Self::LAYOUT.is_within(&bridge::UUID),
                "not every ID of the layout is a UUID: use `Layout::uuid_bytes`"
            );
        };
        match Self::LAYOUT.uuid_bytes(self.snowflake()) {
            Ok(bytes) => uuid::Uuid::from_bytes(bytes),
            Err(_) => unreachable!(),
        }
    }

    /// The ID that is this UUID.
    ///
    /// # Errors
    /// [`BridgeError`] if no ID of this type's layout is.
    #[cfg(feature = "uuid")]
    fn from_uuid(uuid: uuid::Uuid) -> Result<Self, BridgeError> {
        match Self::LAYOUT.id_of_uuid_bytes(uuid.into_bytes()) {
            Ok(id) => Ok(Self::from_snowflake(id)),
            Err(error) => Err(error.with_name(Self::NAME)),
        }
    }

    /// This ID as a ULID: of the same time, in the order of the IDs. The
    /// [`bridge`] has the details.
    ///
    /// For a layout with IDs that are no ULID this does not compile; use
    /// [`Layout::ulid`].
    fn to_ulid(self) -> Ulid {
        const {
            assert!(
                Self::LAYOUT.is_within(&bridge::ULID),
                "not every ID of the layout is a ULID: use `Layout::ulid`"
            );
        };
        match Self::LAYOUT.ulid(self.snowflake()) {
            Ok(ulid) => ulid,
            Err(_) => unreachable!(),
        }
    }

    /// The ID that is this ULID.
    ///
    /// # Errors
    /// [`BridgeError`] if no ID of this type's layout is.
    fn from_ulid(ulid: Ulid) -> Result<Self, BridgeError> {
        match Self::LAYOUT.id_of_ulid(ulid) {
            Ok(id) => Ok(Self::from_snowflake(id)),
            Err(error) => Err(error.with_name(Self::NAME)),
        }
    }

    /// This ID as a KSUID: of the same second, in the order of the IDs. The
    /// [`bridge`] has the details.
    ///
    /// For a layout with IDs that are no KSUID this does not compile; use
    /// [`Layout::ksuid`].
    fn to_ksuid(self) -> Ksuid {
        const {
            assert!(
                Self::LAYOUT.is_within(&bridge::KSUID),
                "not every ID of the layout is a KSUID: use `Layout::ksuid`"
            );
        };
        match Self::LAYOUT.ksuid(self.snowflake()) {
            Ok(ksuid) => ksuid,
            Err(_) => unreachable!(),
        }
    }

    /// The ID that is this KSUID.
    ///
    /// # Errors
    /// [`BridgeError`] if no ID of this type's layout is.
    fn from_ksuid(ksuid: Ksuid) -> Result<Self, BridgeError> {
        match Self::LAYOUT.id_of_ksuid(ksuid) {
            Ok(id) => Ok(Self::from_snowflake(id)),
            Err(error) => Err(error.with_name(Self::NAME)),
        }
    }
}

/// A [`SnowflakeId`] with a field of the caller's, such as the shard that its row belongs
/// to.
///
/// ```
/// use snowflake_core::{CallerId, Id, Layout, Snowflake, SnowflakeId};
/// # use snowflake_derive::SnowflakeId;
///
/// /// 256 shards and 32 nodes, each of which mints 512 IDs per ms.
/// const FEED: Layout = Layout::builder("feed")
///     .time_bits(41)
///     .caller("shard", 8)
///     .node_bits(5)
///     .sequence_bits(9)
///     .build();
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_core")]
/// #[snowflake(layout = FEED, caller)]
/// struct PostId(Snowflake);
///
/// // `PostId::mint_in(42)` makes a new one, with the feature `mint`.
/// let id = PostId::from_i64(132_271_570_944_690_944)?;
/// assert_eq!(id.caller(), 42);
/// let fields: Vec<_> = id.split().collect();
/// assert_eq!(fields, [("time", 31_536_000_000), ("shard", 42), ("node", 5), ("sequence", 256)]);
/// # Ok::<(), snowflake_core::ValueError>(())
/// ```
///
/// A layout with such a field does not compile without `caller`, and `caller` does not
/// without the field.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field of the caller's",
    note = "a layout has one by `LayoutBuilder::caller`, and the ID type says so by \
            `#[snowflake(layout = …, caller)]`"
)]
pub trait CallerId: SnowflakeId {
    /// The value of the field.
    fn caller(self) -> u32 {
        self.parts().caller
    }
}

/// A point in time, for [`SnowflakeId::range`] and
/// [`SnowflakeId::unix_millis_since`].
pub trait PointInTime {
    /// The first whole Unix ms at or after this instant.
    fn unix_millis_from(&self) -> i64;

    /// The first whole Unix ms after this instant.
    fn unix_millis_after(&self) -> i64;
}

/// Unix ms.
impl PointInTime for i64 {
    fn unix_millis_from(&self) -> i64 {
        *self
    }

    fn unix_millis_after(&self) -> i64 {
        self.saturating_add(1)
    }
}

#[cfg(feature = "std")]
impl PointInTime for std::time::SystemTime {
    fn unix_millis_from(&self) -> i64 {
        // Nine hundred and ninety-nine microseconds and so on: up to the next
        // whole one, unless it is whole.
        let almost = std::time::Duration::from_nanos(999_999);
        self.checked_add(almost).map_or(i64::MAX, unix_millis)
    }

    fn unix_millis_after(&self) -> i64 {
        unix_millis(*self).saturating_add(1)
    }
}
