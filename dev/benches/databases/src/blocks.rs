//! Keys in blocks of rows, of which only the smallest and the largest key is known: BRIN
//! indexes of PostgreSQL, and Parquet files. What is compared are bytes, pages and blocks;
//! times are not.

mod arrivals;
mod file;
mod index;

use std::ops::Range;

use figures::Spread;

pub use file::{Filed, Files};
pub use index::{Index, Indexed};

use crate::Failure;
use crate::keys::{Asked, Kind};
use crate::plan::Plan;
use arrivals::Arrivals;

/// The kinds that are compared.
pub const KINDS: [Kind; 5] =
    [Kind::Snowflake, Kind::Counted, Kind::UuidV7, Kind::UuidV4, Kind::UlidText];

/// How many intervals of time are read, and as many keys looked up.
pub const QUERIES: usize = 9;

/// The part of the rows that an interval has.
pub const PART: usize = 1_000;

/// After how many ms a row is inserted at most, counted from when its key was made.
pub const DELAY_MILLIS: u64 = 50;

/// What was measured of a kind.
#[derive(Clone, Debug)]
pub struct Blocked {
    /// Which one.
    pub kind: Kind,
    /// Its table in PostgreSQL.
    pub indexed: Indexed,
    /// Its files.
    pub files: Files,
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Blocks {
    /// The version of PostgreSQL.
    pub version: String,
    /// How many rows there are.
    pub rows: usize,
    /// How many of them a row group of a file has.
    pub group_rows: usize,
    /// The kinds.
    pub kinds: Vec<Blocked>,
}

/// Measures indexes and files with all kinds of keys.
///
/// # Errors
/// Those of the database and of files; and if what is read is not what was written.
pub fn measure(plan: &Plan) -> Result<Blocks, Failure> {
    let (rows, group_rows) = (plan.block_rows, plan.group_rows);
    let arrivals = Arrivals::new(rows);
    let mut server = index::Postgres::open()?;
    let kinds = KINDS.map(|kind| {
        let indexed = server.index(kind, &arrivals, plan.batch)?;
        let files = file::write(kind, &arrivals, group_rows)?;
        Ok::<_, Failure>(Blocked { kind, indexed, files })
    });
    let kinds = kinds.into_iter().collect::<Result<_, _>>()?;
    Ok(Blocks { version: server.version()?, rows, group_rows, kinds })
}

/// The rows of the intervals that are read.
fn intervals(rows: usize) -> impl Iterator<Item = Range<usize>> {
    let length = (rows / PART).max(1);
    // Apart from each other, and from where blocks begin.
    (0..QUERIES).map(move |at| {
        let start = rows * (2 * at + 1) / (2 * QUERIES);
        start..start + length
    })
}

/// Whether the rows of an interval can be asked for by the key.
const fn has_intervals(kind: Kind) -> bool {
    matches!(kind.asked(), Asked::ByTimeInKey | Asked::ByKnownKey)
}

fn median(samples: impl IntoIterator<Item = f64>) -> f64 {
    Spread::of(samples).median
}
