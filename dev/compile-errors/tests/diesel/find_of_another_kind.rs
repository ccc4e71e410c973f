mod schema;

use diesel::prelude::*;
use schema::{PostId, users};

fn main() {
    let post: PostId = "1".parse().unwrap();
    let _ = users::table.find(post);
}
