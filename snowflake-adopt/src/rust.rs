//! Rust: strings and comments that end where they end, and that the compiler takes.

use proc_macro2::Literal;
use snowflake_kit_sql::text::is_shown_as_it_is;

/// A string, raw if that can be read.
pub(crate) fn string(text: &str) -> String {
    // A raw string takes no carriage return, and the compiler refuses bidi controls.
    if !text.chars().all(|letter| letter == '\n' || is_shown_as_it_is(letter)) {
        return Literal::string(text).to_string();
    }
    if !text.contains(['"', '\\', '\n']) {
        return format!("\"{text}\"");
    }
    let after = |text: &str| text.bytes().take_while(|&byte| byte == b'#').count();
    let most = text.split('"').skip(1).map(after).max();
    let marks = "#".repeat(most.unwrap_or(0) + 1);
    format!("r{marks}\"{text}\"{marks}")
}

/// Whether a text is a name of Rust, and not a word of its own.
pub(crate) fn is_name(text: &str) -> bool {
    syn::parse_str::<syn::Ident>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use test_databases::hostile::{self, NAMES, TEXTS};

    use super::*;

    #[test]
    fn a_string_is_read_as_its_text() {
        for text in NAMES.iter().chain(TEXTS).chain(&["\"#\"##\\\n", "\r\n", ""]) {
            let string = string(text);
            assert_eq!(syn::parse_str::<syn::LitStr>(&string).unwrap().value(), *text, "{string}");
            assert_eq!(hostile::obeyed(&string), "");
        }
        assert!(string("a \"b\"\n").starts_with("r#\"a \"b\""));
    }

    #[test]
    fn words_of_the_language_are_no_names() {
        for not in ["Self", "type", "a b", "a-b", "", "1a", "a\nb"] {
            assert!(!is_name(not), "{not}");
        }
        assert!(is_name("UserId") && is_name("ids"));
    }
}
