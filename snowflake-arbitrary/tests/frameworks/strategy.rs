//! Strategies of proptest.

use proptest::collection::{hash_set, vec};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{TestCaseError, TestError, TestRunner};
use snowflake_kit_arbitrary::{Samples, ids};
use snowflake_kit_core::{
    CallerId as _, DecimalId as _, DecimalParts, Id, Layout, Parts, Snowflake, SnowflakeId,
};

use crate::types::{
    FEBRUARY, JANUARY, NodeId, OldId, OrderId, SAMPLES, SHARDS, SecretId, ShardId, TickId, TraceId,
    UserId, is_valid,
};

snowflake_kit_arbitrary::strategy!(
    UserId, OldId, TickId, NodeId, ShardId, TraceId, OrderId, SecretId
);

fn runner() -> TestRunner {
    TestRunner::new(ProptestConfig { cases: SAMPLES, ..ProptestConfig::default() })
}

fn are_valid<T: Id<Value = Snowflake> + Arbitrary>() {
    let check =
        |id: T| if is_valid(id) { Ok(()) } else { Err(TestCaseError::fail("is not valid")) };
    runner().run(&any::<T>(), check).unwrap();
}

#[test]
fn any_id_is_one_of_the_type() {
    are_valid::<UserId>();
    are_valid::<OldId>();
    are_valid::<TickId>();
    are_valid::<NodeId>();
    are_valid::<ShardId>();
    are_valid::<TraceId>();
    are_valid::<OrderId>();
    are_valid::<SecretId>();
}

#[test]
fn ids_of_a_range_are_in_it() {
    fn are_within<T: SnowflakeId>(samples: Samples<T>) {
        let check = |id: T| {
            prop_assert!(is_valid(id) && (JANUARY..FEBRUARY).contains(&id.unix_millis()));
            Ok(())
        };
        runner().run(&samples, check).unwrap();
    }

    are_within::<UserId>(ids(JANUARY..FEBRUARY));
    are_within::<OldId>(ids(JANUARY..FEBRUARY));
    are_within::<SecretId>(ids(JANUARY..FEBRUARY));
}

/// Apart from the prelude, which has names that the derive writes with their path.
mod post {
    use proptest_derive::Arbitrary;
    use snowflake_kit_arbitrary::ids;

    use crate::types::{FEBRUARY, JANUARY, OrderId, UserId};

    #[derive(Debug, Arbitrary)]
    pub(super) struct Post {
        pub(super) id: UserId,
        pub(super) order: OrderId,
        #[proptest(strategy = "proptest::option::of(ids(JANUARY..FEBRUARY))")]
        pub(super) reply_to: Option<UserId>,
    }
}

proptest! {
    #[test]
    fn types_are_parameters_and_fields(id: UserId, post: post::Post, ids in vec(any::<TraceId>(), 3)) {
        prop_assert!(is_valid(id) && is_valid(post.id) && is_valid(post.order));
        prop_assert!(post.reply_to.is_none_or(|id| (JANUARY..FEBRUARY).contains(&id.unix_millis())));
        prop_assert!(ids.into_iter().all(is_valid));
    }

    #[test]
    fn a_range_is_the_parameter_of_arbitrary(
        id in any_with::<UserId>(ids(JANUARY..FEBRUARY)),
        ids in any_with::<Vec<UserId>>(((1..5).into(), ids(..JANUARY))),
    ) {
        prop_assert!((JANUARY..FEBRUARY).contains(&id.unix_millis()));
        prop_assert!(ids.iter().all(|id| id.unix_millis() < JANUARY));
    }

    #[test]
    fn a_set_has_ids_that_differ(ids in hash_set(any::<UserId>(), 10)) {
        prop_assert_eq!(ids.len(), 10);
    }
}

/// The ID that remains of a failure for which `is_small` is false.
fn shrunk<T: Id<Value = Snowflake>>(samples: Samples<T>, is_small: impl Fn(T) -> bool) -> T {
    let check = |id| if is_small(id) { Ok(()) } else { Err(TestCaseError::fail("is too large")) };
    let config = ProptestConfig { failure_persistence: None, ..ProptestConfig::default() };
    match TestRunner::new(config).run(&samples, check) {
        Err(TestError::Fail(_, id)) => id,
        other => panic!("{other:?}"),
    }
}

#[test]
fn ids_shrink_to_the_start_node_0_and_sequence_0() {
    let first = |unix_millis| {
        let timestamp = Layout::DEFAULT.timestamp(unix_millis).unwrap();
        Parts { timestamp, ..Parts::default() }
    };
    let never = |_: UserId| false;
    assert_eq!(shrunk(ids(JANUARY..FEBRUARY), never).parts(), first(JANUARY));
    assert_eq!(
        shrunk(ids(JANUARY..), |id: UserId| id.unix_millis() < FEBRUARY).parts(),
        first(FEBRUARY)
    );
    let busy = |id: UserId| id.parts().node < 7 || id.parts().sequence < 3;
    assert_eq!(
        shrunk(ids(JANUARY..FEBRUARY), busy).parts(),
        Parts { node: 7, sequence: 3, ..first(JANUARY) }
    );

    // Without a range there is no ID at the very start.
    assert_eq!(shrunk(ids(..), never).get(), 1);
    assert_eq!(shrunk(ids(..), |_: TickId| false).get(), 1);
    assert_eq!(shrunk(ids(..), |_: TraceId| false).get(), 1);

    let in_shard = shrunk(ids(JANUARY..), |id: ShardId| id.caller() < 5);
    let timestamp = SHARDS.timestamp(JANUARY).unwrap();
    assert_eq!(in_shard.parts(), Parts { timestamp, caller: 5, ..Parts::default() });

    let first = DecimalParts { counter: 1, generator: 0, launch: 0 };
    assert_eq!(shrunk(ids(..), |_: OrderId| false).decimal_parts(), Ok(first));
}

#[test]
fn what_is_shrunk_stays_in_the_range() {
    let mut runner = TestRunner::deterministic();
    for _ in 0..100 {
        let mut tree = ids::<UserId>(JANUARY..FEBRUARY).new_tree(&mut runner).unwrap();
        while tree.simplify() {
            assert!((JANUARY..FEBRUARY).contains(&tree.current().unix_millis()));
        }
    }
}
