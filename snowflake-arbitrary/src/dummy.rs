//! Sample data of fake.

pub use ::fake;
use fake::{Faker, RngExt};
use snowflake_kit_core::Id;

use crate::interval::Interval;
use crate::samples::Samples;

/// All IDs of the type.
impl<T: Id> Interval<T> for Faker {
    fn samples(&self) -> Samples<T> {
        Samples::all()
    }
}

/// A random ID of an interval.
///
/// # Panics
/// If the interval contains no ID, as for [`ids`](crate::ids).
#[track_caller]
pub fn dummy<T: Id, R: RngExt + ?Sized>(interval: &impl Interval<T>, random: &mut R) -> T {
    let samples = interval.samples();
    samples.id(samples.largest().map(|largest| random.random_range(0..=largest)))
}

/// Makes ID types sample data of fake: implements its `Dummy<Faker>`, and `Dummy` of each
/// [`Interval`](crate::Interval).
///
/// ```
/// use fake::{Dummy, Fake, Faker};
/// use snowflake_kit_arbitrary::ids;
/// use snowflake_kit_core::{Snowflake, SnowflakeId};
/// # use snowflake_kit_derive::SnowflakeId;
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct UserId(Snowflake);
///
/// #[derive(SnowflakeId)]
/// # #[snowflake(crate = "snowflake_kit_core")]
/// struct PostId(Snowflake);
///
/// snowflake_kit_arbitrary::dummy!(UserId, PostId);
///
/// const JANUARY: i64 = 1_767_225_600_000; // 2026-01-01T00:00:00Z
/// const FEBRUARY: i64 = 1_769_904_000_000;
///
/// #[derive(Debug, Dummy)]
/// struct Post {
///     #[dummy(faker = "JANUARY..FEBRUARY")]
///     id: PostId,
///     author: UserId,
///     reply_to: Option<PostId>,
/// }
///
/// let post: Post = Faker.fake();
/// assert!((JANUARY..FEBRUARY).contains(&post.id.unix_millis()));
///
/// let likes: Vec<UserId> = (ids::<UserId>(post.id.time()..), 3..5).fake();
/// assert!(likes.iter().all(|like| like.unix_millis() >= post.id.unix_millis()));
/// # let _ = (post.author, post.reply_to);
/// ```
#[macro_export]
macro_rules! dummy {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl<DI: $crate::Interval<$id>> $crate::__private::fake::Dummy<DI> for $id {
            fn dummy_with_rng<R: $crate::__private::fake::RngExt + ?::core::marker::Sized>(
                interval: &DI,
                random: &mut R,
            ) -> Self {
                $crate::__private::dummy(interval, random)
            }
        }
    )+};
}
