//! IDs in formats that are not for people.

use snowflake_core::{Id, Snowflake};
use snowflake_derive::SnowflakeId;

#[derive(SnowflakeId)]
#[snowflake(crate = "snowflake_core", text = "base62", prefix = "usr_")]
struct UserId(Snowflake);

snowflake_serde::value!(UserId);

#[test]
fn an_id_is_its_integer() {
    let id = UserId::from_i64(175_928_847_299_117_063).unwrap();
    let bytes = postcard::to_stdvec(&id).unwrap();
    assert_eq!(bytes, postcard::to_stdvec(&175_928_847_299_117_063_i64).unwrap());
    assert_eq!(postcard::from_bytes::<UserId>(&bytes), Ok(id));
    let options = vec![Some(id), None];
    let bytes = postcard::to_stdvec(&options).unwrap();
    assert_eq!(postcard::from_bytes::<Vec<Option<UserId>>>(&bytes), Ok(options));
}

#[test]
fn an_integer_that_is_no_id_is_refused() {
    for value in [0_i64, -1, i64::MIN] {
        let bytes = postcard::to_stdvec(&value).unwrap();
        assert!(postcard::from_bytes::<UserId>(&bytes).is_err());
    }
}
