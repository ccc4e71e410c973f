//! What is printed: a terminal obeys nothing in it, and all of it is seen.

use std::io::{self, Write};

use clap::error::ContextValue;
use snowflake_kit_sql::text::shown;

/// A writer of lines in which all other characters that are not seen, or that turn what follows,
/// are escaped as in JSON: `\u001b`. Names, holders and arguments are chosen by others.
pub(crate) struct Terminal<W>(W);

impl<W: Write> Terminal<W> {
    pub(crate) const fn new(writer: W) -> Self {
        Self(writer)
    }
}

impl<W: Write> Write for Terminal<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if bytes.iter().all(|byte| matches!(byte, b'\n' | b' '..=b'~')) {
            return self.0.write(bytes);
        }
        // Whole texts are written here, so that what is not UTF-8 is none.
        let text = String::from_utf8_lossy(bytes);
        for line in text.split_inclusive('\n') {
            let (line, end) = line.strip_suffix('\n').map_or((line, ""), |line| (line, "\n"));
            self.0.write_all(shown(line).as_bytes())?;
            self.0.write_all(end.as_bytes())?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

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
