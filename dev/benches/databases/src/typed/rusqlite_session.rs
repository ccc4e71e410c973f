//! rusqlite.

use std::hint::black_box;
use std::ops::Range;

use rusqlite::{Connection, params};

use super::rows::{PlainRow, TypedRow, rows};
use super::{KeyForm, Session};
use crate::Failure;

struct RusqliteSession {
    connection: Connection,
    typed: Vec<TypedRow>,
    plain: Vec<PlainRow>,
}

/// In memory.
pub(super) fn open(count: usize) -> Result<Box<dyn Session>, Failure> {
    let connection = Connection::open_in_memory()?;
    let (typed, plain) = rows(count);
    Ok(Box::new(RusqliteSession { connection, typed, plain }))
}

/// The same for both forms: a statement that is prepared once, and executed for each row.
macro_rules! insert {
    ($connection:expr, $table:literal, $rows:expr) => {{
        let mut insert = $connection.prepare_cached(concat!(
            "INSERT INTO ",
            $table,
            " (id, owner_id, editor_id, name) VALUES (?1, ?2, ?3, ?4)"
        ))?;
        for row in $rows {
            insert.execute(params![row.id, row.owner_id, row.editor_id, row.name])?;
        }
    }};
}

/// The same for both forms.
macro_rules! load {
    ($connection:expr, $table:literal, $row:ident) => {{
        let mut select = $connection
            .prepare_cached(concat!("SELECT id, owner_id, editor_id, name FROM ", $table))?;
        let rows = select.query_map([], |row| {
            Ok($row {
                id: row.get(0)?,
                owner_id: row.get(1)?,
                editor_id: row.get(2)?,
                name: row.get(3)?,
            })
        })?;
        black_box(rows.collect::<Result<Vec<_>, _>>()?).len()
    }};
}

impl Session for RusqliteSession {
    fn insert(&mut self, form: KeyForm, rows: Range<usize>) -> Result<(), Failure> {
        match form {
            KeyForm::Typed => insert!(self.connection, "typed", &self.typed[rows]),
            KeyForm::Plain => insert!(self.connection, "plain", &self.plain[rows]),
        }
        Ok(())
    }

    fn load(&mut self, form: KeyForm) -> Result<usize, Failure> {
        Ok(match form {
            KeyForm::Typed => load!(self.connection, "typed", TypedRow),
            KeyForm::Plain => load!(self.connection, "plain", PlainRow),
        })
    }

    fn execute(&mut self, statement: &str) -> Result<(), Failure> {
        Ok(self.connection.execute_batch(statement)?)
    }
}
