//! Programs that write while tables move.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::mpsc::Sender;
use std::time::{SystemTime, UNIX_EPOCH};

use diesel::PgConnection;
use diesel::connection::SimpleConnection;

use super::keys::OldKey;

/// A post, apart from its key.
#[derive(Clone)]
pub(crate) struct Post {
    /// When it was created, in Unix µs.
    pub(crate) created: i64,
    pub(crate) author: String,
    pub(crate) reply_to: Option<String>,
}

/// What the tables have, by old keys.
pub(crate) struct Rows {
    kind: OldKey,
    /// When each was created, in Unix µs.
    users: BTreeMap<String, i64>,
    posts: BTreeMap<String, Post>,
    /// How many rows there have been.
    number: u64,
}

impl Rows {
    pub(crate) fn new(kind: OldKey) -> Self {
        Self { kind, users: BTreeMap::new(), posts: BTreeMap::new(), number: 0 }
    }

    pub(crate) fn kind(&self) -> OldKey {
        self.kind
    }

    pub(crate) fn users(&self) -> impl Iterator<Item = (&str, i64)> {
        self.users.iter().map(|(key, created)| (key.as_str(), *created))
    }

    pub(crate) fn posts(&self) -> impl Iterator<Item = (&str, &Post)> {
        self.posts.iter().map(|(key, post)| (key.as_str(), post))
    }

    /// Takes on what another program has written.
    pub(crate) fn take(&mut self, other: Self) {
        self.users.extend(other.users);
        self.posts.extend(other.posts);
    }

    pub(crate) fn add_user(&mut self, unix_millis: i64) -> String {
        let (key, created) = self.next(unix_millis);
        self.users.insert(key.clone(), created);
        key
    }

    pub(crate) fn add_post(
        &mut self,
        unix_millis: i64,
        author: String,
        reply_to: Option<String>,
    ) -> String {
        let (key, created) = self.next(unix_millis);
        self.posts.insert(key.clone(), Post { created, author, reply_to });
        key
    }

    /// The key of the next row, and when it was created, in Unix µs.
    fn next(&mut self, unix_millis: i64) -> (String, i64) {
        self.number += 1;
        let created = unix_millis * 1_000 + i64::try_from(self.number * 7 % 1_000).unwrap();
        (self.kind.key(unix_millis, self.number), created)
    }

    /// Inserts all rows.
    pub(crate) fn insert(&self, db: &mut PgConnection) {
        insert_users(db, "", self.users(), |_| String::new());
        if !self.posts.is_empty() {
            insert_posts(db, "", self.posts(), |_| String::new());
        }
    }

    /// Inserts a user and a post that have both keys.
    pub(crate) fn insert_with_both<U: Display, P: Display>(
        &mut self,
        db: &mut PgConnection,
        mint_user: fn() -> U,
        mint_post: fn() -> P,
    ) {
        let (user, post) = (mint_user(), mint_post());
        // Keys of the old program's begin elsewhere.
        self.number += 1_000_000_000;
        let user_key = self.add_user(now());
        let post_key = self.add_post(now(), user_key.clone(), None);
        let users = [(user_key.as_str(), self.users[&user_key])];
        insert_users(db, ", new_id", users, |_| format!(", {user}"));
        let posts = [(post_key.as_str(), &self.posts[&post_key])];
        insert_posts(db, ", new_id, new_author_id", posts, |_| format!(", {post}, {user}"));
    }
}

fn insert_users<'a>(
    db: &mut PgConnection,
    columns: &str,
    users: impl IntoIterator<Item = (&'a str, i64)>,
    more: impl Fn(&str) -> String,
) {
    let values: Vec<_> = users
        .into_iter()
        .map(|(key, created)| format!("('{key}', 'Name', {}{})", timestamp(created), more(key)))
        .collect();
    let insert = format!("INSERT INTO users (id, name, created_at{columns}) VALUES ");
    db.batch_execute(&(insert + &values.join(","))).unwrap();
}

fn insert_posts<'a>(
    db: &mut PgConnection,
    columns: &str,
    posts: impl IntoIterator<Item = (&'a str, &'a Post)>,
    more: impl Fn(&str) -> String,
) {
    let values: Vec<_> = posts.into_iter().map(|(key, post)| row(key, post, &more(key))).collect();
    let columns = format!("id, author_id, reply_to, title, created_at{columns}");
    let insert = format!("INSERT INTO posts ({columns}) VALUES ");
    db.batch_execute(&(insert + &values.join(","))).unwrap();
}

fn row(key: &str, post: &Post, more: &str) -> String {
    let Post { created, author, reply_to } = post;
    let reply_to = quoted(reply_to.as_deref());
    format!("('{key}', '{author}', {reply_to}, 'Title', {}{more})", timestamp(*created))
}

fn quoted(key: Option<&str>) -> String {
    key.map_or_else(|| "NULL".to_owned(), |key| format!("'{key}'"))
}

/// A time in SQL, exact to the microsecond.
fn timestamp(unix_micros: i64) -> String {
    format!("timestamptz 'epoch' + {unix_micros} * interval '1 microsecond'")
}

/// The present, in Unix ms.
fn now() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
    i64::try_from(now.as_millis()).unwrap()
}

/// Which keys a program writes.
#[derive(Clone, Copy)]
pub(crate) enum Knows {
    Old,
    /// With what mints IDs of users and of posts.
    Both(fn() -> i64, fn() -> i64),
}

/// A program that writes while the tables move.
pub(crate) struct Program {
    db: PgConnection,
    knows: Knows,
    /// What it has written.
    rows: Rows,
    /// Posts that were there before, some of which it changes. No other program does.
    before: Vec<(String, Post)>,
    authors: Vec<String>,
}

impl Program {
    pub(crate) fn new(db: PgConnection, knows: Knows, before: &Rows) -> Self {
        let mut rows = Rows::new(before.kind());
        let which = usize::from(matches!(knows, Knows::Both(..)));
        rows.number = 500_000_000 + 100_000_000 * u64::try_from(which).unwrap();
        let authors = before.users().map(|(key, _)| key.to_owned()).collect();
        let posts = before.posts().skip(which).step_by(2);
        let before = posts.map(|(key, post)| (key.to_owned(), post.clone())).collect();
        Self { db, knows, rows, before, authors }
    }

    /// Adds users and posts and changes others, until it is over, or the tables have other
    /// columns; says when it has begun. What is returned is what has been acknowledged.
    pub(crate) fn write_until(mut self, began: &Sender<()>, is_over: impl Fn() -> bool) -> Rows {
        for round in 0.. {
            if is_over() || self.write(round).is_none() {
                break;
            }
            // Nobody asks after the first time.
            let _ = began.send(());
        }
        self.rows
    }

    fn write(&mut self, round: usize) -> Option<()> {
        let (key, created) = self.rows.next(now());
        let (columns, values) = match self.knows {
            Knows::Old => ("", String::new()),
            Knows::Both(mint_user, _) => (", new_id", format!(", {}", mint_user())),
        };
        let created_at = timestamp(created);
        self.execute(&format!(
            "INSERT INTO users (id, name, created_at{columns})
             VALUES ('{key}', 'Name', {created_at}{values})"
        ))?;
        self.rows.users.insert(key.clone(), created);

        let (parent, _) = &self.before[round * 13 % self.before.len()];
        let post = Post { created: 0, author: key, reply_to: Some(parent.clone()) };
        self.insert_post(post.clone())?;
        let doomed = self.insert_post(post)?;
        self.execute(&format!("DELETE FROM posts WHERE id = '{doomed}'"))?;
        self.rows.posts.remove(&doomed);

        // Not the order in which the others are filled in.
        let (key, mut post) = self.before[round * 7 % self.before.len()].clone();
        let author = self.authors[round * 5 % self.authors.len()].clone();
        let new = match self.knows {
            Knows::Old => String::new(),
            Knows::Both(..) => {
                format!(", new_author_id = {}, new_reply_to = NULL", new_id("users", &author))
            }
        };
        self.execute(&format!(
            "UPDATE posts SET author_id = '{author}', reply_to = NULL{new} WHERE id = '{key}'"
        ))?;
        (post.author, post.reply_to) = (author, None);
        self.rows.posts.insert(key, post);
        Some(())
    }

    fn insert_post(&mut self, post: Post) -> Option<String> {
        let (key, created) = self.rows.next(now());
        let post = Post { created, ..post };
        let (columns, more) = match self.knows {
            Knows::Old => ("", String::new()),
            Knows::Both(_, mint_post) => {
                let author = new_id("users", &post.author);
                let reply_to = new_id("posts", post.reply_to.as_deref().unwrap());
                let more = format!(", {}, {author}, {reply_to}", mint_post());
                (", new_id, new_author_id, new_reply_to", more)
            }
        };
        let values = row(&key, &post, &more);
        let columns = format!("id, author_id, reply_to, title, created_at{columns}");
        self.execute(&format!("INSERT INTO posts ({columns}) VALUES {values}"))?;
        self.rows.posts.insert(key.clone(), post);
        Some(key)
    }

    /// `None` when the tables have other columns.
    fn execute(&mut self, sql: &str) -> Option<()> {
        match self.db.batch_execute(sql) {
            Ok(()) => Some(()),
            Err(error) => {
                let message = error.to_string();
                let has_moved =
                    message.contains("type bigint") || message.contains("column \"new_");
                assert!(has_moved, "{sql}: {message}");
                None
            }
        }
    }
}

/// The new key of a row, or `NULL` if it has none yet.
fn new_id(table: &str, key: &str) -> String {
    format!("(SELECT new_id FROM {table} WHERE id = '{key}')")
}
