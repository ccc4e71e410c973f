SELECT CAST(space.nspname AS pg_catalog.text), CAST({trusted} AS pg_catalog.text),
        CAST(class.relkind AS pg_catalog.text),
        CAST(pg_catalog.pg_get_userbyid(class.relowner) AS pg_catalog.text),
        CAST(pg_catalog.pg_get_userbyid(space.nspowner) AS pg_catalog.text),
        CAST(pg_catalog.has_schema_privilege(CAST('public' AS pg_catalog.name), space.oid, 'USAGE')
            AS pg_catalog.text)
    {from}
    ORDER BY 2 DESC, 1