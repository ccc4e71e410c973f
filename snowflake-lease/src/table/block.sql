
DECLARE
    path pg_catalog.text := pg_catalog.current_setting('search_path');{declarations}
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    {body}
    PERFORM set_config('search_path', path, true);{end}
END 