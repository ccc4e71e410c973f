-- Keys are minted by the program: BIGINT, which nothing fills in.
--
-- This database checks each link at once. So rows are inserted after those that
-- they link to, and what closes a circle is set afterwards.
--
-- A table cannot be undone here. IF NOT EXISTS: a migration that was interrupted
-- goes on when it is run again.

-- Tables may link to those below.
SET FOREIGN_KEY_CHECKS = 0;

CREATE TABLE IF NOT EXISTS users (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE IF NOT EXISTS guilds (
    id BIGINT PRIMARY KEY,
    name TEXT NOT NULL,
    owner_id BIGINT NOT NULL,
    welcome_id BIGINT,
    FOREIGN KEY (owner_id) REFERENCES users (id),
    -- A channel of this guild.
    FOREIGN KEY (id, welcome_id) REFERENCES channels (guild_id, id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE IF NOT EXISTS members (
    guild_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    PRIMARY KEY (guild_id, user_id),
    FOREIGN KEY (guild_id) REFERENCES guilds (id),
    FOREIGN KEY (user_id) REFERENCES users (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE IF NOT EXISTS channels (
    id BIGINT PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    name TEXT NOT NULL,
    pinned_id BIGINT,
    -- The channels of a guild, oldest first.
    UNIQUE KEY channels_of_guild (guild_id, id),
    FOREIGN KEY (guild_id) REFERENCES guilds (id),
    -- A message of this channel.
    FOREIGN KEY (id, pinned_id) REFERENCES messages (channel_id, id),
    KEY channels_that_pin (pinned_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE IF NOT EXISTS messages (
    id BIGINT PRIMARY KEY,
    channel_id BIGINT NOT NULL,
    author_id BIGINT NOT NULL,
    reply_to BIGINT,
    text TEXT NOT NULL,
    -- The pages of a channel are ranges of this. Keys sort by time, so no column
    -- and no index has the time.
    UNIQUE KEY messages_of_channel (channel_id, id),
    KEY messages_of_author (author_id, id),
    KEY messages_in_reply (reply_to, id),
    FOREIGN KEY (channel_id) REFERENCES channels (id),
    FOREIGN KEY (author_id) REFERENCES users (id),
    -- A message of the same channel. The column with the same value on both sides is the
    -- last one: MySQL 9.7 takes a row whose first column refers to its own row for one that
    -- refers to itself, and looks no further.
    UNIQUE KEY messages_in_channel (id, channel_id),
    FOREIGN KEY (reply_to, channel_id) REFERENCES messages (id, channel_id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

CREATE TABLE IF NOT EXISTS reactions (
    id BIGINT PRIMARY KEY,
    message_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    -- By its bytes: elsewhere in this database all emojis are alike.
    emoji VARCHAR(100) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
    -- Each of a kind once.
    UNIQUE KEY (message_id, user_id, emoji),
    FOREIGN KEY (message_id) REFERENCES messages (id) ON DELETE CASCADE,
    FOREIGN KEY (user_id) REFERENCES users (id)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4;

SET FOREIGN_KEY_CHECKS = 1;
