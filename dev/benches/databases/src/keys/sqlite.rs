//! SQLite.

use std::time::{Duration, Instant};

use diesel::connection::SimpleConnection as _;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Binary, Nullable, Text};
use test_servers::Durability;

use super::engine::{Engine, Sizes, table};
use super::history::Batch;
use super::kind::{KeyKind, Value};
use crate::Failure;
use crate::store::{Admin, Database, Store, sqlite};

/// How many rows are in a statement: what it binds is limited.
const ROWS: usize = 250;

/// A file, and a connection with a small cache.
pub(crate) struct Sqlite {
    _store: Store,
    connection: SqliteConnection,
    admin: Admin,
}

impl Sqlite {
    pub(crate) fn open(cache_kib: u32) -> Result<Self, Failure> {
        let store = Store::open(Database::Sqlite, Durability::Default)?;
        let mut connection = sqlite(&store.url())?;
        connection.batch_execute(&format!("PRAGMA cache_size = -{cache_kib}"))?;
        let admin = Admin::connect(&store)?;
        Ok(Self { _store: store, connection, admin })
    }
}

/// Binds a value, or that there is none.
macro_rules! bind {
    ($query:ident, $value:expr) => {
        $query = match $value {
            Some(Value::Integer(value)) => $query.bind::<BigInt, _>(value),
            Some(Value::Uuid(value)) => $query.bind::<Binary, _>(value.into_bytes()),
            Some(Value::Text(value)) => $query.bind::<Text, _>(value),
            None => $query.bind::<Nullable<BigInt>, _>(None::<i64>),
        }
    };
}

impl Engine for Sqlite {
    fn create(&mut self, kind: KeyKind) -> Result<(), Failure> {
        let (key, foreign) = match kind {
            // Any name but `INTEGER`, and the key has an index of its own.
            KeyKind::Snowflake | KeyKind::SnowflakeOrdered => {
                ("BIGINT PRIMARY KEY NOT NULL", "BIGINT")
            }
            KeyKind::Counted | KeyKind::CountedDated => ("INTEGER PRIMARY KEY NOT NULL", "BIGINT"),
            KeyKind::UuidV7 | KeyKind::UuidV4 => ("BLOB PRIMARY KEY NOT NULL", "BLOB"),
            KeyKind::UlidText => ("TEXT PRIMARY KEY NOT NULL", "TEXT"),
        };
        Ok(self.connection.batch_execute(&table(key, foreign, kind))?)
    }

    fn insert(&mut self, _: KeyKind, batch: Batch<'_>) -> Result<Duration, Failure> {
        let Batch { keys, parents, millis, payloads } = batch;
        let (columns, row) = match keys {
            Some(_) => ("id, parent_id, created_at, payload", "(?, ?, ?, ?)"),
            None => ("parent_id, created_at, payload", "(?, ?, ?)"),
        };
        let mut keys = keys.map(Vec::into_iter);
        let mut rows = parents.into_iter().zip(millis).zip(payloads);
        let mut statements = Vec::new();
        while rows.len() > 0 {
            let count = rows.len().min(ROWS);
            let values = vec![row; count].join(", ");
            let query = format!("INSERT INTO t ({columns}) VALUES {values}");
            let mut query = diesel::sql_query(query).into_boxed();
            for ((parent, millis), payload) in rows.by_ref().take(count) {
                if let Some(key) = keys.as_mut().and_then(Iterator::next) {
                    bind!(query, Some(key));
                }
                bind!(query, parent);
                query = query.bind::<BigInt, _>(millis).bind::<Text, _>(payload);
            }
            statements.push(query);
        }
        let began = Instant::now();
        self.connection.transaction(|connection| {
            statements.into_iter().try_for_each(|statement| statement.execute(connection).map(drop))
        })?;
        Ok(began.elapsed())
    }

    fn logged(&mut self) -> Result<Option<i64>, Failure> {
        Ok(None)
    }

    fn admin(&mut self) -> &mut Admin {
        &mut self.admin
    }

    fn sizes(&mut self, _: KeyKind) -> Result<Sizes, Failure> {
        let mut size = |name: &str| {
            self.admin.number(&format!(
                "SELECT coalesce(sum(pgsize), 0) AS number FROM dbstat WHERE name = '{name}'"
            ))
        };
        Ok(Sizes {
            table: size("t")?,
            key: size("sqlite_autoindex_t_1")?,
            parent: size("t_parent")?,
            created: size("t_created")?,
        })
    }

    fn clear(&mut self) -> Result<(), Failure> {
        // The next one begins with an empty file too.
        self.connection.batch_execute("DROP TABLE t; VACUUM; PRAGMA wal_checkpoint(TRUNCATE);")?;
        Ok(())
    }
}
