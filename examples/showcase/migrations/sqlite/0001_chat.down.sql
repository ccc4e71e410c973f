PRAGMA defer_foreign_keys = ON;
DROP TABLE reactions;
DROP TABLE messages;
DROP TABLE channels;
DROP TABLE members;
DROP TABLE guilds;
DROP TABLE users;
