-- Keys are minted by the program: BIGINT, which nothing fills in. (An INTEGER
-- PRIMARY KEY would be the row number, and a missing key the largest one plus 1.)
--
-- Links are checked when a transaction ends. So rows may link to each other in
-- circles, and be inserted in any order.

CREATE TABLE users (
    id BIGINT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL
);

CREATE TABLE guilds (
    id BIGINT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL,
    owner_id BIGINT NOT NULL REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED,
    welcome_id BIGINT,
    -- A channel of this guild.
    FOREIGN KEY (id, welcome_id) REFERENCES channels (guild_id, id) DEFERRABLE INITIALLY DEFERRED
);

CREATE TABLE members (
    guild_id BIGINT NOT NULL REFERENCES guilds (id) DEFERRABLE INITIALLY DEFERRED,
    user_id BIGINT NOT NULL REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (guild_id, user_id)
);

CREATE TABLE channels (
    id BIGINT PRIMARY KEY NOT NULL,
    guild_id BIGINT NOT NULL REFERENCES guilds (id) DEFERRABLE INITIALLY DEFERRED,
    name TEXT NOT NULL,
    pinned_id BIGINT,
    -- A message of this channel.
    FOREIGN KEY (id, pinned_id) REFERENCES messages (channel_id, id) DEFERRABLE INITIALLY DEFERRED
);

-- The channels of a guild, oldest first.
CREATE UNIQUE INDEX channels_of_guild ON channels (guild_id, id);
CREATE INDEX channels_that_pin ON channels (pinned_id);

CREATE TABLE messages (
    id BIGINT PRIMARY KEY NOT NULL,
    channel_id BIGINT NOT NULL REFERENCES channels (id) DEFERRABLE INITIALLY DEFERRED,
    author_id BIGINT NOT NULL REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED,
    reply_to BIGINT,
    text TEXT NOT NULL,
    -- A message of the same channel.
    FOREIGN KEY (channel_id, reply_to) REFERENCES messages (channel_id, id)
        DEFERRABLE INITIALLY DEFERRED
);

-- The pages of a list are ranges of these. Keys sort by time, so no column and
-- no index has the time.
CREATE UNIQUE INDEX messages_of_channel ON messages (channel_id, id);
CREATE INDEX messages_of_author ON messages (author_id, id);
CREATE INDEX messages_in_reply ON messages (reply_to, id);

CREATE TABLE reactions (
    id BIGINT PRIMARY KEY NOT NULL,
    message_id BIGINT NOT NULL
        REFERENCES messages (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
    user_id BIGINT NOT NULL REFERENCES users (id) DEFERRABLE INITIALLY DEFERRED,
    emoji TEXT NOT NULL,
    -- Each of a kind once.
    UNIQUE (message_id, user_id, emoji)
);
