//! The functions, procedures and composite types of PostgreSQL in all schemas, and the policies and rules
//! of one.

use std::collections::BTreeMap;

use sqlx::{PgConnection, Row};

use super::{all, text};
use crate::catalog::{Catalog, Narrow, Routine};

/// With the arguments and results that hold UUIDs or integers of less than 64 bits, also in arrays and by
/// way of domains. A trigger's function takes and returns rows. PostgreSQL has 3,000 of its own, which
/// the planner would not leave out first.
const ROUTINES: &str = "
WITH p AS MATERIALIZED (
    SELECT p.*, n.nspname FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
    WHERE n.nspname !~ '^(pg_|information_schema$)' AND p.prokind IN ('f', 'p')
      AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass
                      AND d.objid = p.oid AND d.deptype = 'e')
)
SELECT CASE WHEN p.nspname = $1 THEN '' ELSE p.nspname || '.' END || p.proname AS name,
       p.oid::regprocedure::text AS signature, p.oid::bigint AS oid, pg_get_functiondef(p.oid) AS body, p.pronargs::bigint AS arguments,
       w.names, w.types, w.places
FROM p CROSS JOIN LATERAL (
    SELECT array_agg(s.name ORDER BY s.number) AS names,
           array_agg(format_type(s.type, NULL) ORDER BY s.number) AS types,
           array_agg(s.place ORDER BY s.number) AS places
    FROM (
        SELECT a.number, a.type, coalesce(p.proargnames[a.number::int], '') AS name,
               CASE WHEN coalesce(p.proargmodes[a.number::int], 'i') IN ('i', 'b', 'v') THEN
                    count(*) FILTER (WHERE coalesce(p.proargmodes[a.number::int], 'i') IN ('i', 'b', 'v'))
                    OVER (ORDER BY a.number) - 1 END AS place
        FROM unnest(coalesce(p.proallargtypes, p.proargtypes::oid[]))
             WITH ORDINALITY a (type, number)
        UNION ALL
        SELECT 0, p.prorettype, '', NULL
    ) s
    JOIN pg_type t ON t.oid = s.type
    WHERE coalesce(nullif(t.typbasetype, 0), t.oid)
          IN ('int2'::regtype, 'int4'::regtype, 'int2[]'::regtype, 'int4[]'::regtype,
              'uuid'::regtype, 'uuid[]'::regtype)
) w
ORDER BY 1, p.oid";

/// Types of several values, which hold such integers.
const COMPOSITES: &str = "
SELECT CASE WHEN n.nspname = $1 THEN '' ELSE n.nspname || '.' END || c.relname AS name,
       array_agg(a.attname::text ORDER BY a.attnum) AS names,
       array_agg(format_type(a.atttypid, NULL) ORDER BY a.attnum) AS types
FROM pg_class c
JOIN pg_namespace n ON n.oid = c.relnamespace
JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
JOIN pg_type t ON t.oid = a.atttypid
WHERE c.relkind = 'c' AND n.nspname !~ '^(pg_|information_schema$)'
  AND coalesce(nullif(t.typbasetype, 0), t.oid)
      IN ('int2'::regtype, 'int4'::regtype, 'int2[]'::regtype, 'int4[]'::regtype, 'uuid'::regtype,
          'uuid[]'::regtype)
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                  AND d.objid = c.oid AND d.deptype = 'e')
GROUP BY c.oid, c.relname, n.nspname
ORDER BY 1";

/// The policies and rules of tables, as expressions and statements.
const EXPRESSIONS: &str = "
SELECT 'policy' AS noun, p.polname || ' of ' || c.relname AS name, c.relname::text AS used_by,
       concat_ws(' ', pg_get_expr(p.polqual, c.oid), pg_get_expr(p.polwithcheck, c.oid)) AS body
FROM pg_policy p JOIN pg_class c ON c.oid = p.polrelid
WHERE c.relnamespace = $1::text::regnamespace
UNION ALL SELECT 'rule', r.rulename || ' of ' || c.relname, c.relname, pg_get_ruledef(r.oid)
FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class
WHERE c.relnamespace = $1::text::regnamespace AND r.rulename <> '_RETURN'
ORDER BY 1, 2";

/// The relations that call a function, by what depends on it.
const CALLERS: &str = "
SELECT DISTINCT d.refobjid::bigint AS oid,
       CASE WHEN n.nspname = $1 THEN '' ELSE n.nspname || '.' END || c.relname AS caller
FROM pg_depend d
JOIN (
    SELECT 'pg_constraint'::regclass, oid, conrelid FROM pg_constraint
    UNION ALL SELECT 'pg_attrdef'::regclass, oid, adrelid FROM pg_attrdef
    UNION ALL SELECT 'pg_trigger'::regclass, oid, tgrelid FROM pg_trigger
    UNION ALL SELECT 'pg_policy'::regclass, oid, polrelid FROM pg_policy
    UNION ALL SELECT 'pg_rewrite'::regclass, oid, ev_class FROM pg_rewrite
    UNION ALL SELECT 'pg_class'::regclass, indexrelid, indrelid FROM pg_index
) o (class, oid, relation) ON o.class = d.classid AND o.oid = d.objid
JOIN pg_class c ON c.oid = o.relation
JOIN pg_namespace n ON n.oid = c.relnamespace
WHERE d.refclassid = 'pg_proc'::regclass AND n.nspname !~ '^(pg_|information_schema$)'
ORDER BY 1, 2";

pub(super) async fn read(db: &mut PgConnection, catalog: &mut Catalog) -> Result<(), sqlx::Error> {
    let mut callers: BTreeMap<i64, Vec<String>> = BTreeMap::new();
    for row in all(db, CALLERS, &catalog.schema).await? {
        callers.entry(row.try_get("oid")?).or_default().push(text(&row, "caller")?);
    }
    for row in all(db, ROUTINES, &catalog.schema).await? {
        let names: Option<Vec<String>> = row.try_get("names")?;
        let types: Option<Vec<String>> = row.try_get("types")?;
        let places: Option<Vec<Option<i64>>> = row.try_get("places")?;
        let of = names.into_iter().flatten().zip(types.into_iter().flatten());
        let narrow = of.zip(places.into_iter().flatten()).map(|((name, declared), place)| {
            let argument = place.and_then(|place| usize::try_from(place).ok());
            Narrow { name, declared, argument }
        });
        catalog.routines.push(Routine {
            noun: "function".to_owned(),
            signature: text(&row, "signature")?,
            used_by: callers.remove(&row.try_get("oid")?).unwrap_or_default(),
            name: text(&row, "name")?,
            body: text(&row, "body")?,
            narrow: narrow.collect(),
            arguments: usize::try_from(row.try_get::<i64, _>("arguments")?).unwrap_or_default(),
        });
    }
    for row in all(db, EXPRESSIONS, &catalog.schema).await? {
        catalog.routines.push(Routine {
            noun: text(&row, "noun")?,
            name: text(&row, "name")?,
            used_by: vec![text(&row, "used_by")?],
            body: text(&row, "body")?,
            ..Routine::default()
        });
    }
    for row in all(db, COMPOSITES, &catalog.schema).await? {
        let names: Vec<String> = row.try_get("names")?;
        let types: Vec<String> = row.try_get("types")?;
        let of = names.into_iter().zip(types);
        catalog.routines.push(Routine {
            noun: "type".to_owned(),
            name: text(&row, "name")?,
            narrow: of.map(|(name, declared)| Narrow { name, declared, argument: None }).collect(),
            ..Routine::default()
        });
    }
    Ok(())
}
