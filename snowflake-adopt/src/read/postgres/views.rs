//! The views of PostgreSQL, with all that they have beside their definitions.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, Column, Executor, PgConnection, Row, SqlSafeStr, Statement};

use super::{all, text};
use crate::catalog::{Belonging, Catalog, Place, View};
use crate::token::conforming;

const VIEWS: &str = "
SELECT c.oid::bigint AS oid, c.relkind = 'm' AS is_materialized,
       CASE WHEN n.nspname = $1 THEN '' ELSE n.nspname || '.' END || c.relname AS name,
       format('%I.%I', n.nspname, c.relname) AS qualified,
       array_to_string(c.reloptions, ', ') AS options, pg_get_viewdef(c.oid) AS definition
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname !~ '^(pg_|information_schema$)' AND c.relkind IN ('v', 'm')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                  AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY n.nspname <> $1, c.relname";

/// What a view has beside its definition, as statements; of a comment the object and the text.
const OF_VIEWS: &str = "
SELECT c.oid::bigint AS oid, of.kind, of.sql, of.comment
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (SELECT format('%I.%I', n.nspname, c.relname) AS view) v
CROSS JOIN LATERAL (
    SELECT 1 AS place, 'right' AS kind,
           format('ALTER VIEW %s OWNER TO %I', view, pg_get_userbyid(c.relowner)) AS sql,
           NULL AS comment
    WHERE pg_get_userbyid(c.relowner) <> current_user
    UNION ALL
    SELECT 2, 'sql', format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', view, a.attname,
                            pg_get_expr(d.adbin, d.adrelid)), NULL
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE d.adrelid = c.oid
    UNION ALL
    SELECT 3, 'comment', 'VIEW ' || view, obj_description(c.oid, 'pg_class')
    WHERE obj_description(c.oid, 'pg_class') IS NOT NULL
    UNION ALL
    SELECT 4, 'comment', format('COLUMN %s.%I', view, a.attname), col_description(c.oid, a.attnum)
    FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND col_description(c.oid, a.attnum) IS NOT NULL
    UNION ALL
    SELECT 5, 'sql', pg_get_ruledef(r.oid), NULL
    FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.rulename <> '_RETURN'
    UNION ALL
    SELECT 6, 'sql', pg_get_triggerdef(t.oid), NULL
    FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
    UNION ALL
    SELECT 7, 'sql', format('ALTER TABLE %s %s TRIGGER %I', view,
                            CASE t.tgenabled WHEN 'D' THEN 'DISABLE'
                            WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END, t.tgname), NULL
    FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled <> 'O'
    UNION ALL
    SELECT 8, 'right', format('GRANT %s ON %s TO %s', g.privilege_type, view,
                              CASE g.grantee WHEN 0 THEN 'PUBLIC'
                              ELSE quote_ident(pg_get_userbyid(g.grantee)) END), NULL
    FROM aclexplode(c.relacl) g WHERE g.grantee <> c.relowner
    UNION ALL
    SELECT 9, 'right', format('GRANT %s (%I) ON %s TO %s', g.privilege_type, a.attname, view,
                              CASE g.grantee WHEN 0 THEN 'PUBLIC'
                              ELSE quote_ident(pg_get_userbyid(g.grantee)) END), NULL
    FROM pg_attribute a CROSS JOIN LATERAL aclexplode(a.attacl) g WHERE a.attrelid = c.oid
) of
WHERE c.relkind = 'v' AND n.nspname !~ '^(pg_|information_schema$)'
ORDER BY c.oid, of.place, of.sql";

const VIEW_USES: &str = "
SELECT DISTINCT r.ev_class::bigint AS oid, a.attname::text AS name,
       CASE WHEN n.nspname = $1 THEN '' ELSE n.nspname || '.' END || c.relname AS table_name
FROM pg_depend d
JOIN pg_rewrite r ON r.oid = d.objid
JOIN pg_class c ON c.oid = d.refobjid
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = d.refobjid AND a.attnum = d.refobjsubid
WHERE d.classid = 'pg_rewrite'::regclass AND d.refclassid = 'pg_class'::regclass
  AND r.ev_class <> c.oid AND n.nspname !~ '^(pg_|information_schema$)'
ORDER BY 2, 3";

/// The columns of tables and views, by their numbers.
const PLACES: &str = "
SELECT c.oid::bigint AS oid, a.attnum AS number, a.attname::text AS name,
       CASE WHEN n.nspname = $1 THEN '' ELSE n.nspname || '.' END || c.relname AS table_name
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.relkind IN ('r', 'p', 'v', 'm') AND n.nspname !~ '^(pg_|information_schema$)'";

pub(super) async fn read(db: &mut PgConnection, catalog: &mut Catalog) -> Result<(), sqlx::Error> {
    let mut uses: BTreeMap<i64, Vec<Place>> = BTreeMap::new();
    for row in all(db, VIEW_USES, &catalog.schema).await? {
        let place = (text(&row, "table_name")?, text(&row, "name")?);
        uses.entry(row.try_get("oid")?).or_default().push(place);
    }
    let mut belongings: BTreeMap<i64, Vec<Belonging>> = BTreeMap::new();
    for row in sqlx::query(OF_VIEWS).fetch_all(&mut *db).await? {
        let sql = text(&row, "sql")?;
        let belonging = match text(&row, "kind")?.as_str() {
            "right" => Belonging::Right(sql),
            "comment" => Belonging::Comment { of: sql, text: text(&row, "comment")? },
            _ => Belonging::Statement(conforming(&sql)),
        };
        belongings.entry(row.try_get("oid")?).or_default().push(belonging);
    }
    for row in all(db, VIEWS, &catalog.schema).await? {
        catalog.views.push(View {
            qualified: text(&row, "qualified")?,
            options: text(&row, "options")?,
            name: text(&row, "name")?,
            definition: conforming(&text(&row, "definition")?),
            is_materialized: row.try_get("is_materialized")?,
            uses: uses.remove(&row.try_get("oid")?).unwrap_or_default(),
            belongings: belongings.remove(&row.try_get("oid")?).unwrap_or_default(),
            shows: Vec::new(),
        });
    }
    shows(db, catalog).await
}

/// Notes which columns of tables, or of other views, the views show as they are. The server says it
/// when it prepares the query of a view, which runs nothing.
async fn shows(db: &mut PgConnection, catalog: &mut Catalog) -> Result<(), sqlx::Error> {
    let mut places: BTreeMap<(i64, i16), Place> = BTreeMap::new();
    for row in all(db, PLACES, &catalog.schema).await? {
        let place = (text(&row, "table_name")?, text(&row, "name")?);
        places.insert((row.try_get("oid")?, row.try_get("number")?), place);
    }
    for view in &mut catalog.views {
        let sql = AssertSqlSafe(view.definition.clone()).into_sql_str();
        let statement = db.prepare(sql).await?;
        view.shows.extend(statement.columns().iter().filter_map(|column| {
            let number = column.relation_attribute_no()?;
            let place = places.get(&(i64::from(column.relation_id()?.0), number))?;
            Some((column.name().to_owned(), place.clone()))
        }));
    }
    Ok(())
}
