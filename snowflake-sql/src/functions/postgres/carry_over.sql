-- The owner of the state has all of it, and roles that could mint can mint.
DO {quote}
DECLARE
    path pg_catalog.text := pg_catalog.current_setting('search_path');
    rightful pg_catalog.oid;
    other pg_catalog.record;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    SELECT state.relowner INTO STRICT rightful FROM pg_class AS state
        WHERE state.oid = {slots}::regclass;
    FOR other IN
        SELECT state.oid::regclass AS object FROM pg_class AS state
        WHERE state.oid IN ({started}::regclass, {lock}::regclass) AND state.relowner <> rightful
    LOOP
        EXECUTE format('ALTER TABLE %s OWNER TO %I', other.object, pg_get_userbyid(rightful));
    END LOOP;
    IF NOT has_schema_privilege(rightful, {schema}, 'USAGE') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', {schema}, pg_get_userbyid(rightful));
    END IF;
    -- The state's owner had all functions that were there.
    FOR other IN
        SELECT function.oid::regprocedure AS object FROM pg_proc AS function
        WHERE function.oid IN ({functions}) AND function.proowner <> rightful
    LOOP
        EXECUTE format('ALTER FUNCTION %s OWNER TO %I', other.object, pg_get_userbyid(rightful));
    END LOOP;
    FOR other IN
        SELECT DISTINCT privilege.grantee AS grantee
        FROM pg_class AS state, aclexplode(state.relacl) AS privilege
        WHERE state.oid = {slots}::regclass AND privilege.grantee <> state.relowner
            AND privilege.privilege_type = 'UPDATE'
    LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %s', {next_id}::regprocedure,
            CASE other.grantee WHEN 0 THEN 'PUBLIC'
            ELSE quote_ident(pg_get_userbyid(other.grantee)) END);
    END LOOP;
    PERFORM set_config('search_path', path, true);
END {quote}
