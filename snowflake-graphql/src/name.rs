//! Names that a schema can have.

/// Refuses, at compile time, the name of an ID type that GraphQL would not take:
/// a schema with it is built, but no client can read it.
///
/// # Panics
/// If it is not a name by [the specification][name], or starts with the two
/// underscores that are reserved for introspection.
///
/// [name]: https://spec.graphql.org/October2021/#Name
pub const fn check_name(name: &str) {
    let bytes = name.as_bytes();
    assert!(
        !bytes.is_empty() && !bytes[0].is_ascii_digit(),
        "a GraphQL name starts with a letter: give the ID type one with `#[snowflake(name = \"…\")]`"
    );
    assert!(
        !(bytes.len() > 1 && bytes[0] == b'_' && bytes[1] == b'_'),
        "GraphQL reserves names that start with `__`: give the ID type another one with \
         `#[snowflake(name = \"…\")]`"
    );
    let mut at = 0;
    while at < bytes.len() {
        assert!(
            bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_',
            "a GraphQL name has only ASCII letters, digits and `_`: give the ID type one with \
             `#[snowflake(name = \"…\")]`"
        );
        at += 1;
    }
}
