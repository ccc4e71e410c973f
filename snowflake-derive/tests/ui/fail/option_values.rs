use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
#[snowflake(text = "base64")]
struct A(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(json = "float")]
struct B(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(generator = "mine")]
struct C(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = "myspace")]
struct D(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(layout = 41)]
struct E(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(skip(Add))]
struct F(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(text)]
struct G(Snowflake);

#[derive(SnowflakeId)]
#[snowflake(text = "base62", json = "number")]
struct H(Snowflake);

fn main() {}
