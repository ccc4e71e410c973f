//! Strategies of proptest.

use std::ops::RangeInclusive;

use proptest::strategy::{NewTree, Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use snowflake_kit_core::Id;

use crate::samples::Samples;

/// A strategy for each of the four numbers of an ID.
type FieldRanges =
    (RangeInclusive<u64>, RangeInclusive<u64>, RangeInclusive<u64>, RangeInclusive<u64>);

/// An ID of [`Samples`], and the simpler ones to which proptest shrinks it: first with an
/// earlier time, then with a smaller number in each field below it.
#[derive(Clone, Copy, Debug)]
pub struct SampleTree<T> {
    samples: Samples<T>,
    numbers: <FieldRanges as Strategy>::Tree,
}

/// IDs, which shrink towards the start of the interval, node 0 and sequence number 0; decimal
/// ones towards counter 1, generator 0 and launch 0.
impl<T: Id> Strategy for Samples<T> {
    type Tree = SampleTree<T>;
    type Value = T;

    fn new_tree(&self, runner: &mut TestRunner) -> NewTree<Self> {
        let [time, caller, node, sequence] = self.largest();
        let numbers = (0..=time, 0..=caller, 0..=node, 0..=sequence).new_tree(runner)?;
        Ok(SampleTree { samples: *self, numbers })
    }
}

impl<T: Id> ValueTree for SampleTree<T> {
    type Value = T;

    fn current(&self) -> T {
        self.samples.id(self.numbers.current().into())
    }

    fn simplify(&mut self) -> bool {
        self.numbers.simplify()
    }

    fn complicate(&mut self) -> bool {
        self.numbers.complicate()
    }
}

/// Gives ID types a strategy of proptest: implements its `Arbitrary`, with
/// [`Samples`](crate::Samples) as its parameters and strategy.
///
/// ```
/// use proptest::collection::vec;
/// use proptest::prelude::*;
/// use proptest_derive::Arbitrary;
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
/// snowflake_kit_arbitrary::strategy!(UserId, PostId);
///
/// const JANUARY: i64 = 1_767_225_600_000; // 2026-01-01T00:00:00Z
/// const FEBRUARY: i64 = 1_769_904_000_000;
///
/// #[derive(Debug, Arbitrary)]
/// struct Post {
///     id: PostId,
///     author: UserId,
///     #[proptest(strategy = "proptest::option::of(ids(JANUARY..FEBRUARY))")]
///     reply_to: Option<PostId>,
/// }
///
/// proptest!(|(post: Post, likes in vec(any::<UserId>(), 0..10))| {
///     let in_january = |id: PostId| (JANUARY..FEBRUARY).contains(&id.unix_millis());
///     prop_assert!(post.reply_to.is_none_or(in_january));
///     # let _ = (post.id, post.author, likes);
/// });
/// ```
#[macro_export]
macro_rules! strategy {
    ($($id:ty),+ $(,)?) => {$(
        #[automatically_derived]
        impl $crate::__private::proptest::arbitrary::Arbitrary for $id {
            type Parameters = $crate::Samples<$id>;
            type Strategy = $crate::Samples<$id>;

            fn arbitrary_with(samples: Self::Parameters) -> Self::Strategy {
                samples
            }
        }
    )+};
}
