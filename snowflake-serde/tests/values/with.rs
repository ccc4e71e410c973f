//! Fields whose form is not that of their type.

use serde::de::value::BoolDeserializer;
use serde::{Deserialize, Serialize};
use serde_json::{from_value, json, to_value};
use snowflake_kit_core::{Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "usr_", json = "number")]
struct PrettyId(Snowflake);

snowflake_kit_serde::value!(UserId, PrettyId);

fn id<T: SnowflakeId>() -> T {
    T::from_i64(175_928_847_299_117_063).unwrap()
}

/// One field in each form.
macro_rules! forms {
    ($($name:ident: $module:literal),* $(,)?) => {
        #[derive(Debug, PartialEq, Serialize, Deserialize)]
        struct Forms<T: SnowflakeId> {
            $(#[serde(with = $module)] $name: T,)*
        }

        impl<T: SnowflakeId> Forms<T> {
            fn new(id: T) -> Self {
                Self { $($name: id,)* }
            }
        }
    };
}

forms! {
    number: "snowflake_kit_serde::number",
    string: "snowflake_kit_serde::string",
    decimal: "snowflake_kit_serde::decimal",
    base62: "snowflake_kit_serde::base62",
    base32: "snowflake_kit_serde::base32",
    hex: "snowflake_kit_serde::hex",
}

#[test]
fn each_form_is_written_and_read() {
    let plain = json!({
        "number": 175_928_847_299_117_063_i64,
        "string": "175928847299117063",
        "decimal": "175928847299117063",
        "base62": "0Czks0tP37X",
        "base32": "04W86BB0G4007",
        "hex": "0271065ac1020007",
    });
    let forms = Forms::<UserId>::new(id());
    assert_eq!(to_value(&forms).unwrap(), plain);
    assert_eq!(from_value::<Forms<UserId>>(plain).unwrap(), forms);
}

#[test]
fn the_prefix_stays() {
    let pretty = json!({
        "number": 175_928_847_299_117_063_i64,
        "string": "usr_0Czks0tP37X",
        "decimal": "usr_175928847299117063",
        "base62": "usr_0Czks0tP37X",
        "base32": "usr_04W86BB0G4007",
        "hex": "usr_0271065ac1020007",
    });
    let forms = Forms::<PrettyId>::new(id());
    assert_eq!(to_value(&forms).unwrap(), pretty);
    assert_eq!(from_value::<Forms<PrettyId>>(pretty).unwrap(), forms);
}

#[test]
fn a_form_is_the_same_in_binary_formats() {
    let forms = Forms::<UserId>::new(id());
    let bytes = postcard::to_stdvec(&forms).unwrap();
    assert!(bytes.windows(11).any(|window| window == b"0Czks0tP37X"));
    assert_eq!(postcard::from_bytes::<Forms<UserId>>(&bytes), Ok(forms));
}

#[test]
fn nothing_is_zero_where_that_is_asked_for() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Row {
        #[serde(with = "snowflake_kit_serde::or_zero")]
        plain: Option<UserId>,
        #[serde(with = "snowflake_kit_serde::or_zero")]
        pretty: Option<PrettyId>,
    }

    let read = |plain: serde_json::Value| from_value::<Row>(json!({"plain": plain, "pretty": 7}));
    let some = Row { plain: Some(id()), pretty: None };
    let json = json!({"plain": 175_928_847_299_117_063_i64, "pretty": 0});
    assert_eq!(to_value(&some).unwrap(), json);
    assert_eq!(from_value::<Row>(json).unwrap(), some);
    assert_eq!(read(json!(0)).unwrap().plain, None);
    assert_eq!(read(json!(null)).unwrap().plain, None);
    for (refused, text) in [
        (
            json!(-1),
            "invalid value: integer `-1`, expected a UserId: an integer from 1 to \
             9223372036854775807",
        ),
        (
            json!(1_u64 << 63),
            "invalid value: integer `9223372036854775808`, expected a UserId: an integer from 1 \
             to 9223372036854775807",
        ),
        (
            json!("0"),
            "invalid type: string \"0\", expected a UserId or 0: an integer from 0 to \
             9223372036854775807",
        ),
        (
            json!(0.0),
            "invalid type: floating point `0.0`, expected a UserId or 0: an integer from 0 to \
             9223372036854775807",
        ),
    ] {
        assert_eq!(read(refused).unwrap_err().to_string(), text);
    }

    // In a binary format, where it takes as much as an ID.
    for row in [some, Row { plain: None, pretty: Some(id()) }] {
        let bytes = postcard::to_allocvec(&row).unwrap();
        assert_eq!(postcard::from_bytes::<Row>(&bytes).unwrap(), row);
    }
}

#[test]
fn options_and_sequences_take_a_form_too() {
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Fields {
        #[serde(with = "snowflake_kit_serde::number::option", default)]
        editor: Option<UserId>,
        #[serde(with = "snowflake_kit_serde::hex::vec")]
        readers: Vec<UserId>,
    }

    for (fields, value) in [
        (
            Fields { editor: Some(id()), readers: vec![id(), id()] },
            json!({
                "editor": 175_928_847_299_117_063_i64,
                "readers": ["0271065ac1020007", "0271065ac1020007"],
            }),
        ),
        (Fields { editor: None, readers: vec![] }, json!({ "editor": null, "readers": [] })),
    ] {
        assert_eq!(to_value(&fields).unwrap(), value);
        assert_eq!(from_value::<Fields>(value).unwrap(), fields);
        let bytes = postcard::to_stdvec(&fields).unwrap();
        assert_eq!(postcard::from_bytes::<Fields>(&bytes), Ok(fields));
    }
    let absent = from_value::<Fields>(json!({ "readers": [] })).unwrap();
    assert_eq!(absent, Fields { editor: None, readers: vec![] });

    let error = from_value::<Fields>(json!({ "readers": 7 })).unwrap_err().to_string();
    assert_eq!(error, "invalid type: integer `7`, expected a sequence of UserId");
    let boolean = BoolDeserializer::<serde::de::value::Error>::new(true);
    let error =
        snowflake_kit_serde::number::option::deserialize::<Option<UserId>, _>(boolean).unwrap_err();
    assert_eq!(error.to_string(), "invalid type: boolean `true`, expected a UserId or nothing");
}

#[test]
fn a_text_of_another_form_is_refused_by_name() {
    #[derive(Debug, Deserialize)]
    struct Slug {
        #[serde(with = "snowflake_kit_serde::base62")]
        #[expect(dead_code, reason = "reading is what fails")]
        id: UserId,
    }

    let error = from_value::<Slug>(json!({ "id": "175928847299117063" })).unwrap_err();
    assert!(error.to_string().starts_with(r#"invalid UserId "175928847299117063": "#), "{error}");
    assert!(error.to_string().contains("base62"), "{error}");
}

#[test]
fn a_field_of_a_text_form_holds_a_string() {
    #[derive(Debug, Deserialize)]
    struct Slug {
        #[serde(with = "snowflake_kit_serde::string")]
        #[expect(dead_code, reason = "reading is what fails")]
        id: UserId,
    }

    let error = from_value::<Slug>(json!({ "id": 5 })).unwrap_err().to_string();
    assert!(error.starts_with("invalid type: integer `5`, expected a UserId: "), "{error}");
}

#[cfg(feature = "serde_with")]
#[test]
fn forms_go_into_any_container() {
    use std::collections::BTreeMap;

    use serde_with::serde_as;
    use snowflake_kit_serde::form;

    #[serde_as]
    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Members {
        #[serde_as(as = "BTreeMap<form::Base62, Vec<Option<form::Number>>>")]
        by_room: BTreeMap<UserId, Vec<Option<UserId>>>,
    }

    let members = Members { by_room: BTreeMap::from([(id(), vec![Some(id()), None])]) };
    let value = json!({ "by_room": { "0Czks0tP37X": [175_928_847_299_117_063_i64, null] } });
    assert_eq!(to_value(&members).unwrap(), value);
    assert_eq!(from_value::<Members>(value).unwrap(), members);
}
