{create} FUNCTION {function}(value VARBINARY(255), encoding VARBINARY(16), prefix VARBINARY(255)) RETURNS BIGINT
DETERMINISTIC NO SQL
COMMENT 'The ID in a text. Written by snowflake-kit.'
BEGIN
    -- All texts are bytes, so that neither case nor a space at the end is lost.
    DECLARE alphabet VARBINARY(62) DEFAULT CASE encoding {alphabets} END;
    DECLARE width INT DEFAULT CASE encoding {widths} END;
    DECLARE digits VARBINARY(255) DEFAULT SUBSTRING(value, LENGTH(prefix) + 1);
    DECLARE number DECIMAL(30) DEFAULT 0;
    DECLARE place INT DEFAULT 1;
    DECLARE digit INT;
    DECLARE message VARCHAR(128);
    IF value IS NULL OR encoding IS NULL OR prefix IS NULL THEN
        RETURN NULL;
    END IF;
    {check}
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
            CASE encoding {shapes} END);
        SIGNAL SQLSTATE 'SF008' SET MESSAGE_TEXT = message;
    END IF;
    RETURN number;
END
