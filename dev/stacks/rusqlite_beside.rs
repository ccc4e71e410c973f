//! IDs beside a version of rusqlite for which the kit has no adapter.

use std::error::Error;

use rusqlite::Connection;
use snowflake_kit::{Id, Node, Snowflake, SnowflakeId};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

fn main() -> Result<(), Box<dyn Error>> {
    snowflake_kit::install(Node::fixed(1))?;
    let id = UserId::mint();
    let db = Connection::open_in_memory()?;
    db.execute_batch("CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL)")?;
    db.execute("INSERT INTO users (id) VALUES (?1)", [id.get()])?;
    let found = db.query_row("SELECT id FROM users", [], |row| row.get(0))?;
    assert_eq!(UserId::from_i64(found)?, id);
    assert_eq!(serde_json::from_str::<UserId>(&serde_json::to_string(&id)?)?, id);
    println!("{id}");
    Ok(())
}
