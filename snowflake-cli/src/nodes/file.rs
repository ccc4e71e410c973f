//! Leases in a file.

use std::fs;
use std::path::Path;

use snowflake_kit_lease::{FileLines, FileStore};

use super::Error;
use super::fence::{FencePlan, FencePlanner, HOLDER};
use super::row::RowTexts;
use super::snapshot::Snapshot;
use crate::moment;

/// Reads all rows. No lock is needed for this: the file is replaced, and never
/// written to.
pub(super) fn read(path: &Path) -> Result<Snapshot, Error> {
    let content = fs::read(path).map_err(|error| Error::File { path: path.into(), error })?;
    // What is not UTF-8 does not hide the rest.
    let content = String::from_utf8_lossy(&content);
    let Some(file) = FileLines::of(&content) else {
        return Err(Error::OtherFile { path: path.into() });
    };
    if !file.are_all() {
        return Err(Error::CutOff { path: path.into() });
    }
    let rows = file.leases().map(row).collect();
    Ok(Snapshot::new(moment::now(), 0, rows))
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
    let mut columns = FileLines::columns(line).map(str::to_owned);
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
