//! Graphs of rows.

use std::fmt::Write as _;

use figures::{Bar, Chart, Spread, figure};

use super::Section;
use crate::graphs::{CHILDREN, Graphs, Inserted, Way};

pub(super) const INTRODUCTION: &str = "\n## Graphs of rows\n
A parent and its 10 children, many times. *Minted*: keys are known before, so rows are inserted
without reading an answer. *Counted*: the database counts (`INTEGER PRIMARY KEY`, `BIGSERIAL`,
`AUTO_INCREMENT`), and the parent's key is read back before its children can be written: by
`RETURNING`, by `last_insert_id()` (Diesel on MariaDB), or from what the driver is told (SeaORM on
SQLite and MariaDB). *By `save`* is how SeaORM saves a nested model.

Statements and round trips are counted where they pass, between client and server; what begins and
ends transactions is no statement here, but takes its round trip. On SQLite, statements are those
that the ORM reports. Servers and SQLite do not wait for the disk (`fsync = off`,
`innodb-flush-log-at-trx-commit = 0`, `synchronous = NORMAL` with a write-ahead log), since it is
the same for all. Each contender has one connection. SeaORM's pool pings when it takes a connection
back, which is the fifth round trip of its graphs; its other ping, before use, is off.

What to take from it:

- Graph by graph, two levels deep, minted keys save **nothing** where the database returns keys with
  the insert that has to be sent anyway: the statements and round trips are the same, and each row
  is sent with a value more. Without latency that, too, is time.
- They save a statement and its round trip for each parent where there is no `RETURNING`: Diesel on
  MariaDB.
- Statements that need no answer can be sent together: `diesel-async` on PostgreSQL waits once for
  parent and children, and not twice. With each further level of a graph, counted keys wait once
  more, and minted ones do not.
- All graphs together take two statements with either kind of key, if keys of many rows can be had:
  `RETURNING` does so on PostgreSQL and SQLite, where it makes no promise on their order. On MariaDB
  neither ORM has it, and with minted keys nothing is needed. (SeaORM has `RETURNING` for SQLite and
  MariaDB behind features that are off by default, and off here.)
- What costs most is a statement for each row, which is what saving a nested model comes to. Known
  keys are what makes a statement for each table simple enough to be written instead.
- On SQLite a counted key is the row number, and has no index of its own. The minted one is
  `BIGINT PRIMARY KEY`, as the guide has it, and has one. So there counted keys are faster.
";

pub(super) fn section(measured: &[Graphs]) -> Section {
    let mut section = Section { text: String::new(), charts: Vec::new() };
    for graphs in measured {
        one(graphs, &mut section);
    }
    section
}

fn one(graphs: &Graphs, section: &mut Section) {
    let Graphs { database, version, graphs: count, counted, ping_micros, distant, ways } = graphs;
    let (place, file) = match (distant, ways.iter().any(|way| way.traffic.trips.is_some())) {
        (true, _) => (", 1 ms away", "-distant"),
        (false, true) => (", next to it", ""),
        (false, false) => ("", ""),
    };
    let title = format!("{count} graphs of 1 + {CHILDREN} rows, {database}{place}");
    let bars: Vec<_> = ways
        .iter()
        .map(|way| Bar {
            name: format!("{}: {}", way.orm, way.way),
            kit: way.way.is_minted(),
            spread: Spread::of(way.millis.iter().copied()),
        })
        .collect();
    let key = format!("databases-graphs-{}{file}", database.key());
    let chart = Chart::new(key, title, "ms", &bars);
    let text = &mut section.text;
    let _ = writeln!(text, "\n### {database} {version}{place}\n");
    if *distant {
        let _ = writeln!(
            text,
            "Through a proxy that holds back each direction for 0.5 ms. `SELECT 1` takes \
             {ping_micros:.0} µs.\n"
        );
    } else if !place.is_empty() {
        let _ = writeln!(text, "`SELECT 1` takes {ping_micros:.0} µs.\n");
    }
    let _ = write!(
        text,
        "{}\n| | statements | round trips | ms | middle half | of counted, graph by graph |\n\
         |---|---|---|---|---|---|\n",
        chart.markdown()
    );
    for (way, Bar { name, kit, spread }) in ways.iter().zip(&bars) {
        let name = if *kit { format!("**{name}**") } else { name.clone() };
        let plain = ways.iter().find(|other| other.orm == way.orm && other.way == Way::Counted);
        let ratio = plain.filter(|plain| plain.way != way.way).map_or_else(String::new, |plain| {
            figure(Spread::of_ratios(&way.millis, &plain.millis).median)
        });
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {} | {} to {} | {ratio} |",
            per_graph(way, way.traffic.statements, *counted),
            way.traffic.trips.map_or_else(String::new, |trips| per_graph(way, trips, *counted)),
            figure(spread.median),
            figure(spread.low),
            figure(spread.high),
        );
    }
    section.charts.push(chart);
}

/// A count of a graph, or of all where they are inserted together.
fn per_graph(way: &Inserted, count: u64, graphs: usize) -> String {
    match way.way {
        Way::MintedTogether | Way::CountedTogether => format!("{count} in all"),
        _ if count.is_multiple_of(graphs as u64) => {
            format!("{} a graph", count / graphs as u64)
        }
        _ => format!("{:.2} a graph", count as f64 / graphs as f64),
    }
}
