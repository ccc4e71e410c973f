//! Where IDs come from: arguments and standard input.

use std::io::{self, BufRead, BufReader, Read, Write};

use clap::Args;
use snowflake_kit_public::{Keys, SecretKey};

use crate::error::{Cause, Consequence, Error};
use crate::public::VARIABLE;

/// The IDs of a command line.
#[derive(Args)]
pub(crate) struct Ids {
    /// IDs; `-` reads them from standard input, one per line
    // So that `-1` is refused for what it is, not as an unknown option.
    #[arg(value_name = "ID", required = true, allow_negative_numbers = true)]
    ids: Vec<String>,
}

/// No ID is a megabyte long: a file without line ends must not fill the
/// memory.
const LONGEST_LINE: u64 = 1 << 20;

/// Why IDs are not read.
#[derive(Debug, thiserror::Error)]
enum Unread {
    #[error(
        "this looks like a key, not like an ID: keys are read from the environment variable \
         {VARIABLE} only"
    )]
    KeyInsteadOfId,

    #[error("the line is longer than {LONGEST_LINE} bytes, so it is not an ID")]
    LongLine,

    #[error("cannot read the standard input: {0}")]
    Input(io::Error),

    #[error("some IDs were refused")]
    Refused,
}

impl Cause for Unread {
    fn consequence(&self) -> Consequence {
        match self {
            Self::KeyInsteadOfId | Self::LongLine => Consequence::NextId,
            Self::Input(_) => Consequence::Failure,
            Self::Refused => Consequence::Reported,
        }
    }
}

impl Ids {
    /// Hands each ID to `then` as it was written, in order. What is wrong with an
    /// ID, as `then` says, is reported and does not keep the others from being
    /// handed on.
    pub(crate) fn each<W: Write>(
        &self,
        out: &mut W,
        mut then: impl FnMut(&mut W, &[u8]) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let mut refused = false;
        for operand in &self.ids {
            if operand == "-" {
                refused |= Self::each_line(out, &mut then)?;
            } else {
                let result = one(out, operand.as_bytes(), &mut then);
                refused |= went_wrong(out, result, None)?;
            }
        }
        if refused { Err(Unread::Refused.into()) } else { Ok(()) }
    }

    /// Whether any line was refused.
    fn each_line<W: Write>(
        out: &mut W,
        then: &mut impl FnMut(&mut W, &[u8]) -> Result<(), Error>,
    ) -> Result<bool, Error> {
        let mut reader = BufReader::with_capacity(1 << 16, io::stdin().lock());
        let mut line = Vec::new();
        let mut refused = false;
        for number in 1.. {
            if reader.buffer().is_empty() {
                // The next read may have to wait for the program that writes the lines,
                // and that may be waiting for what comes of the last ones.
                out.flush().map_err(Error::unwritten)?;
            }
            line.clear();
            // One more, to tell a line of that length from a longer one.
            let mut limited = (&mut reader).take(LONGEST_LINE + 1);
            if limited.read_until(b'\n', &mut line).map_err(Unread::Input)? == 0 {
                break;
            }
            let result = if line.len() as u64 > LONGEST_LINE && !line.ends_with(b"\n") {
                reader.skip_until(b'\n').map_err(Unread::Input)?;
                Err(Unread::LongLine.into())
            } else {
                match without_end(&line) {
                    b"" => Ok(()),
                    input => one(out, input, then),
                }
            };
            refused |= went_wrong(out, result, Some(number))?;
        }
        Ok(refused)
    }
}

fn one<W: Write>(
    out: &mut W,
    input: &[u8],
    then: &mut impl FnMut(&mut W, &[u8]) -> Result<(), Error>,
) -> Result<(), Error> {
    if is_key(input) {
        return Err(Unread::KeyInsteadOfId.into());
    }
    then(out, input)
}

/// Whether it is a key, which no message may show. No ID is so long or ends so.
fn is_key(input: &[u8]) -> bool {
    let is_no_id = input.len() >= 2 * SecretKey::LEN || input.ends_with(b"=");
    is_no_id && str::from_utf8(input).is_ok_and(|input| input.parse::<Keys>().is_ok())
}

fn without_end(line: &[u8]) -> &[u8] {
    let line = line.strip_suffix(b"\n").unwrap_or(line);
    line.strip_suffix(b"\r").unwrap_or(line)
}

/// Reports what is wrong with an ID; passes on what is wrong with the world.
fn went_wrong(
    out: &mut impl Write,
    result: Result<(), Error>,
    line: Option<u64>,
) -> Result<bool, Error> {
    match result {
        Ok(()) => Ok(false),
        Err(error) if error.consequence() == Consequence::NextId => {
            // On a terminal the two outputs are one: keep their order.
            out.flush().map_err(Error::unwritten)?;
            match line {
                None => error.report(),
                Some(line) => error.in_line(line).report(),
            }
            Ok(true)
        }
        Err(error) => Err(error),
    }
}
