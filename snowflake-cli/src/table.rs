//! Columns.

use std::io::{self, Write};

use snowflake_kit_sql::text::shown;

/// Writes rows with their cells below each other, each on one line.
pub(crate) fn write(out: &mut impl Write, rows: &[Vec<String>]) -> io::Result<()> {
    // What else a cell hides, the writer shows.
    let line =
        |cell: &String| if cell.contains('\n') { shown(cell).into_owned() } else { cell.clone() };
    let rows: Vec<Vec<_>> = rows.iter().map(|row| row.iter().map(line).collect()).collect();
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    for row in &rows {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line += "  ";
            line += cell;
            line.extend(std::iter::repeat_n(' ', width - cell.chars().count()));
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
