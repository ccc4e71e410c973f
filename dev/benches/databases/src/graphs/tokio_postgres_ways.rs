//! The ways of tokio-postgres, with graphs of five levels: it sends what has an answer
//! to come, and does not wait for it unless the caller does.

use std::cell::Cell;
use std::iter::repeat_n;
use std::rc::Rc;

use futures_util::future::{try_join, try_join_all, try_join3};
use snowflake_kit::{Snowflake, SnowflakeId};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Client, Error, NoTls, Row, Statement};

use super::shape::DEEP;
use super::{Inserter, Orm, Way};
use crate::Failure;

/// Identifies a row, of whatever level.
#[derive(SnowflakeId)]
pub struct RowId(Snowflake);

/// Those that graphs of five levels can be gone with.
pub(crate) const WAYS: [(Orm, Way); 2] =
    [(Orm::TokioPostgres, Way::MintedPipelined), (Orm::TokioPostgres, Way::Counted)];

/// A way, connected.
pub(crate) fn connect(url: &str, way: Way) -> Result<Inserter, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let session = runtime.block_on(Session::open(url, way))?;
    // A statement for each level of a graph.
    let sent = Rc::<Cell<u64>>::default();
    let counter = Rc::clone(&sent);
    Ok(Inserter {
        orm: Orm::TokioPostgres,
        way,
        insert: Box::new(move |graphs| {
            runtime.block_on(async {
                for number in 0..graphs {
                    counter.set(counter.get() + DEEP.len() as u64);
                    if way.is_minted() {
                        session.pipelined(number).await?;
                    } else {
                        session.returning(number).await?;
                    }
                }
                Ok(())
            })
        }),
        sent: Box::new(move || sent.take()),
    })
}

/// A connection, and an insert for each level.
struct Session {
    client: Client,
    inserts: Vec<Statement>,
}

impl Session {
    async fn open(url: &str, way: Way) -> Result<Self, Error> {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        let mut inserts = Vec::new();
        for at in 0..DEEP.len() {
            inserts.push(client.prepare(&insert_into(at, way)).await?);
        }
        Ok(Self { client, inserts })
    }

    /// All is sent at once: each statement has the keys that it refers to.
    async fn pipelined(&self, number: usize) -> Result<(), Error> {
        let texts = texts(number);
        let keys = DEEP.map(|level| RowId::mint_many(level.rows));
        let above = [1, 2, 3, 4].map(|at| parents(&keys[at - 1], DEEP[at].rows));
        let values = [0, 1, 2, 3, 4].map(|at| {
            let mut values: Vec<&(dyn ToSql + Sync)> = vec![&keys[at]];
            values.extend(at.checked_sub(1).map(|at| &above[at] as &(dyn ToSql + Sync)));
            values.push(&texts[at]);
            values
        });
        let inserts = self.inserts.iter().zip(&values);
        try_join3(
            self.client.batch_execute("BEGIN"),
            try_join_all(inserts.map(|(insert, values)| self.client.execute(insert, values))),
            self.client.batch_execute("COMMIT"),
        )
        .await?;
        Ok(())
    }

    /// A level waits for the keys of the one above. What begins and ends the transaction
    /// waits for nothing: it is sent with the first level, and with the last one.
    async fn returning(&self, number: usize) -> Result<(), Error> {
        let (texts, mut above) = (texts(number), Vec::new());
        for (at, insert) in self.inserts.iter().enumerate() {
            let of_above = parents(&above, DEEP[at].rows);
            let mut values: Vec<&(dyn ToSql + Sync)> = vec![&of_above, &texts[at]];
            if at == 0 {
                values.remove(0);
            }
            let inserted = self.client.query(insert, &values);
            let rows = match at {
                0 => try_join(self.client.batch_execute("BEGIN"), inserted).await?.1,
                4 => try_join(inserted, self.client.batch_execute("COMMIT")).await?.0,
                _ => inserted.await?,
            };
            above = keys(&rows)?;
        }
        Ok(())
    }
}

/// What inserts the rows of a level, and returns their keys if the database counts them
/// and there is a level below.
fn insert_into(at: usize, way: Way) -> String {
    let (level, is_minted) = (&DEEP[at], way.is_minted());
    let columns = [("id", is_minted), ("parent_id", at > 0), (level.text, true)];
    let columns: Vec<_> = columns.iter().filter(|(_, is_sent)| *is_sent).collect();
    let names: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
    let arrays: Vec<_> = (1..=names.len())
        .map(|number| {
            let kind = if number == names.len() { "text" } else { "bigint" };
            format!("${number}::{kind}[]")
        })
        .collect();
    let returning = if is_minted || at + 1 == DEEP.len() { "" } else { " RETURNING id" };
    format!(
        "INSERT INTO {} ({}) SELECT * FROM UNNEST({}){returning}",
        level.table(is_minted),
        names.join(", "),
        arrays.join(", "),
    )
}

/// The texts of the rows of each level.
fn texts(number: usize) -> [Vec<String>; DEEP.len()] {
    DEEP.map(|level| (0..level.rows).map(|row| format!("{} {number}.{row}", level.text)).collect())
}

/// The parent of each of so many rows: all parents have as many.
fn parents<T: Copy>(parents: &[T], rows: usize) -> Vec<T> {
    parents.iter().flat_map(|parent| repeat_n(*parent, rows / parents.len())).collect()
}

/// The keys that were returned.
fn keys(rows: &[Row]) -> Result<Vec<i64>, Error> {
    rows.iter().map(|row| row.try_get(0)).collect()
}
