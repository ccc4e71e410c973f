-- Mints an ID: {title}. Written by snowflake-kit.
DECLARE
    mine bigint;         -- the slot: tick * IDs per tick + sequence number
    millis bigint;       -- the clock, in ms since the layout's epoch
    tick bigint;         -- the clock, in ticks
    ahead bigint;        -- how many ticks the slot is too far ahead of the clock
    pause bigint;        -- how long that lasts, in ms
    waited bigint := 0;
BEGIN{check}
    LOOP
        -- One session at a time is in this block. It ends with an exception in any
        -- case: that gives back the lock, and what a sequence is set to stays.
        BEGIN
            -- "snow", and which sequence.
            PERFORM pg_advisory_xact_lock(1936617335, {slots}::regclass::oid::integer);
            millis := floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - ({epoch});
            tick := millis / {tick_millis};
            IF millis < 0 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF001',
                MESSAGE = format('the clock is %s ms before the epoch of the layout {layout}', -millis),
                HINT = 'Set the clock of the database server.';
            ELSIF tick > {max_timestamp} THEN
                RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout {layout} has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
            END IF;
            mine := nextval({slots}::regclass);
            -- After a crash, slots up to now may have been seen that are not on disk.
            IF nextval({alive}::regclass) < 4294967296 THEN
                PERFORM setval({slots}::regclass, greatest(
                    mine - 1, (least(tick + {max_lead}, {max_timestamp}) << {sequence_bits}) | {sequence_mask}));
                PERFORM setval({alive}::regclass, 4294967296);
                mine := nextval({slots}::regclass);
            END IF;
            IF (mine >> {sequence_bits}) < tick THEN
                mine := setval({slots}::regclass, (tick << {sequence_bits}){start});
            END IF;
            ahead := (mine >> {sequence_bits}) - tick - {max_lead};
            IF ahead > 0 AND ((mine & {sequence_mask}) = 0 OR ahead > {max_rollback}) THEN
                PERFORM setval({slots}::regclass, mine - 1);
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
                MESSAGE = 'the layout {layout} has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
        END;
        IF ahead = 0 THEN
            RETURN ((mine >> {sequence_bits}) << {time_shift})
                | ({node}::bigint << {node_shift})
                | ((mine & {sequence_mask}) << {sequence_shift});
        END IF;
        pause := ((mine >> {sequence_bits}) - {max_lead}) * {tick_millis} - millis;
        IF ahead > {max_rollback} THEN
            RAISE EXCEPTION USING ERRCODE = 'SF003',
            MESSAGE = format('the clock stepped back by %s ms, more than max_rollback = %s ms',
                ahead * {tick_millis}, {max_rollback}::bigint * {tick_millis}),
            HINT = 'Minting goes on when it has caught up. Check the time synchronisation of the database server.';
        ELSIF waited + pause > {max_wait} THEN
            RAISE EXCEPTION USING ERRCODE = 'SF004',
            MESSAGE = format('no slot became free within max_wait = {max_wait} ms; it takes %s ms more', pause);
        END IF;
        PERFORM pg_sleep(pause / 1000.0);
        waited := waited + pause;
    END LOOP;
END
