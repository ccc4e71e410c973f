//! Public texts of IDs, with the fixed key of tests.

use snowflake_kit::public::install_for_tests;
use snowflake_kit_core::{Id, Shape, Snowflake};

use crate::ids::{AccountId, OrderId, TagId, text_of};
use crate::input::Input;
use crate::refusal;

pub(crate) fn check(data: &[u8]) {
    install_for_tests().expect("no other keys are installed");
    let mut input = Input(data);
    let check = input.pick([type_holds::<AccountId>, type_holds::<OrderId>, type_holds::<TagId>]);
    check(input);
}

fn type_holds<T: Id<Value = Snowflake>>(mut input: Input<'_>) {
    if let Some(text) = input.text() {
        reads::<T>(text);
    }
    let id = T::from_snowflake(input.id());
    let text = text_of(id);
    assert_eq!(T::from_text(&text), Ok(id));
    assert!(!text.contains(&id.get().to_string()) || id.get() < 1_000_000, "{text} shows {id:?}");
    nearly::<T>(id, &text, input.bytes());
    // One type's text is not an ID of another, whatever its prefix.
    let other = text_of(OrderId::from_snowflake(id.snowflake()));
    let stripped = format!("acc_{other}");
    assert!(AccountId::from_text(&stripped).is_err(), "{stripped}");
}

/// What is an ID has this text, or is the plain text of a type that reads such.
fn reads<T: Id<Value = Snowflake>>(text: &str) {
    match T::from_text(text) {
        Ok(id) => {
            let plain = T::TEXT.encode(id.snowflake());
            let is_plain = Shape::of_type::<T>().accepts_plain() && plain == text;
            assert!(is_plain || text_of(id) == text, "{text:?} is {id:?}");
        }
        Err(error) => refusal::check(&error),
    }
}

/// The text of an ID with one character changed is not that of the same ID.
fn nearly<T: Id<Value = Snowflake>>(id: T, text: &str, [at, byte]: [u8; 2]) {
    let mut bytes = text.as_bytes().to_vec();
    let at = usize::from(at) % bytes.len();
    let byte = byte & 0x7f;
    if bytes[at] != byte {
        bytes[at] = byte;
        let text = String::from_utf8(bytes).expect("ASCII");
        reads::<T>(&text);
        assert_ne!(T::from_text(&text).map(Id::snowflake).ok(), Some::<Snowflake>(id.snowflake()));
    }
}
