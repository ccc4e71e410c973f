-- What is replaced keeps its owner, so it has to be the right one. The state of an earlier version moves
-- to its own schema.
DO {quote}
DECLARE
    path pg_catalog.text := pg_catalog.current_setting('search_path');
    patience pg_catalog.text := pg_catalog.current_setting('lock_timeout');
    present pg_catalog.text;
    layout pg_catalog.text;
    parts pg_catalog.text[];
    rightful pg_catalog.oid;
    other pg_catalog.record;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    SELECT function.prosrc, obj_description(function.oid, 'pg_proc') INTO present, layout
        FROM pg_proc AS function WHERE function.oid = to_regprocedure({next_id});
    parts := CASE WHEN strpos(present, {slots_text}) > 0 THEN ARRAY[{state}]
        WHEN strpos(present, {former_text}) > 0 THEN ARRAY[{former}] END;
    IF parts IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'SF007',
        MESSAGE = format('%s is not there, or has no state in %s', {next_id}, {slots}),
        HINT = 'Name the schema, the prefix and the schema of the state of the existing functions.';
    ELSIF layout LIKE 'layout %' AND layout <> {layout} THEN
        RAISE EXCEPTION USING ERRCODE = 'SF007',
        MESSAGE = format('%s has the %s, and these statements are for the %s', {next_id}, layout, {layout}),
        HINT = 'Functions of another layout would read other times from the same IDs.';
    END IF;
    SELECT state.relowner INTO STRICT rightful FROM pg_class AS state
        WHERE state.oid = parts[2]::regclass;
    FOR other IN
        SELECT state.oid::regclass::text AS object, state.relowner AS owner
        FROM pg_class AS state, unnest(parts) AS part
        WHERE state.oid = to_regclass(part)
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
    WHILE parts[2] <> {slots} LOOP
        {own_schema}
        -- A transaction that has minted keeps the sequence locked, and may wait for the view to mint
        -- again: so both are taken at once, or neither.
        BEGIN
            SET LOCAL lock_timeout = '100ms';
            FOR other IN
                SELECT to_regclass(part) AS object FROM unnest(parts) AS part
                WHERE to_regclass(part) IS NOT NULL
            LOOP
                EXECUTE format('ALTER TABLE %s SET SCHEMA %I', other.object, {schema});
            END LOOP;
            parts := ARRAY[{state}];
            PERFORM set_config('lock_timeout', patience, true);
        EXCEPTION WHEN lock_not_available THEN
            PERFORM pg_sleep(random() * 0.2);
        END;
    END LOOP;
    PERFORM set_config('search_path', path, true);
END {quote}
