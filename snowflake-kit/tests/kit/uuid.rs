//! With the feature `uuid` every ID is a UUID and comes back.
#![cfg(feature = "uuid")]

use snowflake_kit::core::bridge::{BridgeErrorKind, BridgedId};
use snowflake_kit::{Snowflake, SnowflakeId};
use uuid::Uuid;

/// Identifies a user. How it is written elsewhere makes no difference here.
#[derive(SnowflakeId)]
#[snowflake(prefix = "usr_", text = "base62")]
struct UserId(Snowflake);

/// Identifies a reading.
#[derive(SnowflakeId)]
#[snowflake(layout = "sonyflake", name = "Reading")]
struct ReadingId(Snowflake);

#[test]
fn minted_ids_are_uuids_in_their_order() {
    crate::install();
    let ids = UserId::mint_many(10_000);
    let uuids: Vec<Uuid> = ids.iter().map(|id| id.to_uuid()).collect();
    assert!(uuids.is_sorted_by(|a, b| a < b));
    let back: Result<Vec<_>, _> = uuids.into_iter().map(UserId::from_uuid).collect();
    assert_eq!(back, Ok(ids));
}

#[test]
fn uuids_of_other_origin_are_no_ids() {
    for _ in 0..1_000 {
        let kind = |uuid| UserId::from_uuid(uuid).unwrap_err().kind();
        assert_eq!(kind(Uuid::new_v4()), BridgeErrorKind::Version { found: 4 });
        assert_eq!(kind(Uuid::now_v7()), BridgeErrorKind::Check);
    }
    let id = ReadingId::from_i64(2_384_288_897_814_875_714).unwrap();
    let error = UserId::from_uuid(id.to_uuid()).unwrap_err();
    let start =
        "the UUID 02931178-0b58-729c-b909-0ea451456c45 does not convert to UserId of the layout";
    assert!(error.to_string().starts_with(start), "{error}");
}
