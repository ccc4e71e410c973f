-- $KEY and $INT are those of the database.
CREATE TABLE users (id $KEY, name VARCHAR(40) NOT NULL);

CREATE TABLE profiles (
    user_id $INT NOT NULL PRIMARY KEY,
    about VARCHAR(200) NOT NULL DEFAULT '',
    CONSTRAINT profiles_user FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);

CREATE TABLE posts (
    id $KEY,
    author_id $INT NOT NULL,
    editor_id $INT,
    reply_to $INT,
    title VARCHAR(100) NOT NULL CHECK (title <> ''),
    CONSTRAINT posts_author FOREIGN KEY (author_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT posts_editor FOREIGN KEY (editor_id) REFERENCES users (id) ON DELETE SET NULL,
    CONSTRAINT posts_reply FOREIGN KEY (reply_to) REFERENCES posts (id)
);

CREATE INDEX posts_by_title ON posts (title);

CREATE VIEW titles AS SELECT id, title FROM posts;
CREATE VIEW long_titles AS SELECT id, title FROM titles WHERE title <> 'x';

INSERT INTO users (name) VALUES ('Ada'), ('Grace');
INSERT INTO profiles (user_id) VALUES (1);
INSERT INTO posts (author_id, editor_id, reply_to, title) VALUES (1, 2, NULL, 'Keys?');
INSERT INTO posts (author_id, reply_to, title) VALUES (2, 1, 'Yes.');
