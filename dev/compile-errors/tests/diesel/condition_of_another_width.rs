use diesel::debug_query;
use diesel::pg::Pg;
use diesel::prelude::*;
use snowflake_kit::{CountedId, Snowflake, SnowflakeId};

#[derive(SnowflakeId)]
pub struct PostId(Snowflake);

#[derive(CountedId)]
pub struct CountryId(i32);

diesel::table! {
    use snowflake_kit::Key;
    use snowflake_kit::diesel::IntegerKey;
    use crate::{CountryId, PostId};

    posts (id) {
        id -> Key<PostId>,
        country_id -> IntegerKey<CountryId>,
    }
}

// Both are integers.
fn main() {
    let id: PostId = "1".parse().unwrap();
    let query = posts::table.filter(posts::country_id.eq(id));
    println!("{}", debug_query::<Pg, _>(&query));
}
