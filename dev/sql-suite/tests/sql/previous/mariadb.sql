CREATE TABLE `snowflake_slots` (
    slot BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    lane BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (slot, lane)
) ENGINE = InnoDB COMMENT 'Its AUTO_INCREMENT counter is the state of next_id. It has no rows.';

CREATE FUNCTION `snowflake_next_id`() RETURNS BIGINT
NOT DETERMINISTIC MODIFIES SQL DATA
COMMENT 'Mints an ID: layout default, node 5. Written by snowflake-kit.'
BEGIN
    DECLARE me BIGINT UNSIGNED DEFAULT CONNECTION_ID();
    -- The slot: tick * IDs per tick + sequence number.
    DECLARE mine BIGINT UNSIGNED;
    -- The clock, in ms since the layout's epoch and in ticks, and the first tick
    -- that no slot of can have been lost when the server stopped.
    DECLARE millis, tick, safe BIGINT;
    -- How many ticks the slot is too far ahead of the clock, and for how many ms.
    DECLARE ahead, pause BIGINT;
    DECLARE waited BIGINT DEFAULT 0;
    DECLARE uuid CHAR(36);
    DECLARE message VARCHAR(128);
    SET safe = (((CAST((UUID_SHORT() >> 24) & 4294967295 AS SIGNED) + 1) * 1000 - (1735689600000))
        DIV 1) + 0 + 1;
    INSERT INTO `snowflake_slots` (lane) VALUES (me);
    SET mine = LAST_INSERT_ID();
    DELETE FROM `snowflake_slots` WHERE slot = mine AND lane = me;
    LOOP
        SET STATEMENT time_zone = '+00:00' FOR
            SELECT TIMESTAMPDIFF(MICROSECOND, '1970-01-01', SYSDATE(6)) DIV 1000 INTO millis;
        SET millis = millis - (1735689600000);
        SET tick = millis DIV 1;
        IF millis < 0 THEN
            SIGNAL SQLSTATE 'SF001' SET MESSAGE_TEXT =
                'the clock is before the epoch of the layout default: set the clock of the server';
        ELSEIF tick > 2199023255551 OR (mine >> 12) > 2199023255551 THEN
            SIGNAL SQLSTATE 'SF002' SET MESSAGE_TEXT =
                'the layout default has no timestamps left: move to one with a later epoch';
        END IF;
        IF tick < safe AND CAST(mine >> 12 AS SIGNED) < safe THEN
            SET ahead = safe - tick;
            SET pause = safe * 1 - millis;
        ELSE
            IF CAST(mine >> 12 AS SIGNED) < tick THEN
                -- Behind the clock: a row with a number moves the counter, forward only.
                SET mine = (tick << 12) - 1;
                INSERT INTO `snowflake_slots` (slot, lane) VALUES (mine, me);
                DELETE FROM `snowflake_slots` WHERE slot = mine AND lane = me;
                INSERT INTO `snowflake_slots` (lane) VALUES (me);
                SET mine = LAST_INSERT_ID();
                DELETE FROM `snowflake_slots` WHERE slot = mine AND lane = me;
            END IF;
            SET ahead = CAST(mine >> 12 AS SIGNED) - tick - 0;
            IF ahead <= 0 OR ((mine & 4095) > 0 AND ahead <= 10000) THEN
                RETURN ((mine >> 12) << 22)
                    | (5 << 12)
                    | ((mine & 4095) << 0);
            END IF;
            SET pause = (CAST(mine >> 12 AS SIGNED) - 0) * 1 - millis;
        END IF;
        IF waited + pause > 5000 THEN
            -- This costs a slot. So that calls which fail at once, again and again,
            -- do not run away from the clock, they do not fail at once.
            DO SLEEP((5000 - waited) / 1000);
            IF ahead > 10000 THEN
                SET message = CONCAT('the clock stepped back by ', ahead * 1,
                    ' ms, more than max_rollback = ', 10000 * 1, ' ms');
                SIGNAL SQLSTATE 'SF003' SET MESSAGE_TEXT = message;
            END IF;
            SET message = CONCAT('no slot became free within max_wait = 5000 ms; it takes ',
                pause, ' ms more');
            SIGNAL SQLSTATE 'SF004' SET MESSAGE_TEXT = message;
        END IF;
        DO SLEEP(pause / 1000);
        SET waited = waited + pause;
    END LOOP;
END;

CREATE FUNCTION `snowflake_id_unix_ms`(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (CAST(id >> 22 AS SIGNED) * 1 + (1735689600000)) END;

CREATE FUNCTION `snowflake_id_time`(id BIGINT) RETURNS DATETIME(3)
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN TIMESTAMPADD(MICROSECOND, (CAST(id >> 22 AS SIGNED) * 1 + (1735689600000)) * 1000, '1970-01-01') END;

CREATE FUNCTION `snowflake_id_node`(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (id >> 12) & 1023 END;

CREATE FUNCTION `snowflake_id_sequence`(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (id >> 0) & 4095 END;

CREATE FUNCTION `snowflake_first_id_at`(utc DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) <= 1735689600000000 THEN 1
    WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) <= 3934712855551000 THEN ((TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) - (1735689600000000) + 1000 - 1) DIV 1000) << 22 END;

CREATE FUNCTION `snowflake_last_id_before`(utc DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) > 3934712855551000 THEN 9223372036854775807
    WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) > 1735689600000000 THEN NULLIF(((((TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) - (1735689600000000) + 1000 - 1) DIV 1000) - 1) << 22) | 4194303, 0) END;
