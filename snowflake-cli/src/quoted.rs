//! The start of a text that was refused.

use std::fmt;

/// A text as messages show it: on one line, and not all of a long one.
#[derive(Debug)]
pub(crate) struct Quoted(String);

const LONGEST: usize = 60;

impl Quoted {
    pub(crate) fn new(text: &str) -> Self {
        let shown: String = text.chars().take(LONGEST).collect();
        let rest = if shown.len() < text.len() { "…" } else { "" };
        let quoted = format!("\"{}{rest}\"", shown.escape_debug());
        if rest.is_empty() {
            Self(quoted)
        } else {
            Self(format!("{quoted} ({} bytes)", text.len()))
        }
    }
}

impl fmt::Display for Quoted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
