//! The smallest and largest values of keys: the only rows of tables that are read.

use std::collections::{BTreeMap, BTreeSet};

use snowflake_kit_core::Dialect;
use snowflake_kit_sql::text::known;
use sqlx::{AssertSqlSafe, Executor, PgConnection, Row};

use super::super::{Measured, note, range, text};
use crate::catalog::Catalog;

/// The tables that the catalog has: the OIDs of each, and of its owner.
pub(super) type Known = BTreeMap<String, (i64, i64)>;

/// The relation that has a name now.
const NOW: &str = "
SELECT c.relname::text AS name, c.oid::bigint AS oid, c.relowner::bigint AS owner_oid
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p')";

/// Reads them of tables that are locked, and are then still what they were when the catalog was
/// read: their owners may put a view in the place of a table, whose functions would run as the role
/// that reads.
pub(super) async fn read(
    db: &mut PgConnection,
    catalog: &mut Catalog,
    known_tables: &Known,
    measured: Measured<'_>,
) -> Result<(), sqlx::Error> {
    let places = measured(catalog);
    let schema = known(Dialect::Postgres, &catalog.schema);
    let qualified = |table: &str| format!("{schema}.{}", known(Dialect::Postgres, table));
    let tables: BTreeSet<&str> = places.iter().map(|(table, _)| table.as_str()).collect();
    if tables.is_empty() {
        return Ok(());
    }
    // Each statement sees what has been committed before it.
    db.execute("BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED READ ONLY").await?;
    let locked: Vec<_> = tables.iter().map(|table| qualified(table)).collect();
    let lock = format!("LOCK TABLE {} IN ACCESS SHARE MODE", locked.join(", "));
    db.execute(AssertSqlSafe(lock)).await?;
    let mut now = Known::new();
    for row in sqlx::query(NOW).bind(&catalog.schema).fetch_all(&mut *db).await? {
        now.insert(text(&row, "name")?, (row.try_get("oid")?, row.try_get("owner_oid")?));
    }
    if let Some(table) = tables.iter().find(|table| now.get(**table) != known_tables.get(**table)) {
        return Err(sqlx::Error::Protocol(format!(
            "{table} is not the table that it was when the catalog was read: its owner has put another \
             relation in its place, so nothing of it is read; run the command again"
        )));
    }
    for place in places {
        let name = known(Dialect::Postgres, &place.1);
        let sql = range(&name, &qualified(&place.0), "text");
        let row = sqlx::query(sql).fetch_one(&mut *db).await?;
        note(catalog, &place, &row)?;
    }
    db.execute("ROLLBACK").await?;
    Ok(())
}
