//! The catalog of PostgreSQL.

mod belongings;
mod routines;
mod session;
mod values;
mod views;

use snowflake_kit_core::Dialect;
use sqlx::postgres::PgRow;
use sqlx::{Executor, PgConnection, Row};

use super::{Measured, text};
use crate::catalog::{Catalog, Column, ColumnKind, Counting, ForeignKey, Table};
use crate::token::{conforming, tokens};
pub(crate) use session::{LOCK_LIMIT, for_reading};

/// Tables that are not partitions, and that no extension owns. The size of a partitioned table is
/// that of its partitions. An owner is one of the table, of its partitions or of what inherits from it.
const TABLES: &str = "
SELECT c.relname::text AS name, c.oid::bigint AS oid, c.relowner::bigint AS owner_oid, s.rows, s.bytes,
       (WITH RECURSIVE parts(oid) AS (
            SELECT c.oid UNION SELECT i.inhrelid FROM parts JOIN pg_inherits i ON i.inhparent = parts.oid
        )
        SELECT min(o.rolname)::text FROM parts JOIN pg_class p ON p.oid = parts.oid
        JOIN pg_roles o ON o.oid = p.relowner
        WHERE NOT o.rolsuper AND o.rolname <> current_user) AS owner
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (
    SELECT coalesce(sum(greatest(p.reltuples, 0)), 0)::bigint AS rows,
           coalesce(sum(pg_total_relation_size(p.oid)), 0)::bigint AS bytes
    FROM pg_class p
    WHERE p.oid = c.oid AND c.relkind = 'r'
       OR p.oid IN (SELECT relid FROM pg_partition_tree(c.oid) WHERE isleaf) AND c.relkind = 'p'
) s
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                  AND d.objid = c.oid AND d.deptype = 'e')";

const COLUMNS: &str = "
SELECT c.relname::text AS table_name, a.attname::text AS name,
       format_type(a.atttypid, a.atttypmod) AS declared,
       (SELECT CASE WHEN typnamespace = 'pg_catalog'::regnamespace OR typname = 'citext'
               THEN typname::text END
        FROM pg_type WHERE oid = coalesce(nullif(t.typbasetype, 0), t.oid)) AS base,
       (SELECT typtype = 'e' FROM pg_type WHERE oid = coalesce(nullif(t.typbasetype, 0), t.oid))
           AS is_enumeration,
       NOT a.attnotnull AS is_nullable, a.attgenerated <> '' AS is_generated,
       (SELECT con.conname::text FROM pg_constraint con WHERE con.conrelid = c.oid
        AND con.contype = 'n' AND con.conkey = ARRAY[a.attnum]) AS not_null,
       pg_get_expr(d.adbin, d.adrelid) AS expression,
       (SELECT format_type(q.seqtypid, NULL) FROM pg_depend s JOIN pg_sequence q ON q.seqrelid = s.refobjid
        WHERE s.classid = 'pg_attrdef'::regclass AND s.objid = d.oid
          AND s.refclassid = 'pg_class'::regclass LIMIT 1) AS counted_as,
       a.attidentity::text AS identity, col_description(c.oid, a.attnum) AS comment
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type t ON t.oid = a.atttypid
LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition
ORDER BY c.relname, a.attnum";

const KEYS: &str = "
SELECT con.conname::text AS name, con.contype::text AS kind, c.relname::text AS table_name,
       (SELECT array_agg(a.attname::text ORDER BY k.place)
        FROM unnest(con.conkey) WITH ORDINALITY k (number, place)
        JOIN pg_attribute a ON a.attrelid = con.conrelid AND a.attnum = k.number) AS columns,
       f.relname::text AS parent, fn.nspname = n.nspname AS is_here,
       fn.nspname::text AS parent_schema,
       (SELECT array_agg(a.attname::text ORDER BY k.place)
        FROM unnest(con.confkey) WITH ORDINALITY k (number, place)
        JOIN pg_attribute a ON a.attrelid = con.confrelid AND a.attnum = k.number) AS parent_columns
FROM pg_constraint con
JOIN pg_class c ON c.oid = con.conrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_class f ON f.oid = con.confrelid
LEFT JOIN pg_namespace fn ON fn.oid = f.relnamespace
WHERE n.nspname = $1 AND con.contype IN ('p', 'f') AND con.conparentid = 0
ORDER BY con.conname";

pub(super) async fn read(
    db: &mut PgConnection,
    schema: Option<&str>,
    measured: Measured<'_>,
) -> Result<Catalog, sqlx::Error> {
    let current: Option<String> =
        sqlx::query_scalar("SELECT pg_catalog.current_schema()").fetch_one(&mut *db).await?;
    let schema = schema.map(str::to_owned).or(current).unwrap_or_default();
    for_reading(db).await?;
    db.execute("BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ").await?;
    let mut catalog = Catalog::new(Dialect::Postgres, schema);
    let mut known = values::Known::new();
    for row in all(db, TABLES, &catalog.schema).await? {
        known.insert(text(&row, "name")?, (row.try_get("oid")?, row.try_get("owner_oid")?));
        let (rows, bytes) = (row.try_get("rows")?, row.try_get("bytes")?);
        let table = Table { rows, bytes, owner: row.try_get("owner")?, ..Table::default() };
        catalog.tables.insert(text(&row, "name")?, table);
    }
    for row in all(db, COLUMNS, &catalog.schema).await? {
        if let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) {
            table.columns.push(column(&row)?);
        }
    }
    for row in all(db, KEYS, &catalog.schema).await? {
        if let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) {
            key(table, &row)?;
        }
    }
    views::read(db, &mut catalog).await?;
    routines::read(db, &mut catalog).await?;
    belongings::read(db, &mut catalog).await?;
    db.execute("ROLLBACK").await?;
    values::read(db, &mut catalog, &known, measured).await?;
    Ok(catalog)
}

async fn all(
    db: &mut PgConnection,
    sql: &'static str,
    schema: &str,
) -> Result<Vec<PgRow>, sqlx::Error> {
    sqlx::query(sql).bind(schema).fetch_all(db).await
}

fn column(row: &PgRow) -> Result<Column, sqlx::Error> {
    let base = text(row, "base")?;
    let kind = match base.as_str() {
        "int2" => ColumnKind::Integer { bits: 16, is_signed: true },
        "int4" => ColumnKind::Integer { bits: 32, is_signed: true },
        "int8" => ColumnKind::Integer { bits: 64, is_signed: true },
        "_int2" | "_int4" | "_int8" => ColumnKind::Integers,
        "text" | "varchar" | "bpchar" | "citext" => ColumnKind::Text,
        "uuid" => ColumnKind::Uuid,
        _ if row.try_get("is_enumeration")? => ColumnKind::Enumeration,
        _ => ColumnKind::Other,
    };
    let written: Option<String> = row.try_get("expression")?;
    let default = written.as_deref().map(conforming);
    let counting = match text(row, "identity")?.as_str() {
        "a" => Some(Counting::IdentityAlways),
        "d" => Some(Counting::IdentityByDefault),
        _ => written.as_deref().and_then(sequence).map(Counting::Sequence),
    };
    Ok(Column {
        name: text(row, "name")?,
        kind,
        declared: text(row, "declared")?,
        counted_as: row.try_get("counted_as")?,
        is_nullable: row.try_get("is_nullable")?,
        is_generated: row.try_get("is_generated")?,
        not_null: row.try_get("not_null")?,
        default,
        comment: text(row, "comment")?,
        counting,
        ..Column::default()
    })
}

/// The sequence of a default such as `nextval('users_id_seq'::regclass)`, as SQL writes it.
fn sequence(default: &str) -> Option<String> {
    let tokens = tokens(Dialect::Postgres, default)?;
    let texts: Vec<_> = tokens.iter().map(|token| token.text).collect();
    match texts.as_slice() {
        ["nextval", "(", _, "::", "regclass", ")"] => tokens[2].string(),
        _ => None,
    }
}

fn key(table: &mut Table, row: &PgRow) -> Result<(), sqlx::Error> {
    let columns: Vec<String> = row.try_get("columns")?;
    if text(row, "kind")? == "p" {
        table.primary_key = columns;
        return Ok(());
    }
    let (mut parent, is_here) = (text(row, "parent")?, row.try_get::<bool, _>("is_here")?);
    if !is_here {
        parent = format!("{}.{parent}", text(row, "parent_schema")?);
    }
    table.foreign_keys.push(ForeignKey {
        name: text(row, "name")?,
        columns,
        table: parent,
        references: row.try_get("parent_columns")?,
        ..ForeignKey::default()
    });
    Ok(())
}
