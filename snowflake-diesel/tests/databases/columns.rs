//! The tables, with columns of both kinds.

/// What creates them. `BIGINT` is what a key is on all three databases.
pub(crate) const TABLES: &str = "
    CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
    CREATE TABLE posts (
        id BIGINT PRIMARY KEY NOT NULL,
        author_id BIGINT NOT NULL,
        editor_id BIGINT,
        title TEXT NOT NULL
    );
    CREATE TABLE readings (
        user_id BIGINT NOT NULL,
        post_id BIGINT NOT NULL,
        stars BIGINT NOT NULL,
        PRIMARY KEY (user_id, post_id)
    );
";

/// One more, with a column that holds 0 in place of `NULL`.
pub(crate) const ANSWERS: &str =
    "CREATE TABLE answers (id BIGINT PRIMARY KEY NOT NULL, reply_to BIGINT NOT NULL)";

/// What belongs to both.
macro_rules! relations {
    () => {
        diesel::joinable!(posts -> users (author_id));
        diesel::joinable!(readings -> users (user_id));
        diesel::joinable!(readings -> posts (post_id));
        diesel::allow_tables_to_appear_in_same_query!(users, posts, readings);
    };
}

/// Columns that know which ID they hold.
pub(crate) mod typed {
    /// The SQL types of the columns.
    pub(crate) type UserKey = snowflake_kit_diesel::Key<UserId>;
    pub(crate) type PostKey = snowflake_kit_diesel::Key<PostId>;

    diesel::table! {
        use diesel::sql_types::Text;
        use snowflake_kit_diesel::Key;
        use crate::ids::UserId;

        users (id) {
            id -> Key<UserId>,
            name -> Text,
        }
    }

    diesel::table! {
        use diesel::sql_types::{Nullable, Text};
        use snowflake_kit_diesel::Key;
        use crate::ids::{PostId, UserId};

        posts (id) {
            id -> Key<PostId>,
            author_id -> Key<UserId>,
            editor_id -> Nullable<Key<UserId>>,
            title -> Text,
        }
    }

    diesel::table! {
        use diesel::sql_types::BigInt;
        use snowflake_kit_diesel::Key;
        use crate::ids::{PostId, UserId};

        readings (user_id, post_id) {
            user_id -> Key<UserId>,
            post_id -> Key<PostId>,
            stars -> BigInt,
        }
    }

    diesel::table! {
        use snowflake_kit_diesel::Key;
        use crate::ids::PostId;

        answers (id) {
            id -> Key<PostId>,
            reply_to -> Key<PostId>,
        }
    }

    relations!();

    include!("columns/structs.rs");
}

/// Columns that are integers.
pub(crate) mod plain {
    pub(crate) type UserKey = diesel::sql_types::BigInt;
    pub(crate) type PostKey = diesel::sql_types::BigInt;

    diesel::table! {
        users (id) {
            id -> BigInt,
            name -> Text,
        }
    }

    diesel::table! {
        posts (id) {
            id -> BigInt,
            author_id -> BigInt,
            editor_id -> Nullable<BigInt>,
            title -> Text,
        }
    }

    diesel::table! {
        readings (user_id, post_id) {
            user_id -> BigInt,
            post_id -> BigInt,
            stars -> BigInt,
        }
    }

    diesel::table! {
        answers (id) {
            id -> BigInt,
            reply_to -> BigInt,
        }
    }

    relations!();

    include!("columns/structs.rs");
}
