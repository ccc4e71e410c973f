-- Node leases: which process may mint IDs under which node number, and for
-- which timestamps. Nothing but the applications themselves writes here. A row
-- that is deleted, lowered, or restored from a backup lets two processes mint
-- the same IDs.
CREATE TABLE snowflake_leases (
    -- One name for each set of IDs, so that applications can share the table.
    space varchar(100) NOT NULL,
    -- The node number.
    node bigint NOT NULL,
    -- Which claim of the node this is. Each has a larger one than the last.
    token bigint NOT NULL,
    -- No timestamp at or above this one has been used, in Unix ms. As long as
    -- it is in the future, the node is taken.
    until_unix_ms bigint NOT NULL,
    -- Who claimed the node, for people to read.
    holder varchar(255) NOT NULL,
    -- When it was claimed, and when its holder was last heard of, in Unix ms
    -- and by the clock of the database, for people to read.
    claimed_unix_ms bigint NOT NULL,
    renewed_unix_ms bigint NOT NULL,
    PRIMARY KEY (space, node),
    -- With both bounds, since SQLite takes any text for more than a number.
    CONSTRAINT snowflake_leases_space CHECK (space <> ''),
    CONSTRAINT snowflake_leases_node CHECK (node >= 0 AND node <= 4294967295),
    CONSTRAINT snowflake_leases_token CHECK (token >= 1 AND token <= 9223372036854775807),
    CONSTRAINT snowflake_leases_until CHECK (until_unix_ms >= 0 AND until_unix_ms <= 9223372036854775807),
    CONSTRAINT snowflake_leases_claimed CHECK (claimed_unix_ms >= 0 AND claimed_unix_ms <= 9223372036854775807),
    CONSTRAINT snowflake_leases_renewed CHECK (renewed_unix_ms >= 0 AND renewed_unix_ms <= 9223372036854775807)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- The registry's identity, by which processes notice that it is another one.
INSERT IGNORE INTO snowflake_leases (space, node, token, until_unix_ms, holder, claimed_unix_ms, renewed_unix_ms)
VALUES (' registry', 0, 1, 0, UUID(), 0, 0);
