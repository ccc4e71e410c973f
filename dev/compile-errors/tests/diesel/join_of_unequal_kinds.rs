mod schema;

use diesel::prelude::*;
use schema::{posts, users};

fn main() {
    let _ = posts::table.inner_join(users::table.on(posts::id.eq(users::id)));
}
