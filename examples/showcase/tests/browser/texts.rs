//! Texts of IDs, and what Rust makes of them: the page has to say the same.

use serde_json::{Value, json};
use showcase::id::{MessageId, ReactionId, UserId};
use snowflake_kit::core::{Parts, Text, UtcTime};
use snowflake_kit::{Id, Layout, SnowflakeId};

/// Parts of IDs at the edges of their fields, and within.
const PARTS: [(u64, u32, u32); 5] = [
    (0, 0, 1),
    (1, 0, 0),
    (59_601_728_972, 5, 4),
    (1_234_567_890_123, 682, 1365),
    ((1 << 41) - 1, 1023, 4095),
];

const BAD: [&str; 10] = [
    "0",
    "007",
    "-7",
    "7.5",
    "1e18",
    "9223372036854775808",
    "٣",
    "249857720318955522x",
    "<img src=x onerror=alert(1)>",
    "249 857",
];

const BAD_USERS: [&str; 5] =
    ["usr_", "usr_0000000000", "usr_00000000000", "usr_zzzzzzzzzzz", "usr_0ISwgsm!olI"];

pub fn texts() -> Value {
    let ids = PARTS.map(|(timestamp, node, sequence)| {
        let parts = Parts { timestamp, caller: 0, node, sequence };
        Layout::DEFAULT.compose(parts).unwrap()
    });
    let valid: Vec<_> = ids
        .into_iter()
        .flat_map(|id| {
            [
                valid(MessageId::from_snowflake(id), None),
                valid(UserId::from_snowflake(id), Some("UserId")),
                valid(ReactionId::from_snowflake(id), Some("ReactionId")),
            ]
        })
        .collect();
    // An ID without a type is called that.
    let decimal = BAD.map(|text| refused::<MessageId>(text).replace("MessageId", "ID"));
    let users = BAD_USERS.map(refused::<UserId>);
    let bad = BAD.into_iter().zip(decimal).chain(BAD_USERS.into_iter().zip(users));
    let refused: Vec<_> =
        bad.map(|(text, message)| json!({ "text": text, "message": message })).collect();
    json!({ "valid": valid, "refused": refused })
}

fn valid<T: SnowflakeId>(id: T, name: Option<&str>) -> Value {
    let parts = id.parts();
    let in_form = |text: Text| text.encode(id.snowflake()).to_string();
    let mut forms = json!({
        "decimal": in_form(Text::DECIMAL),
        "base62": in_form(Text::BASE62),
        "base32": in_form(Text::BASE32),
        "hex": in_form(Text::HEX),
    });
    if let Some(name) = name {
        forms[name] = id.to_string().into();
    }
    json!({
        "text": id.to_string(),
        "bits": format!("{:063b}", id.get()),
        "time": UtcTime(id.unix_millis()).to_string(),
        "node": parts.node,
        "sequence": parts.sequence,
        "forms": forms,
    })
}

/// Why a text is none, as the service says it.
fn refused<T: SnowflakeId>(text: &str) -> String {
    T::from_text(text).err().unwrap().to_string()
}
