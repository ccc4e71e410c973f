//! A public form is never a number, and needs the crate that makes it.

use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(public = "sealed", json = "number")]
struct Number(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(public = "sealed", text = "decimal")]
struct Decimal(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(public = "secret")]
struct Unknown(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(public("sealed", accept = "number"))]
struct Accepting(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(public("sealed", plain = true))]
struct Other(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(public = "sealed")]
struct WithoutTheFeature(Snowflake);

fn main() {}
