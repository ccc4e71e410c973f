//! What an adapter is told.

use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(graphql = "ID")]
struct WithoutParentheses(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(async_graphql(name = "ID"), async_graphql(name = "ID"))]
struct Twice(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(async_graphql(name = "ID"), skip(async_graphql))]
struct Skipped(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(serde(rename = "id"))]
struct NothingToTell(Snowflake);

fn main() {}
