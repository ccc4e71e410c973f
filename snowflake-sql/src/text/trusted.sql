EXISTS (SELECT FROM pg_catalog.pg_roles AS me, pg_catalog.pg_roles AS owner,
            pg_catalog.pg_database AS here
        WHERE me.rolname OPERATOR(pg_catalog.=) CURRENT_USER
            AND here.datname OPERATOR(pg_catalog.=) pg_catalog.current_database()
            AND owner.oid OPERATOR(pg_catalog.=) {owner}
            AND (owner.rolsuper OR owner.oid OPERATOR(pg_catalog.=) me.oid
                OR owner.oid OPERATOR(pg_catalog.=) here.datdba
                OR owner.rolname OPERATOR(pg_catalog.=) 'pg_database_owner'
                OR (NOT me.rolsuper AND pg_catalog.pg_has_role(me.oid, owner.oid, 'MEMBER'))))