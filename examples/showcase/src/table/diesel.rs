//! The tables for Diesel; their columns know which ID they hold.

diesel::table! {
    use diesel::sql_types::Text;
    use snowflake_kit::Key;
    use crate::id::UserId;

    users (id) {
        id -> Key<UserId>,
        name -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use snowflake_kit::Key;
    use crate::id::{ChannelId, GuildId, UserId};

    guilds (id) {
        id -> Key<GuildId>,
        name -> Text,
        owner_id -> Key<UserId>,
        welcome_id -> Nullable<Key<ChannelId>>,
    }
}

diesel::table! {
    use snowflake_kit::Key;
    use crate::id::{GuildId, UserId};

    members (guild_id, user_id) {
        guild_id -> Key<GuildId>,
        user_id -> Key<UserId>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use snowflake_kit::Key;
    use crate::id::{ChannelId, GuildId, MessageId};

    channels (id) {
        id -> Key<ChannelId>,
        guild_id -> Key<GuildId>,
        name -> Text,
        pinned_id -> Nullable<Key<MessageId>>,
    }
}

diesel::table! {
    use diesel::sql_types::{Nullable, Text};
    use snowflake_kit::Key;
    use crate::id::{ChannelId, MessageId, UserId};

    messages (id) {
        id -> Key<MessageId>,
        channel_id -> Key<ChannelId>,
        author_id -> Key<UserId>,
        reply_to -> Nullable<Key<MessageId>>,
        text -> Text,
    }
}

diesel::table! {
    use diesel::sql_types::Text;
    use snowflake_kit::Key;
    use crate::id::{MessageId, ReactionId, UserId};

    reactions (id) {
        id -> Key<ReactionId>,
        message_id -> Key<MessageId>,
        user_id -> Key<UserId>,
        emoji -> Text,
    }
}

diesel::joinable!(members -> users (user_id));
diesel::allow_tables_to_appear_in_same_query!(members, users);
