//! `snowflake range`.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use snowflake_kit_core::{Layout, Snowflake, UtcTime};

use crate::error::{Cause, Error};
use crate::moment::Moment;
use crate::{arguments, output, table};

/// Prints the first and the last ID of an interval of time
///
/// Use them to query rows by creation time through their key. `first` and `last`
/// are inclusive: `id BETWEEN first AND last`. `end` is the first ID after them:
/// `id < end`, or the bound of a partition (`TO`, `LESS THAN`). The time of an ID
/// is the beginning of its tick.
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    /// The first instant of the interval: RFC 3339 or Unix milliseconds [default: the
    /// layout's epoch]
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_negative_numbers = true)]
    from: Option<Moment>,

    /// The first instant after the interval, in the same format [default: the layout's end]
    #[arg(long, value_name = "TIME", value_parser = Moment::parse, allow_negative_numbers = true)]
    to: Option<Moment>,

    /// The layout that the IDs have: a name, or a notation such as
    /// `41/10/12@2026-01-01` (see `snowflake layouts --help`)
    #[arg(long, value_name = "LAYOUT", default_value = "default")]
    #[arg(value_parser = arguments::layout())]
    layout: Layout,

    /// Print a JSON object; its keys are named below
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake range --from 2026-01-01T00:00:00Z --to 2026-02-01T00:00:00Z
  $ snowflake range --from 2026-01-01T00:00:00+01:00 --layout discord
  $ snowflake range --from 2026-02-01T00:00:00Z --layout 41/10/12@2026-01-01
  $ snowflake range --from 1767225600000 --to 1767225600001 --json

The JSON object has the keys layout, from, from_unix_ms, to, to_unix_ms, first,
last and end. A bound that was left out is null, and so is an end that does not
fit a 64-bit integer.

These are errors: an empty interval, an interval between two ticks or outside of
the layout's time, and a layout whose timestamps wrap around.";

/// Why an interval has no IDs.
#[derive(Debug, thiserror::Error)]
enum NoRange {
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
         the order of their times"
    )]
    Wraps { layout: &'static str },
}

impl Cause for NoRange {}

#[derive(Serialize)]
struct RangeObject<'a> {
    layout: &'a str,
    from: Option<String>,
    from_unix_ms: Option<i64>,
    to: Option<String>,
    to_unix_ms: Option<i64>,
    first: String,
    last: String,
    end: Option<String>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let layout = &arguments.layout;
    // Times are whole milliseconds: one that is at or after a bound is at or
    // after the next whole millisecond.
    let (from, to) = (arguments.from.map(Moment::ceil), arguments.to.map(Moment::ceil));
    let (first, last) = bounds(layout, from, to)?;
    let end = last.get().checked_add(1).and_then(Snowflake::new);
    if arguments.json {
        let time = |bound: Option<i64>| bound.map(|millis| UtcTime(millis).to_string());
        let object = RangeObject {
            layout: layout.name(),
            from: time(from),
            from_unix_ms: from,
            to: time(to),
            to_unix_ms: to,
            first: first.to_string(),
            last: last.to_string(),
            end: end.map(|end| end.to_string()),
        };
        return output::json(out, &object);
    }
    let row = |name: &str, id: Snowflake| {
        let time = layout.unix_millis(layout.decompose(id).timestamp).map(UtcTime);
        vec![name.to_owned(), id.to_string(), time.map_or_else(String::new, |t| t.to_string())]
    };
    let mut rows = vec![row("first", first), row("last", last)];
    rows.extend(end.map(|end| row("end", end)));
    table::write(out, &rows).map_err(Error::unwritten)
}

fn bounds(
    layout: &Layout,
    from: Option<i64>,
    to: Option<i64>,
) -> Result<(Snowflake, Snowflake), Error> {
    if let (Some(from), Some(to)) = (from, to)
        && from >= to
    {
        return Err(NoRange::NoInterval { from, to }.into());
    }
    let (name, epoch) = (layout.name(), layout.epoch_unix_millis());
    let Some(end) = layout.ends_at() else {
        return Err(NoRange::Wraps { layout: name }.into());
    };
    let range = layout.range(from.unwrap_or(epoch), to.unwrap_or(end))?;
    if range.is_empty() {
        let tick = layout.tick_millis();
        return Err(NoRange::NoTick { layout: name, tick, epoch, end }.into());
    }
    Ok(range.into_inner())
}
