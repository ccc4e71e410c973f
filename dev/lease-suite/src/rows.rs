//! The contract, and rows that no lease wrote.

use snowflake_kit_lease::Store as _;

use crate::adapter::Adapter;
use crate::claims::refused;
use crate::kind::CallStyle;
use crate::place::Place;
use snowflake_kit_core::Dialect;

/// What [`snowflake_kit_lease::conformance`] tries.
pub fn the_contract_holds<A: Adapter>() {
    let place = Place::<A>::migrated();
    let url = place.url();
    A::CallStyle::conform(|| A::trust(A::open(url, "").unwrap()));
}

/// As somebody has to know which one it is.
pub fn a_corrupt_row_is_named<A: Adapter>() {
    let place = Place::<A>::empty();
    let (mut store, mut session) = (place.store(), place.session());
    // As if somebody had taken the checks away.
    session.execute(
        "CREATE TABLE snowflake_leases (
             space varchar(100) NOT NULL, node bigint, token bigint, until_unix_ms bigint,
             holder varchar(255), claimed_unix_ms bigint, renewed_unix_ms bigint
         )",
    );
    let mut values = vec!["-1, 1, 1", "4294967296, 1, 1", "7, 0, 1", "7, 1, -1", "7, NULL, 1"];
    values.extend(["NULL, 1, 1", "7, 1, NULL"]);
    if A::DIALECT == Dialect::Sqlite {
        values.extend(["7, 'much', 1", "7, 1, 1.5", "7, 'much', 1.5", "'a', 1, 1", "x'00', 1, 1"]);
    }
    for values in values {
        session.execute(&format!(
            "INSERT INTO snowflake_leases (space, node, token, until_unix_ms) VALUES \
             ('shop', 1, 1, 1), ('shop', {values})"
        ));
        let shown: Vec<_> = values.split(", ").map(number_or_null).collect();
        let row = format!(
            "space \"shop\" with node {}, token {}, until_unix_ms {} was not written by a lease",
            shown[0], shown[1], shown[2]
        );
        refused(store.read("shop"), &[&row]);
        assert_eq!(store.read("other").unwrap().rows, []);
        session.execute("DELETE FROM snowflake_leases");
    }
}

/// What is read of a value that is not an integer is `NULL`.
fn number_or_null(value: &str) -> &str {
    if value.parse::<i64>().is_ok() { value } else { "NULL" }
}

/// The migration has checks.
pub fn the_table_takes_no_corrupt_row<A: Adapter>() {
    let place = Place::<A>::migrated();
    let mut session = place.session();
    let mut insert = |values: &str| {
        session.try_execute(&format!("INSERT INTO snowflake_leases VALUES ({values})"))
    };
    for values in [
        "'', 7, 1, 0, '', 0, 0",
        "NULL, 7, 1, 0, '', 0, 0",
        "'shop', -1, 1, 0, '', 0, 0",
        "'shop', 4294967296, 1, 0, '', 0, 0",
        "'shop', 'a', 1, 0, '', 0, 0",
        "'shop', NULL, 1, 0, '', 0, 0",
        "'shop', 7, 0, 0, '', 0, 0",
        "'shop', 7, NULL, 0, '', 0, 0",
        "'shop', 7, 'a', 0, '', 0, 0",
        "'shop', 7, 1, -1, '', 0, 0",
        "'shop', 7, 1, NULL, '', 0, 0",
        "'shop', 7, 1, 'a', '', 0, 0",
        "'shop', 7, 1, 0, NULL, 0, 0",
        "'shop', 7, 1, 0, '', -1, 0",
        "'shop', 7, 1, 0, '', 0, -1",
    ] {
        assert!(insert(values).is_err(), "{values}");
    }
    insert("'shop', 7, 1, 0, '', 0, 0").unwrap();
    insert("'shop', 7, 1, 0, '', 0, 0").unwrap_err();
    insert("'shop', 4294967295, 9223372036854775807, 9223372036854775807, '', 0, 0").unwrap();
}
