//! Without a key nothing is written and nothing is read, and never the number.

use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

use snowflake_kit_core::{Id, ParseErrorKind, Snowflake};
use snowflake_kit_derive::SnowflakeId;
use snowflake_kit_public::Sealed;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", text = "base62", public = "sealed")]
struct UserId(Snowflake);

snowflake_kit_serde::value!(UserId);

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_kit_public", public("permuted", accept = "plain"))]
struct PostId(Snowflake);

snowflake_kit_serde::value!(PostId);

const NUMBER: i64 = 175_928_847_299_117_063;

fn nothing_is_shown_of<T: Id<Value = Snowflake> + serde_core::Serialize>() {
    let id = T::from_i64(NUMBER).unwrap();
    let error = id.try_text().unwrap_err().to_string();
    assert!(error.contains(T::NAME) && error.contains("SNOWFLAKE_PUBLIC_KEY"), "{error}");
    assert_eq!(serde_json::to_string(&id).unwrap_err().to_string(), error);
    let mut text = String::new();
    assert!(write!(text, "{id}").is_err() && text.is_empty());
    let written = catch_unwind(AssertUnwindSafe(|| id.to_string()));
    assert!(written.is_err());
}

#[test]
fn nothing_is_shown() {
    nothing_is_shown_of::<UserId>();
    nothing_is_shown_of::<PostId>();
}

#[test]
fn nothing_is_read() {
    let text = "175928847299117063";
    let error = text.parse::<PostId>().unwrap_err();
    assert_eq!(error.kind(), ParseErrorKind::NoKey);
    assert!(error.to_string().contains("`snowflake keygen` makes a key"), "{error}");
    assert_eq!("".parse::<UserId>().unwrap_err().kind(), ParseErrorKind::NoKey);
    assert_eq!(text.parse::<Sealed<UserId>>().unwrap_err().kind(), ParseErrorKind::NoKey);
    assert!(serde_json::from_str::<UserId>("\"1\"").is_err());
}

#[test]
fn people_who_see_the_database_see_the_number() {
    let id = UserId::from_i64(NUMBER).unwrap();
    assert_eq!(format!("{id:?}"), "UserId(175928847299117063)");
    assert_eq!(i64::from(id), NUMBER);
}
