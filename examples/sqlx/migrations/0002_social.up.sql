-- BIGINT, not INTEGER: SQLite numbers rows whose key is an INTEGER.
CREATE TABLE users (
    id BIGINT PRIMARY KEY NOT NULL,
    name TEXT NOT NULL UNIQUE
);

CREATE TABLE posts (
    id BIGINT PRIMARY KEY NOT NULL,
    author_id BIGINT NOT NULL REFERENCES users (id),
    content TEXT NOT NULL
);

CREATE TABLE comments (
    id BIGINT PRIMARY KEY NOT NULL,
    post_id BIGINT NOT NULL REFERENCES posts (id),
    author_id BIGINT NOT NULL REFERENCES users (id),
    reply_to BIGINT REFERENCES comments (id),
    content TEXT NOT NULL
);

CREATE INDEX comments_of_a_post ON comments (post_id, id);
