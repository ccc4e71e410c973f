//! Typed IDs beside plain integers: the same rows, inserted and loaded through
//! the same connection, in turns.

mod diesel_session;
mod instructions;
mod rows;
mod rusqlite_session;
mod seaorm_session;
mod sqlx_session;

use std::fmt;
use std::time::{Duration, Instant};

use test_servers::Durability;

use crate::Failure;
use crate::graphs::Orm;
use crate::scale::Scale;
use crate::store::{Database, Store};

pub use instructions::{Instructions, run_once};

/// How many rows are in a statement, or are inserted one after the other by rusqlite.
pub const CHUNK: usize = 1_000;

/// What keys are to the program. To the database they are the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyForm {
    /// Types of the kit's.
    Typed,
    /// `i64`.
    Plain,
}

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Rows are inserted.
    Insert,
    /// Rows are loaded.
    Load,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Insert => "insert",
            Self::Load => "load",
        })
    }
}

/// A connection, and rows in both forms for it.
trait Session {
    /// Inserts a part of the rows, in one statement; rusqlite one by one.
    fn insert(&mut self, form: KeyForm, rows: std::ops::Range<usize>) -> Result<(), Failure>;

    /// Loads all rows; how many there are.
    fn load(&mut self, form: KeyForm) -> Result<usize, Failure>;

    /// Executes a statement.
    fn execute(&mut self, statement: &str) -> Result<(), Failure>;
}

/// What was measured.
#[derive(Clone, Debug)]
pub struct Compared {
    /// Through what.
    pub orm: Orm,
    /// On what.
    pub database: Database,
    /// What was done.
    pub action: Action,
    /// With how many rows.
    pub rows: usize,
    /// ms with typed IDs, in each round.
    pub typed: Vec<f64>,
    /// ms with integers, in each round.
    pub plain: Vec<f64>,
    /// What callgrind counts, on SQLite.
    pub instructions: Option<Instructions>,
}

/// Both tables. Their names are of one length.
const TABLES: [&str; 2] = ["typed", "plain"];

/// What is measured on SQLite, and whose instructions can be counted.
const ON_SQLITE: [Orm; 4] = [Orm::Diesel, Orm::SeaOrm, Orm::Sqlx, Orm::Rusqlite];

/// What is measured on PostgreSQL.
const ON_POSTGRES: [Orm; 2] = [Orm::Diesel, Orm::SeaOrm];

/// Measures Diesel and SeaORM on SQLite and PostgreSQL, sqlx and rusqlite on SQLite.
///
/// # Errors
/// Those of the databases; and if rows are missing.
pub fn measure(sizes: &Scale) -> Result<Vec<Compared>, Failure> {
    let server = Store::open(Database::Postgres, Durability::None)?;
    let mut compared = Vec::new();
    for (database, url, orms) in [
        (Database::Sqlite, ":memory:".to_owned(), &ON_SQLITE[..]),
        (Database::Postgres, server.url(), &ON_POSTGRES),
    ] {
        for &orm in orms {
            let mut session = open(orm, database, &url, sizes.typed_rows)?;
            let mut both = measure_session(session.as_mut(), sizes)?;
            for (action, measured) in [Action::Insert, Action::Load].into_iter().zip(&mut both) {
                let [typed, plain] = std::mem::take(measured);
                let instructions = match sizes.counted_rows {
                    Some(rows) if database == Database::Sqlite => {
                        instructions::count(orm, action, rows)?
                    }
                    _ => None,
                };
                let rows = sizes.typed_rows;
                compared.push(Compared { orm, database, action, rows, typed, plain, instructions });
            }
        }
    }
    Ok(compared)
}

fn open(orm: Orm, database: Database, url: &str, rows: usize) -> Result<Box<dyn Session>, Failure> {
    let mut session = match orm {
        Orm::SeaOrm => seaorm_session::open(database, url, rows)?,
        Orm::Sqlx => sqlx_session::open(rows)?,
        Orm::Rusqlite => rusqlite_session::open(rows)?,
        _ => diesel_session::open(database, url, rows)?,
    };
    for table in TABLES {
        session.execute(&format!("DROP TABLE IF EXISTS {table}"))?;
        session.execute(&format!(
            "CREATE TABLE {table} (id BIGINT PRIMARY KEY NOT NULL, owner_id BIGINT NOT NULL, \
             editor_id BIGINT, name TEXT NOT NULL)"
        ))?;
    }
    Ok(session)
}

/// ms in each round, of typed IDs and of integers, to insert and to load.
fn measure_session(
    session: &mut dyn Session,
    scale: &Scale,
) -> Result<[[Vec<f64>; 2]; 2], Failure> {
    let mut measured: [[Vec<f64>; 2]; 2] = Default::default();
    // The first one warms up.
    for round in 0..=scale.typed_rounds {
        for table in TABLES {
            session.execute(&format!("DELETE FROM {table}"))?;
        }
        let mut took = [[Duration::ZERO; 2]; 2];
        session.execute("BEGIN")?;
        for (number, start) in (0..scale.typed_rows).step_by(CHUNK).enumerate() {
            let rows = start..scale.typed_rows.min(start + CHUNK);
            for (at, form) in in_order(number + round) {
                let began = Instant::now();
                session.insert(form, rows.clone())?;
                took[0][at] += began.elapsed();
            }
        }
        session.execute("COMMIT")?;
        for (at, form) in in_order(round) {
            let began = Instant::now();
            let loaded = session.load(form)?;
            took[1][at] += began.elapsed();
            if loaded != scale.typed_rows {
                return Err(format!("{loaded} of {} rows", scale.typed_rows).into());
            }
        }
        if round > 0 {
            for (samples, took) in measured.iter_mut().flatten().zip(took.into_iter().flatten()) {
                samples.push(took.as_secs_f64() * 1_000.0);
            }
        }
    }
    Ok(measured)
}

/// None is always the first.
fn in_order(turn: usize) -> [(usize, KeyForm); 2] {
    let (typed, plain) = ((0, KeyForm::Typed), (1, KeyForm::Plain));
    if turn.is_multiple_of(2) { [typed, plain] } else { [plain, typed] }
}
