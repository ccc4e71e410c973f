//! The schema of an ID type.

use snowflake_core::{Json, Parts, Snowflake, SnowflakeId};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{KnownFormat, RefOr, Schema, SchemaFormat};

use crate::pattern;

/// The schema of an ID type: a string with the pattern, the lengths and an
/// example of its text form, or an integer if that is what it is in JSON.
pub fn schema<T: SnowflakeId>() -> RefOr<Schema> {
    let id = example::<T>();
    let object = ObjectBuilder::new().description(Some(description::<T>()));
    match T::JSON {
        Json::String => object
            .schema_type(Type::String)
            .pattern(Some(pattern(T::TEXT)))
            .min_length(Some(T::TEXT.min_len()))
            .max_length(Some(T::TEXT.max_len()))
            .examples([id.encode(T::TEXT).as_str()]),
        Json::Number => object
            .schema_type(Type::Integer)
            .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int64)))
            .minimum(Some(1))
            .examples([id.get()]),
    }
    .into()
}

/// How an ID is written, and what its bits mean.
fn description<T: SnowflakeId>() -> String {
    let layout = T::LAYOUT;
    match T::JSON {
        Json::String => {
            format!("A snowflake ID: {}. Its layout is {layout}.", T::TEXT.expected())
        }
        Json::Number => {
            format!("A snowflake ID: an integer from 1 to {}. Its layout is {layout}.", i64::MAX)
        }
    }
}

/// An ID that the layout can have, the same in every build.
fn example<T: SnowflakeId>() -> Snowflake {
    /// 2026-01-01T00:00:00Z
    const UNIX_MILLIS: i64 = 1_767_225_600_000;

    let layout = T::LAYOUT;
    let parts = Parts {
        // A layout that begins later or is over has a middle.
        timestamp: layout.timestamp(UNIX_MILLIS).unwrap_or(layout.max_timestamp() / 2),
        node: layout.max_node().min(1),
        sequence: layout.max_sequence().min(1),
    };
    layout.compose(parts).unwrap_or_else(|_| layout.max_id())
}
