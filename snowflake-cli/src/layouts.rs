//! `snowflake layouts`.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use snowflake_kit_core::{Layout, UtcTime};

use crate::error::Error;
use crate::{arguments, layout_file, moment, output, table};

/// Lists layouts: fields, epoch, tick, end, order, IDs per second, nodes
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    /// The layouts to list: names, or notations [default: the presets, and those in
    /// the file that the environment variable `SNOWFLAKE_LAYOUTS` names]
    #[arg(value_name = "LAYOUT", value_parser = arguments::layout(), hide_possible_values = true)]
    layouts: Vec<Layout>,

    /// Print a JSON array of objects
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake layouts
  $ snowflake layouts --json
  $ snowflake layouts discord time:41/shard:8/node:5/sequence:9@2026-01-01

A layout is given as the name of a preset, as its notation, or as a name in the
file that the environment variable SNOWFLAKE_LAYOUTS names. The notation has the
fields, high bits first, separated by `/`:
  time:41/node:10/sequence:12  names and widths in bits; `seq` is short for sequence
  41/10/12                     the same: time, node, sequence
  time:41/shard:8/sequence:14  any other name is the caller's field, which is set
                               for each ID (`snowflake mint --caller`)
  node:10(rack:4,slot:6)       named parts of the node or the sequence
  time:39@10ms, time:28@1s     the length of a tick; without it 1 ms
  @2026-01-01, @2026-01-01T08:30:00.000Z
                               after the last field: the epoch, in UTC; without it
                               2025-01-01
The file has a layout on each line, with its name in front, as in
`feed=time:41/shard:8/node:5/sequence:9@2026-01-01`. Empty lines and lines that
start with `#` are skipped.

`ends` is the first instant whose timestamp does not fit a positive 64-bit
integer; `IDs/s` is what one node can mint in a second. `order` (in JSON,
monotonicity) is what the order of IDs says:
  full      a larger ID was minted later
  sharded   the same among the IDs of a generator; between nodes, to the tick and
            as far as their clocks agree
  periodic  the same inside a period of the timestamp; ranges are not possible

In JSON, times are given as RFC 3339 and as Unix milliseconds (_unix_ms). If
timestamps wrap around, ends is null, and period_ms says after how long. over says
whether the end has passed. notation is null if the layout has none.";

#[derive(Serialize)]
struct LayoutObject {
    name: &'static str,
    notation: Option<String>,
    /// From the high bits to the low ones.
    fields: Vec<FieldObject>,
    time_bits: u8,
    node_bits: u8,
    sequence_bits: u8,
    epoch: String,
    epoch_unix_ms: i64,
    tick_ms: u32,
    ends: Option<String>,
    ends_unix_ms: Option<i64>,
    period_ms: Option<u64>,
    over: bool,
    monotonicity: String,
    ids_per_second: u64,
    nodes: u64,
}

#[derive(Serialize)]
struct FieldObject {
    name: &'static str,
    bits: u8,
}

impl LayoutObject {
    fn new(layout: &Layout) -> Self {
        let ends = layout.ends_at();
        Self {
            name: layout.name(),
            notation: layout.notation().map(|notation| notation.to_string()),
            fields: layout
                .fields()
                .map(|field| FieldObject { name: field.name(), bits: field.bits() })
                .collect(),
            time_bits: layout.time_bits(),
            node_bits: layout.node_bits(),
            sequence_bits: layout.sequence_bits(),
            epoch: UtcTime(layout.epoch_unix_millis()).to_string(),
            epoch_unix_ms: layout.epoch_unix_millis(),
            tick_ms: layout.tick_millis(),
            ends: ends.map(|end| UtcTime(end).to_string()),
            ends_unix_ms: ends,
            period_ms: layout.period_millis(),
            over: ends.is_some_and(|end| end <= moment::now()),
            monotonicity: layout.monotonicity().to_string(),
            ids_per_second: layout.ids_per_second(),
            nodes: u64::from(layout.max_node()) + 1,
        }
    }

    fn row(&self) -> Vec<String> {
        let fields: Vec<_> =
            self.fields.iter().map(|field| format!("{} {}", field.bits, field.name)).collect();
        let end = match (&self.ends, self.period_ms) {
            (Some(end), _) if self.over => format!("{end}, over"),
            (Some(end), _) => end.clone(),
            (None, Some(period)) => {
                let hundredths = period / 864_000;
                format!("wraps every {}.{:02} days", hundredths / 100, hundredths % 100)
            }
            (None, None) => String::new(),
        };
        vec![
            self.name.to_owned(),
            fields.join(" · "),
            format!("{} ms", self.tick_ms),
            self.epoch.clone(),
            end,
            self.monotonicity.clone(),
            self.ids_per_second.to_string(),
            self.nodes.to_string(),
        ]
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Error> {
    let layouts = match &arguments.layouts[..] {
        [] => [Layout::PRESETS, &layout_file::read()?].concat(),
        layouts => layouts.to_vec(),
    };
    let layouts: Vec<_> = layouts.iter().map(LayoutObject::new).collect();
    if arguments.json {
        return output::json(out, &layouts);
    }
    let head =
        ["layout", "fields, high bits to low", "tick", "epoch", "ends", "order", "IDs/s", "nodes"];
    let head = head.map(str::to_owned).to_vec();
    let rows: Vec<_> = std::iter::once(head).chain(layouts.iter().map(LayoutObject::row)).collect();
    table::write(out, &rows).map_err(Error::unwritten)
}
