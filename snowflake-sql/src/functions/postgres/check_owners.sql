-- What is replaced keeps its owner, so it has to be the right one.
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
        SELECT state.oid::regclass::text AS object, state.relowner AS owner
        FROM pg_class AS state
        WHERE state.oid IN (to_regclass({alive}), to_regclass({started}), to_regclass({lock}))
        UNION ALL
        SELECT function.oid::regprocedure::text, function.proowner
        FROM pg_proc AS function
        WHERE function.oid IN ({functions})
    LOOP
        IF other.owner <> rightful THEN
            RAISE EXCEPTION USING ERRCODE = 'SF007',
            MESSAGE = format('%s belongs to %s, and the state to %s', other.object,
                pg_get_userbyid(other.owner), pg_get_userbyid(rightful)),
            HINT = 'Drop it if another role has put it there, or make its owner the same.';
        END IF;
    END LOOP;
    PERFORM set_config('search_path', path, true);
END {quote}
