//! How a subcommand ends that could not do what it was asked. What went wrong is an error of the
//! module that found it; here is what follows from it.

use std::io::{self, Write};
use std::process::ExitCode;
use std::{error, fmt};

use snowflake_kit_sql::text::Terminal;

/// What follows from an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Consequence {
    /// It is about one ID, so the next one is read. The exit code at the end is 2.
    NextId,
    /// The exit code 2: other arguments, or another environment, may do.
    BadInput,
    /// The exit code 1: the input and the output, the clock, a database, …
    Failure,
    /// The exit code 2 without a message, since each refused ID has had one.
    Reported,
    /// Neither a message nor an exit code: the reader of the output has read enough, as `head` does.
    EnoughRead,
}

/// An error of a module of this command. Bad options are reported by clap.
pub(crate) trait Cause: error::Error + 'static {
    fn consequence(&self) -> Consequence {
        Consequence::BadInput
    }
}

/// The reason for an exit code other than 0.
#[derive(Debug)]
pub(crate) struct Error {
    cause: Box<dyn error::Error>,
    consequence: Consequence,
}

impl<C: Cause> From<C> for Error {
    fn from(cause: C) -> Self {
        Self { consequence: cause.consequence(), cause: Box::new(cause) }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("cannot write the standard output: {0}")]
struct Unwritten(io::Error);

impl Cause for Unwritten {
    fn consequence(&self) -> Consequence {
        match self.0.kind() {
            io::ErrorKind::BrokenPipe => Consequence::EnoughRead,
            _ => Consequence::Failure,
        }
    }
}

#[derive(Debug, thiserror::Error)]
#[error("line {line}: {cause}")]
struct InLine {
    line: u64,
    cause: Box<dyn error::Error>,
}

impl Error {
    /// The standard output cannot be written.
    pub(crate) fn unwritten(error: io::Error) -> Self {
        Unwritten(error).into()
    }

    /// The same error, of this line of the standard input.
    pub(crate) fn in_line(self, line: u64) -> Self {
        Self { cause: Box::new(InLine { line, cause: self.cause }), ..self }
    }

    pub(crate) fn consequence(&self) -> Consequence {
        self.consequence
    }

    /// Writes its message to standard error.
    pub(crate) fn report(&self) {
        #[cfg(test)]
        crate::any_tests::check(self);
        if !matches!(self.consequence, Consequence::Reported | Consequence::EnoughRead) {
            // Not `eprintln!`, which panics if standard error is closed.
            let _ = writeln!(Terminal::new(io::stderr()), "error: {self}");
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self.consequence {
            Consequence::EnoughRead => ExitCode::SUCCESS,
            Consequence::Failure => ExitCode::FAILURE,
            Consequence::NextId | Consequence::BadInput | Consequence::Reported => {
                ExitCode::from(2)
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.cause.fmt(f)
    }
}
