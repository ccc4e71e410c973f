mod schema;

use diesel::prelude::*;
use schema::users;

fn main() {
    let _ = users::id.eq(1_i64);
    let _ = users::id + 1_i64;
}
