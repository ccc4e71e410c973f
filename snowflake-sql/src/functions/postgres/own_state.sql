-- The state has a schema that no role can use which only mints.
DO {quote}
DECLARE
    path pg_catalog.text := pg_catalog.current_setting('search_path');
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    {own_schema}
    IF to_regclass({slots}) IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'SF007', MESSAGE = format('%s is there already, for other functions', {slots}),
        HINT = 'Upgrade them, or choose another prefix, or another schema for the state.';
    END IF;
    PERFORM set_config('search_path', path, true);
END {quote}
