//! How an ID is written: in one of the four text forms, or as the ID of another
//! system.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use snowflake_kit_core::{Encoding, ParseError, Snowflake, Text};

use crate::arguments;
use crate::error::{Cause, Consequence, Error};
use crate::foreign::{Foreign, ForeignKind};
use crate::hint::{Hint, forms_of_one_width};
use crate::quoted::Quoted;

/// How an ID is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdForm {
    Text(Encoding),
    Foreign(ForeignKind),
}

/// What was read.
#[derive(Clone, Copy)]
pub(crate) enum Value {
    Id(Snowflake),
    Foreign(Foreign),
}

impl IdForm {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let texts = Encoding::ALL.iter().copied().map(Self::Text);
        texts.chain(ForeignKind::ALL.map(Self::Foreign))
    }

    /// Its name in options and in JSON.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Text(encoding) => encoding.name(),
            Self::Foreign(kind) => kind.name(),
        }
    }
}

/// Reads the name of a form.
pub(crate) fn form() -> impl TypedValueParser<Value = IdForm> {
    PossibleValuesParser::new(IdForm::all().map(IdForm::name))
        .try_map(|name| IdForm::all().find(|form| form.name() == name).ok_or("no such form"))
}

/// Why a text is not an ID.
#[derive(Debug, thiserror::Error)]
enum Unreadable {
    #[error("{error}{hint}")]
    Id { error: Box<ParseError>, hint: Hint },

    #[error("{input} does not start with \"{prefix}\"")]
    Prefix { input: Quoted, prefix: &'static str },
}

impl Cause for Unreadable {
    fn consequence(&self) -> Consequence {
        Consequence::NextId
    }
}

/// The options that say how IDs are written that are read.
#[derive(Args)]
pub(crate) struct IdReader {
    /// The form the IDs are written in [default: recognised]
    #[arg(long, value_name = "FORM", value_parser = form())]
    from: Option<IdForm>,

    /// The prefix the IDs are written with, such as `usr_`
    #[arg(long, value_name = "PREFIX", value_parser = arguments::prefix)]
    prefix: Option<&'static str>,
}

/// For the help of the commands that read IDs.
pub(crate) const HELP: &str = "\
Without --from, the form is recognised by the length: an ID that has a letter or
starts with 0 is base62 with 11 characters, base32 with 13, hex with 16, a ULID
with 26 and a KSUID with 27. A UUID has 32 hex digits, or hyphens. All others are
decimal. So a base62, base32 or hex ID of digits that does not start with 0 needs
--from. A prefix that --prefix does not name is found: letters, digits, `_` and
`-` up to the last `_` or `-`.

From standard input (`-`) one ID is read per line; empty lines are skipped. A
refused ID gives an error, with its line number if it has one; the others are
still printed, and the exit code is 2.";

impl IdReader {
    /// Reads an ID and says in which form it was.
    pub(crate) fn read(&self, input: &[u8]) -> Result<(Value, IdForm), Error> {
        let form = self.from.unwrap_or_else(|| self.recognise(input));
        let value = match form {
            IdForm::Text(encoding) => {
                // What was said is kept to.
                let is_open = self.from.is_none() && self.prefix.is_none();
                let found = if is_open { prefix_len(input) } else { 0 };
                self.read_text(input.split_at(found), encoding).map(Value::Id)?
            }
            IdForm::Foreign(kind) => kind.read(self.after_prefix(input)?).map(Value::Foreign)?,
        };
        Ok((value, form))
    }

    /// Reads an ID in one of the text forms, with the prefix or without: `encoding`, or
    /// the one that is recognised.
    pub(crate) fn read_id(
        input: &[u8],
        encoding: Option<Encoding>,
        prefix: Option<&'static str>,
    ) -> Result<Snowflake, Error> {
        let prefix = prefix.filter(|prefix| input.starts_with(prefix.as_bytes()));
        let reader = Self { from: encoding.map(IdForm::Text), prefix };
        let encoding = encoding.unwrap_or_else(|| recognise(reader.digits(input)));
        Ok(reader.read_text((b"", input), encoding)?)
    }

    /// Reads what comes after a prefix that was found, if none was said.
    fn read_text(
        &self,
        (found, input): (&[u8], &[u8]),
        encoding: Encoding,
    ) -> Result<Snowflake, Unreadable> {
        arguments::text(encoding, self.prefix).decode_bytes(input).map_err(|error| Unreadable::Id {
            error: Box::new(error),
            hint: match self.in_right_case(input, encoding) {
                Some(text) => Hint::Case(format!("{}{text}", String::from_utf8_lossy(found))),
                None => self.hint(input),
            },
        })
    }

    fn recognise(&self, input: &[u8]) -> IdForm {
        // A UUID that begins with a letter looks like an ID with a prefix.
        let whole = self.prefix.map_or(Some(input), |prefix| input.strip_prefix(prefix.as_bytes()));
        match whole.and_then(|id| ForeignKind::recognise(id, is_decimal(id))) {
            Some(kind) => IdForm::Foreign(kind),
            None => IdForm::Text(recognise(self.digits(input))),
        }
    }

    /// The ID of another system, which has the prefix if there is to be one.
    fn after_prefix<'a>(&self, input: &'a [u8]) -> Result<&'a [u8], Unreadable> {
        let prefix = self.prefix.unwrap_or_default();
        input.strip_prefix(prefix.as_bytes()).ok_or_else(|| Unreadable::Prefix {
            input: Quoted::new(&String::from_utf8_lossy(input)),
            prefix,
        })
    }

    /// The prefix, or something like one, and the letters and digits after it, if these
    /// cannot be decimal. None if the form was said or if the prefix that was said is
    /// not there.
    pub(crate) fn split<'a>(&self, input: &'a [u8]) -> Option<(&'a str, &'a str)> {
        let input = str::from_utf8(input).ok().filter(|_| self.from.is_none())?;
        let at = match self.prefix {
            None => look_of_prefix(input.as_bytes()),
            Some(prefix) => input.starts_with(prefix).then_some(prefix.len())?,
        };
        let (prefix, digits) = input.split_at(at);
        (!is_decimal(digits.as_bytes())).then_some((prefix, digits))
    }

    /// Whether the prefix of the IDs was said.
    pub(crate) const fn has_prefix(&self) -> bool {
        self.prefix.is_some()
    }

    /// What comes after the prefix, or after something like one.
    fn digits<'a>(&self, input: &'a [u8]) -> &'a [u8] {
        match self.prefix {
            None => &input[prefix_len(input)..],
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

    /// The ID, if the text is one but for its case. In base62, each case is another ID.
    fn in_right_case(&self, input: &[u8], encoding: Encoding) -> Option<String> {
        if self.from.is_some() {
            return None;
        }
        let prefix = self.prefix.unwrap_or_default();
        let (found, digits) = str::from_utf8(input).ok()?.split_at_checked(prefix.len())?;
        let digits = match encoding {
            Encoding::Base32 => digits.to_ascii_uppercase(),
            Encoding::Hex => digits.to_ascii_lowercase(),
            _ => digits.to_owned(),
        };
        let is_id =
            found.eq_ignore_ascii_case(prefix) && Text::new(encoding).decode(&digits).is_ok();
        is_id.then(|| format!("{prefix}{digits}"))
    }
}

fn recognise(digits: &[u8]) -> Encoding {
    if is_decimal(digits) {
        return Encoding::Decimal;
    }
    let width = |encoding: &Encoding| Text::new(*encoding).max_len();
    forms_of_one_width().find(|form| width(form) == digits.len()).unwrap_or(Encoding::Decimal)
}

/// Whether these cannot be digits of a form of one width.
fn is_decimal(digits: &[u8]) -> bool {
    let is_padded = digits.starts_with(b"0") && digits.iter().all(u8::is_ascii_digit);
    !is_padded && !is_word(digits)
}

/// Whether these are letters and digits, with at least one letter.
fn is_word(digits: &[u8]) -> bool {
    digits.iter().all(u8::is_ascii_alphanumeric) && digits.iter().any(u8::is_ascii_alphabetic)
}

/// Whether a form other than decimal has this length.
fn has_form_length(digits: &[u8]) -> bool {
    recognise(digits) != Encoding::Decimal
}

/// How long the prefix is; 0 if there is none. Before a decimal number it ends in `_`: the beginning of
/// a UUID is not an ID.
fn prefix_len(input: &[u8]) -> usize {
    let (prefix, digits) = input.split_at(look_of_prefix(input));
    let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let is_prefix = (2..=Text::MAX_PREFIX_LEN).contains(&prefix.len());
    let is_number = digits.iter().all(u8::is_ascii_digit) && prefix.ends_with(b"_");
    let is_id = !digits.is_empty() && (is_number || !is_decimal(digits));
    if is_prefix && is_id && prefix.iter().all(is_allowed) { prefix.len() } else { 0 }
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
