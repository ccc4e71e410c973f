//! `snowflake layouts`.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use snowflake_core::{Layout, UtcTime};

use crate::error::Error;
use crate::{moment, output, table};

/// Lists the preset layouts: fields, epoch, tick, end, order, IDs per second,
/// nodes
#[derive(Args)]
#[command(after_long_help = HELP)]
pub(crate) struct Arguments {
    /// Print a JSON array of objects
    #[arg(long)]
    json: bool,
}

const HELP: &str = "\
Examples:
  $ snowflake layouts
  $ snowflake layouts --json

`ends` is the first instant whose timestamp does not fit a positive 64-bit
integer; `IDs/s` is what one node can mint in a second. `order` (in JSON,
monotonicity) is what the order of IDs says:
  full      a larger ID was minted later
  sharded   the same among the IDs of a node; between nodes, to the tick and as
            far as their clocks agree
  periodic  the same inside a period of the timestamp; there are no ranges

In JSON, times are given as RFC 3339 and as Unix milliseconds (_unix_ms); ends
is null where timestamps wrap around, and period_ms says after how long; over
says whether the end has passed.";

#[derive(Serialize)]
struct LayoutObject {
    name: &'static str,
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
    let layouts: Vec<_> = Layout::PRESETS.iter().map(LayoutObject::new).collect();
    if arguments.json {
        return output::json(out, &layouts);
    }
    let head =
        ["layout", "fields, high bits to low", "tick", "epoch", "ends", "order", "IDs/s", "nodes"];
    let head = head.map(str::to_owned).to_vec();
    let rows: Vec<_> = std::iter::once(head).chain(layouts.iter().map(LayoutObject::row)).collect();
    table::write(out, &rows).map_err(Error::Write)
}
