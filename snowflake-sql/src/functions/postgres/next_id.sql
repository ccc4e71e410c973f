-- Mints an ID: {title}. Written by snowflake-kit.
DECLARE
    previous bigint;     -- the last slot issued; a slot is tick * IDs per tick + sequence number
    crashed boolean;     -- whether the server has crashed, or the first ID is minted
    mine bigint;         -- the slot to issue
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
            -- Nobody but the owner can take this lock, nor one that conflicts with it.
            LOCK TABLE ONLY {lock} IN SHARE UPDATE EXCLUSIVE MODE;
            millis := floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - ({epoch});
            tick := millis / {tick_millis};
            previous := pg_sequence_last_value({slots}::regclass);
            crashed := pg_sequence_last_value({started}::regclass) IS NULL;
            -- From PostgreSQL 18 on, that is also the answer to a role that may not read them.
            IF (previous IS NULL OR crashed)
                AND NOT (has_sequence_privilege({slots}::regclass, 'SELECT, USAGE')
                    AND has_sequence_privilege({started}::regclass, 'SELECT, USAGE')) THEN
                RAISE EXCEPTION USING ERRCODE = '42501',
                MESSAGE = format('permission denied for %s or %s', {slots}, {started}),
                HINT = format('Grant SELECT on both sequences to %s, the owner of this function.', current_user);
            END IF;
            previous := coalesce(previous, 0);
            IF millis < 0 THEN
                RAISE EXCEPTION USING ERRCODE = 'SF001',
                MESSAGE = format('the clock is %s ms before the epoch of the layout {layout}', -millis),
                HINT = 'Set the clock of the database server.';
            ELSIF tick > {max_timestamp} THEN
                RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout {layout} has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
            END IF;
            -- After a crash, slots up to now may have been seen that are not on disk.
            IF crashed THEN
                previous := setval({slots}::regclass, greatest(
                    previous, (least(tick + {max_lead}, {max_timestamp}) << {sequence_bits}) | {sequence_mask}));
                PERFORM setval({started}::regclass, 1);
            END IF;
            IF previous >= {max_slot} THEN
                RAISE EXCEPTION USING ERRCODE = 'SF002',
                MESSAGE = 'the layout {layout} has no timestamps left',
                HINT = 'Move to a layout with a later epoch or more time bits.';
            END IF;
            mine := previous + 1;
            IF (mine >> {sequence_bits}) < tick THEN
                mine := (tick << {sequence_bits}){start};
            END IF;
            ahead := (mine >> {sequence_bits}) - tick - {max_lead};
            -- The state is written once, after all checks: a caller that interrupts the
            -- function, wherever that is, cannot drive the state ahead of the clock.
            IF ahead <= 0 OR ((mine & {sequence_mask}) > 0 AND ahead <= {max_rollback}) THEN
                ahead := 0;
                IF mine = previous + 1 THEN
                    mine := nextval({slots}::regclass);
                ELSE
                    mine := setval({slots}::regclass, mine);
                END IF;
            END IF;
            -- Not SF000: the handler of that would take the whole class.
            RAISE EXCEPTION SQLSTATE 'SF999';
        EXCEPTION
            WHEN SQLSTATE 'SF999' THEN
                NULL;
        END;
        IF ahead = 0 THEN
            RETURN ((mine >> {sequence_bits}) << {time_shift})
                | {rest}
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
