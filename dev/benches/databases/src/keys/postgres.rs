//! PostgreSQL.

use std::time::{Duration, Instant};

use diesel::prelude::*;
use diesel::sql_types::{self, Array, BigInt, Nullable, Text};
use test_servers::Durability;

use super::engine::{Engine, Sizes, table};
use super::history::Batch;
use super::kind::{KeyKind, Value};
use crate::Failure;
use crate::store::{Admin, Database, Store};

/// What a server is told. The rest are its defaults.
fn settings(cache_kib: u32) -> Vec<String> {
    vec![
        format!("shared_buffers = '{cache_kib}kB'"),
        // What a busy server does: pages that are changed after a checkpoint are
        // logged as a whole.
        "max_wal_size = '128MB'".to_owned(),
        "checkpoint_timeout = '30min'".to_owned(),
        // The work is measured, and not the disk's answer to it.
        "synchronous_commit = off".to_owned(),
        // It would come when it likes.
        "autovacuum = off".to_owned(),
    ]
}

/// A server with a small cache.
pub(crate) struct Postgres {
    _store: Store,
    connection: PgConnection,
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
        let connection = PgConnection::establish(&store.url())?;
        let admin = Admin::connect(&store)?;
        Ok(Self { _store: store, connection, admin })
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
            KeyKind::Snowflake | KeyKind::SnowflakeOrdered => ("BIGINT PRIMARY KEY", "BIGINT"),
            KeyKind::Counted | KeyKind::CountedDated => ("BIGSERIAL PRIMARY KEY", "BIGINT"),
            KeyKind::UuidV7 | KeyKind::UuidV4 => ("UUID PRIMARY KEY", "UUID"),
            KeyKind::UlidText => ("TEXT PRIMARY KEY", "TEXT"),
        };
        self.admin.execute(&table(key, foreign, kind))?;
        self.admin.execute("CHECKPOINT")
    }

    fn insert(&mut self, kind: KeyKind, batch: Batch<'_>) -> Result<Duration, Failure> {
        let connection = &mut self.connection;
        Ok(match kind {
            KeyKind::UuidV7 | KeyKind::UuidV4 => {
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

    fn admin(&mut self) -> &mut Admin {
        &mut self.admin
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

    fn clear(&mut self) -> Result<(), Failure> {
        self.admin.execute("DROP TABLE t")
    }
}
