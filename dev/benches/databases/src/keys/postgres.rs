//! PostgreSQL.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::sql_types::{self, Array, BigInt, Nullable, Text};
use test_servers::Durability;

use super::engine::{Engine, Row, Sizes, forget, table};
use super::history::{Batch, Sum};
use super::kind::{KeyKind, Value};
use crate::Failure;
use crate::store::{Admin, Database, Store};

/// What a server is told. The rest are its defaults.
pub(crate) fn settings(cache_kib: u32) -> Vec<String> {
    vec![
        format!("shared_buffers = '{cache_kib}kB'"),
        // What a busy server does: pages that are changed after a checkpoint are
        // logged as a whole.
        "max_wal_size = '128MB'".to_owned(),
        "checkpoint_timeout = '30min'".to_owned(),
        // The work is measured, and not the disk's answer to it.
        "synchronous_commit = off".to_owned(),
        // It would come when it likes; `VACUUM` is told instead.
        "autovacuum = off".to_owned(),
    ]
}

/// A server with a small cache.
pub(crate) struct Postgres {
    store: Store,
    /// None while the server starts again.
    connection: Option<PgConnection>,
    admin: Admin,
}

impl Postgres {
    pub(crate) fn open(cache_kib: u32) -> Result<Self, Failure> {
        let mut store = Store::open(Database::Postgres, Durability::Default)?;
        let mut admin = Admin::connect(&store)?;
        for setting in settings(cache_kib) {
            admin.execute(&format!("ALTER SYSTEM SET {setting}"))?;
        }
        drop(admin);
        store.restart()?;
        let connection = Some(PgConnection::establish(&store.url())?);
        let admin = Admin::connect(&store)?;
        Ok(Self { store, connection, admin })
    }

    pub(crate) fn version(&mut self) -> Result<String, Failure> {
        self.admin.version()
    }

    fn connection(&mut self) -> Result<&mut PgConnection, Failure> {
        self.connection.as_mut().ok_or_else(|| "not connected".into())
    }
}

/// The rows of arrays of one type.
macro_rules! insert {
    ($connection:ident, $sql_type:ty, $cast:literal, $variant:ident, $batch:ident) => {{
        let of = |value| match value {
            Value::$variant(value) => value,
            other => unreachable!("{other:?} as {}", $cast),
        };
        let parents: Vec<_> = $batch.parents.into_iter().map(|parent| parent.map(of)).collect();
        let keys: Option<Vec<_>> = $batch.keys.map(|keys| keys.into_iter().map(of).collect());
        let (column, unnested) =
            if keys.is_some() { ("id, ", concat!(", $4::", $cast, "[]")) } else { ("", "") };
        let selected = if keys.is_some() { "k, " } else { "" };
        let names = if keys.is_some() { "p, c, t, k" } else { "p, c, t" };
        let query = format!(
            "INSERT INTO t ({column}parent_id, created_at, payload)
             SELECT {selected}p, c, t
             FROM unnest($1::{}[], $2::bigint[], $3::text[]{unnested}) AS rows ({names})",
            $cast
        );
        let query = diesel::sql_query(query)
            .into_boxed()
            .bind::<Array<Nullable<$sql_type>>, _>(parents)
            .bind::<Array<BigInt>, _>($batch.millis)
            .bind::<Array<Text>, _>($batch.payloads);
        let query = match keys {
            Some(keys) => query.bind::<Array<$sql_type>, _>(keys),
            None => query,
        };
        let began = Instant::now();
        query.execute($connection)?;
        began.elapsed()
    }};
}

impl Engine for Postgres {
    fn create(&mut self, kind: KeyKind) -> Result<(), Failure> {
        let (key, foreign) = match kind {
            KeyKind::Snowflake | KeyKind::SnowflakeRow | KeyKind::SnowflakeOrdered => {
                ("BIGINT PRIMARY KEY", "BIGINT")
            }
            KeyKind::Counted | KeyKind::CountedDated => ("BIGSERIAL PRIMARY KEY", "BIGINT"),
            KeyKind::UuidV7 | KeyKind::UuidV4 | KeyKind::UuidV4Dated => {
                ("UUID PRIMARY KEY", "UUID")
            }
            KeyKind::UlidText => ("TEXT PRIMARY KEY", "TEXT"),
        };
        self.admin.execute(&table(key, foreign, kind))?;
        self.admin.execute("CHECKPOINT")
    }

    fn insert(&mut self, kind: KeyKind, batch: Batch<'_>) -> Result<Duration, Failure> {
        let connection = self.connection()?;
        Ok(match kind {
            KeyKind::UuidV7 | KeyKind::UuidV4 | KeyKind::UuidV4Dated => {
                insert!(connection, sql_types::Uuid, "uuid", Uuid, batch)
            }
            KeyKind::UlidText => insert!(connection, Text, "text", Text, batch),
            _ => insert!(connection, BigInt, "bigint", Integer, batch),
        })
    }

    fn logged(&mut self) -> Result<Option<i64>, Failure> {
        let query = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint AS number";
        self.admin.number(query).map(Some)
    }

    fn sizes(&mut self, kind: KeyKind) -> Result<Sizes, Failure> {
        let mut size =
            |name: &str| self.admin.number(&format!("SELECT pg_relation_size('{name}') AS number"));
        Ok(Sizes {
            table: size("t")?,
            key: size("t_pkey")?,
            parent: size("t_parent")?,
            created: if kind.is_dated() { size("t_created")? } else { 0 },
        })
    }

    fn cool(&mut self) -> Result<(), Failure> {
        // What a first reader would have to write, and what the planner knows.
        self.admin.execute("VACUUM (ANALYZE) t")?;
        self.admin.execute("CHECKPOINT")?;
        let folder = self.admin.words("SELECT current_setting('data_directory') AS words")?;
        let files = self.admin.words(
            "SELECT string_agg(pg_relation_filepath(oid), ' ') AS words FROM pg_class
             WHERE relname IN ('t', 't_pkey', 't_parent', 't_created')",
        )?;
        self.connection = None;
        self.store.restart()?;
        for file in files.split(' ') {
            forget(&PathBuf::from(&folder).join(file))?;
        }
        self.admin = Admin::connect(&self.store)?;
        self.connection = Some(PgConnection::establish(&self.store.url())?);
        Ok(())
    }

    fn chunk(
        &mut self,
        query: &str,
        from: &Value,
        to: &Value,
    ) -> Result<(Sum, Option<i64>), Failure> {
        let query = diesel::sql_query(query.replacen('?', "$1", 1).replacen('?', "$2", 1));
        let mut query = query.into_boxed();
        for value in [from, to] {
            query = match value {
                Value::Integer(value) => query.bind::<BigInt, _>(*value),
                Value::Uuid(value) => query.bind::<sql_types::Uuid, _>(*value),
                Value::Text(value) => query.bind::<Text, _>(value.clone()),
            };
        }
        let rows: Vec<Row> = query.load(self.connection()?)?;
        Ok(Row::sum(&rows))
    }

    fn clear(&mut self) -> Result<(), Failure> {
        self.admin.execute("DROP TABLE t")
    }
}
