//! The views of PostgreSQL, with all that they have beside their definitions.

use std::collections::BTreeMap;

use regex::Regex;
use sqlx::{PgConnection, Row};

use super::{all, text};
use crate::catalog::{Catalog, Place, View};
use crate::token::conforming;

const VIEWS: &str = "
SELECT c.oid::bigint AS oid, c.relkind = 'm' AS is_materialized,
       CASE WHEN n.nspname = $1 THEN '' ELSE n.nspname || '.' END || c.relname AS name,
       format('%I.%I', n.nspname, c.relname) AS qualified,
       array_to_string(c.reloptions, ', ') AS options, pg_get_viewdef(c.oid) AS definition,
       CASE WHEN NOT (r.rolsuper OR c.relowner = r.oid OR has_schema_privilege(c.relowner, n.oid, 'CREATE')
                AND pg_has_role(c.relowner, 'USAGE') AND pg_has_role(c.relowner, CASE current_setting(
                'server_version_num')::int / 160000 WHEN 0 THEN 'MEMBER' ELSE 'SET' END)) THEN pg_get_userbyid(c.relowner)::text END AS owner,
       (SELECT ev_action::text FROM pg_rewrite
        WHERE ev_class = c.oid AND rulename = '_RETURN') AS tree
FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_roles r ON r.rolname = current_user
WHERE n.nspname !~ '^(pg_|information_schema$)' AND c.relkind IN ('v', 'm')
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                  AND d.objid = c.oid AND d.deptype = 'e')
ORDER BY n.nspname <> $1, c.relname";

/// What a view has beside its definition, as statements.
const OF_VIEWS: &str = "
SELECT c.oid::bigint AS oid, of.kind, of.sql
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
CROSS JOIN LATERAL (SELECT format('%I.%I', n.nspname, c.relname) AS view) v
CROSS JOIN LATERAL (
    SELECT 1 AS place, 'sql' AS kind,
           format('ALTER VIEW %s OWNER TO %I', view, pg_get_userbyid(c.relowner)) AS sql
    WHERE pg_get_userbyid(c.relowner) <> current_user
    UNION ALL
    SELECT 2, 'sql', format('ALTER VIEW %s ALTER COLUMN %I SET DEFAULT %s', view, a.attname,
                            pg_get_expr(d.adbin, d.adrelid))
    FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
    WHERE d.adrelid = c.oid
    UNION ALL
    SELECT 3, 'comment', format('COMMENT ON VIEW %s IS %L', view, obj_description(c.oid, 'pg_class'))
    WHERE obj_description(c.oid, 'pg_class') IS NOT NULL
    UNION ALL
    SELECT 4, 'comment', format('COMMENT ON COLUMN %s.%I IS %L', view, a.attname,
                                col_description(c.oid, a.attnum))
    FROM pg_attribute a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND col_description(c.oid, a.attnum) IS NOT NULL
    UNION ALL
    SELECT 5, 'sql', pg_get_ruledef(r.oid)
    FROM pg_rewrite r WHERE r.ev_class = c.oid AND r.rulename <> '_RETURN'
    UNION ALL
    SELECT 6, 'sql', pg_get_triggerdef(t.oid)
    FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal
    UNION ALL
    SELECT 7, 'sql', format('ALTER TABLE %s %s TRIGGER %I', view,
                            CASE t.tgenabled WHEN 'D' THEN 'DISABLE'
                            WHEN 'R' THEN 'ENABLE REPLICA' ELSE 'ENABLE ALWAYS' END, t.tgname)
    FROM pg_trigger t WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgenabled <> 'O'
    UNION ALL
    SELECT 8, 'sql', format('GRANT %s ON %s TO %s', g.privilege_type, view,
                              CASE g.grantee WHEN 0 THEN 'PUBLIC'
                              ELSE quote_ident(pg_get_userbyid(g.grantee)) END) || CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
    FROM aclexplode(c.relacl) g WHERE g.grantee <> c.relowner
    UNION ALL
    SELECT 9, 'sql', format('GRANT %s (%I) ON %s TO %s', g.privilege_type, a.attname, view,
                              CASE g.grantee WHEN 0 THEN 'PUBLIC'
                              ELSE quote_ident(pg_get_userbyid(g.grantee)) END) || CASE WHEN g.is_grantable THEN ' WITH GRANT OPTION' ELSE '' END
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
    let mut belongings: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for row in sqlx::query(OF_VIEWS).fetch_all(&mut *db).await? {
        let (kind, sql) = (text(&row, "kind")?, text(&row, "sql")?);
        // In a comment, which `format` has quoted, backslashes are doubled already.
        let sql = if kind == "comment" { sql } else { conforming(&sql) };
        belongings.entry(row.try_get("oid")?).or_default().push(sql);
    }
    let mut places: BTreeMap<(i64, i16), Place> = BTreeMap::new();
    for row in all(db, PLACES, &catalog.schema).await? {
        let place = (text(&row, "table_name")?, text(&row, "name")?);
        places.insert((row.try_get("oid")?, row.try_get("number")?), place);
    }
    for row in all(db, VIEWS, &catalog.schema).await? {
        let oid: i64 = row.try_get("oid")?;
        let shown = shows(&text(&row, "tree")?).into_iter().filter_map(|(number, of)| {
            Some((places.get(&(oid, number))?.1.clone(), places.get(&of)?.clone()))
        });
        catalog.views.push(View {
            qualified: text(&row, "qualified")?,
            options: text(&row, "options")?,
            owner: row.try_get("owner")?,
            name: text(&row, "name")?,
            definition: conforming(&text(&row, "definition")?),
            is_materialized: row.try_get("is_materialized")?,
            uses: uses.remove(&oid).unwrap_or_default(),
            belongings: belongings.remove(&oid).unwrap_or_default(),
            shows: shown.collect(),
        });
    }
    Ok(())
}

/// The columns of a view, by their numbers, that show a column of a table or of another view as it
/// is, by its OID and number, from the tree that the server keeps of the view's query.
///
/// To prepare the query would run code: the checks of domains in its literals.
fn shows(tree: &str) -> Vec<(i16, (i64, i16))> {
    // A space within a name has a backslash before it.
    const COLUMN: &str =
        r"(?s):resno (\d+) :resname .*? :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+)";
    // The query is the first brace, and what it selects are braces in that.
    let (mut depth, mut is_escaped, mut selected) = (0_usize, false, String::new());
    for letter in tree.chars() {
        match letter {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 2 {
            selected.push(letter);
        }
    }
    let Ok(column) = Regex::new(COLUMN) else { return Vec::new() };
    let columns = column.captures_iter(&selected).filter_map(|found| {
        let [number, of, number_there] = [&found[1], &found[2], &found[3]];
        Some((number.parse().ok()?, (of.parse().ok()?, number_there.parse().ok()?)))
    });
    columns.collect()
}
