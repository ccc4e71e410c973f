//! In which of the four forms an ID is written.

use clap::Args;
use snowflake_core::{Encoding, Snowflake, Text};

use crate::arguments;
use crate::error::Error;
use crate::hint::{Hint, forms_of_one_width};

/// The options that say how IDs are written that are read.
#[derive(Args)]
pub(crate) struct Form {
    /// The form the IDs are written in [default: recognised]
    #[arg(long, value_name = "FORM", value_parser = arguments::encoding())]
    from: Option<Encoding>,

    /// The prefix the IDs are written with, such as `usr_`
    #[arg(long, value_name = "PREFIX", value_parser = arguments::prefix)]
    prefix: Option<&'static str>,
}

/// For the help of the commands that read IDs.
pub(crate) const HELP: &str = "\
Without --from, an ID of letters and digits that cannot be decimal, because it
has a letter or starts with 0, is read as base62 if it has 11 characters, as
base32 if it has 13, as hex if it has 16. Everything else is read as decimal,
so a base62, base32 or hex ID of digits alone that does not start with 0 needs
--from.

From standard input (`-`) one ID is read per line; empty lines are skipped. An
ID that is refused gives an error, with its line number if it has one; the
others are still printed, and the exit code is 2.";

impl Form {
    /// Reads an ID and says in which form it was.
    pub(crate) fn read(&self, input: &[u8]) -> Result<(Snowflake, Encoding), Error> {
        let encoding = self.from.unwrap_or_else(|| recognise(self.digits(input)));
        match arguments::text(encoding, self.prefix).decode_bytes(input) {
            Ok(id) => Ok((id, encoding)),
            Err(error) => Err(Error::Unreadable { error: Box::new(error), hint: self.hint(input) }),
        }
    }

    /// What comes after the prefix, or after something like one.
    fn digits<'a>(&self, input: &'a [u8]) -> &'a [u8] {
        match self.prefix {
            None => input,
            Some(prefix) => input
                .strip_prefix(prefix.as_bytes())
                .unwrap_or_else(|| &input[look_of_prefix(input)..]),
        }
    }

    /// What was likely meant by a text that is read as decimal for want of a
    /// better guess.
    fn hint(&self, input: &[u8]) -> Hint {
        let digits = self.digits(input);
        if self.prefix.is_none() && (2..=Text::MAX_PREFIX_LEN).contains(&look_of_prefix(input)) {
            Hint::Prefix(String::from_utf8_lossy(&input[..look_of_prefix(input)]).into_owned())
        } else if self.from.is_none() && is_word(digits) && !has_form_length(digits) {
            Hint::Length(digits.len())
        } else {
            Hint::None
        }
    }
}

fn recognise(digits: &[u8]) -> Encoding {
    let is_padded = digits.starts_with(b"0") && digits.iter().all(u8::is_ascii_digit);
    if !is_padded && !is_word(digits) {
        return Encoding::Decimal;
    }
    let width = |encoding: &Encoding| Text::new(*encoding).max_len();
    forms_of_one_width().find(|form| width(form) == digits.len()).unwrap_or(Encoding::Decimal)
}

/// Whether these are letters and digits, with at least one letter.
fn is_word(digits: &[u8]) -> bool {
    digits.iter().all(u8::is_ascii_alphanumeric) && digits.iter().any(u8::is_ascii_alphabetic)
}

/// Whether a form other than decimal has this length.
fn has_form_length(digits: &[u8]) -> bool {
    recognise(digits) != Encoding::Decimal
}

/// How long the part is that looks like a prefix: from a letter to the last `_`
/// or `-`.
fn look_of_prefix(input: &[u8]) -> usize {
    let shown = &input[..input.len().min(Text::MAX_LEN)];
    if !shown.first().is_some_and(u8::is_ascii_alphabetic) {
        return 0;
    }
    shown.iter().rposition(|byte| matches!(byte, b'_' | b'-')).map_or(0, |at| at + 1)
}
