//! A crate with strict lints, names of its own for what the prelude has, and
//! ID types in every place where a type can be.

#![deny(warnings, missing_docs, unsafe_code, unused_qualifications, unreachable_pub)]
#![deny(missing_debug_implementations, missing_copy_implementations, single_use_lifetimes)]

use snowflake_kit::{Layout, Snowflake, SnowflakeId};

/// A layout of this crate.
pub const SHORT: Layout = Layout::builder("short").time_bits(41).node_bits(5).build();

/// Identifies a user.
#[derive(SnowflakeId)]
pub struct UserId(Snowflake);

/// All options at once.
#[derive(SnowflakeId)]
#[snowflake(layout = SHORT, text = "base62", prefix = "pst_", json = "number")]
#[snowflake(generator = "own", name = "Post", crate = "snowflake_kit")]
#[snowflake(async_graphql(name = "Snowflake", specified_by = "https://example.com/ids"))]
#[snowflake(ts_rs(export_to = "ids/"))]
pub struct PostId(pub Snowflake);

/// Names that a derive must not stumble over.
mod shadows {
    #![expect(dead_code, non_camel_case_types, reason = "that they are there is the point")]

    pub(crate) struct Option;
    pub(crate) struct Result;
    pub(crate) struct Ok;
    pub(crate) struct String;
    pub(crate) struct str;
    pub(crate) struct i64;
    pub(crate) struct bool;
    pub(crate) mod core {}
    pub(crate) mod std {}
    pub(crate) mod serde {}
    pub(crate) mod diesel {}
    pub(crate) mod snowflake_kit {}
    pub(crate) trait Display {}
    pub(crate) trait From {}

    /// Identifies a room.
    #[derive(::snowflake_kit::SnowflakeId)]
    pub(crate) struct RoomId(::snowflake_kit::Snowflake);
}

/// A hand-written `Display` in place of the derived one.
#[derive(SnowflakeId)]
#[snowflake(skip(
    Display,
    serde,
    utoipa,
    schemars,
    async_graphql,
    diesel,
    sea_orm,
    ts_rs,
    proptest,
    arbitrary,
    fake
))]
pub struct QuietId(Snowflake);

impl std::fmt::Display for QuietId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("hush")
    }
}

#[test]
fn what_strict_lints_let_pass_works_as_well() {
    /// Identifies a tag.
    #[derive(SnowflakeId)]
    struct TagId(Snowflake);

    snowflake_kit::install(snowflake_kit::Node::fixed(1)).unwrap();
    assert!(UserId::mint().get() < TagId::mint().get());
    assert!(PostId::mint().to_string().starts_with("pst_"));
    assert_eq!(QuietId::mint().to_string(), "hush");
    assert!(format!("{:?}", shadows::RoomId::mint()).starts_with("RoomId("));
}
