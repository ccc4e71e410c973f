{create} FUNCTION {function}(id BIGINT, encoding VARBINARY(16), prefix VARBINARY(255)) RETURNS VARCHAR(35) CHARACTER SET ascii COLLATE ascii_bin
DETERMINISTIC NO SQL
COMMENT 'The text of an ID. Written by snowflake-kit.'
BEGIN
    DECLARE alphabet VARBINARY(62) DEFAULT CASE encoding {alphabets} END;
    DECLARE width INT DEFAULT CASE encoding {widths} END;
    DECLARE digits VARBINARY(19) DEFAULT '';
    DECLARE rest BIGINT DEFAULT id;
    DECLARE place INT DEFAULT 1;
    DECLARE message VARCHAR(128);
    IF encoding IS NULL OR prefix IS NULL THEN
        RETURN NULL;
    END IF;
    {check}
    IF id IS NULL OR id < 1 THEN
        RETURN NULL;
    END IF;
    WHILE rest > 0 DO
        SET digits = CONCAT(SUBSTRING(alphabet, rest MOD LENGTH(alphabet) + 1, 1), digits);
        SET rest = rest DIV LENGTH(alphabet);
    END WHILE;
    RETURN CONCAT(prefix, LPAD(digits, COALESCE(width, LENGTH(digits)), '0'));
END
