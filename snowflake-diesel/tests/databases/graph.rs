//! A graph of rows with a cycle, and what it costs to insert with keys minted before.

use std::sync::{Arc, Mutex};

use diesel::connection::SimpleConnection as _;
use diesel::connection::{Instrumentation, InstrumentationEvent};
use diesel::prelude::*;
use diesel_async::AsyncMysqlConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;

use crate::database;
use crate::ids::{self, CommentId, PostId, UserId};

const POSTS: usize = 20;
const COMMENTS_PER_POST: usize = 3;

/// With keys that are minted.
mod minted {
    diesel::table! {
        use diesel::sql_types::{Nullable, Text};
        use snowflake_kit_diesel::Key;
        use crate::ids::{PostId, UserId};

        users (id) { id -> Key<UserId>, name -> Text, pinned_id -> Nullable<Key<PostId>> }
    }

    diesel::table! {
        use diesel::sql_types::Text;
        use snowflake_kit_diesel::Key;
        use crate::ids::{PostId, UserId};

        posts (id) { id -> Key<PostId>, author_id -> Key<UserId>, title -> Text }
    }

    diesel::table! {
        use diesel::sql_types::{Nullable, Text};
        use snowflake_kit_diesel::Key;
        use crate::ids::{CommentId, PostId, UserId};

        comments (id) {
            id -> Key<CommentId>,
            post_id -> Key<PostId>,
            author_id -> Key<UserId>,
            reply_to -> Nullable<Key<CommentId>>,
            text -> Text,
        }
    }
}

// Without `treat_none_as_default_value = false` what is `None` is `DEFAULT`. As
// SQLite does not have that, each row is a statement there, also where no column
// is an `Option`.

#[derive(Insertable)]
#[diesel(table_name = minted::users, treat_none_as_default_value = false)]
struct User {
    id: UserId,
    name: &'static str,
    pinned_id: Option<PostId>,
}

#[derive(Insertable)]
#[diesel(table_name = minted::posts, treat_none_as_default_value = false)]
struct Post {
    id: PostId,
    author_id: UserId,
    title: String,
}

#[derive(Insertable)]
#[diesel(table_name = minted::comments, treat_none_as_default_value = false)]
struct Comment {
    id: CommentId,
    post_id: PostId,
    author_id: UserId,
    reply_to: Option<CommentId>,
    text: String,
}

/// A user, its posts, their comments, and the post that the user pinned.
struct Graph {
    user: User,
    posts: Vec<Post>,
    comments: Vec<Comment>,
}

impl Graph {
    fn mint() -> Self {
        ids::install();
        let author_id = UserId::mint();
        let posts: Vec<_> = (0..POSTS)
            .map(|n| Post { id: PostId::mint(), author_id, title: format!("Post {n}") })
            .collect();
        let mut comments: Vec<Comment> = Vec::new();
        for post in &posts {
            let mut reply_to = None;
            for n in 0..COMMENTS_PER_POST {
                let (id, text) = (CommentId::mint(), format!("Comment {n}"));
                comments.push(Comment { id, post_id: post.id, author_id, reply_to, text });
                reply_to = Some(id);
            }
        }
        let user = User { id: author_id, name: "Ada", pinned_id: Some(posts[POSTS / 2].id) };
        Self { user, posts, comments }
    }
}

/// The tables, with foreign keys that are checked at the end of a transaction
/// where the database can do that.
fn tables(key: &str, deferred: &str, pinned: &str) -> String {
    format!(
        "CREATE TABLE users (id {key}, name TEXT NOT NULL, pinned_id BIGINT {pinned});
         CREATE TABLE posts (
             id {key},
             author_id BIGINT NOT NULL REFERENCES users (id) {deferred},
             title TEXT NOT NULL
         );
         CREATE TABLE comments (
             id {key},
             post_id BIGINT NOT NULL REFERENCES posts (id) {deferred},
             author_id BIGINT NOT NULL REFERENCES users (id) {deferred},
             reply_to BIGINT REFERENCES comments (id) {deferred},
             text TEXT NOT NULL
         );"
    )
}

const KEY: &str = "BIGINT PRIMARY KEY NOT NULL";
const DEFERRED: &str = "DEFERRABLE INITIALLY DEFERRED";

fn sqlite(key: &str) -> String {
    let pinned = format!("REFERENCES posts (id) {DEFERRED}");
    format!("PRAGMA foreign_keys = ON; {}", tables(key, DEFERRED, &pinned))
}

fn postgres(key: &str) -> String {
    let pinned =
        format!("ALTER TABLE users ADD FOREIGN KEY (pinned_id) REFERENCES posts (id) {DEFERRED};");
    tables(key, DEFERRED, "") + &pinned
}

/// Which checks at once, and so has no foreign key from the user to the post.
fn mariadb(key: &str) -> String {
    tables(key, "", "")
}

/// The statements that a connection sends, but for those of transactions.
#[derive(Clone, Default)]
struct Statements(Arc<Mutex<Vec<String>>>);

impl Instrumentation for Statements {
    fn on_connection_event(&mut self, event: InstrumentationEvent<'_>) {
        if let InstrumentationEvent::StartQuery { query, .. } = event {
            let sql = query.to_string();
            let verb = sql.split_whitespace().next().unwrap_or_default();
            if ["DELETE", "INSERT", "SELECT", "UPDATE"].contains(&verb) {
                self.0.lock().unwrap().push(verb.to_owned());
            }
        }
    }
}

impl Statements {
    /// Those since the last time.
    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

/// Inserts the graph: a statement per table, and nothing is read.
macro_rules! insert_minted {
    ($connection:ident) => {{
        let graph = Graph::mint();
        $connection
            .transaction(|connection| {
                diesel::insert_into(minted::users::table)
                    .values(&graph.user)
                    .execute(connection)?;
                diesel::insert_into(minted::posts::table)
                    .values(&graph.posts)
                    .execute(connection)?;
                diesel::insert_into(minted::comments::table)
                    .values(&graph.comments)
                    .execute(connection)
            })
            .unwrap();
        graph
    }};
}

/// All rows are there, and linked.
macro_rules! check {
    ($connection:ident, $graph:ident) => {
        let user: (UserId, String, Option<PostId>) =
            minted::users::table.first(&mut $connection).unwrap();
        assert_eq!((user.0, user.2), ($graph.user.id, $graph.user.pinned_id));
        let posts: Vec<(PostId, UserId, String)> =
            minted::posts::table.order(minted::posts::id).load(&mut $connection).unwrap();
        assert_eq!(posts.len(), POSTS);
        assert!(posts.iter().zip(&$graph.posts).all(|(found, post)| {
            (found.0, found.1, &found.2) == (post.id, post.author_id, &post.title)
        }));
        let comments = minted::comments::table
            .select((minted::comments::id, minted::comments::post_id, minted::comments::reply_to))
            .order(minted::comments::id);
        let comments: Vec<(CommentId, PostId, Option<CommentId>)> =
            comments.load(&mut $connection).unwrap();
        assert_eq!(comments.len(), POSTS * COMMENTS_PER_POST);
        assert!(
            comments.iter().zip(&$graph.comments).all(|(found, comment)| {
                *found == (comment.id, comment.post_id, comment.reply_to)
            })
        );
    };
}

#[test]
fn a_statement_per_table_on_sqlite() {
    let statements = Statements::default();
    let mut connection = SqliteConnection::establish(":memory:").unwrap();
    connection.batch_execute(&sqlite(KEY)).unwrap();
    connection.set_instrumentation(statements.clone());
    let graph = insert_minted!(connection);
    assert_eq!(statements.take(), ["INSERT"; 3]);
    check!(connection, graph);
}

#[test]
fn a_statement_per_table_on_postgres() {
    let statements = Statements::default();
    let database = database::postgres();
    let mut connection = PgConnection::establish(database.url()).unwrap();
    connection.batch_execute(&postgres(KEY)).unwrap();
    connection.set_instrumentation(statements.clone());
    let graph = insert_minted!(connection);
    assert_eq!(statements.take(), ["INSERT"; 3]);
    check!(connection, graph);
}

type Mariadb = AsyncConnectionWrapper<AsyncMysqlConnection>;

#[test]
fn a_statement_per_table_on_mariadb() {
    let statements = Statements::default();
    let database = database::mariadb();
    let mut connection = Mariadb::establish(database.url()).unwrap();
    connection.batch_execute(&mariadb(KEY)).unwrap();
    Connection::set_instrumentation(&mut connection, statements.clone());
    let graph = insert_minted!(connection);
    assert_eq!(statements.take(), ["INSERT"; 3]);
    check!(connection, graph);
}
