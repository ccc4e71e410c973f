//! Arguments and cursors of GraphQL, and IDs of any object.

use async_graphql::connection::CursorType;
use async_graphql::{InputType, Pos, Value};
use snowflake_kit::core::Shape;
use snowflake_kit::public::install_for_tests;
use snowflake_kit::{Id, Snowflake};

use crate::ids::{AccountId, NodeId, OldUserId, OrderId, PostId, UserId, text_of};
use crate::input::Input;
use crate::refusal;

pub(crate) fn check(data: &[u8]) {
    install_for_tests().expect("no other keys are installed");
    let mut input = Input(data);
    let check = input.pick([
        type_holds::<PostId>,
        type_holds::<UserId>,
        type_holds::<OldUserId>,
        type_holds::<AccountId>,
        type_holds::<OrderId>,
    ]);
    if let Ok(value) = serde_json::from_slice::<Value>(input.0) {
        check(value);
    }
    if let Some(text) = input.text() {
        check(Value::String(text.to_owned()));
        node(text);
    }
    let id = input.id();
    let ids = [
        NodeId::User(UserId::from_snowflake(id)),
        NodeId::OldUser(OldUserId::from_snowflake(id)),
        NodeId::Post(PostId::from_snowflake(id)),
        NodeId::Account(AccountId::from_snowflake(id)),
    ];
    for id in ids {
        assert_eq!(id.to_string().parse::<NodeId>().expect("what was written"), id);
    }
}

/// What is read is an ID's text or number, and read again from what is written.
fn type_holds<T: Id<Value = Snowflake> + InputType + CursorType<Error: std::fmt::Display>>(
    value: Value,
) {
    if let Value::String(text) = &value {
        match T::decode_cursor(text) {
            Ok(id) => assert_eq!(T::decode_cursor(&id.encode_cursor()).ok(), Some(id)),
            Err(error) => refusal::check(&error),
        }
    }
    let given = value.clone();
    match <T as InputType>::parse(Some(value)) {
        Ok(id) => {
            let plain = T::TEXT.encode(id.snowflake()).to_string();
            let texts = [
                text_of(id),
                if Shape::of_type::<T>().accepts_plain() { plain } else { text_of(id) },
            ];
            let is_its = match &given {
                Value::String(text) => texts.contains(text),
                Value::Number(number) => number.to_string() == id.get().to_string(),
                _ => false,
            };
            assert!(is_its, "{given} is {id:?}");
            assert_eq!(<T as InputType>::parse(Some(id.to_value())).ok(), Some(id));
        }
        Err(error) => {
            refusal::check(&error.into_server_error(Pos::default()));
        }
    }
}

/// One text per ID of any object.
fn node(text: &str) {
    match text.parse::<NodeId>() {
        Ok(id) => assert_eq!(id.to_string(), text),
        Err(error) => refusal::check(&error),
    }
}
