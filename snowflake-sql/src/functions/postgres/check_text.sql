IF alphabet IS NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not an encoding: decimal, base62, base32 and hex are', left(encoding, 40));
    ELSIF wanted <> '' AND NOT (wanted ~ '^[A-Za-z][A-Za-z0-9_-]*[_-]$' AND length(wanted) <= 16) THEN
        RAISE EXCEPTION USING ERRCODE = 'SF008',
        MESSAGE = format('%L is not a prefix: expected a letter, then letters, digits, _ and -, and last _ or -, up to 16 characters', left(prefix, 40));
    END IF;
