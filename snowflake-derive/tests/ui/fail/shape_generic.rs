use std::marker::PhantomData;

use snowflake_kit::{Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
struct Id<T>(Snowflake, PhantomData<T>);

fn main() {}
