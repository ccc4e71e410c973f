//! IDs in documents of the version of utoipa that the crate calls `utoipa`.

#[macro_use]
mod ids;
mod keys;
mod parameters;
mod places;
mod references;

use serde_json::{Value, json};
use snowflake_kit_core::{Id, Json, Layout, Snowflake, SnowflakeId};
use snowflake_kit_derive::SnowflakeId;
use utoipa::ToSchema;

use self::places::schema;

ids! {
    UserId,
    #[snowflake(text = "base62", prefix = "post_", layout = "discord")]
    PostId,
    #[snowflake(text = "base32", layout = "sonyflake", name = "Tag")]
    TagId,
    #[snowflake(text = "hex", layout = "trace-id")]
    TraceId,
    #[snowflake(json = "number", layout = "ecmascript")]
    RoomId,
    #[snowflake(layout = "baidu")]
    OldId,
}

#[test]
fn each_form_has_its_schema() {
    assert_eq!(
        schema::<UserId>(),
        json!({
            "type": "string",
            "description": "A snowflake ID: a decimal string of 1 to 19 digits.",
            "format": "snowflake",
            "pattern": "^[1-9][0-9]{0,18}$",
            "minLength": 1,
            "maxLength": 19,
            "examples": ["132271570944004097"],
            "x-brand": "UserId",
        })
    );
    assert_eq!(
        schema::<PostId>(),
        json!({
            "type": "string",
            "description": "A snowflake ID: \"post_\" and 11 base62 characters (0-9, A-Z, a-z).",
            "format": "snowflake-base62",
            "pattern": "^post_[0-9A-Za-z]{11}$",
            "minLength": 16,
            "maxLength": 16,
            "examples": ["post_1jYpr7q8SNV"],
            "x-brand": "PostId",
        })
    );
    let shown = |schema: Value| {
        let [format, pattern] =
            ["format", "pattern"].map(|key| schema[key].as_str().unwrap().to_owned());
        (
            format,
            pattern,
            schema["minLength"].as_u64().unwrap(),
            schema["maxLength"].as_u64().unwrap(),
        )
    };
    let base32 = "^[0-9A-HJKMNP-TV-Z]{13}$".to_owned();
    assert_eq!(shown(schema::<TagId>()), ("snowflake-base32".to_owned(), base32, 13, 13));
    let hex = "^[0-9a-f]{16}$".to_owned();
    assert_eq!(shown(schema::<TraceId>()), ("snowflake-hex".to_owned(), hex, 16, 16));
    assert_eq!(TagId::name(), "Tag");
}

#[test]
fn a_number_has_the_schema_of_one() {
    assert_eq!(
        schema::<RoomId>(),
        json!({
            "type": "integer",
            "format": "int64",
            "description": "A snowflake ID: a positive integer of up to 63 bits.",
            "minimum": 1,
            "maximum": i64::MAX,
            "examples": [129_171_456_000_129_i64],
            "x-brand": "RoomId",
        })
    );
}

#[test]
fn a_type_chooses_how_much_its_schema_says() {
    ids! {
        #[snowflake(text = "base62", prefix = "post_", layout = "discord", schema = "exact")]
        ExactId,
        #[snowflake(text = "base62", prefix = "post_", schema = "plain")]
        PlainId,
        #[snowflake(json = "number", schema = "exact", layout = "ecmascript")]
        ExactNumberId,
        #[snowflake(json = "number", schema = "plain")]
        PlainNumberId,
    }
    assert_eq!(
        schema::<ExactId>(),
        json!({
            "type": "string",
            "description": "A snowflake ID: \"post_\" and 11 base62 characters \
                (0-9, A-Z, a-z) from \"post_00000000001\" to \"post_AzL8n0Y58m7\". Its layout is \
                discord: 42 time · 5 worker · 5 process · 12 increment, \
                1 ms ticks since 2015-01-01T00:00:00.000Z. \
                IDs increase with time, to the tick; inside a tick, those of one generator or handle \
                increase.",
            "format": "snowflake-base62",
            "pattern": snowflake_kit_openapi::pattern(ExactId::TEXT),
            "minLength": 16,
            "maxLength": 16,
            "examples": ["post_1jYpr7q8SNV"],
            "x-brand": "ExactId",
        })
    );
    assert_eq!(
        schema::<PlainId>(),
        json!({
            "type": "string",
            "description": "A snowflake ID: \"post_\" and 11 base62 characters (0-9, A-Z, a-z).",
        })
    );
    assert_eq!(
        schema::<ExactNumberId>()["description"],
        "A snowflake ID: an integer from 1 to 9223372036854775807. Its layout \
         is ecmascript: 41 time · 5 node · 7 sequence, \
         1 ms ticks since 2025-01-01T00:00:00.000Z. \
         IDs increase with time, to the tick; inside a tick, those of one generator or handle \
         increase."
    );
    assert_eq!(
        schema::<PlainNumberId>(),
        json!({
            "type": "integer",
            "description": "A snowflake ID: a positive integer of up to 63 bits.",
        })
    );
}

#[test]
fn the_example_is_an_id_of_the_type() {
    #[track_caller]
    fn check<T: SnowflakeId + ToSchema>() {
        let schema = schema::<T>();
        let example = &schema["examples"][0];
        let id = match T::JSON {
            Json::String => T::from_text(example.as_str().unwrap()).unwrap(),
            Json::Number => T::from_i64(example.as_i64().unwrap()).unwrap(),
        };
        assert!(T::LAYOUT.contains(id.snowflake()), "{id:?}");
    }
    check::<UserId>();
    check::<PostId>();
    check::<TagId>();
    check::<TraceId>();
    check::<RoomId>();
    check::<OldId>();

    // Of each layout, also where it is odd.
    ids! {
        #[snowflake(layout = "default")]
        DefaultId,
        #[snowflake(layout = "twitter")]
        TwitterId,
        #[snowflake(layout = "discord")]
        DiscordId,
        #[snowflake(layout = "instagram")]
        InstagramId,
        #[snowflake(layout = "sonyflake")]
        SonyflakeId,
        #[snowflake(layout = "sonyflake-v2")]
        SonyflakeV2Id,
        #[snowflake(layout = "mastodon")]
        MastodonId,
        #[snowflake(layout = "tsid")]
        TsidId,
        #[snowflake(layout = "flake-id")]
        FlakeIdId,
        #[snowflake(layout = "idgen")]
        IdgenId,
        #[snowflake(layout = "baidu")]
        BaiduId,
        #[snowflake(layout = "trace-id")]
        TraceIdId,
        #[snowflake(layout = "ecmascript")]
        EcmascriptId,
        #[snowflake(layout = FUTURE)]
        FutureId,
        #[snowflake(layout = BARE)]
        BareId,
    }
    const FUTURE: Layout =
        Layout::builder("future").epoch_date(2100, 1, 1).time_bits(40).node_bits(5).build();
    const BARE: Layout = Layout::builder("bare").time_bits(41).build();
    check::<DefaultId>();
    check::<TwitterId>();
    check::<DiscordId>();
    check::<InstagramId>();
    check::<SonyflakeId>();
    check::<SonyflakeV2Id>();
    check::<MastodonId>();
    check::<TsidId>();
    check::<FlakeIdId>();
    check::<IdgenId>();
    check::<BaiduId>();
    check::<TraceIdId>();
    check::<EcmascriptId>();
    check::<FutureId>();
    check::<BareId>();
    // One that begins later has an example in its middle.
    let example =
        schema::<FutureId>()["examples"][0].as_str().unwrap().parse::<FutureId>().unwrap();
    assert_eq!(example.parts().timestamp, FUTURE.max_timestamp() / 2);
}
