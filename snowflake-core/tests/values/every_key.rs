//! IDs over UUIDs and counted keys.

use std::collections::HashMap;

use snowflake_kit_core::{CountedId, Description, Id, Json, ParseErrorKind, Shape, UuidId};
use snowflake_kit_derive::{CountedId, UuidId};
use uuid::Uuid;

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core", prefix = "prefix_", text = "typeid")]
struct PrefixId(Uuid);

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core", prefix = "pre_fix_", text = "typeid", nil)]
struct PreFixId(Uuid);

/// Without a prefix.
#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core", text = "typeid", nil)]
struct BareId(Uuid);

/// Identifies a session.
#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core")]
struct SessionId(Uuid);

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core", prefix = "ses-")]
struct LabelledId(Uuid);

/// Identifies a country.
#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct CountryId(i32);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core", text = "base62", prefix = "rol_")]
struct RoleId(i16);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct LineId(i64);

const UUID: &str = "01890a5d-ac96-774b-bcce-b302099a8057";

fn uuid(text: &str) -> Uuid {
    text.parse().unwrap()
}

/// In its own module a counted type can wrap any integer.
#[test]
fn what_is_no_id_does_not_have_the_text_of_one() {
    fn check<T: CountedId>(id: T, text: &str) {
        assert_eq!(id.to_string(), text);
        text.parse::<T>().unwrap_err();
    }
    check(CountryId(-7), "-7");
    check(CountryId(i32::MIN), "-2147483648");
    check(LineId(i64::MIN), "-9223372036854775808");
    check(RoleId(-1), "rol_-00000000001");
    check(RoleId(i16::MIN), "rol_-000000008WW");
    for text in [CountryId(0).to_string(), LineId(0).to_string()] {
        assert_eq!(text, "0");
        text.parse::<LineId>().unwrap_err();
    }
    assert_eq!(RoleId(0).to_string(), "rol_000000000000");
    "rol_000000000000".parse::<RoleId>().unwrap_err();
}

/// `spec/valid.json` of jetify-com/typeid, 0.3.0.
#[test]
fn the_valid_texts_of_typeid_are_read_and_written() {
    fn check<T: UuidId>(text: &str, hyphenated: &str) {
        let id: T = text.parse().unwrap();
        assert_eq!(id.get(), uuid(hyphenated), "{text}");
        assert_eq!(T::from_value(uuid(hyphenated)).unwrap().to_string(), text);
    }
    check::<BareId>("00000000000000000000000000", "00000000-0000-0000-0000-000000000000");
    check::<BareId>("00000000000000000000000001", "00000000-0000-0000-0000-000000000001");
    check::<BareId>("0000000000000000000000000a", "00000000-0000-0000-0000-00000000000a");
    check::<BareId>("0000000000000000000000000g", "00000000-0000-0000-0000-000000000010");
    check::<BareId>("00000000000000000000000010", "00000000-0000-0000-0000-000000000020");
    check::<BareId>("7zzzzzzzzzzzzzzzzzzzzzzzzz", "ffffffff-ffff-ffff-ffff-ffffffffffff");
    check::<PrefixId>("prefix_0123456789abcdefghjkmnpqrs", "0110c853-1d09-52d8-d73e-1194e95b5f19");
    check::<PrefixId>("prefix_01h455vb4pex5vsknk084sn02q", UUID);
    check::<PreFixId>("pre_fix_00000000000000000000000000", "00000000-0000-0000-0000-000000000000");
}

/// `spec/invalid.json` of jetify-com/typeid, 0.3.0.
#[test]
fn the_invalid_texts_of_typeid_are_refused() {
    let invalid = [
        "PREFIX_00000000000000000000000000",
        "12345_00000000000000000000000000",
        "pre.fix_00000000000000000000000000",
        "préfix_00000000000000000000000000",
        "  prefix_00000000000000000000000000",
        "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyzabcdefghijkl_00000000000000000000000000",
        "_00000000000000000000000000",
        "_",
        "prefix_1234567890123456789012345",
        "prefix_123456789012345678901234567",
        "prefix_1234567890123456789012345 ",
        "prefix_0123456789ABCDEFGHJKMNPQRS",
        "prefix_123456789-123456789-123456",
        "prefix_ooooooiiiiiiuuuuuuulllllll",
        "prefix_i23456789ol23456789oi23456",
        "prefix_123456789-0123456789-0123456",
        "prefix_8zzzzzzzzzzzzzzzzzzzzzzzzz",
        "_prefix_00000000000000000000000000",
        "prefix__00000000000000000000000000",
    ];
    for text in invalid {
        assert!(text.parse::<PrefixId>().is_err(), "{text}");
        assert!(text.parse::<PreFixId>().is_err(), "{text}");
        assert!(text.parse::<BareId>().is_err(), "{text}");
    }
}

#[test]
fn a_uuid_has_one_text() {
    let id: SessionId = UUID.parse().unwrap();
    assert_eq!((id.to_string().as_str(), id.text().as_str()), (UUID, UUID));
    assert_eq!(format!("{id:?}"), format!("SessionId({UUID})"));
    let labelled = LabelledId::from_value(id.get()).unwrap();
    assert_eq!(labelled.to_string(), format!("ses-{UUID}"));
    assert_eq!(labelled.to_string().parse(), Ok(labelled));

    let kind = |text: &str| text.parse::<SessionId>().unwrap_err().kind();
    let character = |found, index| ParseErrorKind::Character { found, index };
    assert_eq!(kind(""), ParseErrorKind::Empty);
    assert_eq!(kind(&UUID.to_uppercase()), character('A', 5));
    assert_eq!(kind(&format!("{{{UUID}}}")), character('{', 0));
    assert_eq!(kind(&format!("urn:uuid:{UUID}")), character('u', 0));
    assert_eq!(kind(&UUID.replace('-', "")), ParseErrorKind::Length { found: 32 });
    assert_eq!(kind(&UUID[1..]), ParseErrorKind::Length { found: 35 });
    assert_eq!(kind(&format!("{UUID}0")), ParseErrorKind::Length { found: 37 });
    assert_eq!(kind("01890a5da-c96-774b-bcce-b302099a8057"), character('a', 8));
    assert_eq!(kind("0189-a5d-ac96-774b-bcce-b302099a8057"), character('-', 4));
    for nil in [Uuid::nil(), Uuid::max()] {
        assert_eq!(kind(&nil.to_string()), ParseErrorKind::Zero);
        let error = SessionId::from_value(nil).unwrap_err().to_string();
        assert_eq!(
            error,
            format!("invalid SessionId {nil}: the nil and the max UUID identify nothing")
        );
        assert_eq!(BareId::from_value(nil).unwrap().get(), nil);
    }
    assert_eq!(
        "8zzzzzzzzzzzzzzzzzzzzzzzzz".parse::<BareId>().unwrap_err().to_string(),
        "invalid BareId \"8zzzzzzzzzzzzzzzzzzzzzzzzz\": it has more than 128 bits: the first \
         character is above 7; expected 26 characters of TypeID's base32 (0-9, a-z without i, l, o, \
         u), as in \"01jgfjjzp1ehztkxw0a1rrm1kh\""
    );
    assert_eq!(
        UUID.to_uppercase().parse::<SessionId>().unwrap_err().to_string(),
        "invalid SessionId \"01890A5D-AC96-774B-BCCE-B302099A8057\": 'A' at byte 5 is not a \
         lower-case hex digit or a hyphen in its place (write \"a\"); expected 36 characters of a \
         hyphenated UUID (0-9, a-f), as in \"0194192f-fd80-744f-a9f6-1e001d8c5073\""
    );
}

#[test]
fn a_uuid_of_version_7_has_a_time() {
    let id: PrefixId = "prefix_01h455vb4pex5vsknk084sn02q".parse().unwrap();
    assert_eq!(id.unix_millis(), Ok(1_688_096_058_518));
    let second = PrefixId::range(1_688_096_058_000..1_688_096_059_000);
    assert!(second.contains(&id) && !PrefixId::range(..1_688_096_058_518).contains(&id));
}

#[test]
fn counted_ids_are_integers_from_1_on() {
    assert_eq!(CountryId::from_value(49).unwrap().get(), 49);
    assert_eq!(i32::from(CountryId::try_from(49).unwrap()), 49);
    assert_eq!((CountryId::JSON, LineId::JSON, RoleId::JSON), {
        (Json::Number, Json::String, Json::String)
    });
    for value in [0, -1, i32::MIN] {
        let error = CountryId::from_value(value).unwrap_err().to_string();
        assert_eq!(error, format!("invalid CountryId {value}: expected 1 to 2147483647"));
    }
    assert_eq!("2147483647".parse::<CountryId>().map(CountryId::get), Ok(i32::MAX));
    let error = "2147483648".parse::<CountryId>().unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::TooLarge);
    assert_eq!(
        error.to_string(),
        "invalid CountryId \"2147483648\": it is larger than the largest ID, 2^31 - 1; expected a \
         decimal string from \"1\" to \"2147483647\""
    );
    for (text, kind) in [
        ("0", ParseErrorKind::Zero),
        ("007", ParseErrorKind::LeadingZero),
        ("-1", ParseErrorKind::Character { found: '-', index: 0 }),
        ("99999999999", ParseErrorKind::TooLarge),
    ] {
        assert_eq!(text.parse::<CountryId>().unwrap_err().kind(), kind, "{text}");
    }
    let role = RoleId::from_value(i16::MAX).unwrap();
    assert_eq!(role.to_string(), "rol_000000008WV");
    assert_eq!("rol_000000008WV".parse(), Ok(role));
    assert_eq!("rol_000000008WW".parse::<RoleId>().unwrap_err().kind(), ParseErrorKind::TooLarge);
}

#[test]
fn shapes_and_descriptions_say_what_an_id_is() {
    let lengths = |shape: Shape| (shape.min_len(), shape.max_len());
    assert_eq!(lengths(Shape::of_type::<SessionId>()), (36, 36));
    assert_eq!(lengths(Shape::of_type::<PrefixId>()), (33, 33));
    assert_eq!(lengths(Shape::of_type::<CountryId>()), (1, 10));
    assert_eq!(lengths(Shape::of_type::<RoleId>()), (15, 15));
    assert_eq!(
        Description::of::<SessionId>().to_string(),
        "Identifies a session.\n\nA UUID: 36 characters of a hyphenated UUID (0-9, a-f)."
    );
    assert_eq!(
        Description::of::<CountryId>().to_string(),
        "Identifies a country.\n\nAn ID: a positive integer of up to 31 bits."
    );
}

/// What works for a `SnowflakeId` works for all.
#[test]
fn they_are_keys_of_maps_and_sort() {
    fn generic<T: Id>(ids: [T; 2]) {
        let map: HashMap<T, usize> = ids.into_iter().zip(0..).collect();
        assert_eq!(map[&ids[1]], 1);
        assert!(ids.is_sorted() && ids[0].raw() < ids[1].raw());
    }
    fn counted<T: CountedId>(id: T) -> String {
        id.to_string()
    }
    let countries = [1, 49].map(|value| CountryId::from_value(value).unwrap());
    generic(countries);
    assert_eq!(counted(countries[1]), "49");
    generic([1, 2].map(|bits| BareId::from_value(Uuid::from_u128(bits)).unwrap()));
}
