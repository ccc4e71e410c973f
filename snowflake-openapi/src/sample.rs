//! The example in a schema.

use snowflake_kit_core::__private::{encode_block, encode_with_letter};
use snowflake_kit_core::{DecimalParts, Encoded, Id, Parts, PublicForm, Scheme, Shape, Snowflake};

/// An ID that the type can have, the same in every build.
pub(crate) fn example<T: Id>() -> T {
    T::from_snowflake(of_scheme(T::SCHEME))
}

/// The text of that ID. Of a public form it is one of the right shape that no key opens:
/// descriptions are made without keys, and are the same in every service.
pub(crate) fn example_text<T: Id>() -> Encoded {
    let id = of_scheme(T::SCHEME);
    match Shape::of_type::<T>().public() {
        None => T::TEXT.encode(id),
        Some(PublicForm::Permuted) => encode_with_letter(T::TEXT, 'K', id),
        // Digits of pi.
        Some(_) => encode_block(T::TEXT, [0x243F_6A88_85A3_08D3, 0x1319_8A2E_0370_7344]),
    }
}

fn of_scheme(scheme: Scheme) -> Snowflake {
    /// 2026-01-01T00:00:00Z
    const UNIX_MILLIS: i64 = 1_767_225_600_000;

    let layout = match scheme {
        Scheme::Layout(layout) => layout,
        Scheme::Decimal => {
            // One whose parts are seen at a glance.
            let parts = DecimalParts { counter: 1415, generator: 92, launch: 65 };
            return parts.compose().unwrap_or(Snowflake::MAX);
        }
    };
    let parts = Parts {
        // A layout that begins later or is over has a middle.
        timestamp: layout.timestamp(UNIX_MILLIS).unwrap_or(layout.max_timestamp() / 2),
        caller: 0,
        node: layout.max_node().min(1),
        sequence: layout.max_sequence().min(1),
    };
    layout.compose(parts).unwrap_or_else(|_| layout.max_id())
}
