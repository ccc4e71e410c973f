//! Diesel's ways.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use diesel::connection::{Instrumentation, InstrumentationEvent};
use diesel::prelude::*;

use super::rows::{
    NewParent, Parent, counted_children, counted_parents, minted_children, minted_parents, name,
    new_children,
};
use super::{Inserter, Orm, Way};
use crate::Failure;
use crate::store::{Database, MariaDbConnection, sqlite};

/// Those that a database can be gone with.
pub(crate) const fn ways(database: Database) -> &'static [(Orm, Way)] {
    match database {
        // It has no `RETURNING` for Diesel, so keys of many rows cannot be had.
        Database::MariaDb => &[
            (Orm::Diesel, Way::Minted),
            (Orm::Diesel, Way::Counted),
            (Orm::Diesel, Way::MintedTogether),
        ],
        Database::Sqlite | Database::Postgres => &[
            (Orm::Diesel, Way::Minted),
            (Orm::Diesel, Way::Counted),
            (Orm::Diesel, Way::MintedTogether),
            (Orm::Diesel, Way::CountedTogether),
        ],
    }
}

/// Counts the statements that a connection sends, but for those of transactions.
#[derive(Clone, Default)]
pub(super) struct Sent(Arc<AtomicU64>);

impl Sent {
    /// Those since the last time.
    pub(super) fn take(&self) -> u64 {
        self.0.swap(0, Ordering::Relaxed)
    }
}

impl Instrumentation for Sent {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let (sql, of_transactions) = (query.to_string(), ["BEGIN", "START", "COMMIT"]);
            let word = sql.split_whitespace().next().unwrap_or_default();
            if !of_transactions.contains(&word) {
                self.0.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

/// Keys that are minted, graph by graph.
macro_rules! minted {
    ($connection:ident, $graphs:ident) => {
        for number in 0..$graphs {
            let parent = Parent::mint(number);
            let children = parent.mint_children();
            $connection.transaction(|connection| {
                diesel::insert_into(minted_parents::table).values(&parent).execute(connection)?;
                diesel::insert_into(minted_children::table).values(&children).execute(connection)
            })?;
        }
    };
}

/// Keys that are minted, all graphs together.
macro_rules! minted_together {
    ($connection:ident, $graphs:ident) => {
        let parents: Vec<_> = (0..$graphs).map(Parent::mint).collect();
        let children: Vec<_> = parents.iter().flat_map(Parent::mint_children).collect();
        $connection.transaction(|connection| {
            diesel::insert_into(minted_parents::table).values(&parents).execute(connection)?;
            diesel::insert_into(minted_children::table).values(&children).execute(connection)
        })?;
    };
}

/// Keys that `INSERT … RETURNING` reads back, graph by graph.
macro_rules! counted {
    ($connection:ident, $graphs:ident) => {
        for number in 0..$graphs {
            let parent = NewParent { name: name(number) };
            $connection.transaction(|connection| {
                let key: i64 = diesel::insert_into(counted_parents::table)
                    .values(&parent)
                    .returning(counted_parents::id)
                    .get_result(connection)?;
                let children = new_children(key);
                diesel::insert_into(counted_children::table).values(&children).execute(connection)
            })?;
        }
    };
}

/// Keys that `INSERT … RETURNING` reads back, all graphs together.
macro_rules! counted_together {
    ($connection:ident, $graphs:ident) => {
        let parents: Vec<_> = (0..$graphs).map(|n| NewParent { name: name(n) }).collect();
        $connection.transaction(|connection| {
            let keys: Vec<i64> = diesel::insert_into(counted_parents::table)
                .values(&parents)
                .returning(counted_parents::id)
                .get_results(connection)?;
            let children: Vec<_> = keys.into_iter().flat_map(new_children).collect();
            diesel::insert_into(counted_children::table).values(&children).execute(connection)
        })?;
    };
}

/// The inserter of a way.
macro_rules! inserter {
    ($way:expr, $connection:expr, |$borrowed:ident, $graphs:ident| $body:block) => {{
        let (mut connection, sent) = ($connection, Sent::default());
        Connection::set_instrumentation(&mut connection, sent.clone());
        Inserter {
            orm: Orm::Diesel,
            way: $way,
            insert: Box::new(move |$graphs| {
                let $borrowed = &mut connection;
                $body
                Ok(())
            }),
            sent: Box::new(move || sent.take()),
        }
    }};
}

/// The inserter of a way, where the database returns keys.
macro_rules! returning_inserter {
    ($way:expr, $connection:expr) => {
        match $way {
            Way::Minted => {
                inserter!($way, $connection, |connection, graphs| { minted!(connection, graphs) })
            }
            Way::MintedTogether => inserter!($way, $connection, |connection, graphs| {
                minted_together!(connection, graphs);
            }),
            Way::Counted => {
                inserter!($way, $connection, |connection, graphs| { counted!(connection, graphs) })
            }
            _ => inserter!($way, $connection, |connection, graphs| {
                counted_together!(connection, graphs);
            }),
        }
    };
}

/// A way, connected.
pub(crate) fn connect(database: Database, url: &str, way: Way) -> Result<Inserter, Failure> {
    Ok(match (database, way) {
        (Database::Sqlite, _) => returning_inserter!(way, sqlite(url)?),
        (Database::Postgres, _) => returning_inserter!(way, PgConnection::establish(url)?),
        (Database::MariaDb, Way::Minted) => {
            inserter!(way, MariaDbConnection::establish(url)?, |connection, graphs| {
                minted!(connection, graphs);
            })
        }
        (Database::MariaDb, Way::MintedTogether) => {
            inserter!(way, MariaDbConnection::establish(url)?, |connection, graphs| {
                minted_together!(connection, graphs);
            })
        }
        (Database::MariaDb, _) => {
            inserter!(way, MariaDbConnection::establish(url)?, |connection, graphs| {
                last_insert_ids(connection, graphs)?;
            })
        }
    })
}

/// Without `RETURNING`, the key of a row is asked for.
fn last_insert_ids(connection: &mut MariaDbConnection, graphs: usize) -> Result<(), Failure> {
    define_sql_function! {
        fn last_insert_id() -> diesel::sql_types::BigInt;
    }

    for number in 0..graphs {
        let parent = NewParent { name: name(number) };
        connection.transaction(|connection| {
            diesel::insert_into(counted_parents::table).values(&parent).execute(connection)?;
            let key: i64 = diesel::select(last_insert_id()).get_result(connection)?;
            let children = new_children(key);
            diesel::insert_into(counted_children::table).values(&children).execute(connection)
        })?;
    }
    Ok(())
}
