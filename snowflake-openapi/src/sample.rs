//! The example in a schema.

use snowflake_kit_core::__private::{Raw, Width, encode_block, encode_with_letter};
use snowflake_kit_core::{
    DecimalParts, Encoded, Id, Parts, PublicForm, Scheme, Shape, Snowflake, Value as _,
};

/// The value of an ID that the type can have, the same in every build.
pub(crate) fn example<T: Id>() -> Raw {
    match (T::SCHEME, T::Value::WIDTH) {
        (Some(scheme), _) => Raw::I64(of_scheme(scheme).get()),
        // Of version 7, at the same instant, with digits of pi.
        (None, Width::U128) => Raw::Uuid(0x019b_76da_a800_7243_b6a8_885a_308d_3131),
        (None, width) => width.integer(49).unwrap_or(Raw::I64(49)),
    }
}

/// The text of that ID. Of a public form it is one of the right shape that no key opens:
/// descriptions are made without keys, and are the same in every service.
pub(crate) fn example_text<T: Id>() -> Encoded {
    let shape = Shape::of_type::<T>();
    let id = example::<T>();
    match shape.public() {
        None => shape.encode(id),
        Some(PublicForm::Permuted) => {
            let id = id.to_i64().and_then(Snowflake::new).unwrap_or(Snowflake::MAX);
            encode_with_letter(T::TEXT, 'K', id)
        }
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
