SET FOREIGN_KEY_CHECKS = 0;
DROP TABLE IF EXISTS reactions, messages, channels, members, guilds, users;
SET FOREIGN_KEY_CHECKS = 1;
