//! Keys in an index: how fast rows are inserted, and how large the indexes are.

mod engine;
pub(crate) mod history;
pub(crate) mod kind;
mod postgres;
mod sqlite;

use std::time::Duration;

pub use engine::Sizes;
pub use kind::KeyKind;

use crate::Failure;
use crate::measure::in_turns;
use crate::scale::Scale;
use crate::store::Database;
use engine::Engine;
use history::History;

/// How many rows are inserted in a transaction.
const BATCH: usize = 1_000;

/// What was measured of a kind.
#[derive(Clone, Debug)]
pub struct Keyed {
    /// Which one.
    pub kind: KeyKind,
    /// µs per row, in each round.
    pub insert: Vec<f64>,
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
    /// The kinds.
    pub kinds: Vec<Keyed>,
}

/// Measures all kinds of keys on PostgreSQL or SQLite.
///
/// # Errors
/// Those of the database; if it is MariaDB; and if not all rows are there.
pub fn measure(database: Database, scale: &Scale) -> Result<Keys, Failure> {
    let history = History::new(scale.rows);
    let mut engine: Box<dyn Engine> = match database {
        Database::Sqlite => Box::new(sqlite::Sqlite::open(scale.cache_kib)?),
        Database::Postgres => Box::new(postgres::Postgres::open(scale.cache_kib)?),
        Database::MariaDb => return Err("keys are not compared on MariaDB".into()),
    };
    let mut kinds: Vec<_> = KeyKind::all(database)
        .iter()
        .map(|&kind| Keyed { kind, insert: Vec::new(), sizes: None, logged: None })
        .collect();
    in_turns(&mut kinds, scale.key_rounds, |keyed| keyed.turn(engine.as_mut(), &history))?;
    Ok(Keys { database, version: engine.admin().version()?, rows: scale.rows, kinds })
}

impl Keyed {
    fn turn(&mut self, engine: &mut dyn Engine, history: &History) -> Result<(), Failure> {
        let rows = history.len();
        engine.create(self.kind)?;
        let logged = engine.logged()?;
        let mut all = Duration::ZERO;
        for start in (0..rows).step_by(BATCH) {
            let range = start..rows.min(start + BATCH);
            all += engine.insert(self.kind, history.batch(self.kind, range))?;
        }
        if let (Some(before), Some(after)) = (logged, engine.logged()?) {
            self.logged = Some((after - before) as f64 / rows as f64);
        }
        self.insert.push(micros(all, rows));
        if engine.admin().number("SELECT count(*) AS number FROM t")? != rows as i64 {
            return Err(format!("{}: not all rows are there", self.kind).into());
        }
        self.sizes = Some(engine.sizes(self.kind)?);
        engine.clear()
    }
}

fn micros(took: Duration, rows: usize) -> f64 {
    took.as_secs_f64() * 1e6 / rows as f64
}
