use snowflake_kit::{Minted, Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct PostId(Snowflake);

#[derive(Minted)]
struct NewPost {
    #[minted]
    id: i64,
    title: String,
}

#[derive(Minted)]
struct NewReply {
    #[minted]
    id: PostId,
    to: PostId,
    title: String,
}

#[derive(SnowflakeId)]
struct UserId(Snowflake);

fn main() {
    let user = UserId::mint();
    let _ = NewReply::mint(user, "a user is no post");
}
