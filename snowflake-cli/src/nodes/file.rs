//! Leases in a file.

use std::fs;
use std::path::Path;

use snowflake_kit_lease::__private::record::REGISTRY;
use snowflake_kit_lease::FileStore;

use super::Error;
use super::fence::{FencePlan, FencePlanner, HOLDER};
use super::row::RowTexts;
use super::snapshot::Snapshot;
use crate::moment;

/// The first line of a file of leases.
pub(super) const FORMAT: &str = "snowflake leases 1";

/// Reads all rows. No lock is needed for this: the file is replaced, and never
/// written to.
pub(super) fn read(path: &Path) -> Result<Snapshot, Error> {
    let content = fs::read(path).map_err(|error| Error::File { path: path.into(), error })?;
    // What is not UTF-8 does not hide the rest.
    let content = String::from_utf8_lossy(&content);
    let mut lines = content.lines();
    if lines.next() != Some(FORMAT) {
        return Err(Error::OtherFile { path: path.into() });
    }
    // After the names of the columns.
    let lines: Vec<_> = lines.skip(1).collect();
    let Some((end, rows)) = lines.split_last().filter(|_| content.ends_with('\n')) else {
        return Err(Error::CutOff { path: path.into() });
    };
    if *end != format!("# {} rows", rows.len()) {
        return Err(Error::CutOff { path: path.into() });
    }
    let rows = rows.iter().filter(|row| row.split('\t').next() != Some(REGISTRY));
    Ok(Snapshot::new(moment::now(), 0, rows.map(|line| row(line)).collect()))
}

/// Raises what the plan says. A lease that is claimed or renewed between the reading and the
/// writing is raised as well.
pub(super) fn raise(path: &Path, plan: FencePlanner<'_>) -> Result<(Snapshot, FencePlan), Error> {
    let snapshot = read(path)?;
    let fence = plan(&snapshot)?;
    if !fence.writes().is_empty() {
        let refused = |error| Error::Refused { store: path.display().to_string(), error };
        FileStore::new(path).raise(&fence.writes(), HOLDER).map_err(refused)?;
    }
    Ok((snapshot, fence))
}

/// The row in a line, with the rest of the columns missing if it has too few.
fn row(line: &str) -> RowTexts {
    let mut columns = line.split('\t').map(str::to_owned);
    RowTexts {
        space: columns.next(),
        node: columns.next(),
        token: columns.next(),
        until: columns.next(),
        keeps_times: true,
        claimed: columns.next(),
        renewed: columns.next(),
        holder: columns.next(),
    }
}
