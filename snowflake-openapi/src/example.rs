//! The example in a schema.

use snowflake_core::{DecimalParts, Id, Parts, Scheme, Snowflake};

/// An ID that the type can have, the same in every build.
pub(crate) fn example<T: Id>() -> Snowflake {
    /// 2026-01-01T00:00:00Z
    const UNIX_MILLIS: i64 = 1_767_225_600_000;

    let layout = match T::SCHEME {
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
        node: layout.max_node().min(1),
        sequence: layout.max_sequence().min(1),
    };
    layout.compose(parts).unwrap_or_else(|_| layout.max_id())
}
