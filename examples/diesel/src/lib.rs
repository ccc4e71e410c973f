//! A user, a thread of posts, and the post that the user pinned: what the
//! programs in `bin` put into their databases.

use snowflake_kit::{Minted, Snowflake, SnowflakeId};

use crate::schema::{posts, users};

/// Identifies a user.
#[derive(SnowflakeId)]
pub struct UserId(Snowflake);

/// Identifies a post.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
pub struct PostId(Snowflake);

/// The tables; their columns know which ID they hold.
#[expect(missing_docs, reason = "Diesel's macro has no place for them")]
pub mod schema {
    diesel::table! {
        use diesel::sql_types::{Nullable, Text};
        use snowflake_kit::Key;
        use crate::{PostId, UserId};

        users (id) {
            id -> Key<UserId>,
            name -> Text,
            pinned_id -> Nullable<Key<PostId>>,
        }
    }

    diesel::table! {
        use diesel::sql_types::{Nullable, Text};
        use snowflake_kit::Key;
        use crate::{PostId, UserId};

        posts (id) {
            id -> Key<PostId>,
            author_id -> Key<UserId>,
            reply_to -> Nullable<Key<PostId>>,
            title -> Text,
        }
    }
}

/// What creates them. Temporary, so that the programs leave nothing behind.
pub const TABLES: &str = "
    CREATE TEMPORARY TABLE users (
        id BIGINT PRIMARY KEY NOT NULL,
        name TEXT NOT NULL,
        pinned_id BIGINT
    );
    CREATE TEMPORARY TABLE posts (
        id BIGINT PRIMARY KEY NOT NULL,
        author_id BIGINT NOT NULL,
        reply_to BIGINT,
        title TEXT NOT NULL
    );
";

/// A user.
#[derive(diesel::Insertable, Minted)]
#[diesel(table_name = users, treat_none_as_default_value = false)]
pub struct NewUser {
    /// Minted before the insert.
    #[minted]
    pub id: UserId,
    /// Their name.
    pub name: String,
    /// The post they pinned.
    pub pinned_id: Option<PostId>,
}

/// A post.
#[derive(diesel::Insertable, Minted)]
#[diesel(table_name = posts, treat_none_as_default_value = false)]
pub struct NewPost {
    /// Minted before the insert.
    #[minted]
    pub id: PostId,
    /// Who wrote it.
    pub author_id: UserId,
    /// The post that it answers.
    pub reply_to: Option<PostId>,
    /// What it says.
    pub title: String,
}

/// A user and their posts, each an answer to the one before, the last one
/// pinned.
pub fn thread(name: &str, length: u32) -> (NewUser, Vec<NewPost>) {
    let mut user = NewUser::mint(name, None);
    let mut posts = Vec::new();
    for number in 1..=length {
        let post = NewPost::mint(user.id, user.pinned_id, format!("Post {number}"));
        user.pinned_id = Some(post.id);
        posts.push(post);
    }
    (user, posts)
}
