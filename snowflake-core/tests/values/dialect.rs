//! Names of databases.

use snowflake_kit_core::Dialect;

#[test]
fn dialects_have_names() {
    for dialect in Dialect::ALL {
        assert_eq!(Dialect::from_name(dialect.name()), Some(*dialect));
    }
    assert_eq!(Dialect::from_name("oracle"), None);
}
