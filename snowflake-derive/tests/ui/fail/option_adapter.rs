//! What an adapter is told.

use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(graphql = "ID")]
struct WithoutParentheses(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(graphql(name = "ID"), graphql(name = "ID"))]
struct Twice(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(graphql(name = "ID"), skip(graphql))]
struct Skipped(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(serde(rename = "id"))]
struct NothingToTell(Snowflake);

fn main() {}
