DO $snowflake$
DECLARE
    path pg_catalog.text := pg_catalog.current_setting('search_path');
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    -- The owner of the schema could replace what it holds.
    IF to_regnamespace('"snowflake_kit"') IS NULL THEN
        CREATE SCHEMA "snowflake_kit";
        REVOKE ALL ON SCHEMA "snowflake_kit" FROM PUBLIC;
    ELSIF EXISTS (SELECT FROM pg_namespace WHERE oid = to_regnamespace('"snowflake_kit"') AND NOT
        EXISTS (SELECT FROM pg_roles AS me, pg_roles AS owner,
            pg_database AS here
        WHERE me.rolname = CURRENT_USER
            AND here.datname = current_database()
            AND owner.oid = nspowner
            AND (owner.rolsuper OR owner.oid = me.oid
                OR owner.oid = here.datdba
                OR owner.rolname = 'pg_database_owner'
                OR (NOT me.rolsuper AND pg_has_role(me.oid, owner.oid, 'MEMBER'))))) THEN
        RAISE EXCEPTION USING ERRCODE = 'SF007', MESSAGE = (
            SELECT format('the schema %I belongs to %I, who could replace what it holds',
                nspname, pg_get_userbyid(nspowner))
            FROM pg_namespace WHERE oid = to_regnamespace('"snowflake_kit"')),
        HINT = 'Run this as that role, change the owner of the schema, drop it, or name another one.';
    END IF;
-- Node leases: which process may mint IDs under which node number, and for
-- which timestamps. Nothing but the applications themselves writes here. A row
-- that is deleted, lowered, or restored from a backup lets two processes mint
-- the same IDs.
CREATE TABLE "snowflake_kit".snowflake_leases (
    -- One name for each set of IDs, so that applications can share the table.
    space varchar(100) NOT NULL,
    -- The node number.
    node bigint NOT NULL,
    -- Which claim of the node this is. Each has a larger one than the last.
    token bigint NOT NULL,
    -- No timestamp at or above this one has been used, in Unix ms. As long as
    -- it is in the future, the node is taken.
    until_unix_ms bigint NOT NULL,
    -- Who claimed the node, for people to read.
    holder varchar(255) NOT NULL,
    -- When it was claimed, and when its holder was last heard of, in Unix ms
    -- and by the clock of the database, for people to read.
    claimed_unix_ms bigint NOT NULL,
    renewed_unix_ms bigint NOT NULL,
    PRIMARY KEY (space, node),
    -- With both bounds, since SQLite takes any text for more than a number.
    CONSTRAINT snowflake_leases_space CHECK (space <> ''),
    CONSTRAINT snowflake_leases_node CHECK (node >= 0 AND node <= 4294967295),
    CONSTRAINT snowflake_leases_token CHECK (token >= 1 AND token <= 9223372036854775807),
    CONSTRAINT snowflake_leases_until CHECK (until_unix_ms >= 0 AND until_unix_ms <= 9223372036854775807),
    CONSTRAINT snowflake_leases_claimed CHECK (claimed_unix_ms >= 0 AND claimed_unix_ms <= 9223372036854775807),
    CONSTRAINT snowflake_leases_renewed CHECK (renewed_unix_ms >= 0 AND renewed_unix_ms <= 9223372036854775807)
);

-- The registry's identity, by which processes notice that it is another one.
INSERT INTO "snowflake_kit".snowflake_leases (space, node, token, until_unix_ms, holder, claimed_unix_ms, renewed_unix_ms)
VALUES (' registry', 0, 1, 0, CAST(pg_catalog.gen_random_uuid() AS pg_catalog.text), 0, 0)
ON CONFLICT (space, node) DO NOTHING;

    PERFORM set_config('search_path', path, true);
END $snowflake$;
