//! Keys in an index: how fast rows are inserted, how large the indexes are, and
//! how fast the rows of an interval are read.

mod engine;
pub(crate) mod history;
pub(crate) mod kind;
mod postgres;
mod sqlite;

use std::time::{Duration, Instant};

pub use engine::Sizes;
pub use kind::{Asked, KeyKind};

use crate::Failure;
use crate::measure::in_turns;
use crate::scale::Scale;
use crate::store::Database;
use engine::Engine;
use history::{History, Sum};

/// How many rows are asked for at a time.
pub const CHUNK: usize = 1_000;

/// Into how many intervals the table is cut, and every which one is read.
const INTERVALS: usize = 200;
const EVERY: usize = 7;

/// What was measured of a kind.
#[derive(Clone, Debug)]
pub struct Keyed {
    /// Which one.
    pub kind: KeyKind,
    /// µs per row, in each round.
    pub insert: Vec<f64>,
    /// µs per row, of the last fifth of the rows.
    pub insert_last: Vec<f64>,
    /// µs per row that was read; empty if rows of an interval cannot be.
    pub scan: Vec<f64>,
    /// How many rows were read in each round.
    pub scanned: usize,
    /// Bytes.
    pub sizes: Option<Sizes>,
    /// Bytes of the log per row, where they can be told.
    pub logged: Option<f64>,
}

/// What was measured on a database.
#[derive(Clone, Debug)]
pub struct Keys {
    /// Which one.
    pub database: Database,
    /// Its version.
    pub version: String,
    /// How many rows the tables have.
    pub rows: usize,
    /// The cache, in KiB.
    pub cache_kib: u32,
    /// The kinds.
    pub kinds: Vec<Keyed>,
}

/// Measures all kinds of keys on PostgreSQL or SQLite.
///
/// # Errors
/// Those of the database; if it is MariaDB; and if rows that are read are not
/// those that were inserted.
pub fn measure(database: Database, scale: &Scale) -> Result<Keys, Failure> {
    let history = History::new(scale.rows);
    let (version, mut engine): (_, Box<dyn Engine>) = match database {
        Database::Sqlite => {
            let engine = sqlite::Sqlite::open(scale.cache_kib)?;
            (engine.version()?, Box::new(engine))
        }
        Database::Postgres => {
            let mut engine = postgres::Postgres::open(scale.cache_kib)?;
            (engine.version()?, Box::new(engine))
        }
        Database::MariaDb => return Err("keys are not compared on MariaDB".into()),
    };
    let mut kinds: Vec<_> = KeyKind::all(database)
        .iter()
        .map(|&kind| Keyed {
            kind,
            insert: Vec::new(),
            insert_last: Vec::new(),
            scan: Vec::new(),
            scanned: 0,
            sizes: None,
            logged: None,
        })
        .collect();
    in_turns(&mut kinds, scale.key_rounds, |keyed| {
        keyed.turn(engine.as_mut(), &history, scale.batch)
    })?;
    Ok(Keys { database, version, rows: scale.rows, cache_kib: scale.cache_kib, kinds })
}

impl Keyed {
    fn turn(
        &mut self,
        engine: &mut dyn Engine,
        history: &History,
        batch: usize,
    ) -> Result<(), Failure> {
        let rows = history.len();
        engine.create(self.kind)?;
        let logged = engine.logged()?;
        let (mut all, mut last) = (Duration::ZERO, (Duration::ZERO, 0));
        for start in (0..rows).step_by(batch) {
            let range = start..rows.min(start + batch);
            let count = range.len();
            let took = engine.insert(self.kind, history.batch(self.kind, range))?;
            all += took;
            if start >= rows / 5 * 4 {
                last = (last.0 + took, last.1 + count);
            }
        }
        if let (Some(before), Some(after)) = (logged, engine.logged()?) {
            self.logged = Some((after - before) as f64 / rows as f64);
        }
        self.insert.push(micros(all, rows));
        self.insert_last.push(micros(last.0, last.1.max(1)));
        self.sizes = Some(engine.sizes(self.kind)?);
        if self.kind.asked() != Asked::Never {
            engine.cool()?;
            let (took, read) = scan(engine, self.kind, history)?;
            self.scan.push(micros(took, read));
            self.scanned = read;
        }
        engine.clear()
    }
}

fn micros(took: Duration, rows: usize) -> f64 {
    took.as_secs_f64() * 1e6 / rows as f64
}

/// Reads the rows of some intervals; how long it took, and how many there were.
fn scan(
    engine: &mut dyn Engine,
    kind: KeyKind,
    history: &History,
) -> Result<(Duration, usize), Failure> {
    let column = if kind.asked() == Asked::ByColumn { "created_at" } else { "id" };
    let query = format!(
        "SELECT created_at, payload FROM t WHERE {column} >= ? AND {column} < ?
         ORDER BY {column} LIMIT {CHUNK}"
    );
    let rows = history.len();
    let (mut took, mut read) = (Duration::ZERO, 0);
    for interval in (0..INTERVALS).step_by(EVERY) {
        let range = rows * interval / INTERVALS..rows * (interval + 1) / INTERVALS;
        let bound = |row: usize| kind.bound(row, history.millis(row));
        let (mut from, to) = (bound(range.start), bound(range.end.min(rows - 1)));
        let mut sum = Sum::default();
        let began = Instant::now();
        loop {
            let (some, last) = engine.chunk(&query, &from, &to)?;
            sum += some;
            match last {
                // Each row has a millisecond of its own.
                Some(last) if some.rows == CHUNK => {
                    from = kind.bound(range.start + sum.rows, last as u64 + 1);
                }
                _ => break,
            }
        }
        took += began.elapsed();
        if sum != history.sum(range.start..range.end.min(rows - 1)) {
            return Err(format!("{kind}: rows {range:?} are not those that were inserted").into());
        }
        read += sum.rows;
    }
    Ok((took, read))
}
