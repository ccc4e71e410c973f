use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
struct PostId(Snowflake);

fn post(_: PostId) {}

fn main() {
    let user = UserId::mint();
    post(user);
    let _ = user == PostId::mint();
    let _: PostId = user.into();
    let _ = user + 1;
    let _: UserId = 7.into();
}
