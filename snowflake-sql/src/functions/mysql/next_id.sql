{create} FUNCTION {function}({argument}) RETURNS BIGINT
NOT DETERMINISTIC MODIFIES SQL DATA SQL SECURITY DEFINER
COMMENT 'Mints an ID: {title}. Written by snowflake-kit.'
BEGIN
    DECLARE me BIGINT UNSIGNED DEFAULT CONNECTION_ID();
    -- The slot: tick * IDs per tick + sequence number.
    DECLARE mine BIGINT UNSIGNED;
    -- The clock, in ms since the layout's epoch and in ticks, and the first tick
    -- that no slot of can have been lost when the server stopped.
    DECLARE millis, tick, safe BIGINT;
    -- When the server started, in Unix seconds, once it is asked.
    DECLARE started BIGINT;
    -- How many ticks the slot is too far ahead of the clock, and for how many ms.
    DECLARE ahead, pause BIGINT;
    DECLARE waited BIGINT DEFAULT 0;
    DECLARE uuid CHAR(36);
    DECLARE message VARCHAR(128);{check}
    -- What a session can set and the counter would follow, for everybody.
    IF @@SESSION.auto_increment_increment <> @@GLOBAL.auto_increment_increment
        OR @@SESSION.auto_increment_offset <> @@GLOBAL.auto_increment_offset THEN
        SIGNAL SQLSTATE 'SF006' SET MESSAGE_TEXT =
            'auto_increment_increment or auto_increment_offset of this session is not that of the server: set both to DEFAULT';
    ELSEIF @@SESSION.insert_id <> 0 THEN
        SIGNAL SQLSTATE 'SF006' SET MESSAGE_TEXT =
            'insert_id is set in this session, and would become the state: set it to 0';
    END IF;
    -- Not before the start, and quick to read. But any session can move it ahead.
    SET safe = (((CAST((UUID_SHORT() >> 24) & 4294967295 AS SIGNED) + 1) * 1000 - ({epoch}))
        DIV {tick_millis}) + {max_lead} + 1;
    -- In MySQL a session can also set insert_id to 0, which does not show: then no number is
    -- generated, and the last one would be whatever the session has set it to.
    DO LAST_INSERT_ID(0);
    INSERT INTO {slots} (lane) VALUES (me);
    SET mine = LAST_INSERT_ID();
    DELETE FROM {slots} WHERE slot = mine AND lane = me;
    IF mine = 0 THEN
        SIGNAL SQLSTATE 'SF006' SET MESSAGE_TEXT =
            'insert_id was set to 0 in this session, and this is used up now: mint again';
    END IF;
    LOOP
        {clock}
        SET millis = millis - ({epoch});
        SET tick = millis DIV {tick_millis};
        IF millis < 0 THEN
            SIGNAL SQLSTATE 'SF001' SET MESSAGE_TEXT =
                'the clock is before the epoch of the layout {layout}: set the clock of the server';
        ELSEIF tick > {max_timestamp} OR (mine >> {sequence_bits}) > {max_timestamp} THEN
            SIGNAL SQLSTATE 'SF002' SET MESSAGE_TEXT =
                'the layout {layout} has no timestamps left: move to one with a later epoch';
        END IF;
        IF started IS NULL AND tick < safe AND CAST(mine >> {sequence_bits} AS SIGNED) < safe THEN
            -- The time of the statement, which a session can set, is in both.
            SELECT UNIX_TIMESTAMP() - CAST(CAST(VARIABLE_VALUE AS UNSIGNED) AS SIGNED) INTO started
                FROM {status} WHERE VARIABLE_NAME = 'Uptime';
            SET safe = COALESCE((((started + 1) * 1000 - ({epoch})) DIV {tick_millis}) + {max_lead} + 1, safe);
        END IF;
        IF tick < safe AND CAST(mine >> {sequence_bits} AS SIGNED) < safe THEN
            SET ahead = safe - tick;
            SET pause = safe * {tick_millis} - millis;
        ELSE
            IF CAST(mine >> {sequence_bits} AS SIGNED) < tick THEN
                -- Behind the clock: a row with a number moves the counter, forward only.
                SET mine = (tick << {sequence_bits}){start} - 1;
                INSERT INTO {slots} (slot, lane) VALUES (mine, me);
                DELETE FROM {slots} WHERE slot = mine AND lane = me;
                INSERT INTO {slots} (lane) VALUES (me);
                SET mine = LAST_INSERT_ID();
                DELETE FROM {slots} WHERE slot = mine AND lane = me;
            END IF;
            SET ahead = CAST(mine >> {sequence_bits} AS SIGNED) - tick - {max_lead};
            IF ahead <= 0 OR ((mine & {sequence_mask}) > 0 AND ahead <= {max_rollback}) THEN
                RETURN ((mine >> {sequence_bits}) << {time_shift})
                    | {rest}
                    | ((mine & {sequence_mask}) << {sequence_shift});
            END IF;
            SET pause = (CAST(mine >> {sequence_bits} AS SIGNED) - {max_lead}) * {tick_millis} - millis;
        END IF;
        IF waited + pause > {max_wait} THEN
            -- This costs a slot. So that calls which fail at once, again and again,
            -- do not run away from the clock, they do not fail at once.
            DO SLEEP(({max_wait} - waited) * 0.001);
            IF ahead > {max_rollback} THEN
                SET message = CONCAT(ahead * {tick_millis}, ' ms, more than max_rollback = ',
                    {max_rollback} * {tick_millis}, ' ms');
                IF tick < safe AND CAST(mine >> {sequence_bits} AS SIGNED) < safe THEN
                    SET message = CONCAT('the clock is before the start of the server by ', message);
                ELSE
                    SET message = CONCAT('the clock stepped back by ', message,
                        ', or mints that waited were ended');
                END IF;
                SIGNAL SQLSTATE 'SF003' SET MESSAGE_TEXT = message;
            END IF;
            SET message = CONCAT('no slot became free within max_wait = {max_wait} ms; it takes ',
                pause, ' ms more');
            SIGNAL SQLSTATE 'SF004' SET MESSAGE_TEXT = message;
        END IF;
        DO SLEEP(pause * 0.001);
        SET waited = waited + pause;
    END LOOP;
END
