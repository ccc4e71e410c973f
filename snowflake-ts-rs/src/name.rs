//! Names that a type can have in TypeScript.

/// Refuses, at compile time, the name of an ID type that TypeScript would not
/// take.
///
/// # Panics
/// If it is not an identifier of ASCII characters, or has only lower-case letters,
/// as all words are that mean something to TypeScript.
pub const fn check_name(name: &str) {
    let bytes = name.as_bytes();
    assert!(
        !bytes.is_empty() && !bytes[0].is_ascii_digit(),
        "the name of a type in TypeScript starts with a letter: give the ID type one with \
         `#[snowflake(name = \"…\")]`"
    );
    let mut at = 0;
    let mut is_word = true;
    while at < bytes.len() {
        assert!(
            bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'_' | b'$'),
            "the name of an ID type in TypeScript has only ASCII letters, digits, `_` and `$`: \
             give it one with `#[snowflake(name = \"…\")]`"
        );
        is_word &= bytes[at].is_ascii_lowercase();
        at += 1;
    }
    assert!(
        !is_word,
        "a word of lower-case letters means something else in TypeScript, or may: give the ID \
         type another name with `#[snowflake(name = \"…\")]`"
    );
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;

    use super::check_name;

    #[test]
    fn names_are_identifiers_and_no_words() {
        for name in ["UserId", "A", "A1", "_", "$", "user_id", "userId", "Type"] {
            check_name(name);
        }
        for (name, start) in [
            ("", "the name of a type in TypeScript starts with a letter"),
            ("7", "the name of a type in TypeScript starts with a letter"),
            ("User ID", "the name of an ID type in TypeScript has only ASCII letters"),
            ("User-ID", "the name of an ID type in TypeScript has only ASCII letters"),
            ("Größe", "the name of an ID type in TypeScript has only ASCII letters"),
            ("A\";", "the name of an ID type in TypeScript has only ASCII letters"),
            ("string", "a word of lower-case letters means something else"),
            ("class", "a word of lower-case letters means something else"),
        ] {
            let error = catch_unwind(|| check_name(name)).unwrap_err();
            let message = error.downcast::<&str>().unwrap();
            assert!(message.starts_with(start), "{name}: {message}");
        }
    }
}
