//! Typed IDs beside integers.

use std::fmt::Write as _;

use figures::{Bar, Chart, Spread, figure};

use super::Section;
use crate::typed::{CHUNK, Compared};

/// How much more typed IDs may take.
const TARGET: f64 = 1.01;

pub(super) fn section(measured: &[Compared]) -> Section {
    let rows = measured.first().map_or(0, |compared| compared.rows);
    let rounds = measured.first().map_or(0, |compared| compared.typed.len());
    let names = measured
        .iter()
        .map(|Compared { orm, database, action, .. }| format!("{orm}, {database}: {action}"));
    let bars: Vec<_> = names
        .zip(measured)
        .map(|(name, compared)| Bar {
            name,
            kit: true,
            spread: Spread::of_ratios(&compared.typed, &compared.plain),
        })
        .collect();
    let chart = Chart::new(
        "databases-typed".to_owned(),
        format!("{rows} rows: typed IDs, of the time with i64"),
        "ratio",
        &bars,
    );
    let mut text = format!(
        "\n## Typed IDs beside integers

{rows} rows of a key, a foreign key, another one that two of three rows do not have, and a short
text: once with the kit's types (`Key<RowId>` in Diesel), and once with `i64`, through the same
connection into tables of the same shape. Rows are inserted {CHUNK} in a statement (with rusqlite
{CHUNK} times by a statement for one row, prepared before), by turns with one form and the other;
each round then loads both tables, {rounds} times. SQLite is in memory.
The ratio is that of the medians, its middle half that of the ratios of each round. Instructions
are those that callgrind counts for a row on SQLite, client and database together: a busy machine
changes nothing about those of Diesel and rusqlite, which use one thread. It changes about one in a
hundred of those of SeaORM and sqlx, whose thread for SQLite and its caller wait for each other.
Their times on SQLite contain that waiting, so these can differ where the instructions do not.

{}
| | ms with typed IDs | ms with i64 | ratio | middle half | instructions | their ratio | ≤ {TARGET} |
|---|---|---|---|---|---|---|---|
",
        chart.markdown()
    );
    for (compared, Bar { name, spread, .. }) in measured.iter().zip(&bars) {
        let [typed, plain] =
            [&compared.typed, &compared.plain].map(|form| Spread::of(form.iter().copied()).median);
        let counted = compared.instructions;
        let ratio = typed / plain;
        let counts = counted.map_or_else(String::new, |counted| {
            format!("{:.0} / {:.0}", counted.typed, counted.plain)
        });
        let counted = counted.map(|counted| counted.typed / counted.plain);
        let _ = writeln!(
            text,
            "| {name} | {} | {} | {ratio:.3} | {:.3} to {:.3} | {counts} | {} | {} |",
            figure(typed),
            figure(plain),
            spread.low,
            spread.high,
            counted.map_or_else(String::new, |ratio| format!("{ratio:.3}")),
            verdict(ratio, counted),
        );
    }
    Section { text, charts: vec![chart] }
}

/// Times decide where instructions are not counted; where they are, both do.
fn verdict(ratio: f64, counted: Option<f64>) -> &'static str {
    match (ratio <= TARGET, counted.map(|counted| counted <= TARGET)) {
        (true, None | Some(true)) => "met",
        (false, Some(true)) => "met by instructions, not by time",
        (true, Some(false)) => "met by time, not by instructions",
        (false, None | Some(false)) => "**not met**",
    }
}
