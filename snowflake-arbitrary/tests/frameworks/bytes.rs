//! IDs of the bytes of a fuzzer.

use arbitrary::{Arbitrary, Unstructured};
use snowflake_kit_arbitrary::{Samples, ids};
use snowflake_kit_core::{DecimalId as _, DecimalParts, Id, Snowflake, SnowflakeId};

use crate::types::{
    FEBRUARY, JANUARY, NodeId, OldId, OrderId, SAMPLES, SecretId, ShardId, TickId, TraceId, UserId,
    is_valid,
};

snowflake_kit_arbitrary::arbitrary!(
    UserId, OldId, TickId, NodeId, ShardId, TraceId, OrderId, SecretId
);

/// Bytes without a pattern, this many at a time.
fn bytes(count: usize) -> impl Iterator<Item = Vec<u8>> {
    let mut random = snowflake_kit_core::__private::Random::new(7);
    (0..SAMPLES).map(move |_| (0..count).map(|_| random.below(256) as u8).collect())
}

fn are_valid<T: Id<Value = Snowflake> + for<'a> Arbitrary<'a>>(bytes_per_id: usize) {
    assert_eq!(T::size_hint(0), (bytes_per_id, Some(bytes_per_id)));
    for bytes in bytes(bytes_per_id) {
        let mut bytes = Unstructured::new(&bytes);
        assert!(is_valid(T::arbitrary(&mut bytes).unwrap()));
        assert!(bytes.is_empty(), "{} bytes are left of {bytes_per_id}", bytes.len());
    }
}

#[test]
fn ids_are_of_the_type_and_take_as_many_bytes_as_they_say() {
    are_valid::<UserId>(6 + 2 + 2);
    are_valid::<OldId>(5 + 1 + 1);
    are_valid::<TickId>(6);
    are_valid::<NodeId>(6 + 1);
    are_valid::<ShardId>(5 + 1 + 1 + 2);
    are_valid::<TraceId>(4 + 2 + 3);
    are_valid::<OrderId>(4 + 3 + 3);
    are_valid::<SecretId>(6 + 2 + 2);
}

#[test]
fn ids_of_a_range_are_in_it() {
    fn are_within<T: SnowflakeId>(samples: Samples<T>) {
        for bytes in bytes(16) {
            let id = samples.arbitrary(&mut Unstructured::new(&bytes)).unwrap();
            assert!(is_valid(id) && (JANUARY..FEBRUARY).contains(&id.unix_millis()));
        }
    }

    are_within::<UserId>(ids(JANUARY..FEBRUARY));
    are_within::<OldId>(ids(JANUARY..FEBRUARY));
    are_within::<SecretId>(ids(JANUARY..FEBRUARY));
}

#[test]
fn without_bytes_it_is_the_first_id() {
    let mut nothing = Unstructured::new(&[]);
    assert_eq!(UserId::arbitrary(&mut nothing).unwrap().get(), 1);
    let id = ids::<UserId>(JANUARY..).arbitrary(&mut nothing).unwrap();
    assert_eq!((id.unix_millis(), id.parts().node, id.parts().sequence), (JANUARY, 0, 0));
    let first = DecimalParts { counter: 1, generator: 0, launch: 0 };
    assert_eq!(OrderId::arbitrary(&mut nothing).unwrap().decimal_parts(), Ok(first));
}

#[derive(Debug, Arbitrary)]
struct Post {
    id: UserId,
    order: OrderId,
    replies: Vec<UserId>,
}

#[test]
fn ids_are_fields_and_elements() {
    let post = Post::arbitrary_take_rest(Unstructured::new(&[255; 200])).unwrap();
    assert!(is_valid(post.id) && is_valid(post.order));
    assert!(!post.replies.is_empty() && post.replies.into_iter().all(is_valid));
    // Of 200 bytes, one is for the length.
    let most = Unstructured::new(&[199; 200]).arbitrary_len::<UserId>().unwrap();
    assert_eq!(most, 199 / 10);
}
