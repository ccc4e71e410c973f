//! What IDs are in JSON.

use serde_core::Serialize;
use serde_core::de::DeserializeOwned;
use snowflake_kit_core::__private::{Raw, Value as _, Width};
use snowflake_kit_core::{Encoding, Id, Json, ParseError, Shape, Snowflake, Text};
use snowflake_kit_derive::{CountedId, SnowflakeId, UuidId};
use snowflake_kit_public::{Keys, SecretKey};
use uuid::Uuid;

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

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct Counted16Id(i16);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core", json = "string")]
struct String16Id(i16);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core", text = "base62", prefix = "rol_")]
struct Prefixed16Id(i16);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct Counted32Id(i32);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core", text = "hex", prefix = "row_", json = "number")]
struct Number32Id(i32);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core", prefix = "n-")]
struct Prefixed32Id(i32);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core", text = "base32")]
struct Base32Id(i32);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_core")]
struct Counted64Id(i64);

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core")]
struct HyphenatedId(Uuid);

#[derive(UuidId)]
#[uuid_id(crate = "snowflake_kit_core", text = "typeid", prefix = "order_", nil)]
struct TypeId(Uuid);

/// Wider than the counted IDs that have the same label.
#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public("sealed", label = "row"))]
struct SealedWideId(Snowflake);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_public", public("sealed", label = "row"))]
struct SealedCountedId(i32);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public("permuted", label = "row"))]
struct PermutedWideId(Snowflake);

#[derive(CountedId)]
#[counted_id(crate = "snowflake_kit_public", public("permuted", label = "row", accept = "plain"))]
struct PermutedCountedId(i32);

snowflake_kit_serde::value!(
    SealedCountedId,
    PermutedCountedId,
    Counted16Id,
    String16Id,
    Prefixed16Id,
    Counted32Id,
    Number32Id,
    Prefixed32Id,
    Base32Id,
    Counted64Id,
    HyphenatedId,
    TypeId,
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
fn read<T: Id + DeserializeOwned + Serialize>(value: &str, case: Case) -> Case {
    let shape = Shape::of_type::<T>();
    let is_number = matches!(T::JSON, Json::Number);
    let reads_integers = shape.width() != Width::U128 && shape.accepts_plain();
    let parsed: serde_json::Value = serde_json::from_str(value).unwrap_or_default();
    let is_integer = value.trim_start_matches('-').bytes().all(|byte| byte.is_ascii_digit());
    let kind = |error: ParseError| format!("{:?}", error.kind());
    let expected = if let Some(text) = parsed.as_str() {
        if is_number && text.starts_with(|first: char| first.is_ascii_digit()) {
            Shape::of(Text::DECIMAL).with_width(shape.width()).decode(text).map_err(kind)
        } else {
            T::from_text(text).map(Id::raw).map_err(kind)
        }
    } else if is_integer && reads_integers {
        let id = value.parse().ok().filter(|id| *id > 0);
        id.and_then(|id| shape.width().integer(id)).ok_or_else(|| "Range".to_owned())
    } else {
        Err("Type".to_owned())
    };
    let found: Result<T, _> = serde_json::from_str(value);
    assert_eq!(found.as_ref().ok().map(|id| id.raw()), expected.as_ref().ok().copied(), "{value}");
    let case = case.with("json", value);
    match expected {
        Ok(id) => {
            let written = serde_json::to_string(&found.unwrap()).unwrap();
            let case = match id.to_i64() {
                Some(id) => case.with_long("id", id),
                None => case.with("bits", bits(id)),
            };
            case.with("written", written)
        }
        Err(why) => case.refused(&Words(why)),
    }
}

/// The 32 hex digits of a UUID.
pub(crate) fn bits(id: Raw) -> String {
    match id {
        Raw::Uuid(bits) => format!("{bits:032x}"),
        _ => unreachable!("{id:?} is not a UUID"),
    }
}

/// `Debug` of the error itself.
pub(crate) struct Words(pub(crate) String);

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

fn of<T: Id + DeserializeOwned + Serialize>(random: &mut Random) -> Vec<Case> {
    let name = if matches!(T::JSON, Json::Number) { "number" } else { "string" };
    let head = || {
        let case = Case::new().with("encoding", encoding(T::TEXT));
        case.with("prefix", T::TEXT.prefix()).with("form", name)
    };
    each::<T>(random, plain::<T>, head)
}

/// The text of the number itself, or of as many of its bits as the type has.
fn plain<T: Id>(id: Snowflake) -> String {
    let id = id.get() & Shape::of_type::<T>().width().max().cast_signed();
    let id = T::from_raw(Raw::I64(id.max(1))).unwrap();
    id.as_inner().encode(T::TEXT).to_string()
}

/// A case has `form` if its type chooses one.
pub(crate) fn counted(random: &mut Random) -> Vec<Case> {
    [
        of_counted::<Counted16Id>(random, 16, None),
        of_counted::<String16Id>(random, 16, Some("string")),
        of_counted::<Prefixed16Id>(random, 16, None),
        of_counted::<Counted32Id>(random, 32, None),
        of_counted::<Number32Id>(random, 32, Some("number")),
        of_counted::<Prefixed32Id>(random, 32, None),
        of_counted::<Base32Id>(random, 32, None),
        of_counted::<Counted64Id>(random, 64, None),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn of_counted<T: Id + DeserializeOwned + Serialize>(
    random: &mut Random,
    width: u32,
    form: Option<&str>,
) -> Vec<Case> {
    let head = || {
        let case = Case::new().with("width", width).with("encoding", encoding(T::TEXT));
        let case = case.with("prefix", T::TEXT.prefix());
        if let Some(form) = form { case.with("form", form) } else { case }
    };
    each::<T>(random, plain::<T>, head)
}

pub(crate) fn uuids(random: &mut Random) -> Vec<Case> {
    let mut cases = of_uuids::<HyphenatedId>(random, "hyphenated");
    cases.extend(of_uuids::<TypeId>(random, "typeid"));
    cases
}

fn of_uuids<T: Id<Value = Uuid> + DeserializeOwned + Serialize>(
    random: &mut Random,
    form: &str,
) -> Vec<Case> {
    let string = |text: &str| serde_json::to_string(text).unwrap();
    let mut values: Vec<String> = OTHERS.map(ToOwned::to_owned).into();
    values.extend(["0", "1", "9223372036854775807", "18446744073709551616"].map(str::to_owned));
    values.extend([Uuid::nil(), Uuid::max()].map(|id| string(&id.encode(T::TEXT))));
    for _ in 0..20 {
        let text = Uuid::from_u128(random.uuid()).encode(T::TEXT);
        values.extend([string(&text), string(&random.mistyped(&text, STRANGE))]);
    }
    let head = || {
        let case = Case::new().with("form", form).with("prefix", T::TEXT.prefix());
        case.with("nil", T::NIL)
    };
    values.iter().map(|value| read::<T>(value, head())).collect()
}

/// Integers, texts, and what is neither.
fn each<T: Id + DeserializeOwned + Serialize>(
    random: &mut Random,
    text: impl Fn(Snowflake) -> String,
    head: impl Fn() -> Case,
) -> Vec<Case> {
    let string = |text: &str| serde_json::to_string(text).unwrap();
    let mut values: Vec<String> = OTHERS.map(ToOwned::to_owned).into();
    let max = i128::from(Shape::of_type::<T>().width().max());
    for edge in [0, 1, -1, max, max + 1, -max - 1, 2 * max + 1, 2 * max + 2, 10_i128.pow(23) - 1] {
        values.extend([edge.to_string(), string(&edge.to_string())]);
    }
    for _ in 0..10 {
        let id = random.id();
        values.extend([id.to_string(), string(&text(id)), string(&id.to_string())]);
        values.push(string(&random.mistyped(&text(id), STRANGE)));
        // Of a public form, the text of the number itself.
        values.push(string(&plain::<T>(id)));
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
    let counted = |form, plain: bool| {
        let case = Case::new().with("encoding", "decimal").with("prefix", "").with("width", 32);
        case.with("public", form).with("plain", plain).with("label", vec!["label", "row"])
    };
    let text = |id| SealedWideId::from_snowflake(id).to_string();
    cases.extend(each::<SealedCountedId>(random, text, || counted("sealed", false)));
    let text = |id| PermutedWideId::from_snowflake(id).to_string();
    cases.extend(each::<PermutedCountedId>(random, text, || counted("permuted", true)));
    cases
}
