//! Diesel.

use std::hint::black_box;
use std::ops::Range;

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;

use super::rows::{PlainRow, TypedRow, plain, rows, typed};
use super::{KeyForm, Session};
use crate::Failure;
use crate::store::Database;

struct DieselSession<C> {
    connection: C,
    typed: Vec<TypedRow>,
    plain: Vec<PlainRow>,
}

pub(super) fn open(
    database: Database,
    url: &str,
    count: usize,
) -> Result<Box<dyn Session>, Failure> {
    let (typed, plain) = rows(count);
    Ok(if database == Database::Postgres {
        let connection = PgConnection::establish(url)?;
        Box::new(DieselSession { connection, typed, plain })
    } else {
        let connection = SqliteConnection::establish(url)?;
        Box::new(DieselSession { connection, typed, plain })
    })
}

/// The same for each connection.
macro_rules! session {
    ($($connection:ty),+) => {$(
        impl Session for DieselSession<$connection> {
            fn insert(&mut self, form: KeyForm, rows: Range<usize>) -> Result<(), Failure> {
                let connection = &mut self.connection;
                match form {
                    KeyForm::Typed => diesel::insert_into(typed::table)
                        .values(&self.typed[rows])
                        .execute(connection)?,
                    KeyForm::Plain => diesel::insert_into(plain::table)
                        .values(&self.plain[rows])
                        .execute(connection)?,
                };
                Ok(())
            }

            fn load(&mut self, form: KeyForm) -> Result<usize, Failure> {
                let connection = &mut self.connection;
                Ok(match form {
                    KeyForm::Typed => black_box(typed::table.load::<TypedRow>(connection)?).len(),
                    KeyForm::Plain => black_box(plain::table.load::<PlainRow>(connection)?).len(),
                })
            }

            fn execute(&mut self, statement: &str) -> Result<(), Failure> {
                Ok(self.connection.batch_execute(statement)?)
            }
        }
    )+};
}

session!(PgConnection, SqliteConnection);
