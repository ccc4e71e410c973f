-- The last slot issued. Cached numbers would be issued late, and by each session on its own.
CREATE SEQUENCE "public"."snowflake_slots" AS bigint MINVALUE 0 MAXVALUE 9007199254740991 START 1 CACHE 1;

-- What a crash of the server resets.
CREATE UNLOGGED SEQUENCE "public"."snowflake_alive" AS bigint CACHE 1;

CREATE FUNCTION "public"."snowflake_next_id"() RETURNS bigint
LANGUAGE plpgsql VOLATILE PARALLEL UNSAFE
AS $snowflake$
-- Mints an ID: layout default, node 5. Written by snowflake-kit.
DECLARE
    mine bigint;         -- the slot: tick * IDs per tick + sequence number
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
            -- "snow", and which sequence.
            PERFORM pg_advisory_xact_lock(1936617335, '"public"."snowflake_slots"'::regclass::oid::integer);
            millis := floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - (1735689600000);
            tick := millis / 1;
            IF millis < 0 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF001',
                MESSAGE = format('the clock is %s ms before the epoch of the layout default', -millis),
                HINT = 'Set the clock of the database server.';
            ELSIF tick > 2199023255551 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout default has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
            END IF;
            mine := nextval('"public"."snowflake_slots"'::regclass);
            -- After a crash, slots up to now may have been seen that are not on disk.
            IF nextval('"public"."snowflake_alive"'::regclass) < 4294967296 THEN
                PERFORM setval('"public"."snowflake_slots"'::regclass, greatest(
                    mine - 1, (least(tick + 0, 2199023255551) << 12) | 4095));
                PERFORM setval('"public"."snowflake_alive"'::regclass, 4294967296);
                mine := nextval('"public"."snowflake_slots"'::regclass);
            END IF;
            IF (mine >> 12) < tick THEN
                mine := setval('"public"."snowflake_slots"'::regclass, (tick << 12));
            END IF;
            ahead := (mine >> 12) - tick - 0;
            IF ahead > 0 AND ((mine & 4095) = 0 OR ahead > 10000) THEN
                PERFORM setval('"public"."snowflake_slots"'::regclass, mine - 1);
            ELSE
                ahead := 0;
            END IF;
            -- Not SF000: the handler of that would take the whole class.
            RAISE EXCEPTION SQLSTATE 'SF999';
        EXCEPTION
            WHEN SQLSTATE 'SF999' THEN
                NULL;
            WHEN sequence_generator_limit_exceeded THEN
                RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout default has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
        END;
        IF ahead = 0 THEN
            RETURN ((mine >> 12) << 22)
                | (5::bigint << 12)
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

CREATE FUNCTION "public"."snowflake_id_unix_ms"(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $snowflake$
    SELECT CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (id >> 22) * 1 + (1735689600000) END
$snowflake$;

CREATE FUNCTION "public"."snowflake_id_time"(id bigint) RETURNS timestamptz
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $snowflake$
    SELECT CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (timestamp '1970-01-01 00:00:00'
            + ((id >> 22) * 1 + (1735689600000)) / 86400000 * interval '24 hours'
            + ((id >> 22) * 1 + (1735689600000)) % 86400000 * interval '1 millisecond') AT TIME ZONE 'UTC' END
$snowflake$;

CREATE FUNCTION "public"."snowflake_id_node"(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $snowflake$
    SELECT CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (id >> 12) & 1023 END
$snowflake$;

CREATE FUNCTION "public"."snowflake_id_sequence"(id bigint) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $snowflake$
    SELECT CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (id >> 0) & 4095 END
$snowflake$;

CREATE FUNCTION "public"."snowflake_first_id_at"("time" timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $snowflake$
    SELECT CASE WHEN extract(epoch FROM ("time" AT TIME ZONE 'UTC')) * 1000000 <= 1735689600000000 THEN 1
        WHEN extract(epoch FROM ("time" AT TIME ZONE 'UTC')) * 1000000 <= 3934712855551000 THEN div(extract(epoch FROM ("time" AT TIME ZONE 'UTC')) * 1000000 - (1735689600000000) + 1000 - 1, 1000)::bigint << 22 END
$snowflake$;

CREATE FUNCTION "public"."snowflake_last_id_before"("time" timestamptz) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE
AS $snowflake$
    SELECT CASE WHEN extract(epoch FROM ("time" AT TIME ZONE 'UTC')) * 1000000 > 3934712855551000 THEN 9223372036854775807
        WHEN extract(epoch FROM ("time" AT TIME ZONE 'UTC')) * 1000000 > 1735689600000000 THEN nullif(((div(extract(epoch FROM ("time" AT TIME ZONE 'UTC')) * 1000000 - (1735689600000000) + 1000 - 1, 1000)::bigint - 1) << 22) | 4194303, 0) END
$snowflake$;
