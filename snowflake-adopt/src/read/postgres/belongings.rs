//! What belongs to the columns of PostgreSQL, and goes with a column when another is put in its
//! place: indexes, constraints, sequences.

use sqlx::{PgConnection, Row};

use super::{all, text};
use crate::catalog::{Catalog, Constraint, Index, Sequence, Table};
use crate::token::conforming;

/// The indexes of tables. The definition is what follows the name in `CREATE INDEX`. A foreign key takes
/// the first unique index that fits, and may not have one of a deferrable constraint: so these
/// come last.
const INDEXES: &str = "
SELECT t.relname::text AS table_name, i.relname::text AS name, x.indisunique AS is_unique,
       substr(pg_get_indexdef(i.oid), length('CREATE INDEX ' || quote_ident(i.relname))
              + CASE WHEN x.indisunique THEN 8 ELSE 1 END) AS definition,
       (SELECT array_agg(a.attname::text) FROM pg_attribute a
        WHERE a.attrelid = t.oid AND a.attnum > 0
          AND (a.attnum = ANY (x.indkey)
               OR EXISTS (SELECT FROM pg_depend d
                          WHERE d.classid = 'pg_class'::regclass AND d.objid = i.oid
                            AND d.refclassid = 'pg_class'::regclass AND d.refobjid = t.oid
                            AND d.refobjsubid = a.attnum))) AS columns,
       CASE con.contype WHEN 'p' THEN 'PRIMARY KEY' WHEN 'u' THEN 'UNIQUE' END AS of_constraint,
       CASE WHEN con.condeferrable THEN ' DEFERRABLE' ELSE '' END
           || CASE WHEN con.condeferred THEN ' INITIALLY DEFERRED' ELSE '' END AS deferral
FROM pg_index x
JOIN pg_class i ON i.oid = x.indexrelid
JOIN pg_class t ON t.oid = x.indrelid
JOIN pg_namespace n ON n.oid = t.relnamespace
LEFT JOIN pg_constraint con ON con.conindid = i.oid AND con.contype IN ('p', 'u', 'x')
WHERE n.nspname = $1 AND t.relkind = 'r' AND x.indisvalid
ORDER BY 1, coalesce(con.condeferrable, false), i.oid";

const CONSTRAINTS: &str = "
SELECT c.relname::text AS table_name, con.conname::text AS name,
       pg_get_constraintdef(con.oid) AS definition, con.convalidated AS is_valid,
       f.relname::text AS parent,
       (SELECT array_agg(a.attname::text) FROM pg_attribute a
        WHERE a.attrelid = con.conrelid AND a.attnum = ANY (con.conkey)) AS columns,
       (SELECT array_agg(a.attname::text) FROM pg_attribute a
        WHERE a.attrelid = con.confrelid AND a.attnum = ANY (con.confkey)) AS parent_columns
FROM pg_constraint con
JOIN pg_class c ON c.oid = con.conrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_class f ON f.oid = con.confrelid AND f.relnamespace = n.oid
WHERE n.nspname = $1 AND c.relkind = 'r'
  AND (con.contype = 'c' OR con.contype = 'f' AND f.oid IS NOT NULL)
ORDER BY 1, 2";

/// The sequences of serial columns and identities.
const SEQUENCES: &str = "
SELECT c.relname::text AS table_name, a.attname::text AS column_name,
       format('%I.%I', sn.nspname, s.relname) AS name,
       format('START WITH %s INCREMENT BY %s CACHE %s', q.seqstart, q.seqincrement, q.seqcache)
           || CASE WHEN q.seqcycle THEN ' CYCLE' ELSE '' END
           || CASE WHEN q.seqmin <> CASE WHEN q.seqincrement > 0 THEN 1 ELSE -most - 1 END
              THEN ' MINVALUE ' || q.seqmin ELSE '' END
           || CASE WHEN q.seqmax <> CASE WHEN q.seqincrement > 0 THEN most ELSE -1 END
              THEN ' MAXVALUE ' || q.seqmax ELSE '' END AS options,
       ARRAY(SELECT format('GRANT %s ON SEQUENCE %I.%I TO %s', g.privilege_type, sn.nspname, s.relname,
                 CASE g.grantee WHEN 0 THEN 'PUBLIC' ELSE g.grantee::regrole::text END) || CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
             FROM aclexplode(s.relacl) g WHERE g.grantee <> s.relowner) AS rights
FROM pg_depend d
JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S'
JOIN pg_namespace sn ON sn.oid = s.relnamespace
JOIN pg_sequence q ON q.seqrelid = s.oid
CROSS JOIN LATERAL (SELECT CASE q.seqtypid WHEN 'int2'::regtype THEN 32767
    WHEN 'int4'::regtype THEN 2147483647 ELSE 9223372036854775807 END AS most) t
JOIN pg_class c ON c.oid = d.refobjid
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = d.refobjsubid
WHERE d.classid = 'pg_class'::regclass AND d.refclassid = 'pg_class'::regclass
  AND d.deptype IN ('a', 'i') AND n.nspname = $1";

/// Tables in which no column can be put in the place of another without losing something.
const UNSWAPPABLE: &str = "
SELECT c.relname::text AS table_name, reason AS name
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (
    SELECT 'is partitioned or inherits' AS reason
    WHERE c.relkind = 'p' OR EXISTS (SELECT FROM pg_inherits WHERE c.oid IN (inhrelid, inhparent))
    UNION ALL SELECT 'has an exclusion constraint'
    WHERE EXISTS (SELECT FROM pg_constraint WHERE conrelid = c.oid AND contype = 'x')
    UNION ALL SELECT 'has rights on single columns'
    WHERE EXISTS (SELECT FROM pg_attribute WHERE attrelid = c.oid AND attacl IS NOT NULL)
    UNION ALL SELECT 'has extended statistics'
    WHERE EXISTS (SELECT FROM pg_statistic_ext WHERE stxrelid = c.oid)
    UNION ALL SELECT 'has an index as its replica identity' WHERE c.relreplident = 'i'
    UNION ALL SELECT 'has an index in a tablespace'
    WHERE EXISTS (SELECT FROM pg_index JOIN pg_class i ON i.oid = indexrelid
                  WHERE indrelid = c.oid AND i.reltablespace <> 0)
    UNION ALL SELECT 'is referred to from another schema'
    WHERE EXISTS (SELECT FROM pg_constraint JOIN pg_class f ON f.oid = conrelid
                  WHERE confrelid = c.oid AND f.relnamespace <> c.relnamespace)
) r
WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition
ORDER BY 1, 2";

/// Columns of other schemas that refer to a key, and have less than 64 bits.
const REFERRERS: &str = "
SELECT p.relname::text AS table_name, concat_ws('.', fn.nspname, f.relname, a.attname) AS name,
  format('ALTER TABLE %I.%I ALTER COLUMN %I TYPE bigint;', fn.nspname, f.relname, a.attname) AS sql
FROM pg_constraint con
JOIN pg_class p ON p.oid = con.confrelid
JOIN pg_namespace n ON n.oid = p.relnamespace
JOIN pg_class f ON f.oid = con.conrelid
JOIN pg_namespace fn ON fn.oid = f.relnamespace
CROSS JOIN LATERAL unnest(con.conkey, con.confkey) k (here, there)
JOIN pg_index i ON i.indrelid = p.oid AND i.indisprimary AND k.there = ANY (i.indkey)
JOIN pg_attribute a ON a.attrelid = f.oid AND a.attnum = k.here
WHERE con.contype = 'f' AND con.conparentid = 0 AND n.nspname = $1 AND fn.oid <> n.oid
  AND a.atttypid IN ('int2'::regtype, 'int4'::regtype)
ORDER BY 1, 2";

/// What sends rows to other databases.
const PUBLICATIONS: &str = "
SELECT tablename::text AS table_name, pubname::text AS name
FROM pg_publication_tables WHERE schemaname = $1 ORDER BY 1, 2";

/// Triggers that run for each row that is updated.
const UPDATE_TRIGGERS: &str = "
SELECT c.relname::text AS table_name, t.tgname::text AS name, t.tgenabled = 'A' AS is_always
FROM pg_trigger t
JOIN pg_class c ON c.oid = t.tgrelid
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND NOT t.tgisinternal AND t.tgenabled IN ('O', 'A') AND t.tgtype & 16 <> 0
  AND t.tgname <> 'zzz_snowflake_wide'
ORDER BY 1, 2";

/// What a table has a list of.
type List = fn(&mut Table) -> &mut Vec<String>;

/// Fills in what belongs to the columns.
pub(super) async fn read(db: &mut PgConnection, catalog: &mut Catalog) -> Result<(), sqlx::Error> {
    let schema = catalog.schema.clone();
    let names = |row: &sqlx::postgres::PgRow, column| {
        Ok::<_, sqlx::Error>(row.try_get::<Option<Vec<String>>, _>(column)?.unwrap_or_default())
    };
    for row in all(db, INDEXES, &schema).await? {
        let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) else { continue };
        table.indexes.push(Index {
            name: text(&row, "name")?,
            is_unique: row.try_get("is_unique")?,
            definition: conforming(&text(&row, "definition")?),
            columns: names(&row, "columns")?,
            of_constraint: row.try_get("of_constraint")?,
            deferral: text(&row, "deferral")?,
        });
    }
    for row in all(db, CONSTRAINTS, &schema).await? {
        let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) else { continue };
        table.constraints.push(Constraint {
            name: text(&row, "name")?,
            definition: conforming(&text(&row, "definition")?),
            is_valid: row.try_get("is_valid")?,
            columns: names(&row, "columns")?,
            parent: row.try_get("parent")?,
            parent_columns: names(&row, "parent_columns")?,
        });
    }
    for row in all(db, SEQUENCES, &schema).await? {
        let place = (text(&row, "table_name")?, text(&row, "column_name")?);
        if let Some(column) = catalog.column_mut(&place) {
            let (name, options) = (text(&row, "name")?, text(&row, "options")?);
            column.sequence = Some(Sequence { name, options, rights: row.try_get("rights")? });
        }
    }
    for row in all(db, UPDATE_TRIGGERS, &schema).await? {
        if let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) {
            let enabled = if row.try_get("is_always")? { "ENABLE ALWAYS" } else { "ENABLE" };
            table.update_triggers.push((text(&row, "name")?, enabled));
        }
    }
    for row in all(db, REFERRERS, &schema).await? {
        if let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) {
            table.referrers.push((text(&row, "name")?, text(&row, "sql")?));
        }
    }
    let lists: [(_, List); 2] = [
        (PUBLICATIONS, |table| &mut table.publications),
        (UNSWAPPABLE, |table| &mut table.unswappable),
    ];
    for (sql, list) in lists {
        for row in all(db, sql, &schema).await? {
            if let Some(table) = catalog.tables.get_mut(&text(&row, "table_name")?) {
                list(table).push(text(&row, "name")?);
            }
        }
    }
    Ok(())
}
