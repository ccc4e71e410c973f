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
