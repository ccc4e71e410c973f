//! The graph in Diesel, with typed columns.

use diesel::connection::SimpleConnection;
use diesel::prelude::*;

use crate::graph::{Checked, Graph, PostId, UserId};

mod schema {
    use diesel::sql_types::Nullable;
    use snowflake_kit::Key;

    diesel::table! {
        use super::*;
        users (id) { id -> Key<crate::graph::UserId>, }
    }
    diesel::table! {
        use super::*;
        posts (id) {
            id -> Key<crate::graph::PostId>,
            author_id -> Key<crate::graph::UserId>,
            reply_to -> Nullable<Key<crate::graph::PostId>>,
        }
    }
    diesel::joinable!(posts -> users (author_id));
    diesel::allow_tables_to_appear_in_same_query!(users, posts);
}

use schema::{posts, users};

#[derive(Debug, PartialEq, Identifiable, Insertable, Queryable, Selectable)]
#[diesel(table_name = posts)]
struct Post {
    id: PostId,
    author_id: UserId,
    reply_to: Option<PostId>,
}

pub fn check() -> Checked {
    sqlite(&mut SqliteConnection::establish(":memory:")?)?;
    postgres(&mut PgConnection::establish(&std::env::var("SNOWFLAKE_POSTGRES_URL")?)?)
}

// A program that is for one database has no need for a macro.
macro_rules! on {
    ($check:ident, $Connection:ty) => {
        fn $check(db: &mut $Connection) -> Checked {
            db.batch_execute(
                "CREATE TEMPORARY TABLE users (id BIGINT PRIMARY KEY NOT NULL);
                 CREATE TEMPORARY TABLE posts (
                     id BIGINT PRIMARY KEY NOT NULL,
                     author_id BIGINT NOT NULL REFERENCES users,
                     reply_to BIGINT REFERENCES posts
                 );",
            )?;
            let graph = Graph::mint();
            let row = |(id, reply_to)| Post { id, author_id: graph.author, reply_to };
            let rows: Vec<Post> = graph.posts.iter().copied().map(row).collect();
            db.transaction(|db| {
                diesel::insert_into(users::table).values(users::id.eq(graph.author)).execute(db)?;
                diesel::insert_into(posts::table).values(&rows).execute(db)
            })?;

            // `posts::author_id.eq(post_id)` does not compile.
            let found =
                posts::table.inner_join(users::table).filter(posts::author_id.eq(graph.author));
            let found = found.order(posts::id).select(Post::as_select()).load(db)?;
            assert_eq!(found, rows);
            let reply_to = posts::table.find(rows[1].id).select(posts::reply_to);
            assert_eq!(reply_to.first::<Option<PostId>>(db)?, Some(rows[0].id));
            for (time, count) in [(Graph::lately(), 4), (Graph::yesterday(), 0)] {
                let (first, last) = time.into_inner();
                let found = posts::table.filter(posts::id.between(first, last)).count();
                assert_eq!(found.get_result::<i64>(db)?, count);
            }
            db.batch_execute("INSERT INTO users VALUES (-1)")?;
            let error =
                users::table.select(users::id).order(users::id).first::<UserId>(db).unwrap_err();
            // Diesel names the field, and its cause the value.
            let causes =
                std::iter::successors(Some(&error as &dyn std::error::Error), |&e| e.source());
            let causes: Vec<_> = causes.map(ToString::to_string).collect();
            assert!(causes.iter().any(|cause| cause.contains("invalid UserId -1")), "{causes:?}");
            Ok(())
        }
    };
}

on!(sqlite, SqliteConnection);
on!(postgres, PgConnection);
