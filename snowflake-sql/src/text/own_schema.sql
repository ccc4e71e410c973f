-- The owner of the schema could replace what it holds.
    IF to_regnamespace({text}) IS NULL THEN
        CREATE SCHEMA {name};
        REVOKE ALL ON SCHEMA {name} FROM PUBLIC;
    ELSIF EXISTS (SELECT FROM pg_namespace WHERE oid = to_regnamespace({text}) AND NOT
        {trusted}) THEN
        RAISE EXCEPTION USING ERRCODE = 'SF007', MESSAGE = (
            SELECT format('the schema %I belongs to %I, who could replace what it holds',
                nspname, pg_get_userbyid(nspowner))
            FROM pg_namespace WHERE oid = to_regnamespace({text})),
        HINT = 'Run this as that role, change the owner of the schema, drop it, or name another one.';
    END IF;