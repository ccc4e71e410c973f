use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
pub struct UserId(Snowflake);

#[derive(SnowflakeId)]
pub struct PostId(Snowflake);

diesel::table! {
    use diesel::sql_types::Text;
    use snowflake_kit::Key;
    use crate::schema::UserId;

    users (id) {
        id -> Key<UserId>,
        name -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use snowflake_kit::Key;
    use crate::schema::{PostId, UserId};

    posts (id) {
        id -> Key<PostId>,
        author_id -> Key<UserId>,
        editor_id -> Nullable<Key<UserId>>,
        title -> Text,
    }
}

diesel::allow_tables_to_appear_in_same_query!(users, posts);
