//! Names that a component can have.

/// Refuses, at compile time, the name of an ID type that cannot be the key of a
/// component: the document would be invalid.
///
/// # Panics
/// If it has other characters than [the specification][components] allows.
///
/// [components]: https://spec.openapis.org/oas/v3.1.0#components-object
pub const fn check_name(name: &str) {
    let bytes = name.as_bytes();
    assert!(
        !bytes.is_empty(),
        "an OpenAPI component has a name: give the ID type one with `#[snowflake(name = \"…\")]`"
    );
    let mut at = 0;
    while at < bytes.len() {
        assert!(
            bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'.' | b'-' | b'_'),
            "the name of an OpenAPI component has only ASCII letters, digits, `.`, `-` and `_`: \
             give the ID type one with `#[snowflake(name = \"…\")]`"
        );
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::check_name;

    #[test]
    fn a_name_that_is_no_key_is_refused() {
        check_name("shop.User-Id_2");
        for name in ["", "User Id", "UserId\u{e9}", "UserId/"] {
            assert!(catch_unwind(|| check_name(name)).is_err(), "{name}");
        }
    }
}
