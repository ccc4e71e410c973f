//! String literals.

use proc_macro2::{Literal, Span, TokenStream};
use quote::ToTokens;

pub(crate) struct StringLiteral {
    value: String,
    literal: Literal,
}

impl StringLiteral {
    /// None if the literal is not a string.
    pub(crate) fn read(literal: &Literal) -> Option<Self> {
        Some(Self { value: value(&literal.to_string())?, literal: literal.clone() })
    }

    pub(crate) fn new(value: &str, place: Span) -> Self {
        let mut literal = Literal::string(value);
        literal.set_span(place);
        Self { value: value.to_owned(), literal }
    }

    pub(crate) fn value(&self) -> &str {
        &self.value
    }

    pub(crate) fn span(&self) -> Span {
        self.literal.span()
    }
}

impl ToTokens for StringLiteral {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.literal.to_tokens(tokens);
    }
}

/// The text that a literal stands for: <https://doc.rust-lang.org/reference/tokens.html>.
fn value(literal: &str) -> Option<String> {
    if let Some(raw) = literal.strip_prefix('r') {
        let quoted = raw.trim_start_matches('#');
        let end = quoted.len().checked_sub(raw.len() - quoted.len())?;
        return Some(quoted.get(..end)?.strip_prefix('"')?.strip_suffix('"')?.to_owned());
    }
    let mut rest = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::new();
    while let Some((plain, escape)) = rest.split_once('\\') {
        value.push_str(plain);
        let mut after = escape.chars();
        let escaped = match after.next()? {
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '0' => '\0',
            'x' => {
                let digits = escape.get(1..3)?;
                after = escape[3..].chars();
                char::from(u8::from_str_radix(digits, 16).ok()?)
            }
            'u' => {
                let (digits, end) = after.as_str().strip_prefix('{')?.split_once('}')?;
                after = end.chars();
                char::from_u32(u32::from_str_radix(&digits.replace('_', ""), 16).ok()?)?
            }
            '\n' => {
                rest = after.as_str().trim_start_matches([' ', '\t', '\n', '\r']);
                continue;
            }
            same @ ('\\' | '\'' | '"') => same,
            _ => return None,
        };
        value.push(escaped);
        rest = after.as_str();
    }
    value.push_str(rest);
    Some(value)
}

#[cfg(test)]
mod tests {
    use super::value;

    #[test]
    fn literals_have_the_value_that_rustc_gives_them() {
        macro_rules! check {
            ($($literal:literal)*) => {
                $(assert_eq!(value(stringify!($literal)).as_deref(), Some($literal));)*
            };
        }
        check! {
            "" "usr_" "größer" "a\tb\r\n\0" "\\n \' \"" "\x41\x7f" "\u{e9}\u{1_F600}!" "one\
               line" "two
            lines" r"" r"raw \n" r#"a "quoted" word"# r##"#"#"##
        }
    }

    #[test]
    fn what_is_not_a_string_has_no_value() {
        let others = ["1", "'a'", "b\"a\"", "br\"a\"", "c\"a\"", "\"a\"suffix", "r\"a\"suffix"];
        assert!(others.iter().all(|literal| value(literal).is_none()));
    }
}
