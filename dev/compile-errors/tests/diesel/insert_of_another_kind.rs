mod schema;

use diesel::prelude::*;
use schema::{PostId, posts};

#[derive(Insertable)]
#[diesel(table_name = posts)]
struct NewPost {
    id: PostId,
    author_id: PostId,
    editor_id: Option<PostId>,
    title: String,
}

fn main() {}
