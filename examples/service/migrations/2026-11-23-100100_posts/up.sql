CREATE TABLE posts (
    id BIGINT PRIMARY KEY,
    reply_to BIGINT REFERENCES posts (id),
    text TEXT NOT NULL
);
