//! What is printed: a terminal obeys nothing in it, and all of it is seen.

use std::io::{self, Write};

use super::shown;

/// A writer of lines in which all other characters that are not seen, or that turn what follows,
/// are escaped as in JSON: `\u001b`. Names, holders and arguments are chosen by others.
///
/// ```
/// use std::io::Write;
///
/// let mut printed = Vec::new();
/// snowflake_kit_sql::text::Terminal::new(&mut printed).write_all(b"table \x1b[2J\n")?;
/// assert_eq!(printed, b"table \\u001b[2J\n");
/// # std::io::Result::Ok(())
/// ```
#[derive(Debug)]
pub struct Terminal<W>(W);

impl<W: Write> Terminal<W> {
    /// Writes to `writer`, which a person may read on a terminal.
    pub const fn new(writer: W) -> Self {
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
