IF cardinality(tables) > 1 THEN
        RAISE EXCEPTION 'there are two tables for leases: % and %', tables[1], tables[2]
        USING HINT = 'Find out which one the processes use, and drop the other one.';
    ELSIF cardinality(tables) = 0 THEN
    {create}    END IF;