//! What can go wrong, how it is said, and the exit code for it.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use snowflake_core::bridge::{BridgeError, TextError};
use snowflake_core::{LayoutError, ParseError, Snowflake, UtcTime};
use snowflake_mint::{MintError, NodeError};
use snowflake_public::KeyError;
use snowflake_sql::SqlError;
use thiserror::Error;

use crate::excerpt::Excerpt;
use crate::foreign::{Foreign, Kind};
use crate::hint::Hint;
use crate::public::VARIABLE;
use crate::terminal::Terminal;

/// The reason for an exit code other than 0. Bad options are clap's to refuse.
#[derive(Debug, Error)]
pub(crate) enum Error {
    #[error("{error}{hint}")]
    Unreadable { error: Box<ParseError>, hint: Hint },

    #[error("invalid UUID {input}: {error}")]
    NoUuid { input: Excerpt, error: uuid::Error },

    #[error(transparent)]
    Text(TextError),

    #[error("{input} does not start with \"{prefix}\"")]
    NoPrefix { input: Excerpt, prefix: &'static str },

    #[error(
        "{input} is a link of an unknown kind: give the ID itself. Known are links to posts of \
         Twitter and Mastodon, and to messages and channels of Discord"
    )]
    NoIdInLink { input: Excerpt },

    #[error("unknown command {name:?}: `snowflake --help` lists the commands")]
    NoCommand { name: String },

    #[error(transparent)]
    Bridge(Box<BridgeError>),

    #[error("the {} {foreign} is not an ID of any preset: {reason}", .foreign.kind().noun())]
    NoPreset { foreign: Foreign, reason: String },

    #[error("{id} of the layout `{layout}` does not convert to a {}: {error}", .kind.noun())]
    NoForeign { id: Snowflake, layout: &'static str, kind: Kind, error: LayoutError },

    #[error(
        "{id} can be converted to a {} only with a layout: name it, such as `--layout discord`",
        .kind.noun()
    )]
    NoLayout { id: Snowflake, kind: Kind },

    #[error(
        "{id} of the layout `{layout}` has a time in each of its periods: give a time soon \
         after the mint, such as `--at 2026-11-01T00:00:00Z`"
    )]
    NoReference { id: Snowflake, layout: &'static str },

    #[error(
        "no partition is between these dates: --from must be before --drop-before, and both within \
         the years 1 to 9999"
    )]
    NoPeriod,

    #[error("a DecimalId has no time, so it does not convert to or from a {}", .kind.noun())]
    DecimalTime { kind: Kind },

    #[error("{id} is not a DecimalId: {error}")]
    NoDecimal { id: Snowflake, error: LayoutError },

    #[error("only text forms have a prefix: leave out `--to-prefix`, or use `--to base62`")]
    ForeignPrefix,

    #[error(
        "this looks like a key, not like an ID: keys are read from the environment variable \
         {VARIABLE} only"
    )]
    KeyInsteadOfId,

    #[error(transparent)]
    NoKeys(KeyError),

    #[error("the keys in the environment variable {VARIABLE} cannot be used: {0}")]
    Keys(KeyError),

    #[error(
        "each of the 26 letters that identify keys in permuted texts belongs to a key in \
         {VARIABLE}: remove the oldest key from it"
    )]
    NoLetter,

    #[error("the operating system did not provide random bytes: {0}")]
    Random(getrandom::Error),

    #[error(
        "{input} looks like a sealed text: to open it, set the environment variable {VARIABLE} to \
         the keys of the application, separated by commas"
    )]
    Locked { input: Excerpt },

    #[error(
        "{input} looks like the sealed text of an ID type without a prefix: give the name of the \
         type, such as `--name UserId`, and set the environment variable {VARIABLE}"
    )]
    NoName { input: Excerpt },

    #[error(
        "no key in {VARIABLE} opens {input} as the text of an ID type with the {label}: it is \
         mistyped, or of another type, or was sealed with another key"
    )]
    Unopened { input: Excerpt, label: String },

    #[error(
        "no key in {VARIABLE} has the letter {letter:?}, with which {input} begins: add the old \
         key after the others, separated by a comma"
    )]
    UnknownLetter { input: Excerpt, letter: char },

    #[error("line {line}: {error}")]
    Line { line: u64, error: Box<Error> },

    #[error("the line is longer than {limit} bytes, so it is not an ID")]
    LongLine { limit: u64 },

    #[error("{id} is not an ID of the layout `{layout}`: its largest one is {max}")]
    TooLarge { id: Snowflake, layout: &'static str, max: Snowflake },

    #[error(
        "{id} is not an ID of the layout `{layout}`: its sequence would be {sequence}, which the \
         layout does not use"
    )]
    NoSuchSequence { id: Snowflake, layout: &'static str, sequence: u32 },

    #[error("{id} has no time before {}: give a later `--at`", UtcTime(*.reference))]
    NoTime { id: Snowflake, reference: i64 },

    #[error(
        "no node number: use `--node 7`, or set the environment variable SNOWFLAKE_NODE; processes \
         that mint at the same time need different numbers"
    )]
    NoNode,

    #[error(transparent)]
    Node(NodeError),

    #[error(transparent)]
    Mint(#[from] MintError),

    #[error("the interval is {}: --from {}, --to {}", if from == to { "empty" } else { "reversed" }, UtcTime(*.from), UtcTime(*.to))]
    NoInterval { from: i64, to: i64 },

    #[error(
        "the interval contains no timestamp of the layout `{layout}`, which has one every {tick} \
         ms from {} until just before {}",
        UtcTime(*.epoch), UtcTime(*.end)
    )]
    NoTick { layout: &'static str, tick: u32, epoch: i64, end: i64 },

    #[error(
        "the layout `{layout}` has no ranges: its timestamps wrap around, so its IDs are not in \
         the \
         order of their times"
    )]
    Wraps { layout: &'static str },

    #[error(transparent)]
    Layout(#[from] LayoutError),

    #[error(
        "the layout `{layout}` has the field {field}, which is set for each ID: add it, such as \
         `--caller 42`"
    )]
    NoCaller { layout: &'static str, field: &'static str },

    #[error("the layout `{layout}` has no field that is set for each ID: leave out `--caller`")]
    NoCallersField { layout: &'static str },

    #[error("cannot read the file of layouts {}, which {variable} names: {error}", .path.display())]
    LayoutFile { path: PathBuf, variable: &'static str, error: io::Error },

    #[error("{}, line {line}: {problem}", .path.display())]
    LayoutLine { path: PathBuf, line: usize, problem: String },

    #[error(transparent)]
    Sql(#[from] SqlError),

    #[cfg(not(all(feature = "adopt", feature = "nodes")))]
    #[error(
        "this build of `snowflake` does not have the command `{command}`, whose database drivers \
         take long to compile: run `cargo install snowflake-cli --features {command}`"
    )]
    Absent { command: &'static str },

    #[cfg(feature = "nodes")]
    #[error(transparent)]
    Nodes(#[from] crate::nodes::Error),

    #[cfg(feature = "adopt")]
    #[error(transparent)]
    Adopt(#[from] snowflake_adopt::Error),

    #[cfg(feature = "adopt")]
    #[error(
        "no database: use `--database-url postgres://…`, or set the environment variable \
         DATABASE_URL"
    )]
    NoDatabase,

    #[cfg(feature = "adopt")]
    #[error(
        "{count} {} in the way: see {}",
        if *count == 1 { "thing is" } else { "things are" },
        report.as_ref().map_or("the report".to_owned(), |path| path.display().to_string())
    )]
    InTheWay { count: usize, report: Option<PathBuf> },

    /// Each of them has been reported when it was read.
    #[error("some IDs were refused")]
    Reported,

    #[error("cannot read the standard input: {0}")]
    Read(io::Error),

    #[error("cannot write the standard output: {0}")]
    Write(io::Error),

    #[error("cannot write {}: {error}", .path.display())]
    WriteFile { path: PathBuf, error: io::Error },
}

impl Error {
    /// Whether it is about one ID, so that the next one may be good.
    pub(crate) fn is_about_an_id(&self) -> bool {
        matches!(
            self,
            Self::Unreadable { .. }
                | Self::LongLine { .. }
                | Self::TooLarge { .. }
                | Self::NoSuchSequence { .. }
                | Self::NoTime { .. }
                | Self::NoUuid { .. }
                | Self::Text(_)
                | Self::NoPrefix { .. }
                | Self::NoIdInLink { .. }
                | Self::Bridge(_)
                | Self::NoPreset { .. }
                | Self::NoForeign { .. }
                | Self::NoLayout { .. }
                | Self::NoReference { .. }
                | Self::DecimalTime { .. }
                | Self::NoDecimal { .. }
                | Self::KeyInsteadOfId
                | Self::Locked { .. }
                | Self::NoName { .. }
                | Self::Unopened { .. }
                | Self::UnknownLetter { .. }
        )
    }

    /// Whether the reader of the output has closed it, as `head` does.
    fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Write(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Says it on standard error.
    pub(crate) fn report(&self) {
        #[cfg(test)]
        crate::any_tests::check(self);
        if !self.is_broken_pipe() && !matches!(self, Self::Reported) {
            // Not `eprintln!`, which panics if standard error is closed.
            let _ = writeln!(Terminal::new(io::stderr()), "error: {self}");
        }
    }

    pub(crate) fn exit_code(&self) -> ExitCode {
        match self {
            _ if self.is_broken_pipe() => ExitCode::SUCCESS,
            Self::Mint(MintError::NodeOutOfRange { .. } | MintError::LayoutEnded { .. }) => {
                ExitCode::from(2)
            }
            #[cfg(feature = "nodes")]
            Self::Nodes(error) => error.exit_code(),
            #[cfg(feature = "adopt")]
            Self::InTheWay { .. } => ExitCode::FAILURE,
            #[cfg(feature = "adopt")]
            Self::Adopt(error) if !error.is_bad_input() => ExitCode::FAILURE,
            Self::Mint(_)
            | Self::Random(_)
            | Self::Read(_)
            | Self::Write(_)
            | Self::WriteFile { .. } => ExitCode::FAILURE,
            _ => ExitCode::from(2),
        }
    }
}
