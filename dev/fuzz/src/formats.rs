//! IDs in JSON and in binary formats, through serde.

use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use snowflake_kit::core::Shape;
use snowflake_kit::public::install_for_tests;
use snowflake_kit::{Id, Snowflake};

use crate::ids::{AccountId, CountId, InvoiceId, OrderId, PostId, TagId, UserId, text_of};
use crate::input::Input;
use crate::refusal;

pub(crate) fn check(data: &[u8]) {
    install_for_tests().expect("no other keys are installed");
    let mut input = Input(data);
    let check = input.pick([
        type_holds::<PostId>,
        type_holds::<UserId>,
        type_holds::<CountId>,
        type_holds::<InvoiceId>,
        type_holds::<AccountId>,
        type_holds::<OrderId>,
        type_holds::<TagId>,
    ]);
    check(input);
}

fn type_holds<T: Id<Value = Snowflake> + Serialize + DeserializeOwned>(mut input: Input<'_>) {
    json_text::<T>(input.0);
    json::<T>(input.0);
    json::<Option<T>>(input.0);
    json::<Vec<T>>(input.0);
    binary::<T>(input.0);
    binary::<Option<T>>(input.0);
    binary::<Vec<T>>(input.0);
    let id = T::from_snowflake(input.id());
    json::<T>(&serde_json::to_vec(&id).expect("an ID is JSON"));
    assert_eq!(postcard::from_bytes(&postcard::to_stdvec(&id).expect("written")), Ok(id));
}

/// A string that is read as an ID is that ID's text, or its plain text, of a type that reads
/// both.
fn json_text<T: Id<Value = Snowflake> + DeserializeOwned>(bytes: &[u8]) {
    if let Ok(text) = serde_json::from_slice::<String>(bytes)
        && let Ok(id) = serde_json::from_slice::<T>(bytes)
    {
        let is_plain =
            Shape::of_type::<T>().accepts_plain() && *T::TEXT.encode(id.snowflake()) == *text;
        assert!(text_of(id) == text || is_plain, "{text:?} is {id:?}");
    }
}

/// What is read is written, and read as the same.
fn json<V: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    match serde_json::from_slice::<V>(bytes) {
        Ok(value) => {
            let written = serde_json::to_vec(&value).expect("what was read is written");
            assert_eq!(serde_json::from_slice::<V>(&written).expect("what was written"), value);
        }
        Err(error) => refusal::check(&error),
    }
}

/// The same for formats that hold the integer, or the public text.
fn binary<V: Serialize + DeserializeOwned + PartialEq + Debug>(bytes: &[u8]) {
    match postcard::from_bytes::<V>(bytes) {
        Ok(value) => {
            let written = postcard::to_stdvec(&value).expect("what was read is written");
            assert_eq!(postcard::from_bytes::<V>(&written), Ok(value));
        }
        Err(error) => refusal::check(&error),
    }
    // With a limit, as programs set one: without it a length of 2^40 takes so much memory.
    let config = bincode::config::standard().with_limit::<4096>();
    match bincode::serde::decode_from_slice::<V, _>(bytes, config) {
        Ok((value, _)) => {
            let written = bincode::serde::encode_to_vec(&value, config).expect("written");
            let read = bincode::serde::decode_from_slice::<V, _>(&written, config);
            assert_eq!(read.expect("what was written"), (value, written.len()));
        }
        Err(error) => refusal::check(&error),
    }
    match rmp_serde::from_slice::<V>(bytes) {
        Ok(value) => {
            let written = rmp_serde::to_vec(&value).expect("what was read is written");
            assert_eq!(rmp_serde::from_slice::<V>(&written).expect("what was written"), value);
        }
        Err(error) => refusal::check(&error),
    }
}
