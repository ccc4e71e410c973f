//! Code that mints, in tests that see the same IDs each time: the feature
//! `test-util`, in dev-dependencies. `cargo test -p tour`

use std::time::Duration;

use snowflake_kit::core::UtcTime;
use snowflake_kit::mint::ManualClock;
use snowflake_kit::{MintScope, Node, SnowflakeId};
use tour::{Order, OrderId};

/// 2026-01-01, in Unix milliseconds.
const NEW_YEAR: i64 = 1_767_225_600_000;

#[test]
fn an_order_is_what_it_was_the_last_time() {
    let _scope = MintScope::new(ManualClock::at(NEW_YEAR), Node::fixed(1));
    let order = serde_json::to_string(&Order::new(&["tea", "milk"])).unwrap();
    assert_eq!(
        order,
        r#"{"id":"ord_132271570944004096","lines":[{"id":"132271570944004097","order_id":"ord_132271570944004096","article":"tea"},{"id":"132271570944004098","order_id":"ord_132271570944004096","article":"milk"}]}"#
    );
}

#[test]
fn an_order_of_the_next_day_comes_later() {
    let scope = MintScope::new(ManualClock::at(NEW_YEAR), Node::fixed(1));
    let today = Order::new(&["tea"]);
    scope.clock().advance(Duration::from_hours(24));
    let tomorrow = Order::new(&["milk"]);

    assert!(today.id < tomorrow.id);
    assert_eq!(UtcTime(tomorrow.id.unix_millis()).to_string(), "2026-01-02T00:00:00.000Z");
    let first_day = OrderId::range(today.id.time()..tomorrow.id.time());
    assert!(first_day.contains(&today.id) && !first_day.contains(&tomorrow.id));
}
