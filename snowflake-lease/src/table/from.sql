FROM pg_catalog.pg_class AS class, pg_catalog.pg_namespace AS space
        WHERE class.relname OPERATOR(pg_catalog.=) 'snowflake_leases'
            AND class.relkind OPERATOR(pg_catalog.=) ANY
                (CAST(ARRAY['r', 'p', 'v', 'm', 'f'] AS pg_catalog."char"[]))
            AND space.oid OPERATOR(pg_catalog.=) class.relnamespace
            AND space.nspname OPERATOR(pg_catalog.=) ANY ({spaces})