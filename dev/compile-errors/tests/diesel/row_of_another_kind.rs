mod schema;

use diesel::prelude::*;
use schema::{PostId, posts};

#[derive(Selectable, Queryable)]
#[diesel(table_name = posts)]
#[diesel(check_for_backend(diesel::pg::Pg))]
struct Post {
    id: PostId,
    author_id: PostId,
}

fn main() {}
