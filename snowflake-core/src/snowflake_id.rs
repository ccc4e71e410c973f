//! IDs with a time.

use core::ops::{RangeBounds, RangeInclusive};

use crate::id::Id;
use crate::layout::{Layout, Parts};
use crate::snowflake::Snowflake;
#[cfg(feature = "std")]
use crate::time::system_time;
use crate::time::{PointInTime, unix_millis_in};

/// An [`Id`] with a time inside. Its number consists of timestamp, node and sequence; a
/// [`Layout`] says how many bits each has.
///
/// Derive it; do not implement it by hand:
///
/// ```
/// use snowflake_kit_core::{Snowflake, SnowflakeId};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// /// Identifies a user.
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// pub struct UserId(Snowflake);
///
/// // From a request; `UserId::mint()` makes a new one, with the feature `mint`.
/// let id: UserId = "132271570944004096".parse()?;
/// assert_eq!(id.unix_millis(), 1_767_225_600_000);
/// assert_eq!(id.to_string(), "132271570944004096");
/// # Ok::<(), snowflake_kit_core::ParseError>(())
/// ```
///
/// The derived type:
///
/// - is `Copy`, comparable and hashable; `Debug` prints `UserId(175928847299117063)`;
/// - has one text form, which [`FromStr`](core::str::FromStr) reads and
///   [`Display`](core::fmt::Display) writes;
/// - does not mix with other ID types, and has no arithmetic;
/// - takes 8 bytes, also as `Option<UserId>`.
///
/// # Attributes
///
/// Write them in `#[snowflake(…)]`.
///
/// | attribute | default | |
/// |---|---|---|
/// | `layout = Layout::DISCORD` or `"discord"` | `Layout::DEFAULT` | a `const` layout, or the name of a preset |
/// | `caller` | none | for a layout with a [field of the caller's](crate::LayoutBuilder::caller): the type is a [`CallerId`], and mints with `within` |
/// | `text = "base62"` | `"decimal"` | `"decimal"`, `"base62"`, `"base32"`, `"hex"` |
/// | `prefix = "usr_"` | none | stands before each ID in text |
/// | `json = "number"` | `"string"` | the ID in JSON; a number loses bits in JavaScript beyond 2^53, and requires a decimal text or a prefix |
/// | `generator = "own"` | `"shared"` | types of one layout share a generator, so their IDs all differ; with `"own"`, this type has its own generator |
/// | `name = "User"` | the type's name | the name in error messages and schemas |
/// | `async_graphql(…)` | nothing | options of an adapter, which has the name of its feature; the adapter's docs list them |
/// | `crate = "path"` | `snowflake_kit` | the path of the facade, if you renamed the dependency |
/// | `skip(Debug, serde)` | nothing | what the derive does not implement, so that you can: `Clone`, `Copy`, `PartialEq`, `Eq`, `PartialOrd`, `Ord`, `Hash`, `Debug`, `Display`, `FromStr`, `From`, `TryFrom`, a function (`get`, `constant`, `from_i64`, `text`, `parts`, `unix_millis`, `time`, `range`), or an adapter by its feature |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an ID type with a time",
    note = "such a type is declared like `#[derive(SnowflakeId)] struct UserId(Snowflake);`"
)]
pub trait SnowflakeId: Id<Value = Snowflake> {
    /// The layout that divides the bits.
    const LAYOUT: Layout;

    /// Returns timestamp, node, sequence and the caller's field.
    fn parts(self) -> Parts {
        Self::LAYOUT.decompose(self.snowflake())
    }

    /// Returns the names and values of all fields, high bits first; see [`Layout::split`].
    fn split(self) -> impl Iterator<Item = (&'static str, u64)> {
        Self::LAYOUT.split(self.snowflake())
    }

    /// Returns when the ID was minted, in Unix ms: the beginning of its tick.
    ///
    /// This does not compile for a layout whose timestamps wrap around. Use
    /// [`Layout::unix_millis_before`] for it.
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

    /// Returns when the ID was minted, in Unix ms, if that was at or after `start`. Returns `None`
    /// for older keys.
    ///
    /// Use it for a table with counted and minted keys. The counted keys look like IDs minted
    /// shortly after the layout's epoch. As `start`, choose a time before the first mint, for
    /// example the day on which you deployed the program that mints. If the result is not `None`,
    /// the ID is in [`range`](Self::range)`(start..)`.
    ///
    /// This does not compile for a layout whose timestamps wrap around.
    ///
    /// ```
    /// # use snowflake_kit_core::{Id, Snowflake, SnowflakeId};
    /// # #[derive(snowflake_kit_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_core")]
    /// # struct UserId(Snowflake);
    /// const MINTED_SINCE: i64 = 1_795_305_600_000; // 2026-11-22T00:00:00Z
    ///
    /// let old = UserId::from_i64(3)?;
    /// assert_eq!(old.unix_millis(), 1_735_689_600_000); // 2025-01-01, the epoch
    /// assert_eq!(old.unix_millis_since(MINTED_SINCE), None);
    ///
    /// let minted = UserId::from_i64(250_250_518_331_420_672)?;
    /// assert_eq!(minted.unix_millis_since(MINTED_SINCE), Some(1_795_353_973_000));
    /// # Ok::<(), snowflake_kit_core::ValueError>(())
    /// ```
    fn unix_millis_since<K>(self, start: impl PointInTime<K>) -> Option<i64> {
        let unix_millis = self.unix_millis();
        (unix_millis >= start.unix_millis_from()).then_some(unix_millis)
    }

    /// Returns [`unix_millis`](Self::unix_millis) as `SystemTime`, which `into()` makes a time of chrono
    /// or time, and `try_into()` one of jiff. For a key that was not minted it means nothing; see
    /// [`unix_millis_since`](Self::unix_millis_since).
    ///
    /// # Panics
    /// If `SystemTime` cannot hold the time. On all platforms of the standard library it can.
    #[cfg(feature = "std")]
    fn time(self) -> std::time::SystemTime {
        system_time(self.unix_millis())
    }

    /// Returns the first and the last ID that any node can have minted in an interval, for queries
    /// by creation time on the key itself. The bounds are [points in time](PointInTime): those of the
    /// standard library, chrono, jiff 0.2 or time, or Unix ms as `i64`.
    ///
    /// An ID is in the interval if its [`time`](Self::time) is. If no ID is possible in the
    /// interval, the start of the range is larger than its end, and `BETWEEN` finds nothing.
    ///
    /// This does not compile for a layout whose timestamps wrap around.
    ///
    /// ```
    /// # use snowflake_kit_core::{Snowflake, SnowflakeId};
    /// # #[derive(snowflake_kit_derive::SnowflakeId)]
    /// # #[snowflake(crate = "snowflake_kit_core")]
    /// # struct PostId(Snowflake);
    /// use std::time::{Duration, SystemTime};
    ///
    /// let now = SystemTime::now();
    /// let (first, last) = PostId::range(now - Duration::from_secs(3600)..now).into_inner();
    /// // … posts::id.between(first, last)
    /// assert!(first < last);
    /// ```
    fn range<T: PointInTime<K>, K>(interval: impl RangeBounds<T>) -> RangeInclusive<Self> {
        const {
            assert!(
                !Self::LAYOUT.is_periodic(),
                "the layout's timestamps wrap around: its IDs have no range"
            );
        };
        let (from, to) = unix_millis_in(&interval);
        match Self::LAYOUT.range(from, to) {
            Ok(range) => {
                let (first, last) = range.into_inner();
                Self::from_snowflake(first)..=Self::from_snowflake(last)
            }
            Err(_) => unreachable!(),
        }
    }
}

/// A [`SnowflakeId`] with a field whose value the caller gives, such as the shard of its row.
///
/// ```
/// use snowflake_kit_core::{CallerId, Id, Layout, Snowflake, SnowflakeId};
/// # use snowflake_kit_derive::SnowflakeId;
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
/// # #[snowflake(crate = "snowflake_kit_core")]
/// #[snowflake(layout = FEED, caller)]
/// struct PostId(Snowflake);
///
/// // `PostId::within(42).mint()` makes a new one, with the feature `mint`.
/// let id = PostId::from_i64(132_271_570_944_690_944)?;
/// assert_eq!(id.caller(), 42);
/// let fields: Vec<_> = id.split().collect();
/// assert_eq!(fields, [("time", 31_536_000_000), ("shard", 42), ("node", 5), ("sequence", 256)]);
/// # Ok::<(), snowflake_kit_core::ValueError>(())
/// ```
///
/// Declare both or neither: the field in the layout, and the attribute `caller`. With only one of
/// them the type does not compile.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no field of the caller's",
    note = "a layout has one by `LayoutBuilder::caller`, and the ID type says so by \
            `#[snowflake(layout = …, caller)]`"
)]
pub trait CallerId: SnowflakeId {
    /// Returns the value of the field.
    fn caller(self) -> u32 {
        self.parts().caller
    }
}
