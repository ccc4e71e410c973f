-- Default privileges may have granted the state to others.
DO {quote}
DECLARE
    path pg_catalog.text := pg_catalog.current_setting('search_path');
    granted pg_catalog.record;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    FOR granted IN
        SELECT DISTINCT state.oid::regclass AS object, privilege.grantee AS grantee
        FROM pg_class AS state, aclexplode(state.relacl) AS privilege
        WHERE state.oid IN ({slots}::regclass, {started}::regclass, {lock}::regclass)
            AND privilege.grantee <> state.relowner
    LOOP
        EXECUTE format('REVOKE ALL ON TABLE %s FROM %s CASCADE', granted.object,
            CASE granted.grantee WHEN 0 THEN 'PUBLIC'
            ELSE quote_ident(pg_get_userbyid(granted.grantee)) END);
    END LOOP;
    PERFORM set_config('search_path', path, true);
END {quote}
