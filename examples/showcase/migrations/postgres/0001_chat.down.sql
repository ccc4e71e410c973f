DROP TABLE reactions, messages, channels, members, guilds, users;
