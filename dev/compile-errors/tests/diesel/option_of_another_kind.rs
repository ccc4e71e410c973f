mod schema;

use diesel::debug_query;
use diesel::pg::Pg;
use diesel::prelude::*;
use schema::{PostId, posts};

// Diesel takes any `Option` into a query, and looks at what is in it when the
// query is run.
fn main() {
    let id: PostId = "1".parse().unwrap();
    let query = posts::table.filter(posts::editor_id.eq(Some(id)));
    println!("{}", debug_query::<Pg, _>(&query));
}
