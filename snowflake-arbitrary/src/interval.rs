//! Intervals of time.

use std::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
use std::time::SystemTime;

use snowflake_kit_core::{Id, PointInTime, SnowflakeId, UtcTime};

use crate::samples::Samples;

/// An interval of time, from which IDs of type `T` are taken.
///
/// | | the IDs are |
/// |---|---|
/// | `..` | all of the type |
/// | `since..until` and all other ranges of `SystemTime`, or of Unix ms as `i64` | those that [`SnowflakeId::range`] has, of any node |
/// | [`Samples`] | these |
/// | `fake::Faker`, with the feature `fake` | all of the type |
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an interval of time in which a `{T}` can be",
    note = "`..` has all IDs; if `{T}` derives `SnowflakeId`, there are also ranges of `SystemTime` \
            and of Unix ms as `i64`"
)]
pub trait Interval<T> {
    /// The IDs of the interval.
    ///
    /// # Panics
    /// If the interval contains no ID, as for [`ids`].
    #[track_caller]
    fn samples(&self) -> Samples<T>;
}

/// The IDs of an interval of time, to take samples from.
///
/// An ID is in the interval if its time is, whatever its node, as for [`SnowflakeId::range`]. For a
/// layout whose timestamps wrap around, only `..` compiles.
///
/// **Samples are not minted, and two may be equal.**
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use proptest::prelude::*;
/// use snowflake_kit_arbitrary::ids;
/// use snowflake_kit_core::SnowflakeId;
///
/// /// A strategy for generic code.
/// fn of_last_hour<T: SnowflakeId>() -> impl Strategy<Value = T> {
///     let now = SystemTime::now();
///     ids(now - Duration::from_secs(3600)..now)
/// }
/// # use snowflake_kit_core::Snowflake;
/// # #[derive(snowflake_kit_derive::SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// # struct PostId(Snowflake);
/// # proptest!(|(id in of_last_hour::<PostId>())| {
/// #     prop_assert!(id.time() < SystemTime::now());
/// # });
/// ```
///
/// # Panics
/// If the interval contains no ID: its start is not before its end, it is before the epoch of the
/// layout or after the layout's end, or no tick begins in it.
#[expect(clippy::needless_pass_by_value, reason = "so that callers write `ids(since..until)`")]
#[track_caller]
pub fn ids<T: Id>(interval: impl Interval<T>) -> Samples<T> {
    interval.samples()
}

impl<T: Id> Interval<T> for RangeFull {
    fn samples(&self) -> Samples<T> {
        Samples::all()
    }
}

impl<T: Id> Interval<T> for Samples<T> {
    fn samples(&self) -> Samples<T> {
        *self
    }
}

macro_rules! ranges_of_time {
    ($($point:ty)*) => {$(
        ranges_of_time!(
            @Range<$point>,
            RangeFrom<$point>,
            RangeInclusive<$point>,
            RangeTo<$point>,
            RangeToInclusive<$point>,
            (Bound<$point>, Bound<$point>)
        );
    )*};
    (@$($range:ty),+) => {$(
        impl<T: SnowflakeId> Interval<T> for $range {
            #[track_caller]
            fn samples(&self) -> Samples<T> {
                within((self.start_bound(), self.end_bound()))
            }
        }
    )+};
}

// One by one: a parameter for the kind of time would be in the traits of `fake` as well.
ranges_of_time!(i64 SystemTime);

#[track_caller]
fn within<T: SnowflakeId, P: PointInTime<K>, K>(interval: (Bound<&P>, Bound<&P>)) -> Samples<T> {
    let (first, last) = T::range::<P, K>(interval).into_inner();
    assert!(first <= last, "{}", refusal::<T, P, K>(interval));
    Samples::of_ticks(first.parts().timestamp, last.parts().timestamp)
}

/// What is said about an interval without IDs.
#[cold]
fn refusal<T: SnowflakeId, P: PointInTime<K>, K>((start, end): (Bound<&P>, Bound<&P>)) -> String {
    let layout = T::LAYOUT;
    let instant = |unix_millis: i64| UtcTime(unix_millis).to_string();
    let start = match start {
        Bound::Included(start) => instant(start.unix_millis_from()),
        Bound::Excluded(start) => instant(start.unix_millis_after()),
        Bound::Unbounded => String::new(),
    };
    let end = match end {
        Bound::Included(end) => format!("={}", instant(end.unix_millis_from())),
        Bound::Excluded(end) => instant(end.unix_millis_from()),
        Bound::Unbounded => String::new(),
    };
    let life_ends = layout.ends_at().map(instant).unwrap_or_default();
    format!(
        "no {} has a time in {start}..{end}: give a range whose start is before its end, and \
         that contains a time of the layout `{}`, which has one every {} ms in {}..{life_ends}",
        T::NAME,
        layout.name(),
        layout.tick_millis(),
        instant(layout.epoch_unix_millis()),
    )
}
