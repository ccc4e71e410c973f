-- The ID in a text. Written by snowflake-kit.
DECLARE
    -- Byte by byte, whatever collation the caller's columns have.
    given text COLLATE "C" := value;
    wanted text COLLATE "C" := prefix;
    form text COLLATE "C" := encoding;
    alphabet text COLLATE "C" := CASE form {alphabets} END;
    width integer := CASE form {widths} END;
    digits text COLLATE "C";
    number numeric := 0;
BEGIN
    {check}
    digits := substr(given, length(wanted) + 1);
    IF left(given, length(wanted)) = wanted AND translate(digits, alphabet, '') = ''
        AND (length(digits) = width
            OR width IS NULL AND length(digits) BETWEEN 1 AND 19 AND left(digits, 1) <> '0') THEN
        FOR place IN 1..length(digits) LOOP
            number := number * length(alphabet) + strpos(alphabet, substr(digits, place, 1)) - 1;
        END LOOP;
    END IF;
    IF number NOT BETWEEN 1 AND 9223372036854775807 THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not an ID: expected %s', left(value, 40), CASE form {shapes} END),
        HINT = 'One ID has one text: no other case, width or prefix is read.';
    END IF;
    RETURN number;
END
