//! The ways of tokio-postgres, with graphs of five levels: it sends what has an answer
//! to come, and does not wait for it unless the caller does.

use std::iter::repeat_n;

use futures_util::future::{try_join, try_join3, try_join5};
use snowflake_kit::{Snowflake, SnowflakeId};
use tokio_postgres::{Client, Error, NoTls, Row, Statement};

use super::shape::DEEP;
use super::{Inserter, Orm, Way};
use crate::Failure;

/// Identifies a user.
#[derive(SnowflakeId)]
pub struct UserId(Snowflake);

/// Identifies a blog.
#[derive(SnowflakeId)]
pub struct BlogId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
pub struct PostId(Snowflake);

/// Identifies a comment.
#[derive(SnowflakeId)]
pub struct CommentId(Snowflake);

/// Identifies a reaction.
#[derive(SnowflakeId)]
pub struct ReactionId(Snowflake);

/// Those that graphs of five levels can be gone with.
pub(crate) const WAYS: [(Orm, Way); 2] =
    [(Orm::TokioPostgres, Way::MintedPipelined), (Orm::TokioPostgres, Way::Counted)];

/// A way, connected.
pub(crate) fn connect(url: &str, way: Way) -> Result<Inserter, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let session = runtime.block_on(Session::open(url, way))?;
    Ok(Inserter {
        orm: Orm::TokioPostgres,
        way,
        insert: Box::new(move |graphs| {
            runtime.block_on(async {
                for number in 0..graphs {
                    if way.is_minted() {
                        session.pipelined(number).await?;
                    } else {
                        session.returning(number).await?;
                    }
                }
                Ok(())
            })
        }),
        // On PostgreSQL, the network counts.
        sent: Box::new(|| 0),
    })
}

/// A connection, and an insert for each level.
struct Session {
    client: Client,
    inserts: [Statement; DEEP.len()],
}

impl Session {
    async fn open(url: &str, way: Way) -> Result<Self, Error> {
        let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
        tokio::spawn(connection);
        let [users, blogs, posts, comments, reactions] =
            [0, 1, 2, 3, 4].map(|at| insert_into(at, way));
        let inserts = try_join5(
            client.prepare(&users),
            client.prepare(&blogs),
            client.prepare(&posts),
            client.prepare(&comments),
            client.prepare(&reactions),
        );
        let inserts = inserts.await?.into();
        Ok(Self { client, inserts })
    }

    /// All is sent at once: each statement has the keys that it refers to.
    async fn pipelined(&self, number: usize) -> Result<(), Error> {
        let Self { client, inserts: [to_users, to_blogs, to_posts, to_comments, to_reactions] } =
            self;
        let [names, blog_titles, post_titles, comment_texts, kinds] = &texts(number);
        let [users, blogs, posts, comments, reactions] = DEEP.map(|level| level.rows);
        let users = UserId::mint_many(users);
        let blogs = BlogId::mint_many(blogs);
        let posts = PostId::mint_many(posts);
        let comments = CommentId::mint_many(comments);
        let reactions = ReactionId::mint_many(reactions);
        try_join3(
            client.batch_execute("BEGIN"),
            try_join5(
                client.execute(to_users, &[&users, names]),
                client.execute(to_blogs, &[&blogs, &parents(&users, blogs.len()), blog_titles]),
                client.execute(to_posts, &[&posts, &parents(&blogs, posts.len()), post_titles]),
                client.execute(
                    to_comments,
                    &[&comments, &parents(&posts, comments.len()), comment_texts],
                ),
                client.execute(
                    to_reactions,
                    &[&reactions, &parents(&comments, reactions.len()), kinds],
                ),
            ),
            client.batch_execute("COMMIT"),
        )
        .await?;
        Ok(())
    }

    /// A level waits for the keys of the one above. What begins and ends the transaction
    /// waits for nothing: it is sent with the first level, and with the last one.
    async fn returning(&self, number: usize) -> Result<(), Error> {
        let Self { client, inserts: [to_users, to_blogs, to_posts, to_comments, to_reactions] } =
            self;
        let [names, blog_titles, post_titles, comment_texts, kinds] = &texts(number);
        let [_, blogs, posts, comments, reactions] = DEEP.map(|level| level.rows);
        let begin = client.batch_execute("BEGIN");
        let ((), users) = try_join(begin, client.query(to_users, &[names])).await?;
        let of_users = parents(&keys(&users)?, blogs);
        let blogs = client.query(to_blogs, &[&of_users, blog_titles]).await?;
        let of_blogs = parents(&keys(&blogs)?, posts);
        let posts = client.query(to_posts, &[&of_blogs, post_titles]).await?;
        let of_posts = parents(&keys(&posts)?, comments);
        let comments = client.query(to_comments, &[&of_posts, comment_texts]).await?;
        let of_comments = parents(&keys(&comments)?, reactions);
        try_join(
            client.execute(to_reactions, &[&of_comments, kinds]),
            client.batch_execute("COMMIT"),
        )
        .await?;
        Ok(())
    }
}

/// What inserts the rows of a level, and returns their keys if the database counts them
/// and there is a level below.
fn insert_into(at: usize, way: Way) -> String {
    let (level, is_minted) = (&DEEP[at], way.is_minted());
    let columns = [("id", is_minted), ("parent_id", at > 0), (level.text, true)];
    let columns: Vec<_> = columns.iter().filter(|(_, is_sent)| *is_sent).collect();
    let names: Vec<_> = columns.iter().map(|(name, _)| *name).collect();
    let arrays: Vec<_> = (1..=names.len())
        .map(|number| {
            let kind = if number == names.len() { "text" } else { "bigint" };
            format!("${number}::{kind}[]")
        })
        .collect();
    let returning = if is_minted || at + 1 == DEEP.len() { "" } else { " RETURNING id" };
    format!(
        "INSERT INTO {} ({}) SELECT * FROM UNNEST({}){returning}",
        level.table(is_minted),
        names.join(", "),
        arrays.join(", "),
    )
}

/// The texts of the rows of each level.
fn texts(number: usize) -> [Vec<String>; DEEP.len()] {
    DEEP.map(|level| (0..level.rows).map(|row| format!("{} {number}.{row}", level.text)).collect())
}

/// The parent of each of so many rows: all parents have as many.
fn parents<T: Copy>(parents: &[T], rows: usize) -> Vec<T> {
    parents.iter().flat_map(|parent| repeat_n(*parent, rows / parents.len())).collect()
}

/// The keys that were returned.
fn keys(rows: &[Row]) -> Result<Vec<i64>, Error> {
    rows.iter().map(|row| row.try_get(0)).collect()
}
