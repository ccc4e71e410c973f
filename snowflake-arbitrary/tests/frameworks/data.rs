//! Sample data of fake.

use std::panic::catch_unwind;
use std::time::{Duration, SystemTime};

use fake::rand::SeedableRng;
use fake::rand::rngs::StdRng;
use fake::{Dummy, Fake, Faker};
use snowflake_kit_arbitrary::ids;
use snowflake_kit_core::{Id, Snowflake, SnowflakeId};

use crate::types::{
    FEBRUARY, JANUARY, NodeId, OldId, OrderId, SAMPLES, SecretId, ShardId, TickId, TraceId, UserId,
    is_valid,
};

snowflake_kit_arbitrary::dummy!(UserId, OldId, TickId, NodeId, ShardId, TraceId, OrderId, SecretId);

fn are_valid<T: Id<Value = Snowflake> + Dummy<Faker>>() {
    let mut random = StdRng::seed_from_u64(7);
    for _ in 0..SAMPLES {
        assert!(is_valid(Faker.fake_with_rng::<T, _>(&mut random)));
    }
}

#[test]
fn ids_are_of_the_type() {
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
    fn are_within<T: SnowflakeId + Dummy<std::ops::Range<i64>>>() {
        let mut random = StdRng::seed_from_u64(7);
        for _ in 0..SAMPLES {
            let id: T = (JANUARY..FEBRUARY).fake_with_rng(&mut random);
            assert!(is_valid(id) && (JANUARY..FEBRUARY).contains(&id.unix_millis()));
        }
    }

    are_within::<UserId>();
    are_within::<OldId>();
    are_within::<SecretId>();
}

#[test]
fn every_interval_is_a_configuration() {
    let since = SystemTime::now() - Duration::from_secs(3600);
    let id: UserId = (since..).fake();
    assert!(id.time() > since);
    let id: UserId = (..=JANUARY).fake();
    assert!(id.unix_millis() <= JANUARY);
    let id: Option<UserId> = ids::<UserId>(JANUARY..FEBRUARY).fake();
    assert!(id.is_none_or(|id| (JANUARY..FEBRUARY).contains(&id.unix_millis())));
    let id: OrderId = (..).fake();
    assert!(is_valid(id));
    let ids: Vec<UserId> = fake::vec![UserId as JANUARY..FEBRUARY; 3..5];
    assert!(ids.iter().all(|id| (JANUARY..FEBRUARY).contains(&id.unix_millis())));
}

#[test]
fn a_range_without_ids_is_refused_by_its_name() {
    let (start, end) = (FEBRUARY, JANUARY);
    let error = catch_unwind(|| (start..end).fake::<UserId>()).unwrap_err();
    let message = error.downcast::<String>().unwrap();
    assert!(
        message.starts_with("no UserId has a time in 2026-02-01T00:00:00.000Z..2026-01-01T"),
        "{message}"
    );
}

#[derive(Debug, Dummy)]
struct Post {
    id: UserId,
    #[dummy(faker = "JANUARY..FEBRUARY")]
    reply_to: Option<UserId>,
    order: OrderId,
}

#[test]
fn ids_are_fields() {
    let post: Post = Faker.fake();
    assert!(is_valid(post.id) && is_valid(post.order));
    assert!(post.reply_to.is_none_or(|id| (JANUARY..FEBRUARY).contains(&id.unix_millis())));
}

/// A configuration of a program's own.
struct Admin;

impl Dummy<Admin> for UserId {
    fn dummy_with_rng<R: fake::RngExt + ?Sized>(_: &Admin, _: &mut R) -> Self {
        Self::from_snowflake(Snowflake::MIN)
    }
}

#[test]
fn types_take_other_configurations_as_well() {
    assert_eq!(Admin.fake::<UserId>().get(), 1);
}
