//! What `#[derive(SnowflakeId)]` makes of a type.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::num::NonZeroI64;
use std::ops::{Add, AddAssign, Deref, Sub};
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use snowflake_kit_core::{
    CallerId, Description, Encoding, Id, Json, Layout, OptionalId, ParseError, ParseErrorKind,
    Snowflake, SnowflakeId, Text, ValueError,
};
use snowflake_kit_derive::SnowflakeId;
use static_assertions::{assert_eq_size, assert_impl_all, assert_not_impl_any, const_assert_eq};

/// Identifies a user.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

const ORDERS: Layout = Layout::builder("orders")
    .epoch_date(2026, 1, 1)
    .tick_millis(10)
    .time_bits(40)
    .node_bits(12)
    .sequence_bits(11)
    .build();

/// With every attribute there is.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = ORDERS, text = "base62", prefix = "ord_")]
#[snowflake(json = "number", generator = "own", name = "Order")]
struct OrderId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = Layout::DISCORD, text = "hex", json = "string")]
struct MessageId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(
    crate = "snowflake_kit_core",
    layout = "sonyflake-v2",
    text = "base32",
    generator = "shared"
)]
struct ReadingId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "decimal", prefix = "Log-")]
struct LogId(Snowflake);

const EARLY: Layout = Layout::builder("early").epoch_unix_millis(-1_000).time_bits(41).build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = EARLY)]
struct EarlyId(Snowflake);

assert_impl_all!(UserId: Copy, Clone, Eq, PartialEq, Ord, PartialOrd, Hash, Debug, Display);
assert_impl_all!(UserId: SnowflakeId, FromStr<Err = ParseError>, Send, Sync, Unpin);
assert_impl_all!(UserId: TryFrom<i64, Error = ValueError>, TryFrom<u64, Error = ValueError>);
assert_impl_all!(Snowflake: From<UserId>);
assert_impl_all!(i64: From<UserId>);
// An ID is not made of whatever is at hand, nor of one of another kind.
assert_not_impl_any!(UserId: From<Snowflake>, From<i64>, From<u64>, From<LogId>, TryFrom<LogId>);
assert_not_impl_any!(UserId: Default, PartialEq<LogId>, PartialEq<Snowflake>, PartialEq<i64>);
assert_not_impl_any!(UserId: PartialOrd<LogId>, Add<UserId>, Add<i64>, Sub<UserId>, AddAssign<i64>, Deref);
assert_not_impl_any!(Snowflake: Default, Add<Snowflake>, Add<i64>, Sub<Snowflake>, From<i64>, From<u64>);

assert_eq_size!(UserId, i64);
assert_eq_size!(Option<UserId>, i64);
assert_eq_size!([Option<UserId>; 4], [i64; 4]);
assert_eq_size!(Result<UserId, ()>, i64);
const_assert_eq!(align_of::<UserId>(), align_of::<i64>());

fn user(id: i64) -> UserId {
    UserId::from_i64(id).unwrap()
}

#[test]
fn what_is_not_said_is_the_default() {
    assert_eq!(UserId::NAME, "UserId");
    assert_eq!(UserId::LAYOUT, Layout::DEFAULT);
    assert_eq!(UserId::TEXT, Text::DECIMAL);
    assert_eq!(UserId::JSON, Json::String);
    const { assert!(!UserId::OWN_GENERATOR) }
}

#[test]
fn every_attribute_has_its_effect() {
    assert_eq!(OrderId::NAME, "Order");
    assert_eq!((OrderId::LAYOUT, OrderId::LAYOUT.name()), (ORDERS, "orders"));
    assert_eq!(OrderId::TEXT, Text::new(Encoding::Base62).with_prefix("ord_"));
    assert_eq!(OrderId::JSON, Json::Number);
    const { assert!(OrderId::OWN_GENERATOR) }
    assert_eq!(MessageId::LAYOUT.name(), "discord");
    assert_eq!((MessageId::TEXT, MessageId::JSON), (Text::HEX, Json::String));
    assert_eq!(ReadingId::LAYOUT.name(), "sonyflake-v2");
    assert_eq!(ReadingId::TEXT, Text::BASE32);
    const { assert!(!ReadingId::OWN_GENERATOR) }
    assert_eq!(LogId::TEXT, Text::DECIMAL.with_prefix("Log-"));
}

#[test]
fn an_id_is_written_in_its_one_text_form() {
    const ID: i64 = 175_928_847_299_117_063;
    let order = OrderId::from_i64(ID).unwrap();
    let message = MessageId::from_i64(ID).unwrap();
    let log = LogId::from_i64(ID).unwrap();
    assert_eq!(user(ID).to_string(), "175928847299117063");
    assert_eq!(order.to_string(), "ord_0Czks0tP37X");
    assert_eq!(message.to_string(), "0271065ac1020007");
    assert_eq!(ReadingId::from_i64(ID).unwrap().to_string(), "04W86BB0G4007");
    assert_eq!(log.to_string(), "Log-175928847299117063");

    assert_eq!(format!("{:?}", user(ID)), "UserId(175928847299117063)");
    assert_eq!(format!("{order:?}"), "Order(ord_0Czks0tP37X)");
    assert_eq!(format!("{message:?}"), "MessageId(0271065ac1020007)");
    assert_eq!(format!("{:?}", Some(user(5))), "Some(UserId(5))");

    assert_eq!(user(ID).text(), "175928847299117063");
    assert_eq!("ord_0Czks0tP37X".parse(), Ok(order));
    assert_eq!(OrderId::from_text("ord_0Czks0tP37X"), Ok(order));
    assert_eq!("0271065ac1020007".parse(), Ok(message));
    assert_eq!("Log-175928847299117063".parse(), Ok(log));
}

#[test]
fn an_id_is_its_integer_in_every_form() {
    for value in [1, 258, i64::MAX] {
        let id = Snowflake::new(value).unwrap();
        assert_eq!((i64::from(id), u64::from(id)), (value, value.unsigned_abs()));
        assert_eq!(NonZeroI64::from(id).get(), value);
        assert_eq!(id.to_be_bytes(), value.to_be_bytes());
        assert_eq!(Snowflake::from_be_bytes(value.to_be_bytes()), Ok(id));
        assert_eq!(Some(user(value)).get_or_zero(), value);
        #[cfg(feature = "bytemuck")]
        assert_eq!(id.as_i64(), &value);
    }
    assert_eq!(None::<UserId>.get_or_zero(), 0);
    for value in [0, -1, i64::MIN] {
        assert!(Snowflake::from_be_bytes(value.to_be_bytes()).is_err());
    }
}

#[test]
fn an_id_is_padded_as_strings_are() {
    assert_eq!(
        format!("{:>6}|{:<6}|{:^6}|", user(42), user(42), user(42)),
        "    42|42    |  42  |"
    );
    assert_eq!(format!("{:*>6}", user(42)), "****42");
    assert_eq!(format!("{:*>6}", user(42).snowflake()), "****42");
    assert_eq!(format!("{:1}", user(42)), "42");
}

#[test]
fn zeros_in_front_are_those_of_the_integer_and_nothing_is_cut() {
    assert_eq!(format!("{:019}", user(42)), "0000000000000000042");
    assert_eq!(format!("{:019}", user(42).snowflake()), "0000000000000000042");
    // A part of the digits would be another ID.
    assert_eq!(format!("{:.5}", user(1_234_567)), "1234567");
    assert_eq!(format!("{:.5}", user(1_234_567).snowflake()), "1234567");
}

#[test]
fn a_text_that_is_no_id_is_refused_by_the_name_of_the_type() {
    let error = "+1".parse::<UserId>().unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::Character { found: '+', index: 0 });
    assert_eq!(
        error.to_string(),
        "invalid UserId \"+1\": '+' at byte 0 is not a decimal digit; expected a decimal string \
         from \"1\" to \"9223372036854775807\""
    );
    let error = "usr_0Czks0tP37X".parse::<OrderId>().unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::Prefix);
    assert_eq!(error.name(), Some("Order"));
    for text in ["", "0", "-1", "01", " 1", "1 ", "1.0", "1_000", "9223372036854775808", "٧"] {
        assert_eq!(text.parse::<UserId>().unwrap_err().name(), Some("UserId"), "{text:?}");
        assert_eq!(UserId::from_text(text), text.parse(), "{text:?}");
    }
}

#[test]
fn an_integer_that_is_no_id_is_refused_by_the_name_of_the_type() {
    assert_eq!(UserId::try_from(5_i64), Ok(user(5)));
    assert_eq!(UserId::try_from(5_u64), Ok(user(5)));
    assert_eq!(UserId::try_from(i64::MAX).map(UserId::get), Ok(i64::MAX));
    for (error, message) in [
        (UserId::try_from(0_i64), "invalid UserId 0: expected 1 to 9223372036854775807"),
        (UserId::from_i64(-1), "invalid UserId -1: expected 1 to 9223372036854775807"),
        (
            UserId::try_from(i64::MIN),
            "invalid UserId -9223372036854775808: expected 1 to 9223372036854775807",
        ),
        (
            UserId::try_from(1_u64 << 63),
            "invalid UserId 9223372036854775808: expected 1 to 9223372036854775807",
        ),
    ] {
        assert_eq!(error.unwrap_err().to_string(), message);
    }
    let error = OrderId::try_from(u64::MAX).unwrap_err();
    assert!(error.to_string().starts_with("invalid Order 18446744073709551615: "));
}

#[test]
fn an_id_converts_to_what_holds_every_id() {
    let id = user(7);
    assert_eq!(i64::from(id), 7);
    assert_eq!(Snowflake::from(id), id.snowflake());
    assert_eq!(UserId::from_snowflake(id.snowflake()), id);
    assert_eq!(id.get(), 7);
}

#[test]
fn ids_are_keys_and_are_borrowed_as_such() {
    let hashed: HashMap<UserId, &str> = [(user(2), "b"), (user(1), "a")].into();
    assert_eq!(hashed[&user(1)], "a");
    let sorted: BTreeMap<UserId, &str> = hashed.into_iter().collect();
    assert_eq!(sorted.into_values().collect::<Vec<_>>(), ["a", "b"]);
    let ids = [user(3), user(1), user(2), user(1)];
    assert_eq!(ids.iter().max(), Some(&user(3)));
    assert_eq!(ids.iter().copied().collect::<HashSet<_>>().len(), 3);
    let ordered: BTreeSet<&UserId> = ids.iter().collect();
    assert_eq!(ordered.into_iter().copied().collect::<Vec<_>>(), [user(1), user(2), user(3)]);
    assert!(Some(user(1)) > None);
}

#[test]
fn an_id_tells_its_parts_and_its_time() {
    let id = MessageId::from_i64(175_928_847_299_117_063).unwrap();
    assert_eq!((id.parts().node, id.parts().sequence), (32, 7));
    assert_eq!(id.unix_millis(), 1_462_015_105_796);
    assert_eq!(id.time(), SystemTime::UNIX_EPOCH + Duration::from_millis(1_462_015_105_796));
    let next = user(1 << 22).time();
    assert_eq!(next, SystemTime::UNIX_EPOCH + Duration::from_millis(1_735_689_600_001));
    // The layout's epoch is one second before 1970.
    for (tick, millis) in [(1, 999), (999, 1), (1_000, 0)] {
        let time = SystemTime::UNIX_EPOCH - Duration::from_millis(millis);
        assert_eq!(EarlyId::from_i64(tick).unwrap().time(), time);
    }
    let after = EarlyId::from_i64(1_001).unwrap().time();
    assert_eq!(after, SystemTime::UNIX_EPOCH + Duration::from_millis(1));
}

fn round_trip<T: SnowflakeId>(id: T) {
    assert_eq!(id.to_string().parse::<T>(), Ok(id));
    assert_eq!(id.try_text().map(|text| T::from_text(&text)), Ok(Ok(id)));
    assert_eq!(T::from_i64(id.get()), Ok(id));
    assert_eq!(T::from_snowflake(id.snowflake()), id);
    assert_eq!(T::LAYOUT.decompose(id.snowflake()), id.parts());
    assert_eq!(Ok(T::TEXT.encode(id.snowflake())), id.try_text());
}

#[test]
fn generic_code_takes_any_kind() {
    for number in [1, 9, 10, 1 << 22, 1 << 53, i64::MAX] {
        round_trip(user(number));
        round_trip(OrderId::from_i64(number).unwrap());
        round_trip(MessageId::from_i64(number).unwrap());
        round_trip(ReadingId::from_i64(number).unwrap());
        round_trip(LogId::from_i64(number).unwrap());
    }
}

#[test]
fn a_type_may_be_declared_anywhere() {
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    struct LocalId(Snowflake);

    fn elsewhere() -> String {
        #[derive(SnowflakeId)]
        #[snowflake(crate = "snowflake_kit_core", prefix = "b_")]
        struct LocalId(Snowflake);

        LocalId::from_i64(5).unwrap().to_string()
    }

    round_trip(LocalId::from_i64(5).unwrap());
    assert_eq!(elsewhere(), "b_5");
}

/// Generated code must not go by the names that are in scope where it stands.
mod shadowed {
    #![expect(dead_code, non_camel_case_types, reason = "they only stand in the way")]

    pub(crate) struct Option;
    pub(crate) struct Result;
    pub(crate) struct Some;
    pub(crate) struct None;
    pub(crate) struct Ok;
    pub(crate) struct Err;
    pub(crate) struct Self_;
    pub(crate) struct str;
    pub(crate) struct i64;
    pub(crate) struct u64;
    pub(crate) struct bool;
    pub(crate) struct String;
    pub(crate) struct Layout;
    pub(crate) struct Text;
    pub(crate) struct Json;
    pub(crate) struct Generator;
    pub(crate) struct MintError;
    pub(crate) trait Clone {}
    pub(crate) trait Copy {}
    pub(crate) trait Debug {}
    pub(crate) trait Display {}
    pub(crate) trait From {}
    pub(crate) trait TryFrom {}
    pub(crate) trait SnowflakeId {}
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod alloc {}
    pub(crate) mod fmt {}

    #[derive(snowflake_kit_derive::SnowflakeId)]
    #[snowflake(crate = "::snowflake_kit_core", layout = "discord", text = "base62", prefix = "x_")]
    #[snowflake(json = "number", generator = "own")]
    pub(crate) struct ShadowedId(snowflake_kit_core::Snowflake);
}

#[test]
fn names_in_scope_do_not_disturb_the_derive() {
    round_trip(shadowed::ShadowedId::from_i64(5).unwrap());
}

/// By another path than the crate's own.
mod facade {
    pub(crate) use snowflake_kit_core::*;
}

#[derive(SnowflakeId)]
#[snowflake(crate = "crate::id::facade")]
struct ByFacadeId(Snowflake);

#[test]
fn the_crate_may_be_found_by_any_path() {
    round_trip(ByFacadeId::from_i64(5).unwrap());
}

mod skipped {
    use std::fmt;

    use super::{Snowflake, SnowflakeId};

    /// Keeps its number out of the logs, and writes its own conversions.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core", skip(Debug, From, TryFrom, serde))]
    pub(crate) struct SecretId(Snowflake);

    impl fmt::Debug for SecretId {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("SecretId(…)")
        }
    }

    static_assertions::assert_not_impl_any!(SecretId: TryFrom<i64, Error = super::ValueError>);
    static_assertions::assert_not_impl_any!(i64: From<SecretId>);

    /// What there is without any of the traits, from the standard library.
    #[derive(SnowflakeId, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[snowflake(crate = "snowflake_kit_core")]
    #[snowflake(skip(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash))]
    pub(crate) struct PlainId(Snowflake);
}

#[test]
fn what_is_skipped_is_written_by_hand() {
    let id = skipped::SecretId::from_i64(5).unwrap();
    assert_eq!(format!("{id:?}"), "SecretId(…)");
    assert_eq!(id.to_string(), "5");
    round_trip(id);
    round_trip(skipped::PlainId::from_i64(5).unwrap());
}

#[test]
fn a_raw_name_is_a_name() {
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_core")]
    #[expect(non_camel_case_types, reason = "a table may be called so")]
    struct r#type(Snowflake);

    assert_eq!(r#type::NAME, "type");
}

#[test]
fn a_macro_may_declare_ids() {
    macro_rules! id {
        ($name:ident, $inner:ty, $prefix:literal) => {
            #[derive(SnowflakeId)]
            #[snowflake(crate = "snowflake_kit_core", prefix = $prefix)]
            struct $name(Snowflake);
            const _: fn($name) -> $inner = Id::snowflake;
        };
    }

    id!(TagId, Snowflake, "tag_");
    assert_eq!(TagId::from_i64(5).unwrap().to_string(), "tag_5");
}

/// The field is above the sequence, and in the other type below it.
const FEED: Layout =
    Layout::builder("feed").time_bits(41).caller("shard", 8).sequence_bits(9).build();

const LOW: Layout =
    Layout::builder("low").time_bits(41).sequence_bits(9).caller("shard", 8).build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = FEED, caller, schema = "exact")]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = LOW, caller, schema = "exact")]
struct LowId(Snowflake);

/// One ID per node and tick.
const SPARSE: Layout =
    Layout::builder("sparse").time_bits(41).caller("shard", 8).node_bits(10).build();

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", layout = SPARSE, caller, schema = "exact")]
struct SparseId(Snowflake);

#[test]
fn a_field_of_the_callers_is_read_and_described() {
    let value = (5 << 17) | (42 << 9) | 3;
    let id = PostId::from_i64(value).unwrap();
    assert_eq!(id.caller(), 42);
    assert_eq!(id.split().collect::<Vec<_>>(), [("time", 5), ("shard", 42), ("sequence", 3)]);
    let id = LowId::from_i64(value).unwrap();
    assert_eq!(id.caller(), u32::try_from(value & 255).unwrap());

    let start = |description: &str| description.split(". Its layout").next().unwrap().to_owned();
    assert_eq!(
        start(&Description::of::<UserId>().to_string()),
        "Identifies a user.\n\n\
         A snowflake ID: a decimal string of 1 to 19 digits."
    );
    let description = Description::of::<PostId>().to_string();
    let without_doc = "A snowflake ID: a decimal string from \"1\" to \"9223372036854775807\"";
    assert_eq!(start(&description), without_doc);
    let end = "Its layout is feed: 41 time · 8 shard · 9 sequence, 1 ms ticks since \
               2025-01-01T00:00:00.000Z. IDs increase with time, to the tick; inside a tick, \
               those of one generator or handle and shard increase.";
    assert!(description.ends_with(end), "{description}");
    let description = Description::of::<LowId>().to_string();
    let end = "IDs increase in the order in which they are minted, except between handles inside a \
               tick.";
    assert!(description.ends_with(end), "{description}");
    let description = Description::of::<SparseId>().to_string();
    let end = "IDs increase with time, to the tick; inside a tick, those of one generator or handle \
               increase.";
    assert!(description.ends_with(end), "{description}");
}
