//! What clap prints: a terminal obeys nothing in it, and all of it is seen.

use std::io::{self, Write};

use clap::error::ContextValue;
use snowflake_kit_sql::text::{Terminal, shown};

/// Prints what clap says of arguments, which it repeats, or the help that was asked for.
pub(crate) fn print(mut error: clap::Error) -> io::Result<()> {
    if !error.use_stderr() {
        return error.print();
    }
    // Also line breaks, which are clap's own elsewhere.
    let repeated: Vec<_> = error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in repeated {
        let value = match value {
            ContextValue::String(text) => ContextValue::String(shown(&text).into_owned()),
            ContextValue::Strings(texts) => {
                ContextValue::Strings(texts.iter().map(|text| shown(text).into_owned()).collect())
            }
            _ => continue,
        };
        error.insert(kind, value);
    }
    write!(Terminal::new(io::stderr()), "{}", error.render())
}

#[cfg(test)]
mod tests {
    use test_databases::hostile::{self, NAMES, TEXTS};

    use super::*;

    fn printed(text: &str) -> String {
        let mut printed = Vec::new();
        Terminal::new(&mut printed).write_all(text.as_bytes()).unwrap();
        String::from_utf8(printed).unwrap()
    }

    #[test]
    fn nothing_is_obeyed() {
        for text in NAMES.iter().chain(TEXTS) {
            assert_eq!(hostile::obeyed(&printed(text)), "");
            let json = serde_json::to_string(text).unwrap();
            let read: String = serde_json::from_str(&printed(&json)).unwrap();
            assert_eq!(read, *text);
        }
        assert_eq!(printed("naïve\nü\n\x1b[31m\r\n"), "naïve\nü\n\\u001b[31m\\u000d\n");
    }
}
