//! Intervals and times of other libraries, and functions that need no import.

use std::time::SystemTime;

mod ids {
    use snowflake_kit::{CountedId, Snowflake, SnowflakeId, UuidId};
    use uuid::Uuid;

    #[derive(SnowflakeId)]
    pub struct PostId(Snowflake);

    #[derive(UuidId)]
    pub struct OrderId(Uuid);

    #[derive(CountedId)]
    pub struct CountryId(i16);
}

use ids::{CountryId, OrderId, PostId};

const SINCE: i64 = 1_767_225_600_000;
const OWNER: PostId = PostId::constant(132_271_570_944_004_096);

#[test]
fn an_interval_is_of_any_library_and_so_is_a_time() {
    let expected = PostId::range(SINCE..);
    let chrono = chrono::DateTime::from_timestamp_millis(SINCE).unwrap();
    let jiff = jiff::Timestamp::from_millisecond(SINCE).unwrap();
    let zoned = jiff.to_zoned(jiff::tz::TimeZone::UTC);
    let jiff_1 = jiff_1::Timestamp::from_millisecond(SINCE).unwrap();
    let zoned_1 = jiff_1.to_zoned_datetime(jiff_1::tz::TimeZone::UTC);
    let time = time::OffsetDateTime::from_unix_timestamp(SINCE / 1_000).unwrap();
    assert_eq!(PostId::range(chrono..), expected);
    assert_eq!(PostId::range(jiff..), expected);
    assert_eq!(PostId::range(zoned..), expected);
    assert_eq!(PostId::range(SystemTime::try_from(jiff_1).unwrap()..), expected);
    assert_eq!(PostId::range(SystemTime::try_from(zoned_1).unwrap()..), expected);
    assert_eq!(PostId::range(time..), expected);
    assert_eq!(OrderId::range(chrono..).into_inner().0, OrderId::range(time..).into_inner().0);

    assert_eq!(chrono::DateTime::<chrono::Utc>::from(OWNER.time()), chrono);
    assert_eq!(jiff::Timestamp::try_from(OWNER.time()).unwrap(), jiff);
    assert_eq!(jiff_1::Timestamp::try_from(OWNER.time()).unwrap(), jiff_1);
    assert_eq!(time::OffsetDateTime::from(OWNER.time()), time);
}

#[test]
fn a_part_of_a_ms_counts_as_the_next_one() {
    let late = chrono::DateTime::from_timestamp(SINCE / 1_000, 1).unwrap();
    assert_eq!(PostId::range(late..), PostId::range(SINCE + 1..));
}

/// As the guide has it: the constant itself is not a pattern, because the compiler asks for a `PartialEq`
/// of its own derive.
#[test]
fn a_match_compares_with_a_constant() {
    let name = |id| match id {
        None => "none",
        Some(id) if id == OWNER => "owner",
        Some(_) => "other",
    };
    assert_eq!(
        [None, Some(OWNER), Some(PostId::constant(7))].map(name),
        ["none", "owner", "other"]
    );
}

#[test]
fn what_is_used_daily_needs_no_import() {
    assert_eq!(OWNER.unix_millis(), SINCE);
    assert_eq!(OWNER.parts().node, 1);
    assert_eq!(OWNER.text(), "132271570944004096");
    assert_eq!(PostId::from_i64(OWNER.get()).unwrap(), OWNER);
    assert!(PostId::from_i64(0).is_err());
    assert!(OWNER.time() < SystemTime::now());

    let order = OrderId::constant(uuid::uuid!("019b7a4c-4800-7000-8000-000000000000"));
    assert_eq!(order.unix_millis().unwrap(), 0x019b_7a4c_4800);
    assert_eq!(CountryId::constant(49).text(), "49");
}
