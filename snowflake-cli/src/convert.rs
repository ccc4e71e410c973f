//! `snowflake convert`.

use std::io::{self, Write};

use clap::Args;
use serde::Serialize;
use snowflake_kit_core::{FieldError, Layout, Snowflake, UtcTime};
use snowflake_kit_sql::text::Terminal;

use crate::error::{Cause, Consequence, Error};
use crate::foreign::{Foreign, ForeignKind};
use crate::form::{self, IdForm, IdReader, Value};
use crate::input::Ids;
use crate::moment::Moment;
use crate::{arguments, output};

/// Rewrites IDs in another text form, or as UUIDs, ULIDs or KSUIDs and back, one
/// per line
#[derive(Args)]
#[command(after_long_help = format!("{HELP}\n\n{}", form::HELP))]
#[command(after_help = "`--help` has examples and says how forms are recognised.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    ids: Ids,

    #[command(flatten)]
    reader: IdReader,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = form::form())]
    to: IdForm,

    /// The prefix to write in front, such as `usr_`
    #[arg(long, value_name = "PREFIX", value_parser = arguments::prefix)]
    to_prefix: Option<&'static str>,

    /// The layout that the IDs have: a name, or a notation such as
    /// `41/10/12@2026-01-01` (see `snowflake layouts --help`)
    ///
    /// The layout says which time a UUID, ULID or KSUID gets.
    #[arg(long, value_name = "LAYOUT", value_parser = arguments::layout())]
    layout: Option<Layout>,

    /// A time soon after the IDs were minted: RFC 3339 or Unix milliseconds
    ///
    /// For a layout whose timestamps wrap around: assumes the last period before this
    /// time, and prints the assumption on standard error, or with --json in the
    /// output.
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_negative_numbers = true)]
    at: Option<Moment>,

    /// Print one JSON object per ID and line, with the keys input, from, to and
    /// output, and `assumed_period_start`, if one was assumed
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake convert 0Czks0tP37X --from base62 --to decimal
  175928847299117063
  $ snowflake convert 175928847299117063 --to base62 --to-prefix usr_
  usr_0Czks0tP37X
  $ snowflake convert usr_0Czks0tP37X --prefix usr_ --to hex
  0271065ac1020007
  $ snowflake convert 175928847299117063 --layout discord --to uuid
  015466e4-1b04-7080-807e-798006900715
  $ snowflake convert 015466e4-1b04-7080-807e-798006900715 --to decimal
  175928847299117063
  $ snowflake convert 132271570944004096 --layout 41/10/12@2026-01-01 --to uuid
  $ snowflake convert 28587331878913 --layout trace-id --at 1778385600000 --to ulid --json
  {\"input\":\"28587331878913\",\"from\":\"decimal\",\"to\":\"ulid\",\"output\":\"01KR8035J0E009RC003YH637BK\",\"assumed_period_start\":\"2026-05-10T03:48:16.000Z\"}
  $ echo 175928847299117063 | snowflake convert - --to base32 --json
  {\"input\":\"175928847299117063\",\"from\":\"decimal\",\"to\":\"base32\",\"output\":\"04W86BB0G4007\"}

A UUID (of version 7), a ULID or a KSUID gets the time of the ID, which needs
--layout. They sort as the IDs of the layout do. In the other direction, the
command finds the preset by itself, and refuses values of other systems. A
trace-id has a time only with --at.";

#[derive(Serialize)]
struct Converted<'a> {
    input: &'a str,
    from: &'a str,
    to: &'a str,
    output: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    assumed_period_start: Option<String>,
}

/// Why an ID does not convert to that form.
#[derive(Debug, thiserror::Error)]
enum Unconvertible {
    #[error("only text forms have a prefix: leave out `--to-prefix`, or use `--to base62`")]
    ForeignPrefix,

    #[error("the {} {foreign} is not an ID of any preset: {reason}", .foreign.kind().noun())]
    NoPreset { foreign: Foreign, reason: String },

    #[error("{id} of the layout `{layout}` does not convert to a {}: {error}", .kind.noun())]
    NoForeign { id: Snowflake, layout: &'static str, kind: ForeignKind, error: FieldError },

    #[error(
        "{id} can be converted to a {} only with a layout: name it, such as `--layout discord`",
        .kind.noun()
    )]
    NoLayout { id: Snowflake, kind: ForeignKind },

    #[error(
        "{id} of the layout `{layout}` has a time in each of its periods: give a time soon \
         after the mint, such as `--at 2026-11-01T00:00:00Z`"
    )]
    NoReference { id: Snowflake, layout: &'static str },
}

impl Cause for Unconvertible {
    fn consequence(&self) -> Consequence {
        match self {
            Self::ForeignPrefix => Consequence::BadInput,
            Self::NoPreset { .. }
            | Self::NoForeign { .. }
            | Self::NoLayout { .. }
            | Self::NoReference { .. } => Consequence::NextId,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    if matches!(arguments.to, IdForm::Foreign(_)) && arguments.to_prefix.is_some() {
        return Err(Unconvertible::ForeignPrefix.into());
    }
    arguments.ids.each(out, |out, input| {
        let (value, form) = arguments.reader.read(input)?;
        let (output, period) = arguments.convert(value)?;
        // It was read, so it is ASCII.
        let input = str::from_utf8(input).unwrap_or_default();
        let period = period.map(|start| UtcTime(start).to_string());
        if arguments.json {
            let converted = Converted {
                input,
                from: form.name(),
                to: arguments.to.name(),
                output: &output,
                assumed_period_start: period,
            };
            output::json(out, &converted)
        } else {
            if let Some(start) = period {
                let note = format!("{input}: assumed to be of the period from {start}");
                writeln!(Terminal::new(io::stderr()), "note: {note}").map_err(Error::unwritten)?;
            }
            writeln!(out, "{output}").map_err(Error::unwritten)
        }
    })
}

impl Arguments {
    /// What it is converted to, and the beginning of the period that was assumed
    /// for it, in Unix ms.
    fn convert(&self, value: Value) -> Result<(String, Option<i64>), Error> {
        let known = match value {
            Value::Id(_) => None,
            Value::Foreign(foreign) => foreign.unix_millis(),
        };
        let (id, layout) = self.id(value)?;
        let kind = match self.to {
            IdForm::Text(encoding) => {
                let text = arguments::text(encoding, self.to_prefix).encode(id);
                return Ok((text.to_string(), None));
            }
            IdForm::Foreign(kind) => kind,
        };
        let layout = layout.ok_or(Unconvertible::NoLayout { id, kind })?;
        // A UUID, ULID or KSUID has said when.
        let at = self.at.map(Moment::floor).filter(|_| layout.is_periodic());
        let reference = known.or(at);
        if layout.is_periodic() && reference.is_none() && layout.contains(id) {
            return Err(Unconvertible::NoReference { id, layout: layout.name() }.into());
        }
        let timestamp = layout.decompose(id).timestamp;
        let assumed = at.filter(|_| known.is_none());
        let period = assumed
            .and_then(|reference| layout.unix_millis_before(timestamp, reference))
            .and_then(|unix_millis| layout.period_start(unix_millis));
        match kind.of(id, layout, reference) {
            Ok(foreign) => Ok((foreign.to_string(), period)),
            Err(error) => {
                Err(Unconvertible::NoForeign { id, layout: layout.name(), kind, error }.into())
            }
        }
    }

    /// The ID, and its layout as far as it is known.
    fn id(&self, value: Value) -> Result<(Snowflake, Option<&Layout>), Error> {
        match (value, &self.layout) {
            (Value::Id(id), layout) => Ok((id, layout.as_ref())),
            (Value::Foreign(foreign), Some(layout)) => Ok((foreign.id(layout)?, Some(layout))),
            (Value::Foreign(foreign), None) => match foreign.id_of_preset() {
                Ok((id, layout)) => Ok((id, Some(layout))),
                Err(reason) => Err(Unconvertible::NoPreset { foreign, reason }.into()),
            },
        }
    }
}
