use snowflake_kit::{Node, Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct UserId(Snowflake);

fn main() {
    snowflake_kit::install(Node::fixed(1)).unwrap();
    println!("{}", UserId::mint());
}
