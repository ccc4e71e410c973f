//! What IDs are in JSON.

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use snowflake_kit_core::{Encoding, Id, Json, Shape, Snowflake, Text};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_public::{Keys, SecretKey};

use crate::case::{Case, Random};
use crate::texts::STRANGE;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core")]
struct DecimalId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62")]
struct Base62Id(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", text = "base62", prefix = "usr_")]
struct PrefixedId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", json = "number")]
struct NumberId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_core", json = "number", text = "hex", prefix = "row_")]
struct PrefixedNumberId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", text = "base62", prefix = "usr_", public = "sealed")]
struct SealedId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", text = "hex", public("permuted", accept = "plain"))]
struct PlainOrPermutedId(Snowflake);

snowflake_kit_serde::value!(
    DecimalId,
    Base62Id,
    PrefixedId,
    NumberId,
    PrefixedNumberId,
    SealedId,
    PlainOrPermutedId
);

const OTHERS: [&str; 27] = [
    "null",
    "true",
    "false",
    "[]",
    "{}",
    "[1]",
    "1.0",
    "1.5",
    "1e3",
    "1E3",
    "-1.0",
    "0.1",
    "1e400",
    "{\"id\":1}",
    "[\"1\"]",
    "\"\"",
    "-0",
    "-0.0",
    "0.0",
    "0e0",
    "1E+0",
    "\"0\"",
    "\"07\"",
    "\"1x\"",
    "\"\u{661}\"",
    "\"1\u{661}\"",
    "\"True\"",
];

fn encoding(text: Text) -> &'static str {
    match text.encoding() {
        Encoding::Decimal => "decimal",
        Encoding::Base62 => "base62",
        Encoding::Base32 => "base32",
        Encoding::Hex => "hex",
        _ => unreachable!(),
    }
}

/// The ID of a value, or why it is refused: what serde does, and why it does.
fn read<T: Id<Value = Snowflake> + DeserializeOwned + Serialize>(value: &str, case: Case) -> Case {
    let is_number = matches!(T::JSON, Json::Number);
    let reads_integers =
        Shape::of_type::<T>().public().is_none() || Shape::of_type::<T>().accepts_plain();
    let parsed: serde_json::Value = serde_json::from_str(value).unwrap_or_default();
    let is_integer = value.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let expected = if let Some(text) = parsed.as_str() {
        if is_number && text.starts_with(|first: char| first.is_ascii_digit()) {
            Text::DECIMAL.decode(text).map_err(|error| format!("{:?}", error.kind()))
        } else {
            let id = T::from_text(text).map(Id::snowflake);
            id.map_err(|error| format!("{:?}", error.kind()))
        }
    } else if is_integer && reads_integers {
        value.parse().ok().and_then(Snowflake::new).ok_or_else(|| "Range".to_owned())
    } else {
        Err("Type".to_owned())
    };
    let found: Result<T, _> = serde_json::from_str(value);
    assert_eq!(
        found.as_ref().ok().map(|id| id.snowflake()),
        expected.as_ref().ok().copied(),
        "{value}"
    );
    let case = case.with("json", value);
    match expected {
        Ok(id) => {
            let written = serde_json::to_string(&found.unwrap()).unwrap();
            case.with_long("id", id).with("written", written)
        }
        Err(why) => case.refused(&Words(why)),
    }
}

/// `Debug` of the error itself.
struct Words(String);

impl std::fmt::Debug for Words {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

pub(crate) fn values(random: &mut Random) -> Vec<Case> {
    [
        of::<DecimalId>(random),
        of::<Base62Id>(random),
        of::<PrefixedId>(random),
        of::<NumberId>(random),
        of::<PrefixedNumberId>(random),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn of<T: Id<Value = Snowflake> + DeserializeOwned + Serialize>(random: &mut Random) -> Vec<Case> {
    let name = if matches!(T::JSON, Json::Number) { "number" } else { "string" };
    let head = || {
        let case = Case::new().with("encoding", encoding(T::TEXT));
        case.with("prefix", T::TEXT.prefix()).with("form", name)
    };
    each::<T>(random, |id| T::TEXT.encode(id).to_string(), head)
}

/// Integers, texts, and what is neither.
fn each<T: Id<Value = Snowflake> + DeserializeOwned + Serialize>(
    random: &mut Random,
    text: impl Fn(Snowflake) -> String,
    head: impl Fn() -> Case,
) -> Vec<Case> {
    let string = |text: &str| serde_json::to_string(text).unwrap();
    let mut values: Vec<String> = OTHERS.map(ToOwned::to_owned).into();
    for edge in [
        "0",
        "1",
        "-1",
        "9223372036854775807",
        "9223372036854775808",
        "-9223372036854775808",
        "18446744073709551615",
        "18446744073709551616",
        "99999999999999999999999",
    ] {
        values.extend([edge.to_owned(), string(edge)]);
    }
    for _ in 0..10 {
        let id = random.id();
        values.extend([id.to_string(), string(&text(id)), string(&id.to_string())]);
        values.push(string(&random.mistyped(&text(id), STRANGE)));
        // Of a public form, the text of the number itself.
        values.push(string(T::TEXT.encode(id).as_ref()));
    }
    values.iter().map(|value| read::<T>(value, head())).collect()
}

/// The key of these cases, whose bytes are all 1, and the older one, whose bytes are all 2.
pub(crate) fn public_values(random: &mut Random) -> Vec<Case> {
    let key = |byte| SecretKey::from_bytes([byte; 32]).unwrap();
    snowflake_kit_public::install(Keys::new(key(1)).and_old(key(2))).unwrap();
    let sealed = || {
        let case = Case::new().with("encoding", "base62").with("prefix", "usr_");
        case.with("public", "sealed").with("plain", false).with("label", vec!["prefix", "usr_"])
    };
    let permuted = || {
        let case = Case::new().with("encoding", "hex").with("prefix", "");
        case.with("public", "permuted")
            .with("plain", true)
            .with("label", vec!["name", "PlainOrPermutedId"])
    };
    let text = |id| SealedId::from_snowflake(id).to_string();
    let mut cases = each::<SealedId>(random, text, sealed);
    let text = |id| PlainOrPermutedId::from_snowflake(id).to_string();
    cases.extend(each::<PlainOrPermutedId>(random, text, permuted));
    cases
}
