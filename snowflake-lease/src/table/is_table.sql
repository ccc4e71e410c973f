class.relkind OPERATOR(pg_catalog.=) ANY (CAST(ARRAY['r', 'p'] AS pg_catalog."char"[]))
            AND {owners}