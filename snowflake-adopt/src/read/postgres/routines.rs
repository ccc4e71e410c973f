//! The functions, procedures and composite types of PostgreSQL, in all schemas.

use sqlx::{PgConnection, Row};

use super::{all, text};
use crate::catalog::{Catalog, Narrow, Routine};

/// With the arguments and results that hold integers of less than 64 bits, also in arrays and by
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
       pg_get_functiondef(p.oid) AS body, p.pronargs::bigint AS arguments, w.names, w.types, w.places
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
          IN ('int2'::regtype, 'int4'::regtype, 'int2[]'::regtype, 'int4[]'::regtype)
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
      IN ('int2'::regtype, 'int4'::regtype, 'int2[]'::regtype, 'int4[]'::regtype)
  AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass
                  AND d.objid = c.oid AND d.deptype = 'e')
GROUP BY c.oid, c.relname, n.nspname
ORDER BY 1";

pub(super) async fn read(db: &mut PgConnection, catalog: &mut Catalog) -> Result<(), sqlx::Error> {
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
            noun: "function",
            name: text(&row, "name")?,
            body: text(&row, "body")?,
            narrow: narrow.collect(),
            arguments: usize::try_from(row.try_get::<i64, _>("arguments")?).unwrap_or_default(),
        });
    }
    for row in all(db, COMPOSITES, &catalog.schema).await? {
        let names: Vec<String> = row.try_get("names")?;
        let types: Vec<String> = row.try_get("types")?;
        let of = names.into_iter().zip(types);
        catalog.routines.push(Routine {
            noun: "type",
            name: text(&row, "name")?,
            body: String::new(),
            narrow: of.map(|(name, declared)| Narrow { name, declared, argument: None }).collect(),
            arguments: 0,
        });
    }
    Ok(())
}
