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
        "a GraphQL name starts with a letter: give the scalar one with `async_graphql(name = \"…\")`"
    );
    assert!(
        !(bytes.len() > 1 && bytes[0] == b'_' && bytes[1] == b'_'),
        "GraphQL reserves names that start with `__`: give the scalar another one with \
         `async_graphql(name = \"…\")`"
    );
    let mut at = 0;
    while at < bytes.len() {
        assert!(
            bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_',
            "a GraphQL name has only ASCII letters, digits and `_`: give the scalar one with \
             `async_graphql(name = \"…\")`"
        );
        at += 1;
    }
    assert!(
        !is(name, "Int") && !is(name, "Float") && !is(name, "Boolean"),
        "an ID is a string in responses, which GraphQL's own `Int`, `Float` and `Boolean` are not: \
         give the ID type another name, such as \"ID\""
    );
}

/// Refuses, at compile time, what `@specifiedBy` cannot say.
///
/// # Panics
/// If it is not a URL, or the scalar is GraphQL's own.
pub const fn check_url(name: &str, url: &str) {
    assert!(
        !is_built_in(name),
        "`ID` and `String` are specified by GraphQL itself: leave `specified_by` out"
    );
    let url = url.as_bytes();
    assert!(
        starts_with(url, b"https://") || starts_with(url, b"http://"),
        "`specified_by` is a URL, such as \"https://example.com/ids\""
    );
    let mut at = 0;
    while at < url.len() {
        // The schema has it as a string, in which async-graphql 7 escapes quotes
        // and nothing else.
        assert!(
            url[at].is_ascii_graphic() && url[at] != b'"' && url[at] != b'\\',
            "the URL in `specified_by` has ASCII characters only, and no space, quote or backslash"
        );
        at += 1;
    }
}

/// Whether a scalar is one of GraphQL's own, which no schema declares.
pub(crate) const fn is_built_in(name: &str) -> bool {
    is(name, "ID") || is(name, "String")
}

const fn is(name: &str, other: &str) -> bool {
    name.len() == other.len() && starts_with(name.as_bytes(), other.as_bytes())
}

const fn starts_with(text: &[u8], start: &[u8]) -> bool {
    let mut at = 0;
    while at < start.len() {
        if at == text.len() || text[at] != start[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::{check_name, check_url};

    fn message(check: impl FnOnce() + std::panic::UnwindSafe) -> String {
        catch_unwind(check).unwrap_err().downcast::<&str>().unwrap().to_string()
    }

    #[test]
    fn names_are_those_of_the_specification() {
        for name in ["a", "_", "_a", "A1", "ID", "String", "Snowflake", "Integer", "In", "Ints"] {
            check_name(name);
        }
        for (name, start) in [
            ("", "a GraphQL name starts with a letter"),
            ("7", "a GraphQL name starts with a letter"),
            ("__", "GraphQL reserves names that start with `__`"),
            ("__Type", "GraphQL reserves names that start with `__`"),
            ("User ID", "a GraphQL name has only ASCII letters, digits and `_`"),
            ("User-ID", "a GraphQL name has only ASCII letters, digits and `_`"),
            ("Größe", "a GraphQL name has only ASCII letters, digits and `_`"),
            ("Int", "an ID is a string in responses"),
            ("Float", "an ID is a string in responses"),
            ("Boolean", "an ID is a string in responses"),
        ] {
            let message = message(|| check_name(name));
            assert!(message.starts_with(start), "{name}: {message}");
        }
    }

    #[test]
    fn urls_can_be_written_into_a_schema() {
        for url in ["https://a", "http://a/?b=c&d#e", "https://example.com/%20"] {
            check_url("UserId", url);
        }
        for (name, url, start) in [
            ("ID", "https://a", "`ID` and `String` are specified by GraphQL itself"),
            ("String", "https://a", "`ID` and `String` are specified by GraphQL itself"),
            ("A", "", "`specified_by` is a URL"),
            ("A", "example.com", "`specified_by` is a URL"),
            ("A", "https:", "`specified_by` is a URL"),
            ("A", "https://a b", "the URL in `specified_by` has ASCII characters only"),
            ("A", "https://a\"", "the URL in `specified_by` has ASCII characters only"),
            ("A", "https://a\\", "the URL in `specified_by` has ASCII characters only"),
            ("A", "https://a\n", "the URL in `specified_by` has ASCII characters only"),
            ("A", "https://ä", "the URL in `specified_by` has ASCII characters only"),
        ] {
            let message = message(|| check_url(name, url));
            assert!(message.starts_with(start), "{url}: {message}");
        }
    }
}
