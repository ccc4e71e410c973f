mod schema;

use diesel::prelude::*;
use schema::{PostId, UserId, posts};

#[derive(AsChangeset)]
#[diesel(table_name = posts)]
struct Edit {
    author_id: UserId,
    editor_id: Option<PostId>,
}

fn main() {}
