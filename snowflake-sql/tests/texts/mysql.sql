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

CREATE FUNCTION `ids`.`snowflake_id_from_text`(value VARBINARY(255), encoding VARBINARY(16), prefix VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL
COMMENT 'The ID in a text. Written by snowflake-kit.'
BEGIN
    -- All texts are bytes, so that neither case nor a space at the end is lost.
    DECLARE alphabet VARBINARY(62) DEFAULT CASE encoding WHEN 'decimal' THEN '0123456789' WHEN 'base62' THEN '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' WHEN 'base32' THEN '0123456789ABCDEFGHJKMNPQRSTVWXYZ' WHEN 'hex' THEN '0123456789abcdef' END;
    DECLARE width INT DEFAULT CASE encoding WHEN 'base62' THEN 11 WHEN 'base32' THEN 13 WHEN 'hex' THEN 16 END;
    DECLARE digits VARBINARY(255) DEFAULT SUBSTRING(value, LENGTH(prefix) + 1);
    DECLARE number DECIMAL(30) DEFAULT 0;
    DECLARE place INT DEFAULT 1;
    DECLARE digit INT;
    DECLARE message VARCHAR(128);
    IF value IS NULL OR encoding IS NULL OR prefix IS NULL THEN
        RETURN NULL;
    END IF;
    IF alphabet IS NULL THEN
        SET message = CONCAT('''', CONVERT(encoding USING ascii),
            ''' is not an encoding: decimal, base62, base32 and hex are');
        SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
    END IF;
    -- A letter, then letters, digits, _ and -, and last _ or -.
    WHILE place <= LENGTH(prefix) DO
        IF LENGTH(prefix) > 16 OR RIGHT(prefix, 1) NOT IN ('_', '-') OR LEFT(prefix, 1) IN ('_', '-')
            OR LOCATE(LEFT(prefix, 1), '0123456789') > 0
            OR LOCATE(SUBSTRING(prefix, place, 1),
                BINARY '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') = 0 THEN
            SET message = CONCAT('''', CONVERT(LEFT(prefix, 40) USING ascii),
                ''' is not a prefix: as in usr_, up to 16 characters');
            SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
        END IF;
        SET place = place + 1;
    END WHILE;
    SET place = 1;
    IF LEFT(value, LENGTH(prefix)) = prefix AND (LENGTH(digits) = width
        OR width IS NULL AND LENGTH(digits) BETWEEN 1 AND 19 AND LEFT(digits, 1) <> '0') THEN
        WHILE place <= LENGTH(digits) DO
            SET digit = LOCATE(SUBSTRING(digits, place, 1), alphabet) - 1;
            -- Too large from here on.
            SET number = IF(digit < 0, 9223372036854775808, number * LENGTH(alphabet) + digit);
            SET place = IF(digit < 0, 256, place + 1);
        END WHILE;
    END IF;
    IF number NOT BETWEEN 1 AND 9223372036854775807 THEN
        SET message = CONCAT('''', CONVERT(LEFT(value, 40) USING ascii), ''' is not an ID: expected ',
            CASE encoding WHEN 'decimal' THEN 'the prefix and 1 to 19 characters of decimal' WHEN 'base62' THEN 'the prefix and 11 characters of base62' WHEN 'base32' THEN 'the prefix and 13 characters of base32' WHEN 'hex' THEN 'the prefix and 16 characters of hex' END);
        SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
    END IF;
    RETURN number;
END;

CREATE FUNCTION `ids`.`snowflake_id_to_text`(id BIGINT, encoding VARBINARY(16), prefix VARBINARY(255)) RETURNS VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin
DETERMINISTIC NO SQL
COMMENT 'The text of an ID. Written by snowflake-kit.'
BEGIN
    DECLARE alphabet VARBINARY(62) DEFAULT CASE encoding WHEN 'decimal' THEN '0123456789' WHEN 'base62' THEN '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' WHEN 'base32' THEN '0123456789ABCDEFGHJKMNPQRSTVWXYZ' WHEN 'hex' THEN '0123456789abcdef' END;
    DECLARE width INT DEFAULT CASE encoding WHEN 'base62' THEN 11 WHEN 'base32' THEN 13 WHEN 'hex' THEN 16 END;
    DECLARE digits VARBINARY(19) DEFAULT '';
    DECLARE rest BIGINT DEFAULT id;
    DECLARE place INT DEFAULT 1;
    DECLARE message VARCHAR(128);
    IF encoding IS NULL OR prefix IS NULL THEN
        RETURN NULL;
    END IF;
    IF alphabet IS NULL THEN
        SET message = CONCAT('''', CONVERT(encoding USING ascii),
            ''' is not an encoding: decimal, base62, base32 and hex are');
        SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
    END IF;
    -- A letter, then letters, digits, _ and -, and last _ or -.
    WHILE place <= LENGTH(prefix) DO
        IF LENGTH(prefix) > 16 OR RIGHT(prefix, 1) NOT IN ('_', '-') OR LEFT(prefix, 1) IN ('_', '-')
            OR LOCATE(LEFT(prefix, 1), '0123456789') > 0
            OR LOCATE(SUBSTRING(prefix, place, 1),
                BINARY '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') = 0 THEN
            SET message = CONCAT('''', CONVERT(LEFT(prefix, 40) USING ascii),
                ''' is not a prefix: as in usr_, up to 16 characters');
            SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
        END IF;
        SET place = place + 1;
    END WHILE;
    SET place = 1;
    IF id IS NULL OR id < 1 THEN
        RETURN NULL;
    END IF;
    WHILE rest > 0 DO
        SET digits = CONCAT(SUBSTRING(alphabet, rest MOD LENGTH(alphabet) + 1, 1), digits);
        SET rest = rest DIV LENGTH(alphabet);
    END WHILE;
    RETURN CONCAT(prefix, LPAD(digits, COALESCE(width, LENGTH(digits)), '0'));
END;

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

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_from_text` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_to_text` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_next_id` TO `shop`;


-- ----

-- The column needs a CHECK that it is above 0, so that a table whose trigger is lost, as in
-- CREATE TABLE ... LIKE, stores no row with the default.
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

DROP FUNCTION IF EXISTS `ids`.`snowflake_id_from_text`;

DROP FUNCTION IF EXISTS `ids`.`snowflake_id_to_text`;

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

CREATE FUNCTION `ids`.`snowflake_id_from_text`(value VARBINARY(255), encoding VARBINARY(16), prefix VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL
COMMENT 'The ID in a text. Written by snowflake-kit.'
BEGIN
    -- All texts are bytes, so that neither case nor a space at the end is lost.
    DECLARE alphabet VARBINARY(62) DEFAULT CASE encoding WHEN 'decimal' THEN '0123456789' WHEN 'base62' THEN '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' WHEN 'base32' THEN '0123456789ABCDEFGHJKMNPQRSTVWXYZ' WHEN 'hex' THEN '0123456789abcdef' END;
    DECLARE width INT DEFAULT CASE encoding WHEN 'base62' THEN 11 WHEN 'base32' THEN 13 WHEN 'hex' THEN 16 END;
    DECLARE digits VARBINARY(255) DEFAULT SUBSTRING(value, LENGTH(prefix) + 1);
    DECLARE number DECIMAL(30) DEFAULT 0;
    DECLARE place INT DEFAULT 1;
    DECLARE digit INT;
    DECLARE message VARCHAR(128);
    IF value IS NULL OR encoding IS NULL OR prefix IS NULL THEN
        RETURN NULL;
    END IF;
    IF alphabet IS NULL THEN
        SET message = CONCAT('''', CONVERT(encoding USING ascii),
            ''' is not an encoding: decimal, base62, base32 and hex are');
        SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
    END IF;
    -- A letter, then letters, digits, _ and -, and last _ or -.
    WHILE place <= LENGTH(prefix) DO
        IF LENGTH(prefix) > 16 OR RIGHT(prefix, 1) NOT IN ('_', '-') OR LEFT(prefix, 1) IN ('_', '-')
            OR LOCATE(LEFT(prefix, 1), '0123456789') > 0
            OR LOCATE(SUBSTRING(prefix, place, 1),
                BINARY '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') = 0 THEN
            SET message = CONCAT('''', CONVERT(LEFT(prefix, 40) USING ascii),
                ''' is not a prefix: as in usr_, up to 16 characters');
            SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
        END IF;
        SET place = place + 1;
    END WHILE;
    SET place = 1;
    IF LEFT(value, LENGTH(prefix)) = prefix AND (LENGTH(digits) = width
        OR width IS NULL AND LENGTH(digits) BETWEEN 1 AND 19 AND LEFT(digits, 1) <> '0') THEN
        WHILE place <= LENGTH(digits) DO
            SET digit = LOCATE(SUBSTRING(digits, place, 1), alphabet) - 1;
            -- Too large from here on.
            SET number = IF(digit < 0, 9223372036854775808, number * LENGTH(alphabet) + digit);
            SET place = IF(digit < 0, 256, place + 1);
        END WHILE;
    END IF;
    IF number NOT BETWEEN 1 AND 9223372036854775807 THEN
        SET message = CONCAT('''', CONVERT(LEFT(value, 40) USING ascii), ''' is not an ID: expected ',
            CASE encoding WHEN 'decimal' THEN 'the prefix and 1 to 19 characters of decimal' WHEN 'base62' THEN 'the prefix and 11 characters of base62' WHEN 'base32' THEN 'the prefix and 13 characters of base32' WHEN 'hex' THEN 'the prefix and 16 characters of hex' END);
        SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
    END IF;
    RETURN number;
END;

CREATE FUNCTION `ids`.`snowflake_id_to_text`(id BIGINT, encoding VARBINARY(16), prefix VARBINARY(255)) RETURNS VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin
DETERMINISTIC NO SQL
COMMENT 'The text of an ID. Written by snowflake-kit.'
BEGIN
    DECLARE alphabet VARBINARY(62) DEFAULT CASE encoding WHEN 'decimal' THEN '0123456789' WHEN 'base62' THEN '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz' WHEN 'base32' THEN '0123456789ABCDEFGHJKMNPQRSTVWXYZ' WHEN 'hex' THEN '0123456789abcdef' END;
    DECLARE width INT DEFAULT CASE encoding WHEN 'base62' THEN 11 WHEN 'base32' THEN 13 WHEN 'hex' THEN 16 END;
    DECLARE digits VARBINARY(19) DEFAULT '';
    DECLARE rest BIGINT DEFAULT id;
    DECLARE place INT DEFAULT 1;
    DECLARE message VARCHAR(128);
    IF encoding IS NULL OR prefix IS NULL THEN
        RETURN NULL;
    END IF;
    IF alphabet IS NULL THEN
        SET message = CONCAT('''', CONVERT(encoding USING ascii),
            ''' is not an encoding: decimal, base62, base32 and hex are');
        SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
    END IF;
    -- A letter, then letters, digits, _ and -, and last _ or -.
    WHILE place <= LENGTH(prefix) DO
        IF LENGTH(prefix) > 16 OR RIGHT(prefix, 1) NOT IN ('_', '-') OR LEFT(prefix, 1) IN ('_', '-')
            OR LOCATE(LEFT(prefix, 1), '0123456789') > 0
            OR LOCATE(SUBSTRING(prefix, place, 1),
                BINARY '-_0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') = 0 THEN
            SET message = CONCAT('''', CONVERT(LEFT(prefix, 40) USING ascii),
                ''' is not a prefix: as in usr_, up to 16 characters');
            SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
        END IF;
        SET place = place + 1;
    END WHILE;
    SET place = 1;
    IF id IS NULL OR id < 1 THEN
        RETURN NULL;
    END IF;
    WHILE rest > 0 DO
        SET digits = CONCAT(SUBSTRING(alphabet, rest MOD LENGTH(alphabet) + 1, 1), digits);
        SET rest = rest DIV LENGTH(alphabet);
    END WHILE;
    RETURN CONCAT(prefix, LPAD(digits, COALESCE(width, LENGTH(digits)), '0'));
END;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_last_id_before` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_first_id_at` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_time` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_unix_ms` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_node` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_sequence` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_from_text` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_id_to_text` TO `shop`;

GRANT EXECUTE ON FUNCTION `ids`.`snowflake_next_id` TO `shop`;


-- ----

DROP FUNCTION `ids`.`snowflake_last_id_before`;

DROP FUNCTION `ids`.`snowflake_first_id_at`;

DROP FUNCTION `ids`.`snowflake_id_time`;

DROP FUNCTION `ids`.`snowflake_id_unix_ms`;

DROP FUNCTION `ids`.`snowflake_id_node`;

DROP FUNCTION `ids`.`snowflake_id_sequence`;

DROP FUNCTION `ids`.`snowflake_id_from_text`;

DROP FUNCTION `ids`.`snowflake_id_to_text`;

DROP FUNCTION `ids`.`snowflake_next_id`;

DROP TABLE `ids`.`snowflake_slots`;

