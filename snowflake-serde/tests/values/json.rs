//! IDs in JSON.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::{from_str, from_value, json, to_string, to_value};
use snowflake_kit_core::{Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", json = "number")]
struct CountedId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "usr_")]
struct PrettyId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62")]
struct ShortId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "no_", json = "number")]
struct NumberedId(Snowflake);

snowflake_kit_serde::value!(UserId, CountedId, PrettyId, ShortId, NumberedId);

const ID: i64 = 175_928_847_299_117_063;

fn id<T: SnowflakeId>() -> T {
    T::from_i64(ID).unwrap()
}

/// The error for a piece of JSON that is no `UserId`.
fn error(json: &str) -> String {
    from_str::<UserId>(json).unwrap_err().to_string()
}

#[test]
fn an_id_is_a_string() {
    assert_eq!(to_string(&id::<UserId>()).unwrap(), r#""175928847299117063""#);
    assert_eq!(from_str::<UserId>(r#""175928847299117063""#).unwrap(), id());
}

#[test]
fn an_id_may_be_read_from_an_integer() {
    assert_eq!(from_str::<UserId>("175928847299117063").unwrap(), id());
    assert_eq!(from_str::<UserId>("9223372036854775807").unwrap().get(), i64::MAX);
}

#[test]
fn a_type_can_be_a_number() {
    assert_eq!(to_string(&id::<CountedId>()).unwrap(), "175928847299117063");
    assert_eq!(from_str::<CountedId>("175928847299117063").unwrap(), id());
    assert_eq!(from_str::<CountedId>(r#""175928847299117063""#).unwrap(), id());
}

#[test]
fn a_type_is_written_in_its_text_form() {
    assert_eq!(to_string(&id::<PrettyId>()).unwrap(), r#""usr_0Czks0tP37X""#);
    assert_eq!(from_str::<PrettyId>(r#""usr_0Czks0tP37X""#).unwrap(), id());
    let plain = from_str::<PrettyId>(r#""175928847299117063""#).unwrap_err().to_string();
    assert!(plain.contains("PrettyId") && plain.contains("usr_"), "{plain}");
}

#[test]
fn ids_stand_wherever_a_value_can() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Post {
        id: UserId,
        editor: Option<UserId>,
        readers: Vec<UserId>,
        pair: (UserId, CountedId),
        #[serde(flatten)]
        more: More,
        names: BTreeMap<UserId, String>,
    }

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct More {
        owner: UserId,
    }

    let post = Post {
        id: id(),
        editor: None,
        readers: vec![id(), UserId::from_i64(1).unwrap()],
        pair: (id(), id()),
        more: More { owner: id() },
        names: BTreeMap::from([(id(), "Ada".to_owned())]),
    };
    let value = json!({
        "id": "175928847299117063",
        "editor": null,
        "readers": ["175928847299117063", "1"],
        "pair": ["175928847299117063", 175_928_847_299_117_063_i64],
        "owner": "175928847299117063",
        "names": { "175928847299117063": "Ada" },
    });
    assert_eq!(to_value(&post).unwrap(), value);
    assert_eq!(from_value::<Post>(value).unwrap(), post);
}

#[test]
fn ids_are_map_keys_in_their_text_form() {
    let map = HashMap::from([(id::<PrettyId>(), 1)]);
    assert_eq!(to_string(&map).unwrap(), r#"{"usr_0Czks0tP37X":1}"#);
    assert_eq!(from_str::<HashMap<PrettyId, i32>>(r#"{"usr_0Czks0tP37X":1}"#).unwrap(), map);
    let map = HashMap::from([(id::<CountedId>(), 1)]);
    assert_eq!(to_string(&map).unwrap(), r#"{"175928847299117063":1}"#);
    assert_eq!(from_str::<HashMap<CountedId, i32>>(r#"{"175928847299117063":1}"#).unwrap(), map);
}

#[test]
fn a_number_with_another_text_form_takes_digits_and_that_form_in_strings() {
    assert_eq!(to_string(&id::<NumberedId>()).unwrap(), "175928847299117063");
    for json in ["175928847299117063", r#""175928847299117063""#, r#""no_0Czks0tP37X""#] {
        assert_eq!(from_str::<NumberedId>(json).unwrap(), id());
    }
    let map = HashMap::from([(id::<NumberedId>(), 1)]);
    assert_eq!(to_string(&map).unwrap(), r#"{"175928847299117063":1}"#);
    for json in [r#"{"175928847299117063":1}"#, r#"{"no_0Czks0tP37X":1}"#] {
        assert_eq!(from_str::<HashMap<NumberedId, i32>>(json).unwrap(), map);
    }
}

#[test]
fn digits_that_are_two_ids_are_neither() {
    let read = |json| {
        let json = &mut serde_json::Deserializer::from_str(json);
        snowflake_kit_serde::number::deserialize::<ShortId, _>(json)
    };
    // 11 digits: a number that is the key of a map, or a text in base62.
    let error = read(r#""12345678901""#).unwrap_err().to_string();
    assert!(error.starts_with(r#"invalid ShortId "12345678901": "#), "{error}");
    assert!(error.contains("give the text form a prefix"), "{error}");
    assert_eq!(read("12345678901").unwrap().get(), 12_345_678_901);
    // A text with a leading zero is not decimal, so this is one ID only.
    assert_eq!(read(r#""00000000010""#).unwrap().get(), 62);
}

#[test]
fn integers_that_are_no_ids_are_refused_by_name_and_value() {
    let expected = r#"expected a UserId: a decimal string from "1" to "9223372036854775807""#;
    assert_eq!(error("0"), format!("invalid value: integer `0`, {expected} at line 1 column 1"));
    assert_eq!(error("-1"), format!("invalid value: integer `-1`, {expected} at line 1 column 2"));
    assert_eq!(
        error("9223372036854775808"),
        format!("invalid value: integer `9223372036854775808`, {expected} at line 1 column 19")
    );
    let number = from_str::<CountedId>("0").unwrap_err().to_string();
    assert!(number.contains("expected a CountedId: an integer from 1 to 9223372036854775807"));
    // Beyond 2^64 JSON has nothing but a float.
    assert!(error("18446744073709551616").starts_with("invalid type: floating point"));
}

#[test]
fn other_values_are_refused() {
    for (json, found) in [
        ("1.0", "floating point `1.0`"),
        ("true", "boolean `true`"),
        ("null", "null"),
        ("[]", "sequence"),
        ("{}", "map"),
    ] {
        let error = error(json);
        assert!(error.contains(&format!("invalid type: {found}, expected a UserId")), "{error}");
    }
}

#[test]
fn texts_that_are_no_ids_are_refused_by_name_and_value() {
    for text in ["", "0", "-1", "+1", " 1", "1 ", "01", "1_000", "1.0", "1e3", "0x1", "٣"] {
        let error = error(&format!("\"{text}\""));
        assert!(error.starts_with(&format!("invalid UserId {text:?}: ")), "{error}");
        assert!(error.contains(r#"expected a decimal string from "1""#), "{error}");
    }
    assert!(error(r#""9223372036854775808""#).contains("9223372036854775808"));
    let long = error(&format!("\"{}\"", "9".repeat(1_000_000)));
    assert!(long.len() < 300, "{long}");
}
