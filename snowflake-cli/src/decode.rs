//! `snowflake decode`.

use std::io::{self, Write};

use clap::Args;
use snowflake_core::{Encoding, Layout, Snowflake, Text, UtcTime};

use crate::decoded::Decoded;
use crate::error::Error;
use crate::input::Ids;
use crate::moment::{self, Moment};
use crate::output::{self, IdObject};
use crate::rank::Rank;
use crate::{arguments, form, table};

/// Takes IDs apart: time, node, sequence, bits, text forms
///
/// Without --layout, shows what each preset would make of the ID, most
/// plausible first.
#[derive(Args)]
#[command(after_long_help = format!("{HELP}\n\n{}", form::HELP))]
#[command(after_help = "`--help` has examples and says how presets are ranked.")]
pub(crate) struct Arguments {
    #[command(flatten)]
    ids: Ids,

    /// The layout that the IDs have
    #[arg(long, value_name = "NAME", value_parser = arguments::layout())]
    layout: Option<Layout>,

    /// The present: RFC 3339 or Unix milliseconds [default: the clock's]
    ///
    /// In a layout whose timestamps wrap around, an ID is taken to have been
    /// minted in the last period before; without --layout, readings after it
    /// are in the future.
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_negative_numbers = true)]
    at: Option<Moment>,

    /// Print one JSON value per ID and line: an object; without --layout, an
    /// array of them
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake decode 175928847299117063 --layout discord
  $ snowflake decode 175928847299117063 --layout discord --json
  $ snowflake decode usr_0Czks0tP37X usr_0Czks0tP37Y --prefix usr_
  $ snowflake decode 175928847299117063 --at 2026-11-01T00:00:00Z
  $ printf '175928847299117063\\n0271065ac1020007\\n' | snowflake decode - --json

The object has the keys id, layout, unix_ms, time, node, node_fields, sequence
and text; of a layout whose timestamps wrap around also assumed_period_start.
Without --layout, the objects also have the key plausible.

Which preset is most plausible, without --layout:
  1. those for which the ID was minted in the past and not before 2006: the
     more recent the time and the more common the layout, the further up (age,
     but at least an hour, divided by 100 for default, twitter and discord, by
     30 for instagram and mastodon, by 10 for sonyflake, sonyflake-v2 and tsid)
  2. trace-id, whose timestamps wrap around, so that almost any ID fits
  3. those for which the ID is from the future, the nearest first
  4. those for which it was minted before 2006
Presets that cannot have the ID are left out. A few readings are always
plausible: the ranking is a guess, where an ID comes from is better.";

impl Arguments {
    /// The present, and until when an ID can have been minted: a machine whose
    /// clock is a little ahead may have minted it just now.
    fn present(&self) -> (i64, i64) {
        let skew = if self.at.is_some() { 0 } else { moment::SKEW };
        let now = self.at.map_or_else(moment::now, Moment::floor);
        (now, now.saturating_add(skew))
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let mut is_first = true;
    arguments.ids.each(out, |out, given| {
        let (now, reference) = arguments.present();
        let readings = match &arguments.layout {
            Some(layout) => Readings::One(Decoded::new(given.id, layout, reference)?),
            None => Readings::All(candidates(given.id, now, reference)),
        };
        if arguments.json {
            return readings.write_json(out);
        }
        let separator = if std::mem::take(&mut is_first) { "" } else { "\n" };
        readings.write_text(out, separator, given.id).map_err(Error::Write)
    })
}

enum Readings<'a> {
    One(Decoded<'a>),
    All(Vec<(Rank, Decoded<'a>)>),
}

impl Readings<'_> {
    fn write_text(&self, out: &mut impl Write, separator: &str, id: Snowflake) -> io::Result<()> {
        write!(out, "{separator}")?;
        match self {
            Self::One(decoded) => output::block(out, decoded),
            Self::All(candidates) => write_table(out, id, candidates),
        }
    }

    fn write_json(&self, out: &mut impl Write) -> Result<(), Error> {
        match self {
            Self::One(decoded) => output::json(out, &IdObject::new(decoded, Text::DECIMAL)),
            Self::All(candidates) => {
                let objects: Vec<_> = candidates
                    .iter()
                    .map(|(rank, decoded)| {
                        IdObject::new(decoded, Text::DECIMAL).with_plausible(rank.is_plausible())
                    })
                    .collect();
                output::json(out, &objects)
            }
        }
    }
}

/// What each preset makes of an ID, most plausible first.
fn candidates(id: Snowflake, now: i64, reference: i64) -> Vec<(Rank, Decoded<'static>)> {
    let mut candidates: Vec<_> = Layout::PRESETS
        .iter()
        .filter_map(|layout| Decoded::new(id, layout, reference).ok())
        .map(|decoded| (Rank::new(&decoded, now), decoded))
        .collect();
    candidates.sort_by_key(|(rank, _)| *rank);
    candidates
}

fn write_table(
    out: &mut impl Write,
    id: Snowflake,
    candidates: &[(Rank, Decoded<'_>)],
) -> io::Result<()> {
    write!(out, "{id}")?;
    for encoding in Encoding::ALL.iter().filter(|encoding| **encoding != Encoding::Decimal) {
        write!(out, " · {encoding} {}", Text::new(*encoding).encode(id))?;
    }
    writeln!(out)?;
    let head = ["layout", "time", "node", "sequence"].map(str::to_owned).to_vec();
    let rows = candidates.iter().map(|(rank, decoded)| {
        vec![
            decoded.layout.name().to_owned(),
            UtcTime(decoded.unix_millis).to_string(),
            decoded.node_in_words(),
            decoded.sequence_in_words(),
            rank.objection().to_owned(),
        ]
    });
    let rows: Vec<_> = std::iter::once(head).chain(rows).collect();
    table::write(out, &rows)
}
