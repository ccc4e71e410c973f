//! Graphs of rows.

use std::fmt::Write as _;

use figures::{Spread, figure};

use crate::graphs::{Graphs, Inserted, Shape, Way};

pub(super) const INTRODUCTION: &str = "\n## Graphs of rows\n
- Two levels deep and graph by graph, minted keys save **nothing** where the database returns keys with the
  insert.
- Without `RETURNING` (Diesel on MariaDB), they save a statement and its round trip for each parent.
- Statements that need no answer can be sent together: `diesel-async` on PostgreSQL waits once for parent and children.
  With [more levels](#five-levels-deep), this saves more.
- All graphs together take two statements with either kind of key, if the database returns the keys
  of many rows: PostgreSQL and SQLite do, in an order that they do not promise.
- A statement for each row, as in saving a nested model, costs most.
- On SQLite counted keys are faster: they are the row numbers. `BIGINT PRIMARY KEY` has an index of its own.

A parent and its 10 children, many times. *Minted*: rows are inserted without reading an answer.
*Counted*: the database counts (`INTEGER PRIMARY KEY`, `BIGSERIAL`, `AUTO_INCREMENT`), and the parent's
key is read before its children are written: by `RETURNING`, by `last_insert_id()` (Diesel on MariaDB),
or from the driver's answer (SeaORM on SQLite and MariaDB, without its features for `RETURNING` there). *By `save`*
is how SeaORM saves a nested model.

Transactions begin and end by a round trip that is not counted as a statement. Servers and SQLite do not wait for the
disk (`fsync = off`, `innodb-flush-log-at-trx-commit = 0`, `synchronous = NORMAL` with a write-ahead log). Each
contender has one connection. SeaORM's pool pings when it takes a connection back: the fifth round trip of its graphs.
Its other ping, before use, is off.
";

pub(super) const DEEP: &str = "\n### Five levels deep\n
What minted keys save grows with the depth of the graph and the distance of the server. (One statement can write
all levels with counted keys too, by an `INSERT` inside of `WITH` for each level, if rows have another unique
column by which their children find them.)

A user, their blog, 3 posts, 9 comments, 27 reactions: 41 rows in 5 tables, written over one connection of
tokio-postgres. Each level is one insert from arrays (`UNNEST`), prepared before. *Minted*: `BEGIN`, the five inserts
and `COMMIT` are sent at once, and the client waits once. *Counted*: each level waits for the keys of the level above
(`RETURNING`); `BEGIN` is sent with the first insert, and `COMMIT` with the last one.
";

pub(super) fn section(measured: &Graphs) -> String {
    let Graphs { database, shape, version, counted, distant, ways } = measured;
    let (heading, place) = match (shape, distant) {
        (Shape::Wide, _) => ("###", ""),
        (Shape::Deep, false) => ("####", ", next to it"),
        (Shape::Deep, true) => ("####", ", 1 ms away"),
    };
    let mut text = format!("\n{heading} {database} {version}{place}\n\n");
    if *distant {
        text += "Through a proxy that holds back each direction for 0.5 ms.\n\n";
    }
    text += "| | statements | round trips | ms | middle half | × `counted, graph by graph` |\n\
             |---|---|---|---|---|---|\n";
    for way in ways {
        let name = format!("{}: {}", way.orm, way.way);
        let name = if way.way.is_minted() { format!("**{name}**") } else { name };
        let spread = Spread::of(way.millis.iter().copied());
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
    text
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
