//! `snowflake convert`.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use snowflake_core::{Layout, Snowflake};

use crate::error::Error;
use crate::form::{self, Form, Value};
use crate::input::Ids;
use crate::{arguments, output};

/// Rewrites IDs in another text form, or as UUIDs, ULIDs or KSUIDs and back, one
/// per line
#[derive(Args)]
#[command(after_long_help = format!("{HELP}\n\n{}", form::HELP))]
#[command(after_help = "`--help` has examples and says how forms are recognised.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    ids: Ids,

    /// The form to write
    #[arg(long, value_name = "FORM", value_parser = arguments::form())]
    to: Form,

    /// The prefix to write in front, such as `usr_`
    #[arg(long, value_name = "PREFIX", value_parser = arguments::prefix)]
    to_prefix: Option<&'static str>,

    /// The layout that the IDs have: UUIDs, ULIDs and KSUIDs have its times
    #[arg(long, value_name = "NAME", value_parser = arguments::layout())]
    layout: Option<Layout>,

    /// Print one JSON object per ID and line, with the keys input, from, to and
    /// output
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
  $ echo 175928847299117063 | snowflake convert - --to base32 --json
  {\"input\":\"175928847299117063\",\"from\":\"decimal\",\"to\":\"base32\",\"output\":\"04W86BB0G4007\"}

A UUID (of version 7), a ULID and a KSUID have the time of the ID, which takes
--layout; they sort as the IDs of the layout do. Back, they say by themselves
which preset they are of; of another system's, there is no ID, and they are
refused.";

#[derive(Serialize)]
struct Converted<'a> {
    input: &'a str,
    from: &'a str,
    to: &'a str,
    output: &'a str,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    if matches!(arguments.to, Form::Foreign(_)) && arguments.to_prefix.is_some() {
        return Err(Error::ForeignPrefix);
    }
    arguments.ids.each(out, |out, given| {
        let output = arguments.convert(given.value)?;
        if arguments.json {
            let converted = Converted {
                input: given.input,
                from: given.form.name(),
                to: arguments.to.name(),
                output: &output,
            };
            output::json(out, &converted)
        } else {
            writeln!(out, "{output}").map_err(Error::Write)
        }
    })
}

impl Arguments {
    fn convert(&self, value: Value) -> Result<String, Error> {
        let (id, layout) = self.id(value)?;
        let kind = match self.to {
            Form::Text(encoding) => {
                return Ok(arguments::text(encoding, self.to_prefix).encode(id).to_string());
            }
            Form::Foreign(kind) => kind,
        };
        let layout = layout.ok_or(Error::NoLayout { id, kind })?;
        match kind.of(id, layout) {
            Ok(foreign) => Ok(foreign.to_string()),
            Err(error) => Err(Error::NoForeign { id, layout: layout.name(), kind, error }),
        }
    }

    /// The ID, and its layout as far as it is known.
    fn id(&self, value: Value) -> Result<(Snowflake, Option<&Layout>), Error> {
        match (value, &self.layout) {
            (Value::Id(id), layout) => Ok((id, layout.as_ref())),
            (Value::Foreign(foreign), Some(layout)) => match foreign.id(layout) {
                Ok(id) => Ok((id, Some(layout))),
                Err(error) => Err(Error::Bridge(Box::new(error))),
            },
            (Value::Foreign(foreign), None) => match foreign.id_of_preset() {
                Ok((id, layout)) => Ok((id, Some(layout))),
                Err(reason) => Err(Error::NoPreset { foreign, reason }),
            },
        }
    }
}
