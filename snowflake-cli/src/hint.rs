//! What was likely meant by a text that is not an ID.

use std::fmt;

use snowflake_kit_core::{Encoding, Text};

/// The end of a message: which option would have helped.
#[derive(Debug)]
pub(crate) enum Hint {
    None,
    Prefix(String),
    Length(usize),
    /// The ID in the case of its form.
    Case(String),
}

impl fmt::Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => Ok(()),
            Self::Prefix(prefix) => write!(f, "; for IDs with a prefix use `--prefix {prefix}`"),
            Self::Case(text) => write!(f, "; in the right case it is `{text}`"),
            Self::Length(found) => {
                f.write_str("; of the other forms")?;
                for encoding in forms_of_one_width() {
                    write!(f, " {encoding} has {},", Text::new(encoding).max_len())?;
                }
                write!(f, " this has {found} characters")
            }
        }
    }
}

/// All forms but decimal.
pub(crate) fn forms_of_one_width() -> impl Iterator<Item = Encoding> {
    Encoding::ALL.iter().copied().filter(|encoding| Text::new(*encoding).is_ordered())
}
