-- The text of an ID. Written by snowflake-kit.
DECLARE
    wanted text COLLATE "C" := prefix;
    form text COLLATE "C" := encoding;
    alphabet text COLLATE "C" := CASE form {alphabets} END;
    width integer := CASE form {widths} END;
    digits text COLLATE "C" := '';
    rest bigint := id;
BEGIN
    {check}
    IF id < 1 THEN
        RETURN NULL;
    END IF;
    WHILE rest > 0 LOOP
        digits := substr(alphabet, (rest % length(alphabet))::integer + 1, 1) || digits;
        rest := rest / length(alphabet);
    END LOOP;
    RETURN wanted || lpad(digits, coalesce(width, length(digits)), '0');
END
