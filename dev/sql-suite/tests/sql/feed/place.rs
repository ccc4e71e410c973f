//! A database with a table and its feed, and connections to it by which both are used.

use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use diesel::connection::{Connection as _, SimpleConnection};
use diesel::prelude::*;
use diesel::result::Error;
use diesel::sql_types::{BigInt, Text};
use snowflake_kit_sql::{Dialect, Feed};

use crate::database::Session;

/// Where the database is.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Server(Dialect, String),
    File(PathBuf),
}

pub(super) enum Connection {
    Server(Session),
    File(SqliteConnection),
}

/// The last row that was read. SQLite, MariaDB and MySQL have the number alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Cursor {
    pub(super) number: String,
    pub(super) id: i64,
}

impl Cursor {
    pub(super) fn start() -> Self {
        Self { number: "0".to_owned(), id: 0 }
    }
}

#[derive(QueryableByName)]
struct Numbered {
    #[diesel(sql_type = BigInt)]
    number: i64,
    #[diesel(sql_type = BigInt)]
    id: i64,
}

#[derive(QueryableByName)]
struct Transacted {
    #[diesel(sql_type = Text)]
    feed_xid: String,
    #[diesel(sql_type = BigInt)]
    id: i64,
}

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

impl From<Numbered> for Cursor {
    fn from(row: Numbered) -> Self {
        Self { number: row.number.to_string(), id: row.id }
    }
}

impl From<Transacted> for Cursor {
    fn from(row: Transacted) -> Self {
        Self { number: row.feed_xid, id: row.id }
    }
}

impl Place {
    pub(super) const fn dialect(&self) -> Dialect {
        match self {
            Self::Server(dialect, _) => *dialect,
            Self::File(_) => Dialect::Sqlite,
        }
    }

    pub(super) fn feed(&self) -> Feed {
        Feed::new(self.dialect(), "posts", "id").unwrap()
    }

    pub(super) fn connect(&self) -> Connection {
        match self {
            Self::Server(dialect, url) => Connection::Server(Session::open(*dialect, url)),
            Self::File(path) => {
                let mut connection = SqliteConnection::establish(path.to_str().unwrap()).unwrap();
                connection
                    .batch_execute(
                        "PRAGMA busy_timeout = 60000; PRAGMA journal_mode = WAL;
                        PRAGMA synchronous = OFF",
                    )
                    .unwrap();
                Connection::File(connection)
            }
        }
    }

    /// The table, with three rows from before the feed.
    pub(super) fn set_up(&self) {
        let mut connection = self.connect();
        connection.run("CREATE TABLE posts (id BIGINT NOT NULL PRIMARY KEY, v BIGINT)");
        connection.run("INSERT INTO posts VALUES (2, 0), (1, 0), (3, 0)");
        for statement in self.feed().up() {
            connection.run(&statement);
        }
    }

    /// As a text for a process.
    pub(super) fn to_text(&self) -> String {
        match self {
            Self::Server(dialect, url) => format!("{} {url}", dialect.name()),
            Self::File(path) => format!("sqlite {}", path.display()),
        }
    }

    pub(super) fn from_text(text: &str) -> Self {
        let (dialect, place) = text.split_once(' ').unwrap();
        match Dialect::from_name(dialect).unwrap() {
            Dialect::Sqlite => Self::File(place.into()),
            dialect => Self::Server(dialect, place.to_owned()),
        }
    }
}

impl Connection {
    pub(super) fn try_run(&mut self, sql: &str) -> Result<(), Error> {
        match self {
            Self::Server(session) => session.try_run(sql),
            Self::File(connection) => connection.batch_execute(sql),
        }
    }

    #[track_caller]
    pub(super) fn run(&mut self, sql: &str) {
        self.try_run(sql).unwrap_or_else(|error| panic!("{error}\n{sql}"));
    }

    /// Begins a transaction that writes.
    pub(super) fn begin(&mut self) {
        self.run(if matches!(self, Self::File(_)) { "BEGIN IMMEDIATE" } else { "BEGIN" });
    }

    #[track_caller]
    pub(super) fn ids(&mut self, sql: &str) -> Vec<i64> {
        let query = diesel::sql_query(sql);
        let rows: Result<Vec<Id>, _> = match self {
            Self::Server(session) => return session.ids(sql),
            Self::File(connection) => query.load(connection),
        };
        rows.unwrap().into_iter().map(|row| row.id).collect()
    }

    /// What is after the cursor, in the words of `Feed`.
    pub(super) fn read(&mut self, feed: &Feed, after: &Cursor, most: i64) -> Vec<Cursor> {
        if let Some(take) = feed.take() {
            self.run(&take);
        }
        self.read_by(&feed.read(), after, most)
    }

    pub(super) fn read_by(&mut self, sql: &str, after: &Cursor, most: i64) -> Vec<Cursor> {
        let query = diesel::sql_query(sql);
        if let Self::Server(Session::Postgres(connection)) = self {
            let query = query.bind::<Text, _>(&after.number).bind::<BigInt, _>(after.id);
            let rows: Vec<Transacted> = query.bind::<BigInt, _>(most).load(connection).unwrap();
            return rows.into_iter().map(Into::into).collect();
        }
        let number: i64 = after.number.parse().unwrap();
        let query = query.bind::<BigInt, _>(number).bind::<BigInt, _>(most);
        let rows: Vec<Numbered> = match self {
            Self::Server(Session::MySql(connection)) => query.load(&mut **connection),
            Self::File(connection) => query.load(connection),
            Self::Server(Session::Postgres(_)) => unreachable!("read above"),
        }
        .unwrap();
        rows.into_iter().map(Into::into).collect()
    }

    /// As many rows after a cursor: transactions of other tests may hold the horizon of the
    /// server for a while.
    pub(super) fn read_until(
        &mut self,
        feed: &Feed,
        cursor: &mut Cursor,
        count: usize,
    ) -> Vec<i64> {
        let mut ids = Vec::new();
        for _ in 0..3_000 {
            ids.extend(self.read_all(feed, cursor));
            if ids.len() >= count {
                break;
            }
            thread::sleep(Duration::from_millis(20));
        }
        ids
    }

    /// All that is left after a cursor.
    pub(super) fn read_all(&mut self, feed: &Feed, cursor: &mut Cursor) -> Vec<i64> {
        let mut ids = Vec::new();
        loop {
            let rows = self.read(feed, cursor, 100);
            let Some(last) = rows.last() else { return ids };
            *cursor = last.clone();
            ids.extend(rows.iter().map(|row| row.id));
        }
    }
}
