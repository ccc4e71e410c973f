use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(skip(openapi))]
struct UserId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(skip(sea_orm_2))]
struct PostId(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(graphql(name = "ID"))]
struct TagId(Snowflake);

fn main() {}
