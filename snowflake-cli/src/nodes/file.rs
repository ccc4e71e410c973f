//! Leases in a file.

use std::fs;
use std::path::Path;

use super::Error;
use super::row::Row;
use super::store::Reading;
use crate::moment;

/// The first line of a file of leases.
pub(super) const FORMAT: &str = "snowflake leases 1";

/// Reads all rows. No lock is needed for this: the file is replaced, and never
/// written to.
pub(super) fn read(path: &Path) -> Result<Reading, Error> {
    let content = fs::read(path).map_err(|error| Error::File { path: path.into(), error })?;
    let content = String::from_utf8_lossy(&content);
    let mut lines: Vec<&str> = content.split('\n').collect();
    if lines.first() != Some(&FORMAT) {
        return Err(Error::OtherFile { path: path.into() });
    }
    // Behind the rows it says how many there are, so that none is missing
    // unnoticed.
    let rows = lines.len().saturating_sub(4);
    if lines.pop() != Some("") || lines.pop() != Some(&format!("# {rows} rows")) {
        return Err(Error::CutOff { path: path.into() });
    }
    // The second line names the columns.
    let rows = lines.iter().skip(2).map(|line| row(line)).collect();
    Ok(Reading { unix_millis: moment::now(), skew: 0, rows })
}

/// The row in a line, with the rest of the columns missing if it has too few.
fn row(line: &str) -> Row {
    let mut columns = line.split('\t').map(str::to_owned);
    Row {
        space: columns.next(),
        node: columns.next(),
        token: columns.next(),
        until: columns.next(),
        claimed: columns.next(),
        renewed: columns.next(),
        holder: columns.next(),
    }
}
