//! The graph through a connection on which each answer takes its time.

use diesel::prelude::*;
use diesel_async::{AsyncConnection, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};

use crate::database::{self, Database};
use crate::graph::{COMMENTS_PER_POST, Graph, KEY, POSTS, counted, minted, postgres};
use crate::round_trips::Proxy;

/// A database with these keys, and a connection to it.
async fn connect(key: &str) -> (Database, Proxy, AsyncPgConnection) {
    let database = database::postgres();
    let proxy = Proxy::to(database.url());
    let mut connection = AsyncPgConnection::establish(&proxy.url()).await.unwrap();
    connection.batch_execute(&postgres(key)).await.unwrap();
    proxy.take();
    (database, proxy, connection)
}

/// How often a graph was waited for, at the fewest of some attempts.
///
/// Never too few are counted, but what a client sends late, since the machine
/// has let others run, looks as if it had waited.
async fn trips(expected: usize, insert: impl AsyncFn() -> usize) -> usize {
    let mut fewest = usize::MAX;
    for _ in 0..20 {
        fewest = fewest.min(insert().await);
        if fewest <= expected {
            break;
        }
    }
    fewest
}

#[tokio::test]
async fn minted_keys_wait_for_nothing() {
    // Begin, three that are prepared one by one, all of them run, commit.
    let expected = 1 + 3 + 1 + 1;
    assert_eq!(trips(expected, pipelined).await, expected);
}

#[tokio::test]
async fn one_statement_after_the_other_waits_for_each() {
    let expected = 2 * 3 + 2;
    assert_eq!(trips(expected, in_turn).await, expected);
}

#[tokio::test]
async fn counted_keys_are_waited_for() {
    // Five inserts and an update.
    let expected = 2 * 6 + 2;
    assert_eq!(trips(expected, returning).await, expected);
}

/// Keys that are minted, in statements that are sent together.
async fn pipelined() -> usize {
    let (_database, proxy, mut connection) = connect(KEY).await;
    let graph = Graph::mint();
    let inserted = connection
        .transaction(async |connection| {
            let (mut first, mut second, mut third) = (&*connection, &*connection, &*connection);
            futures_util::try_join!(
                diesel::insert_into(minted::users::table).values(&graph.user).execute(&mut first),
                diesel::insert_into(minted::posts::table).values(&graph.posts).execute(&mut second),
                diesel::insert_into(minted::comments::table)
                    .values(&graph.comments)
                    .execute(&mut third),
            )
        })
        .await;
    assert_eq!(inserted, Ok((1, POSTS, POSTS * COMMENTS_PER_POST)));
    proxy.take()
}

/// Keys that are minted, in one statement after the other.
async fn in_turn() -> usize {
    let (_database, proxy, mut connection) = connect(KEY).await;
    let graph = Graph::mint();
    connection
        .transaction(async |connection| {
            diesel::insert_into(minted::users::table)
                .values(&graph.user)
                .execute(connection)
                .await?;
            diesel::insert_into(minted::posts::table)
                .values(&graph.posts)
                .execute(connection)
                .await?;
            diesel::insert_into(minted::comments::table)
                .values(&graph.comments)
                .execute(connection)
                .await
        })
        .await
        .unwrap();
    proxy.take()
}

/// Keys that the database counts.
async fn returning() -> usize {
    use counted::{comments, posts, users};

    let (_database, proxy, mut connection) = connect("BIGSERIAL PRIMARY KEY").await;
    connection
        .transaction(async |connection| {
            let user: i64 = diesel::insert_into(users::table)
                .values(users::name.eq("Ada"))
                .returning(users::id)
                .get_result(connection)
                .await?;
            let rows: Vec<_> = (0..POSTS)
                .map(|n| (posts::author_id.eq(user), posts::title.eq(format!("Post {n}"))))
                .collect();
            let posts: Vec<i64> = diesel::insert_into(posts::table)
                .values(rows)
                .returning(posts::id)
                .get_results(connection)
                .await?;
            let mut before = vec![None; POSTS];
            for n in 0..COMMENTS_PER_POST {
                let rows: Vec<_> = posts
                    .iter()
                    .zip(before)
                    .map(|(post, before)| {
                        (
                            comments::post_id.eq(*post),
                            comments::author_id.eq(user),
                            comments::reply_to.eq::<Option<i64>>(before),
                            comments::text.eq(format!("Comment {n}")),
                        )
                    })
                    .collect();
                let keys: Vec<i64> = diesel::insert_into(comments::table)
                    .values(rows)
                    .returning(comments::id)
                    .get_results(connection)
                    .await?;
                before = keys.into_iter().map(Some).collect();
            }
            diesel::update(users::table.find(user))
                .set(users::pinned_id.eq(posts[POSTS / 2]))
                .execute(connection)
                .await
        })
        .await
        .unwrap();
    proxy.take()
}
