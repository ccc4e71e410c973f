//! B-trees and BRIN indexes of PostgreSQL.

use diesel::prelude::*;
use diesel::sql_types::{self, Array, BigInt, Text};
use test_servers::Durability;

use super::arrivals::Arrivals;
use super::{QUERIES, has_intervals, intervals, median};
use crate::Failure;
use crate::keys::Kind;
use crate::keys::kind::Value;
use crate::store::{Admin, Database, Store};

/// An index on a key, and what is read with it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Index {
    /// Its bytes.
    pub bytes: i64,
    /// Pages of the table and of the index that are read for the rows of an interval;
    /// none if the key cannot be asked for them.
    pub interval_pages: Option<f64>,
    /// The same for one row by its key.
    pub row_pages: f64,
}

/// A table, with one index after the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Indexed {
    /// Pages of the table.
    pub pages: i64,
    /// With a B-tree.
    pub btree: Index,
    /// With a BRIN index, whose blocks have 128 pages.
    pub brin: Index,
}

pub(super) struct Postgres {
    // Ends the server after the connections.
    admin: Admin,
    connection: PgConnection,
    _store: Store,
}

/// The plan that was run: its node, and how many rows and pages it read.
const EXPLAIN: &str = "
    CREATE FUNCTION run(query text) RETURNS text LANGUAGE plpgsql AS $function$
    DECLARE
        plan json;
    BEGIN
        EXECUTE 'EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ' || query INTO plan;
        plan := plan -> 0 -> 'Plan';
        RETURN concat_ws(
            ',', plan ->> 'Node Type', plan ->> 'Actual Rows',
            (plan ->> 'Shared Hit Blocks')::bigint + (plan ->> 'Shared Read Blocks')::bigint
        );
    END
    $function$;
    SET max_parallel_workers_per_gather = 0;
    SET enable_seqscan = off";

impl Postgres {
    pub(super) fn open() -> Result<Self, Failure> {
        let store = Store::open(Database::Postgres, Durability::None)?;
        let mut admin = Admin::connect(&store)?;
        admin.execute(EXPLAIN)?;
        Ok(Self { admin, connection: PgConnection::establish(&store.url())?, _store: store })
    }

    pub(super) fn version(&mut self) -> Result<String, Failure> {
        self.admin.version()
    }

    /// Fills a table, and reads it with each index.
    pub(super) fn index(
        &mut self,
        kind: Kind,
        arrivals: &Arrivals,
        batch: usize,
    ) -> Result<Indexed, Failure> {
        let key = match kind {
            Kind::UuidV7 | Kind::UuidV4 => "uuid",
            Kind::UlidText => "text",
            _ => "bigint",
        };
        self.admin.execute(&format!(
            "CREATE TABLE blocks (id {key} NOT NULL, payload text NOT NULL)
             WITH (autovacuum_enabled = off)"
        ))?;
        for start in (0..arrivals.len()).step_by(batch) {
            self.insert(kind, arrivals, start..arrivals.len().min(start + batch))?;
        }
        self.admin.execute("VACUUM (ANALYZE) blocks")?;
        let pages = self.admin.number(
            "SELECT pg_relation_size('blocks') / current_setting('block_size')::bigint AS number",
        )?;
        let btree = self.read("btree", "Index Scan", kind, arrivals)?;
        let brin = self.read("brin", "Bitmap Heap Scan", kind, arrivals)?;
        self.admin.execute("DROP TABLE blocks")?;
        Ok(Indexed { pages, btree, brin })
    }

    fn insert(
        &mut self,
        kind: Kind,
        arrivals: &Arrivals,
        places: std::ops::Range<usize>,
    ) -> Result<(), Failure> {
        macro_rules! insert {
            ($sql_type:ty, $array:literal, $variant:ident) => {{
                let keys = places.clone().map(|place| match arrivals.key(kind, place) {
                    Value::$variant(value) => value,
                    other => unreachable!("{other:?} in {}", $array),
                });
                let query =
                    concat!("INSERT INTO blocks SELECT * FROM unnest($1::", $array, ", $2)");
                diesel::sql_query(query)
                    .bind::<Array<$sql_type>, _>(keys.collect::<Vec<_>>())
                    .bind::<Array<Text>, _>(
                        places.clone().map(|place| arrivals.payload(place)).collect::<Vec<_>>(),
                    )
                    .execute(&mut self.connection)?
            }};
        }
        match kind {
            Kind::UuidV7 | Kind::UuidV4 => insert!(sql_types::Uuid, "uuid[]", Uuid),
            Kind::UlidText => insert!(Text, "text[]", Text),
            _ => insert!(BigInt, "bigint[]", Integer),
        };
        Ok(())
    }

    fn read(
        &mut self,
        method: &str,
        node: &str,
        kind: Kind,
        arrivals: &Arrivals,
    ) -> Result<Index, Failure> {
        self.admin.execute(&format!("CREATE INDEX blocks_id ON blocks USING {method} (id)"))?;
        // Else a B-tree may be read in the way of the other.
        let bitmap = if method == "btree" { "off" } else { "on" };
        self.admin.execute(&format!("SET enable_bitmapscan = {bitmap}"))?;
        let bytes = self.admin.number("SELECT pg_relation_size('blocks_id') AS number")?;
        let mut of_interval = Vec::new();
        let mut of_row = Vec::new();
        for rows in intervals(arrivals.len()) {
            let key = literal(&arrivals.key(kind, rows.start));
            of_row.push(self.pages(node, &format!("id = {key}"), 1)?);
            if has_intervals(kind) {
                let count = rows.len();
                let [from, to] = arrivals.bounds(kind, rows).map(|key| literal(&key));
                let condition = format!("id >= {from} AND id < {to}");
                of_interval.push(self.pages(node, &condition, count)?);
            }
        }
        self.admin.execute("DROP INDEX blocks_id")?;
        Ok(Index {
            bytes,
            interval_pages: (of_interval.len() == QUERIES).then(|| median(of_interval)),
            row_pages: median(of_row),
        })
    }

    /// How many pages are read for the rows of a condition.
    fn pages(&mut self, node: &str, condition: &str, rows: usize) -> Result<f64, Failure> {
        let query = format!("SELECT payload FROM blocks WHERE {condition}");
        let run = self.admin.words(&format!("SELECT run($query${query}$query$) AS words"))?;
        let words: Vec<&str> = run.split(',').collect();
        match words[..] {
            // PostgreSQL 18 writes a number of rows as `1.00`.
            [ran, found, pages]
                if ran == node && found.trim_end_matches(".00").parse() == Ok(rows) =>
            {
                Ok(pages.parse()?)
            }
            _ => Err(format!("{query}: {run} in place of {node} of {rows} rows").into()),
        }
    }
}

fn literal(key: &Value) -> String {
    match key {
        Value::Integer(key) => key.to_string(),
        Value::Uuid(key) => format!("'{key}'"),
        Value::Text(key) => format!("'{key}'"),
    }
}
