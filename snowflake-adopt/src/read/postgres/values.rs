//! The smallest and largest values of keys: the only rows of tables that are read.

use std::collections::BTreeMap;

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::known;
use sqlx::{AssertSqlSafe, Executor, PgConnection};

use super::super::{Measured, note, range};
use crate::catalog::{Catalog, Place};

/// The tables that the catalog has: the OIDs of each, and of its owner.
pub(super) type Known = BTreeMap<String, (i64, i64)>;

const LOCK: &str = "BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED READ ONLY; LOCK TABLE";

/// The relation that has a name now.
const NOW: &str = "
SELECT c.oid::bigint, c.relowner::bigint
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'p')";

/// Reads them of tables that are locked, each of which is then still what it was when the catalog was
/// read: their owners may put a view in the place of a table, whose functions would run as the role
/// that reads.
pub(super) async fn read(
    db: &mut PgConnection,
    catalog: &mut Catalog,
    known_tables: &Known,
    measured: Measured<'_>,
) -> Result<(), sqlx::Error> {
    let schema = known(Dialect::Postgres, &catalog.schema);
    let mut tables: BTreeMap<String, Vec<Place>> = BTreeMap::new();
    for place in measured(catalog) {
        tables.entry(place.0.clone()).or_default().push(place);
    }
    for (table, places) in tables {
        let qualified = format!("{schema}.{}", known(Dialect::Postgres, &table));
        // Each statement sees what has been committed before it. One table at a time: a server has
        // room for so many locks.
        let lock = format!("{LOCK} {qualified} IN ACCESS SHARE MODE");
        db.execute(AssertSqlSafe(lock)).await?;
        let now = sqlx::query_as(NOW).bind(&catalog.schema).bind(&table);
        if now.fetch_optional(&mut *db).await?.as_ref() != known_tables.get(&table) {
            return Err(sqlx::Error::Protocol(format!(
                "{table} is not the table that it was when the catalog was read: its owner has put \
                 another relation in its place, so nothing of it is read; run the command again"
            )));
        }
        for place in places {
            let sql = range(&known(Dialect::Postgres, &place.1), &qualified, "text");
            let row = sqlx::query(sql).fetch_one(&mut *db).await?;
            note(catalog, &place, &row)?;
        }
        db.execute("ROLLBACK").await?;
    }
    Ok(())
}
