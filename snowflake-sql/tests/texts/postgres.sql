-- The state has a schema that no role can use which only mints.
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
    IF to_regclass('"snowflake_kit"."snowflake_slots"') IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'SF007', MESSAGE = format('%s is there already, for other functions', '"snowflake_kit"."snowflake_slots"'),
        HINT = 'Upgrade them, or choose another prefix, or another schema for the state.';
    END IF;
    PERFORM set_config('search_path', path, true);
END $snowflake$;

-- The last slot issued. Cached numbers would be issued late, and by each session on its own.
CREATE SEQUENCE "snowflake_kit"."snowflake_slots" AS bigint MINVALUE 0 MAXVALUE 9007199254740991 START 1 CACHE 1;

-- What a crash of the server resets.
CREATE UNLOGGED SEQUENCE "snowflake_kit"."snowflake_started" AS bigint CACHE 1;

CREATE FUNCTION "ids"."snowflake_next_id"() RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET client_min_messages = error
AS $snowflake$
-- Mints an ID: layout default, node 7. Written by snowflake-kit.
DECLARE
    previous bigint;     -- the last slot issued; a slot is tick * IDs per tick + sequence number
    crashed boolean;     -- whether the server has crashed, or the first ID is minted
    mine bigint;         -- the slot to issue
    millis bigint;       -- the clock, in ms since the layout's epoch
    tick bigint;         -- the clock, in ticks
    ahead bigint;        -- how many ticks the slot is too far ahead of the clock
    pause bigint;        -- how long that lasts, in ms
    waited bigint := 0;
BEGIN
    LOOP
        -- One session at a time is in this block. It ends with an exception in any
        -- case: that gives back the lock, and what a sequence is set to stays.
        BEGIN
            -- Nobody but the owner can take this lock, nor one that conflicts with it.
            LOCK TABLE ONLY "snowflake_kit"."snowflake_lock" IN SHARE UPDATE EXCLUSIVE MODE;
            millis := floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - (1735689600000);
            tick := millis / 1;
            previous := pg_sequence_last_value('"snowflake_kit"."snowflake_slots"'::regclass);
            crashed := pg_sequence_last_value('"snowflake_kit"."snowflake_started"'::regclass) IS NULL;
            -- From PostgreSQL 18 on, that is also the answer to a role that may not read them.
            IF (previous IS NULL OR crashed)
                AND NOT (has_sequence_privilege('"snowflake_kit"."snowflake_slots"'::regclass, 'SELECT, USAGE')
                    AND has_sequence_privilege('"snowflake_kit"."snowflake_started"'::regclass, 'SELECT, USAGE')) THEN
                RAISE EXCEPTION USING ERRCODE = '42501',
                MESSAGE = format('permission denied for %s or %s', '"snowflake_kit"."snowflake_slots"', '"snowflake_kit"."snowflake_started"'),
                HINT = format('Grant SELECT on both sequences to %s, the owner of this function.', current_user);
            END IF;
            previous := coalesce(previous, 0);
            IF millis < 0 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF001',
                MESSAGE = format('the clock is %s ms before the epoch of the layout default', -millis),
                HINT = 'Set the clock of the database server.';
            ELSIF tick > 2199023255551 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout default has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
            END IF;
            -- After a crash, slots up to now may have been seen that are not on disk.
            IF crashed THEN
                previous := setval('"snowflake_kit"."snowflake_slots"'::regclass, greatest(
                    previous, (least(tick + 0, 2199023255551) << 12) | 4095));
                PERFORM setval('"snowflake_kit"."snowflake_started"'::regclass, 1);
            END IF;
            IF previous >= 9007199254740991 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout default has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
            END IF;
            mine := previous + 1;
            IF (mine >> 12) < tick THEN
                mine := (tick << 12);
            END IF;
            ahead := (mine >> 12) - tick - 0;
            -- The state is written once, after all checks: a caller that interrupts the
            -- function, wherever that is, cannot drive the state ahead of the clock.
            IF ahead <= 0 OR ((mine & 4095) > 0 AND ahead <= 10000) THEN
                ahead := 0;
                IF mine = previous + 1 THEN
                    mine := nextval('"snowflake_kit"."snowflake_slots"'::regclass);
                ELSE
                    mine := setval('"snowflake_kit"."snowflake_slots"'::regclass, mine);
                END IF;
            END IF;
            -- Not SF000: the handler of that would take the whole class.
            RAISE EXCEPTION SQLSTATE 'SF999';
        EXCEPTION
            WHEN SQLSTATE 'SF999' THEN
                NULL;
        END;
        IF ahead = 0 THEN
            RETURN ((mine >> 12) << 22)
                | (7::bigint << 12)
                | ((mine & 4095) << 0);
        END IF;
        pause := ((mine >> 12) - 0) * 1 - millis;
        IF ahead > 10000 THEN
            RAISE EXCEPTION USING ERRCODE = 'SF003',
            MESSAGE = format('the clock stepped back by %s ms, more than max_rollback = %s ms',
                ahead * 1, 10000::bigint * 1),
            HINT = 'Minting goes on when it has caught up. Check the time synchronisation of the database server.';
        ELSIF waited + pause > 5000 THEN
            RAISE EXCEPTION USING ERRCODE = 'SF004',
            MESSAGE = format('no slot became free within max_wait = 5000 ms; it takes %s ms more', pause);
        END IF;
        PERFORM pg_sleep(pause / 1000.0);
        waited := waited + pause;
    END LOOP;
END
$snowflake$;

-- Each mint locks it. It has no columns.
CREATE VIEW "snowflake_kit"."snowflake_lock" AS SELECT;

CREATE FUNCTION "ids"."snowflake_id_unix_ms"(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (id OPERATOR(pg_catalog.>=) 1) AND (id OPERATOR(pg_catalog.<=) 9223372036854775807) THEN (((id OPERATOR(pg_catalog.>>) 22) OPERATOR(pg_catalog.*) 1) OPERATOR(pg_catalog.+) (1735689600000)) END;

CREATE FUNCTION "ids"."snowflake_id_time"(id bigint) RETURNS timestamp with time zone
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (id OPERATOR(pg_catalog.>=) 1) AND (id OPERATOR(pg_catalog.<=) 9223372036854775807) THEN (((timestamp '1970-01-01 00:00:00' OPERATOR(pg_catalog.+) (((((id OPERATOR(pg_catalog.>>) 22) OPERATOR(pg_catalog.*) 1) OPERATOR(pg_catalog.+) (1735689600000)) OPERATOR(pg_catalog./) 86400000) OPERATOR(pg_catalog.*) interval '24 hours')) OPERATOR(pg_catalog.+) (((((id OPERATOR(pg_catalog.>>) 22) OPERATOR(pg_catalog.*) 1) OPERATOR(pg_catalog.+) (1735689600000)) OPERATOR(pg_catalog.%) 86400000) OPERATOR(pg_catalog.*) interval '1 millisecond')) AT TIME ZONE 'UTC') END;

CREATE FUNCTION "ids"."snowflake_first_id_at"("time" timestamp with time zone) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.<=) (1735689600000000)) THEN 1
    WHEN ((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.<=) (3934712855551000)) THEN (pg_catalog.div((((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.-) (1735689599999000)) OPERATOR(pg_catalog.-) 1), 1000)::bigint OPERATOR(pg_catalog.<<) 22) END;

CREATE FUNCTION "ids"."snowflake_last_id_before"("time" timestamp with time zone) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.>) (3934712855551000)) THEN 9223372036854775807
    WHEN ((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.>) (1735689600000000)) THEN (((pg_catalog.div((((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.-) (1735689599999000)) OPERATOR(pg_catalog.-) 1), 1000)::bigint OPERATOR(pg_catalog.-) 1) OPERATOR(pg_catalog.<<) 22) OPERATOR(pg_catalog.|) 4194303) END;

CREATE FUNCTION "ids"."snowflake_id_node"(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (id OPERATOR(pg_catalog.>=) 1) AND (id OPERATOR(pg_catalog.<=) 9223372036854775807) THEN ((id OPERATOR(pg_catalog.>>) 12) OPERATOR(pg_catalog.&) 1023) END;

CREATE FUNCTION "ids"."snowflake_id_sequence"(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (id OPERATOR(pg_catalog.>=) 1) AND (id OPERATOR(pg_catalog.<=) 9223372036854775807) THEN ((id OPERATOR(pg_catalog.>>) 0) OPERATOR(pg_catalog.&) 4095) END;

CREATE FUNCTION "ids"."snowflake_id_from_text"(value pg_catalog.text, encoding pg_catalog.text, prefix pg_catalog.text DEFAULT '') RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $snowflake$
-- The ID in a text. Written by snowflake-kit.
DECLARE
    -- Byte by byte, whatever collation the caller's columns have.
    given text COLLATE "C" := value;
    wanted text COLLATE "C" := prefix;
    form text COLLATE "C" := encoding;
    alphabet text COLLATE "C" := CASE form WHEN 'decimal' THEN '0123456789' WHEN 'base62' THEN '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' WHEN 'base32' THEN '0123456789ABCDEFGHJKMNPQRSTVWXYZ' WHEN 'hex' THEN '0123456789abcdef' END;
    width integer := CASE form WHEN 'base62' THEN 11 WHEN 'base32' THEN 13 WHEN 'hex' THEN 16 END;
    digits text COLLATE "C";
    number numeric := 0;
BEGIN
    IF alphabet IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not an encoding: decimal, base62, base32 and hex are', left(encoding, 40));
    ELSIF wanted <> '' AND NOT (wanted ~ '^[A-Za-z][A-Za-z0-9_-]*[_-]$' AND length(wanted) <= 16) THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not a prefix: expected a letter, then letters, digits, _ and -, and last _ or -, up to 16 characters', left(prefix, 40));
    END IF;
    digits := substr(given, length(wanted) + 1);
    IF left(given, length(wanted)) = wanted AND translate(digits, alphabet, '') = ''
        AND (length(digits) = width
            OR width IS NULL AND length(digits) BETWEEN 1 AND 19 AND left(digits, 1) <> '0') THEN
        FOR place IN 1..length(digits) LOOP
            number := number * length(alphabet) + strpos(alphabet, substr(digits, place, 1)) - 1;
        END LOOP;
    END IF;
    IF number NOT BETWEEN 1 AND 9223372036854775807 THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not an ID: expected %s', left(value, 40), CASE form WHEN 'decimal' THEN 'the prefix and 1 to 19 characters of decimal' WHEN 'base62' THEN 'the prefix and 11 characters of base62' WHEN 'base32' THEN 'the prefix and 13 characters of base32' WHEN 'hex' THEN 'the prefix and 16 characters of hex' END),
        HINT = 'One ID has one text: no other case, width or prefix is read.';
    END IF;
    RETURN number;
END
$snowflake$;

CREATE FUNCTION "ids"."snowflake_id_to_text"(id bigint, encoding pg_catalog.text, prefix pg_catalog.text DEFAULT '') RETURNS pg_catalog.text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $snowflake$
-- The text of an ID. Written by snowflake-kit.
DECLARE
    wanted text COLLATE "C" := prefix;
    form text COLLATE "C" := encoding;
    alphabet text COLLATE "C" := CASE form WHEN 'decimal' THEN '0123456789' WHEN 'base62' THEN '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' WHEN 'base32' THEN '0123456789ABCDEFGHJKMNPQRSTVWXYZ' WHEN 'hex' THEN '0123456789abcdef' END;
    width integer := CASE form WHEN 'base62' THEN 11 WHEN 'base32' THEN 13 WHEN 'hex' THEN 16 END;
    digits text COLLATE "C" := '';
    rest bigint := id;
BEGIN
    IF alphabet IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not an encoding: decimal, base62, base32 and hex are', left(encoding, 40));
    ELSIF wanted <> '' AND NOT (wanted ~ '^[A-Za-z][A-Za-z0-9_-]*[_-]$' AND length(wanted) <= 16) THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not a prefix: expected a letter, then letters, digits, _ and -, and last _ or -, up to 16 characters', left(prefix, 40));
    END IF;
    IF id < 1 THEN
        RETURN NULL;
    END IF;
    WHILE rest > 0 LOOP
        digits := substr(alphabet, (rest % length(alphabet))::integer + 1, 1) || digits;
        rest := rest / length(alphabet);
    END LOOP;
    RETURN wanted || lpad(digits, coalesce(width, length(digits)), '0');
END
$snowflake$;

-- A role that mints needs this right and no other.
REVOKE ALL ON FUNCTION "ids"."snowflake_next_id"() FROM PUBLIC;

COMMENT ON FUNCTION "ids"."snowflake_next_id"() IS 'layout time:41/node:10/sequence:12@2025-01-01';

-- Default privileges may have granted the state to others.
DO $snowflake$
DECLARE
    path pg_catalog.text := pg_catalog.current_setting('search_path');
    granted pg_catalog.record;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    FOR granted IN
        SELECT DISTINCT state.oid::regclass AS object, privilege.grantee AS grantee
        FROM pg_class AS state, aclexplode(state.relacl) AS privilege
        WHERE state.oid IN ('"snowflake_kit"."snowflake_slots"'::regclass, '"snowflake_kit"."snowflake_started"'::regclass, '"snowflake_kit"."snowflake_lock"'::regclass)
            AND privilege.grantee <> state.relowner
    LOOP
        EXECUTE format('REVOKE ALL ON TABLE %s FROM %s CASCADE', granted.object,
            CASE granted.grantee WHEN 0 THEN 'PUBLIC'
            ELSE quote_ident(pg_get_userbyid(granted.grantee)) END);
    END LOOP;
    PERFORM set_config('search_path', path, true);
END $snowflake$;

GRANT EXECUTE ON FUNCTION
    "ids"."snowflake_last_id_before"(timestamp with time zone),
    "ids"."snowflake_first_id_at"(timestamp with time zone),
    "ids"."snowflake_id_time"(bigint),
    "ids"."snowflake_id_unix_ms"(bigint),
    "ids"."snowflake_id_node"(bigint),
    "ids"."snowflake_id_sequence"(bigint),
    "ids"."snowflake_id_from_text"(pg_catalog.text, pg_catalog.text, pg_catalog.text),
    "ids"."snowflake_id_to_text"(bigint, pg_catalog.text, pg_catalog.text),
    "ids"."snowflake_next_id"()
    TO "shop";


-- ----

ALTER TABLE "users" ALTER COLUMN "id" SET DEFAULT "ids"."snowflake_next_id"();

ALTER TABLE "users" ALTER COLUMN "id" DROP DEFAULT;


-- ----

-- What is replaced keeps its owner, so it has to be the right one. The state of an earlier version moves
-- to its own schema.
DO $snowflake$
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
        FROM pg_proc AS function WHERE function.oid = to_regprocedure('"ids"."snowflake_next_id"()');
    parts := CASE WHEN strpos(present, '''"snowflake_kit"."snowflake_slots"''') > 0 THEN ARRAY['"snowflake_kit"."snowflake_lock"', '"snowflake_kit"."snowflake_slots"', '"snowflake_kit"."snowflake_started"', '"snowflake_kit"."snowflake_alive"']
        WHEN strpos(present, '''"ids"."snowflake_slots"''') > 0 THEN ARRAY['"ids"."snowflake_lock"', '"ids"."snowflake_slots"', '"ids"."snowflake_started"', '"ids"."snowflake_alive"'] END;
    IF parts IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'SF007',
        MESSAGE = format('%s is not there, or has no state in %s', '"ids"."snowflake_next_id"()', '"snowflake_kit"."snowflake_slots"'),
        HINT = 'Name the schema, the prefix and the schema of the state of the existing functions.';
    ELSIF layout LIKE 'layout %' AND layout <> 'layout time:41/node:10/sequence:12@2025-01-01' THEN
        RAISE EXCEPTION USING ERRCODE = 'SF007',
        MESSAGE = format('%s has the %s, and these statements are for the %s', '"ids"."snowflake_next_id"()', layout, 'layout time:41/node:10/sequence:12@2025-01-01'),
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
        WHERE function.oid IN (to_regprocedure('"ids"."snowflake_last_id_before"(timestamp with time zone)'),
            to_regprocedure('"ids"."snowflake_first_id_at"(timestamp with time zone)'),
            to_regprocedure('"ids"."snowflake_id_time"(bigint)'),
            to_regprocedure('"ids"."snowflake_id_unix_ms"(bigint)'),
            to_regprocedure('"ids"."snowflake_id_node"(bigint)'),
            to_regprocedure('"ids"."snowflake_id_sequence"(bigint)'),
            to_regprocedure('"ids"."snowflake_id_from_text"(pg_catalog.text, pg_catalog.text, pg_catalog.text)'),
            to_regprocedure('"ids"."snowflake_id_to_text"(bigint, pg_catalog.text, pg_catalog.text)'),
            to_regprocedure('"ids"."snowflake_next_id"()'))
    LOOP
        IF other.owner <> rightful THEN
            RAISE EXCEPTION USING ERRCODE = 'SF007',
            MESSAGE = format('%s belongs to %s, and the state to %s', other.object,
                pg_get_userbyid(other.owner), pg_get_userbyid(rightful)),
            HINT = 'Drop it if another role has put it there, or make its owner the same.';
        END IF;
    END LOOP;
    WHILE parts[2] <> '"snowflake_kit"."snowflake_slots"' LOOP
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
        -- A transaction that has minted keeps the sequence locked, and may wait for the view to mint
        -- again: so both are taken at once, or neither.
        BEGIN
            SET LOCAL lock_timeout = '100ms';
            FOR other IN
                SELECT to_regclass(part) AS object FROM unnest(parts) AS part
                WHERE to_regclass(part) IS NOT NULL
            LOOP
                EXECUTE format('ALTER TABLE %s SET SCHEMA %I', other.object, 'snowflake_kit');
            END LOOP;
            parts := ARRAY['"snowflake_kit"."snowflake_lock"', '"snowflake_kit"."snowflake_slots"', '"snowflake_kit"."snowflake_started"', '"snowflake_kit"."snowflake_alive"'];
            PERFORM set_config('lock_timeout', patience, true);
        EXCEPTION WHEN lock_not_available THEN
            PERFORM pg_sleep(random() * 0.2);
        END;
    END LOOP;
    PERFORM set_config('search_path', path, true);
END $snowflake$;

-- The functions of the previous version stop without it.
DROP SEQUENCE IF EXISTS "snowflake_kit"."snowflake_alive";

-- What a crash of the server resets.
CREATE UNLOGGED SEQUENCE IF NOT EXISTS "snowflake_kit"."snowflake_started" AS bigint CACHE 1;

CREATE OR REPLACE FUNCTION "ids"."snowflake_next_id"() RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
SECURITY DEFINER
SET search_path = pg_catalog, pg_temp
SET client_min_messages = error
AS $snowflake$
-- Mints an ID: layout default, node 7. Written by snowflake-kit.
DECLARE
    previous bigint;     -- the last slot issued; a slot is tick * IDs per tick + sequence number
    crashed boolean;     -- whether the server has crashed, or the first ID is minted
    mine bigint;         -- the slot to issue
    millis bigint;       -- the clock, in ms since the layout's epoch
    tick bigint;         -- the clock, in ticks
    ahead bigint;        -- how many ticks the slot is too far ahead of the clock
    pause bigint;        -- how long that lasts, in ms
    waited bigint := 0;
BEGIN
    LOOP
        -- One session at a time is in this block. It ends with an exception in any
        -- case: that gives back the lock, and what a sequence is set to stays.
        BEGIN
            -- Nobody but the owner can take this lock, nor one that conflicts with it.
            LOCK TABLE ONLY "snowflake_kit"."snowflake_lock" IN SHARE UPDATE EXCLUSIVE MODE;
            millis := floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - (1735689600000);
            tick := millis / 1;
            previous := pg_sequence_last_value('"snowflake_kit"."snowflake_slots"'::regclass);
            crashed := pg_sequence_last_value('"snowflake_kit"."snowflake_started"'::regclass) IS NULL;
            -- From PostgreSQL 18 on, that is also the answer to a role that may not read them.
            IF (previous IS NULL OR crashed)
                AND NOT (has_sequence_privilege('"snowflake_kit"."snowflake_slots"'::regclass, 'SELECT, USAGE')
                    AND has_sequence_privilege('"snowflake_kit"."snowflake_started"'::regclass, 'SELECT, USAGE')) THEN
                RAISE EXCEPTION USING ERRCODE = '42501',
                MESSAGE = format('permission denied for %s or %s', '"snowflake_kit"."snowflake_slots"', '"snowflake_kit"."snowflake_started"'),
                HINT = format('Grant SELECT on both sequences to %s, the owner of this function.', current_user);
            END IF;
            previous := coalesce(previous, 0);
            IF millis < 0 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF001',
                MESSAGE = format('the clock is %s ms before the epoch of the layout default', -millis),
                HINT = 'Set the clock of the database server.';
            ELSIF tick > 2199023255551 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout default has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
            END IF;
            -- After a crash, slots up to now may have been seen that are not on disk.
            IF crashed THEN
                previous := setval('"snowflake_kit"."snowflake_slots"'::regclass, greatest(
                    previous, (least(tick + 0, 2199023255551) << 12) | 4095));
                PERFORM setval('"snowflake_kit"."snowflake_started"'::regclass, 1);
            END IF;
            IF previous >= 9007199254740991 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout default has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
            END IF;
            mine := previous + 1;
            IF (mine >> 12) < tick THEN
                mine := (tick << 12);
            END IF;
            ahead := (mine >> 12) - tick - 0;
            -- The state is written once, after all checks: a caller that interrupts the
            -- function, wherever that is, cannot drive the state ahead of the clock.
            IF ahead <= 0 OR ((mine & 4095) > 0 AND ahead <= 10000) THEN
                ahead := 0;
                IF mine = previous + 1 THEN
                    mine := nextval('"snowflake_kit"."snowflake_slots"'::regclass);
                ELSE
                    mine := setval('"snowflake_kit"."snowflake_slots"'::regclass, mine);
                END IF;
            END IF;
            -- Not SF000: the handler of that would take the whole class.
            RAISE EXCEPTION SQLSTATE 'SF999';
        EXCEPTION
            WHEN SQLSTATE 'SF999' THEN
                NULL;
        END;
        IF ahead = 0 THEN
            RETURN ((mine >> 12) << 22)
                | (7::bigint << 12)
                | ((mine & 4095) << 0);
        END IF;
        pause := ((mine >> 12) - 0) * 1 - millis;
        IF ahead > 10000 THEN
            RAISE EXCEPTION USING ERRCODE = 'SF003',
            MESSAGE = format('the clock stepped back by %s ms, more than max_rollback = %s ms',
                ahead * 1, 10000::bigint * 1),
            HINT = 'Minting goes on when it has caught up. Check the time synchronisation of the database server.';
        ELSIF waited + pause > 5000 THEN
            RAISE EXCEPTION USING ERRCODE = 'SF004',
            MESSAGE = format('no slot became free within max_wait = 5000 ms; it takes %s ms more', pause);
        END IF;
        PERFORM pg_sleep(pause / 1000.0);
        waited := waited + pause;
    END LOOP;
END
$snowflake$;

-- Each mint locks it. It has no columns.
CREATE OR REPLACE VIEW "snowflake_kit"."snowflake_lock" AS SELECT;

CREATE OR REPLACE FUNCTION "ids"."snowflake_id_unix_ms"(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (id OPERATOR(pg_catalog.>=) 1) AND (id OPERATOR(pg_catalog.<=) 9223372036854775807) THEN (((id OPERATOR(pg_catalog.>>) 22) OPERATOR(pg_catalog.*) 1) OPERATOR(pg_catalog.+) (1735689600000)) END;

CREATE OR REPLACE FUNCTION "ids"."snowflake_id_time"(id bigint) RETURNS timestamp with time zone
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (id OPERATOR(pg_catalog.>=) 1) AND (id OPERATOR(pg_catalog.<=) 9223372036854775807) THEN (((timestamp '1970-01-01 00:00:00' OPERATOR(pg_catalog.+) (((((id OPERATOR(pg_catalog.>>) 22) OPERATOR(pg_catalog.*) 1) OPERATOR(pg_catalog.+) (1735689600000)) OPERATOR(pg_catalog./) 86400000) OPERATOR(pg_catalog.*) interval '24 hours')) OPERATOR(pg_catalog.+) (((((id OPERATOR(pg_catalog.>>) 22) OPERATOR(pg_catalog.*) 1) OPERATOR(pg_catalog.+) (1735689600000)) OPERATOR(pg_catalog.%) 86400000) OPERATOR(pg_catalog.*) interval '1 millisecond')) AT TIME ZONE 'UTC') END;

CREATE OR REPLACE FUNCTION "ids"."snowflake_first_id_at"("time" timestamp with time zone) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.<=) (1735689600000000)) THEN 1
    WHEN ((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.<=) (3934712855551000)) THEN (pg_catalog.div((((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.-) (1735689599999000)) OPERATOR(pg_catalog.-) 1), 1000)::bigint OPERATOR(pg_catalog.<<) 22) END;

CREATE OR REPLACE FUNCTION "ids"."snowflake_last_id_before"("time" timestamp with time zone) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.>) (3934712855551000)) THEN 9223372036854775807
    WHEN ((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.>) (1735689600000000)) THEN (((pg_catalog.div((((extract(epoch FROM ("time" AT TIME ZONE 'UTC')) OPERATOR(pg_catalog.*) 1000000) OPERATOR(pg_catalog.-) (1735689599999000)) OPERATOR(pg_catalog.-) 1), 1000)::bigint OPERATOR(pg_catalog.-) 1) OPERATOR(pg_catalog.<<) 22) OPERATOR(pg_catalog.|) 4194303) END;

CREATE OR REPLACE FUNCTION "ids"."snowflake_id_node"(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (id OPERATOR(pg_catalog.>=) 1) AND (id OPERATOR(pg_catalog.<=) 9223372036854775807) THEN ((id OPERATOR(pg_catalog.>>) 12) OPERATOR(pg_catalog.&) 1023) END;

CREATE OR REPLACE FUNCTION "ids"."snowflake_id_sequence"(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (id OPERATOR(pg_catalog.>=) 1) AND (id OPERATOR(pg_catalog.<=) 9223372036854775807) THEN ((id OPERATOR(pg_catalog.>>) 0) OPERATOR(pg_catalog.&) 4095) END;

CREATE OR REPLACE FUNCTION "ids"."snowflake_id_from_text"(value pg_catalog.text, encoding pg_catalog.text, prefix pg_catalog.text DEFAULT '') RETURNS bigint
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $snowflake$
-- The ID in a text. Written by snowflake-kit.
DECLARE
    -- Byte by byte, whatever collation the caller's columns have.
    given text COLLATE "C" := value;
    wanted text COLLATE "C" := prefix;
    form text COLLATE "C" := encoding;
    alphabet text COLLATE "C" := CASE form WHEN 'decimal' THEN '0123456789' WHEN 'base62' THEN '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' WHEN 'base32' THEN '0123456789ABCDEFGHJKMNPQRSTVWXYZ' WHEN 'hex' THEN '0123456789abcdef' END;
    width integer := CASE form WHEN 'base62' THEN 11 WHEN 'base32' THEN 13 WHEN 'hex' THEN 16 END;
    digits text COLLATE "C";
    number numeric := 0;
BEGIN
    IF alphabet IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not an encoding: decimal, base62, base32 and hex are', left(encoding, 40));
    ELSIF wanted <> '' AND NOT (wanted ~ '^[A-Za-z][A-Za-z0-9_-]*[_-]$' AND length(wanted) <= 16) THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not a prefix: expected a letter, then letters, digits, _ and -, and last _ or -, up to 16 characters', left(prefix, 40));
    END IF;
    digits := substr(given, length(wanted) + 1);
    IF left(given, length(wanted)) = wanted AND translate(digits, alphabet, '') = ''
        AND (length(digits) = width
            OR width IS NULL AND length(digits) BETWEEN 1 AND 19 AND left(digits, 1) <> '0') THEN
        FOR place IN 1..length(digits) LOOP
            number := number * length(alphabet) + strpos(alphabet, substr(digits, place, 1)) - 1;
        END LOOP;
    END IF;
    IF number NOT BETWEEN 1 AND 9223372036854775807 THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not an ID: expected %s', left(value, 40), CASE form WHEN 'decimal' THEN 'the prefix and 1 to 19 characters of decimal' WHEN 'base62' THEN 'the prefix and 11 characters of base62' WHEN 'base32' THEN 'the prefix and 13 characters of base32' WHEN 'hex' THEN 'the prefix and 16 characters of hex' END),
        HINT = 'One ID has one text: no other case, width or prefix is read.';
    END IF;
    RETURN number;
END
$snowflake$;

CREATE OR REPLACE FUNCTION "ids"."snowflake_id_to_text"(id bigint, encoding pg_catalog.text, prefix pg_catalog.text DEFAULT '') RETURNS pg_catalog.text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
SET search_path = pg_catalog, pg_temp
AS $snowflake$
-- The text of an ID. Written by snowflake-kit.
DECLARE
    wanted text COLLATE "C" := prefix;
    form text COLLATE "C" := encoding;
    alphabet text COLLATE "C" := CASE form WHEN 'decimal' THEN '0123456789' WHEN 'base62' THEN '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' WHEN 'base32' THEN '0123456789ABCDEFGHJKMNPQRSTVWXYZ' WHEN 'hex' THEN '0123456789abcdef' END;
    width integer := CASE form WHEN 'base62' THEN 11 WHEN 'base32' THEN 13 WHEN 'hex' THEN 16 END;
    digits text COLLATE "C" := '';
    rest bigint := id;
BEGIN
    IF alphabet IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not an encoding: decimal, base62, base32 and hex are', left(encoding, 40));
    ELSIF wanted <> '' AND NOT (wanted ~ '^[A-Za-z][A-Za-z0-9_-]*[_-]$' AND length(wanted) <= 16) THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not a prefix: expected a letter, then letters, digits, _ and -, and last _ or -, up to 16 characters', left(prefix, 40));
    END IF;
    IF id < 1 THEN
        RETURN NULL;
    END IF;
    WHILE rest > 0 LOOP
        digits := substr(alphabet, (rest % length(alphabet))::integer + 1, 1) || digits;
        rest := rest / length(alphabet);
    END LOOP;
    RETURN wanted || lpad(digits, coalesce(width, length(digits)), '0');
END
$snowflake$;

-- A role that mints needs this right and no other.
REVOKE ALL ON FUNCTION "ids"."snowflake_next_id"() FROM PUBLIC;

COMMENT ON FUNCTION "ids"."snowflake_next_id"() IS 'layout time:41/node:10/sequence:12@2025-01-01';

-- The owner of the state has all of it, and roles that could mint can mint.
DO $snowflake$
DECLARE
    path pg_catalog.text := pg_catalog.current_setting('search_path');
    rightful pg_catalog.oid;
    other pg_catalog.record;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    SELECT state.relowner INTO STRICT rightful FROM pg_class AS state
        WHERE state.oid = '"snowflake_kit"."snowflake_slots"'::regclass;
    FOR other IN
        SELECT state.oid::regclass AS object FROM pg_class AS state
        WHERE state.oid IN ('"snowflake_kit"."snowflake_started"'::regclass, '"snowflake_kit"."snowflake_lock"'::regclass) AND state.relowner <> rightful
    LOOP
        EXECUTE format('ALTER TABLE %s OWNER TO %I', other.object, pg_get_userbyid(rightful));
    END LOOP;
    IF NOT has_schema_privilege(rightful, 'snowflake_kit', 'USAGE') THEN
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', 'snowflake_kit', pg_get_userbyid(rightful));
    END IF;
    -- The state's owner had all functions that were there.
    FOR other IN
        SELECT function.oid::regprocedure AS object FROM pg_proc AS function
        WHERE function.oid IN (to_regprocedure('"ids"."snowflake_last_id_before"(timestamp with time zone)'),
            to_regprocedure('"ids"."snowflake_first_id_at"(timestamp with time zone)'),
            to_regprocedure('"ids"."snowflake_id_time"(bigint)'),
            to_regprocedure('"ids"."snowflake_id_unix_ms"(bigint)'),
            to_regprocedure('"ids"."snowflake_id_node"(bigint)'),
            to_regprocedure('"ids"."snowflake_id_sequence"(bigint)'),
            to_regprocedure('"ids"."snowflake_id_from_text"(pg_catalog.text, pg_catalog.text, pg_catalog.text)'),
            to_regprocedure('"ids"."snowflake_id_to_text"(bigint, pg_catalog.text, pg_catalog.text)'),
            to_regprocedure('"ids"."snowflake_next_id"()')) AND function.proowner <> rightful
    LOOP
        EXECUTE format('ALTER FUNCTION %s OWNER TO %I', other.object, pg_get_userbyid(rightful));
    END LOOP;
    FOR other IN
        SELECT DISTINCT privilege.grantee AS grantee
        FROM pg_class AS state, aclexplode(state.relacl) AS privilege
        WHERE state.oid = '"snowflake_kit"."snowflake_slots"'::regclass AND privilege.grantee <> state.relowner
            AND privilege.privilege_type = 'UPDATE'
    LOOP
        EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO %s', '"ids"."snowflake_next_id"()'::regprocedure,
            CASE other.grantee WHEN 0 THEN 'PUBLIC'
            ELSE quote_ident(pg_get_userbyid(other.grantee)) END);
    END LOOP;
    PERFORM set_config('search_path', path, true);
END $snowflake$;

-- Default privileges may have granted the state to others.
DO $snowflake$
DECLARE
    path pg_catalog.text := pg_catalog.current_setting('search_path');
    granted pg_catalog.record;
BEGIN
    PERFORM pg_catalog.set_config('search_path', 'pg_catalog, pg_temp', true);
    FOR granted IN
        SELECT DISTINCT state.oid::regclass AS object, privilege.grantee AS grantee
        FROM pg_class AS state, aclexplode(state.relacl) AS privilege
        WHERE state.oid IN ('"snowflake_kit"."snowflake_slots"'::regclass, '"snowflake_kit"."snowflake_started"'::regclass, '"snowflake_kit"."snowflake_lock"'::regclass)
            AND privilege.grantee <> state.relowner
    LOOP
        EXECUTE format('REVOKE ALL ON TABLE %s FROM %s CASCADE', granted.object,
            CASE granted.grantee WHEN 0 THEN 'PUBLIC'
            ELSE quote_ident(pg_get_userbyid(granted.grantee)) END);
    END LOOP;
    PERFORM set_config('search_path', path, true);
END $snowflake$;

GRANT EXECUTE ON FUNCTION
    "ids"."snowflake_last_id_before"(timestamp with time zone),
    "ids"."snowflake_first_id_at"(timestamp with time zone),
    "ids"."snowflake_id_time"(bigint),
    "ids"."snowflake_id_unix_ms"(bigint),
    "ids"."snowflake_id_node"(bigint),
    "ids"."snowflake_id_sequence"(bigint),
    "ids"."snowflake_id_from_text"(pg_catalog.text, pg_catalog.text, pg_catalog.text),
    "ids"."snowflake_id_to_text"(bigint, pg_catalog.text, pg_catalog.text),
    "ids"."snowflake_next_id"()
    TO "shop";


-- ----

DROP FUNCTION "ids"."snowflake_last_id_before"(timestamp with time zone);

DROP FUNCTION "ids"."snowflake_first_id_at"(timestamp with time zone);

DROP FUNCTION "ids"."snowflake_id_time"(bigint);

DROP FUNCTION "ids"."snowflake_id_unix_ms"(bigint);

DROP FUNCTION "ids"."snowflake_id_node"(bigint);

DROP FUNCTION "ids"."snowflake_id_sequence"(bigint);

DROP FUNCTION "ids"."snowflake_id_from_text"(pg_catalog.text, pg_catalog.text, pg_catalog.text);

DROP FUNCTION "ids"."snowflake_id_to_text"(bigint, pg_catalog.text, pg_catalog.text);

DROP FUNCTION "ids"."snowflake_next_id"();

DROP VIEW "snowflake_kit"."snowflake_lock";

DROP SEQUENCE "snowflake_kit"."snowflake_started";

DROP SEQUENCE "snowflake_kit"."snowflake_slots";

