-- Error 1418 or 1419: the server has a binary log. Have a user who may run SET GLOBAL
-- log_bin_trust_function_creators = 1 do so, then run this again. Nothing has been changed.
CREATE FUNCTION `ids`.`snowflake_next_id`() RETURNS BIGINT
NOT DETERMINISTIC MODIFIES SQL DATA SQL SECURITY DEFINER
COMMENT 'Mints an ID: layout default, node 7. Written by snowflake-kit.'
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
    DECLARE message VARCHAR(128);
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
    SET safe = (((CAST((UUID_SHORT() >> 24) & 4294967295 AS SIGNED) + 1) * 1000 - (1735689600000))
        DIV 1) + 0 + 1;
    -- In MySQL a session can also set insert_id to 0, which does not show: then no number is
    -- generated, and the last one would be whatever the session has set it to.
    DO LAST_INSERT_ID(0);
    INSERT INTO `ids`.`snowflake_slots` (lane) VALUES (me);
    SET mine = LAST_INSERT_ID();
    DELETE FROM `ids`.`snowflake_slots` WHERE slot = mine AND lane = me;
    IF mine = 0 THEN
        SIGNAL SQLSTATE 'SF006' SET MESSAGE_TEXT =
            'insert_id was set to 0 in this session, and this is used up now: mint again';
    END IF;
    LOOP
        SET uuid = UUID();
        SET millis = (CAST(CONV(CONCAT(SUBSTR(uuid, 16, 3), SUBSTR(uuid, 10, 4), LEFT(uuid, 8)), 16, 10)
            AS SIGNED) - 122192928000000000) DIV 10000;
        SET millis = millis - (1735689600000);
        SET tick = millis DIV 1;
        IF millis < 0 THEN
            SIGNAL SQLSTATE 'SF001' SET MESSAGE_TEXT =
                'the clock is before the epoch of the layout default: set the clock of the server';
        ELSEIF tick > 2199023255551 OR (mine >> 12) > 2199023255551 THEN
            SIGNAL SQLSTATE 'SF002' SET MESSAGE_TEXT =
                'the layout default has no timestamps left: move to one with a later epoch';
        END IF;
        IF started IS NULL AND tick < safe AND CAST(mine >> 12 AS SIGNED) < safe THEN
            -- The time of the statement, which a session can set, is in both.
            SELECT UNIX_TIMESTAMP() - CAST(CAST(VARIABLE_VALUE AS UNSIGNED) AS SIGNED) INTO started
                FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime';
            SET safe = COALESCE((((started + 1) * 1000 - (1735689600000)) DIV 1) + 0 + 1, safe);
        END IF;
        IF tick < safe AND CAST(mine >> 12 AS SIGNED) < safe THEN
            SET ahead = safe - tick;
            SET pause = safe * 1 - millis;
        ELSE
            IF CAST(mine >> 12 AS SIGNED) < tick THEN
                -- Behind the clock: a row with a number moves the counter, forward only.
                SET mine = (tick << 12) - 1;
                INSERT INTO `ids`.`snowflake_slots` (slot, lane) VALUES (mine, me);
                DELETE FROM `ids`.`snowflake_slots` WHERE slot = mine AND lane = me;
                INSERT INTO `ids`.`snowflake_slots` (lane) VALUES (me);
                SET mine = LAST_INSERT_ID();
                DELETE FROM `ids`.`snowflake_slots` WHERE slot = mine AND lane = me;
            END IF;
            SET ahead = CAST(mine >> 12 AS SIGNED) - tick - 0;
            IF ahead <= 0 OR ((mine & 4095) > 0 AND ahead <= 10000) THEN
                RETURN ((mine >> 12) << 22)
                    | (7 << 12)
                    | ((mine & 4095) << 0);
            END IF;
            SET pause = (CAST(mine >> 12 AS SIGNED) - 0) * 1 - millis;
        END IF;
        IF waited + pause > 5000 THEN
            -- This costs a slot. So that calls which fail at once, again and again,
            -- do not run away from the clock, they do not fail at once.
            DO SLEEP((5000 - waited) * 0.001);
            IF ahead > 10000 THEN
                SET message = CONCAT(ahead * 1, ' ms, more than max_rollback = ',
                    10000 * 1, ' ms');
                IF tick < safe AND CAST(mine >> 12 AS SIGNED) < safe THEN
                    SET message = CONCAT('the clock is before the start of the server by ', message);
                ELSE
                    SET message = CONCAT('the clock stepped back by ', message,
                        ', or mints that waited were ended');
                END IF;
                SIGNAL SQLSTATE 'SF003' SET MESSAGE_TEXT = message;
            END IF;
            SET message = CONCAT('no slot became free within max_wait = 5000 ms; it takes ',
                pause, ' ms more');
            SIGNAL SQLSTATE 'SF004' SET MESSAGE_TEXT = message;
        END IF;
        DO SLEEP(pause * 0.001);
        SET waited = waited + pause;
    END LOOP;
END;

CREATE FUNCTION `ids`.`snowflake_id_unix_ms`(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (CAST(id >> 22 AS SIGNED) * 1 + (1735689600000)) END;

CREATE FUNCTION `ids`.`snowflake_id_time`(id BIGINT) RETURNS DATETIME(3)
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN TIMESTAMPADD(MICROSECOND, (CAST(id >> 22 AS SIGNED) * 1 + (1735689600000)) * 1000, '1970-01-01') END;

CREATE FUNCTION `ids`.`snowflake_first_id_at`(utc DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) <= 1735689600000000 THEN 1
    WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) <= 3934712855551000 THEN ((TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) - (1735689600000000) + 1000 - 1) DIV 1000) << 22 END;

CREATE FUNCTION `ids`.`snowflake_last_id_before`(utc DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) > 3934712855551000 THEN 9223372036854775807
    WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) > 1735689600000000 THEN NULLIF(((((TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) - (1735689600000000) + 1000 - 1) DIV 1000) - 1) << 22) | 4194303, 0) END;

CREATE FUNCTION `ids`.`snowflake_id_node`(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (id >> 12) & 1023 END;

CREATE FUNCTION `ids`.`snowflake_id_sequence`(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (id >> 0) & 4095 END;

CREATE TABLE `ids`.`snowflake_slots` (
    slot BIGINT UNSIGNED NOT NULL AUTO_INCREMENT,
    lane BIGINT UNSIGNED NOT NULL,
    PRIMARY KEY (slot, lane)
) ENGINE = InnoDB COMMENT 'Its AUTO_INCREMENT counter is the state of next_id. It has no rows.';

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_last_id_before` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_first_id_at` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_time` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_unix_ms` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_node` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_sequence` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_next_id` TO `shop`;


-- ----

CREATE TRIGGER `snowflake_users_id` BEFORE INSERT ON `users` FOR EACH ROW
BEGIN
    IF NEW.`id` IS NULL OR NEW.`id` = 0 THEN
        SET NEW.`id` = `ids`.`snowflake_next_id`();
    END IF;
END;

DROP TRIGGER `snowflake_users_id`;


-- ----

-- Error 1418 or 1419: the server has a binary log. Have a user who may run SET GLOBAL
-- log_bin_trust_function_creators = 1 do so, then run this again. Nothing has been changed.
CREATE FUNCTION `ids`.`snowflake_probe`() RETURNS BIGINT NOT DETERMINISTIC MODIFIES SQL DATA RETURN 1;

DROP FUNCTION `ids`.`snowflake_probe`;

DROP FUNCTION IF EXISTS `ids`.`snowflake_last_id_before`;

DROP FUNCTION IF EXISTS `ids`.`snowflake_first_id_at`;

DROP FUNCTION IF EXISTS `ids`.`snowflake_id_time`;

DROP FUNCTION IF EXISTS `ids`.`snowflake_id_unix_ms`;

DROP FUNCTION IF EXISTS `ids`.`snowflake_id_node`;

DROP FUNCTION IF EXISTS `ids`.`snowflake_id_sequence`;

DROP FUNCTION IF EXISTS `ids`.`snowflake_next_id`;

CREATE FUNCTION `ids`.`snowflake_next_id`() RETURNS BIGINT
NOT DETERMINISTIC MODIFIES SQL DATA SQL SECURITY DEFINER
COMMENT 'Mints an ID: layout default, node 7. Written by snowflake-kit.'
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
    DECLARE message VARCHAR(128);
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
    SET safe = (((CAST((UUID_SHORT() >> 24) & 4294967295 AS SIGNED) + 1) * 1000 - (1735689600000))
        DIV 1) + 0 + 1;
    -- In MySQL a session can also set insert_id to 0, which does not show: then no number is
    -- generated, and the last one would be whatever the session has set it to.
    DO LAST_INSERT_ID(0);
    INSERT INTO `ids`.`snowflake_slots` (lane) VALUES (me);
    SET mine = LAST_INSERT_ID();
    DELETE FROM `ids`.`snowflake_slots` WHERE slot = mine AND lane = me;
    IF mine = 0 THEN
        SIGNAL SQLSTATE 'SF006' SET MESSAGE_TEXT =
            'insert_id was set to 0 in this session, and this is used up now: mint again';
    END IF;
    LOOP
        SET uuid = UUID();
        SET millis = (CAST(CONV(CONCAT(SUBSTR(uuid, 16, 3), SUBSTR(uuid, 10, 4), LEFT(uuid, 8)), 16, 10)
            AS SIGNED) - 122192928000000000) DIV 10000;
        SET millis = millis - (1735689600000);
        SET tick = millis DIV 1;
        IF millis < 0 THEN
            SIGNAL SQLSTATE 'SF001' SET MESSAGE_TEXT =
                'the clock is before the epoch of the layout default: set the clock of the server';
        ELSEIF tick > 2199023255551 OR (mine >> 12) > 2199023255551 THEN
            SIGNAL SQLSTATE 'SF002' SET MESSAGE_TEXT =
                'the layout default has no timestamps left: move to one with a later epoch';
        END IF;
        IF started IS NULL AND tick < safe AND CAST(mine >> 12 AS SIGNED) < safe THEN
            -- The time of the statement, which a session can set, is in both.
            SELECT UNIX_TIMESTAMP() - CAST(CAST(VARIABLE_VALUE AS UNSIGNED) AS SIGNED) INTO started
                FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime';
            SET safe = COALESCE((((started + 1) * 1000 - (1735689600000)) DIV 1) + 0 + 1, safe);
        END IF;
        IF tick < safe AND CAST(mine >> 12 AS SIGNED) < safe THEN
            SET ahead = safe - tick;
            SET pause = safe * 1 - millis;
        ELSE
            IF CAST(mine >> 12 AS SIGNED) < tick THEN
                -- Behind the clock: a row with a number moves the counter, forward only.
                SET mine = (tick << 12) - 1;
                INSERT INTO `ids`.`snowflake_slots` (slot, lane) VALUES (mine, me);
                DELETE FROM `ids`.`snowflake_slots` WHERE slot = mine AND lane = me;
                INSERT INTO `ids`.`snowflake_slots` (lane) VALUES (me);
                SET mine = LAST_INSERT_ID();
                DELETE FROM `ids`.`snowflake_slots` WHERE slot = mine AND lane = me;
            END IF;
            SET ahead = CAST(mine >> 12 AS SIGNED) - tick - 0;
            IF ahead <= 0 OR ((mine & 4095) > 0 AND ahead <= 10000) THEN
                RETURN ((mine >> 12) << 22)
                    | (7 << 12)
                    | ((mine & 4095) << 0);
            END IF;
            SET pause = (CAST(mine >> 12 AS SIGNED) - 0) * 1 - millis;
        END IF;
        IF waited + pause > 5000 THEN
            -- This costs a slot. So that calls which fail at once, again and again,
            -- do not run away from the clock, they do not fail at once.
            DO SLEEP((5000 - waited) * 0.001);
            IF ahead > 10000 THEN
                SET message = CONCAT(ahead * 1, ' ms, more than max_rollback = ',
                    10000 * 1, ' ms');
                IF tick < safe AND CAST(mine >> 12 AS SIGNED) < safe THEN
                    SET message = CONCAT('the clock is before the start of the server by ', message);
                ELSE
                    SET message = CONCAT('the clock stepped back by ', message,
                        ', or mints that waited were ended');
                END IF;
                SIGNAL SQLSTATE 'SF003' SET MESSAGE_TEXT = message;
            END IF;
            SET message = CONCAT('no slot became free within max_wait = 5000 ms; it takes ',
                pause, ' ms more');
            SIGNAL SQLSTATE 'SF004' SET MESSAGE_TEXT = message;
        END IF;
        DO SLEEP(pause * 0.001);
        SET waited = waited + pause;
    END LOOP;
END;

CREATE FUNCTION `ids`.`snowflake_id_unix_ms`(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (CAST(id >> 22 AS SIGNED) * 1 + (1735689600000)) END;

CREATE FUNCTION `ids`.`snowflake_id_time`(id BIGINT) RETURNS DATETIME(3)
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN TIMESTAMPADD(MICROSECOND, (CAST(id >> 22 AS SIGNED) * 1 + (1735689600000)) * 1000, '1970-01-01') END;

CREATE FUNCTION `ids`.`snowflake_first_id_at`(utc DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) <= 1735689600000000 THEN 1
    WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) <= 3934712855551000 THEN ((TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) - (1735689600000000) + 1000 - 1) DIV 1000) << 22 END;

CREATE FUNCTION `ids`.`snowflake_last_id_before`(utc DATETIME(6)) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) > 3934712855551000 THEN 9223372036854775807
    WHEN TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) > 1735689600000000 THEN NULLIF(((((TIMESTAMPDIFF(MICROSECOND, '1970-01-01', utc) - (1735689600000000) + 1000 - 1) DIV 1000) - 1) << 22) | 4194303, 0) END;

CREATE FUNCTION `ids`.`snowflake_id_node`(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (id >> 12) & 1023 END;

CREATE FUNCTION `ids`.`snowflake_id_sequence`(id BIGINT) RETURNS BIGINT
DETERMINISTIC NO SQL
RETURN CASE WHEN id BETWEEN 1 AND 9223372036854775807 THEN (id >> 0) & 4095 END;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_last_id_before` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_first_id_at` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_time` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_unix_ms` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_node` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_sequence` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_next_id` TO `shop`;


-- ----

DROP FUNCTION `ids`.`snowflake_last_id_before`;

DROP FUNCTION `ids`.`snowflake_first_id_at`;

DROP FUNCTION `ids`.`snowflake_id_time`;

DROP FUNCTION `ids`.`snowflake_id_unix_ms`;

DROP FUNCTION `ids`.`snowflake_id_node`;

DROP FUNCTION `ids`.`snowflake_id_sequence`;

DROP FUNCTION `ids`.`snowflake_next_id`;

DROP TABLE `ids`.`snowflake_slots`;

