//! sqlx.

use std::hint::black_box;
use std::ops::Range;

use sqlx::{AssertSqlSafe, Connection as _, QueryBuilder, Sqlite, SqliteConnection};
use tokio::runtime::Runtime;

use super::rows::{PlainRow, TypedRow, rows};
use super::{KeyForm, Session};
use crate::Failure;

struct SqlxSession {
    runtime: Runtime,
    connection: SqliteConnection,
    typed: Vec<TypedRow>,
    plain: Vec<PlainRow>,
}

/// In memory.
pub(super) fn open(count: usize) -> Result<Box<dyn Session>, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let connection = runtime.block_on(SqliteConnection::connect("sqlite::memory:"))?;
    let (typed, plain) = rows(count);
    Ok(Box::new(SqlxSession { runtime, connection, typed, plain }))
}

/// The same for both forms.
macro_rules! insert {
    ($table:literal, $rows:expr) => {{
        let mut insert = QueryBuilder::<Sqlite>::new(concat!(
            "INSERT INTO ",
            $table,
            " (id, owner_id, editor_id, name) "
        ));
        insert.push_values($rows, |mut values, row| {
            values.push_bind(row.id);
            values.push_bind(row.owner_id);
            values.push_bind(row.editor_id);
            values.push_bind(&row.name);
        });
        insert
    }};
}

impl Session for SqlxSession {
    fn insert(&mut self, form: KeyForm, rows: Range<usize>) -> Result<(), Failure> {
        let mut insert = match form {
            KeyForm::Typed => insert!("typed", &self.typed[rows]),
            KeyForm::Plain => insert!("plain", &self.plain[rows]),
        };
        self.runtime.block_on(insert.build().execute(&mut self.connection))?;
        Ok(())
    }

    fn load(&mut self, form: KeyForm) -> Result<usize, Failure> {
        let connection = &mut self.connection;
        Ok(match form {
            KeyForm::Typed => {
                let select = sqlx::query_as("SELECT id, owner_id, editor_id, name FROM typed");
                let loaded: Vec<TypedRow> = self.runtime.block_on(select.fetch_all(connection))?;
                black_box(loaded).len()
            }
            KeyForm::Plain => {
                let select = sqlx::query_as("SELECT id, owner_id, editor_id, name FROM plain");
                let loaded: Vec<PlainRow> = self.runtime.block_on(select.fetch_all(connection))?;
                black_box(loaded).len()
            }
        })
    }

    fn execute(&mut self, statement: &str) -> Result<(), Failure> {
        let statement = sqlx::raw_sql(AssertSqlSafe(statement));
        self.runtime.block_on(statement.execute(&mut self.connection))?;
        Ok(())
    }
}
