//! IDs in rusqlite, whichever of its versions the program has.

use std::error::Error;
use std::{env, fs, process};

use rusqlite::{Connection, params};
use snowflake_kit::lease::LeaseBuilder;
use snowflake_kit::rusqlite::lease::{self, LeaseStore};
use snowflake_kit::{Snowflake, SnowflakeId};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

fn main() -> Result<(), Box<dyn Error>> {
    let file = env::temp_dir().join(format!("rusqlite-{}.db", process::id()));
    let _ = fs::remove_file(&file);
    let db = Connection::open(&file)?;
    lease::up(&db)?;
    db.execute_batch("CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, friend BIGINT)")?;

    let lease = LeaseBuilder::new(LeaseStore::new(&file)).space("stacks").install()?;
    let id = UserId::mint();
    db.execute("INSERT INTO users VALUES (?1, ?2)", params![id, None::<UserId>])?;
    let found = db.query_row("SELECT id, friend FROM users WHERE id = ?1", [id], |row| {
        Ok((row.get("id")?, row.get("friend")?))
    })?;
    assert_eq!(found, (id, None::<UserId>));
    db.execute("UPDATE users SET friend = 'Ada'", [])?;
    let error = db.query_row("SELECT friend FROM users", [], |row| row.get::<_, UserId>(0));
    assert!(error.unwrap_err().to_string().contains("invalid UserId \"Ada\""));
    assert_eq!(serde_json::from_str::<UserId>(&serde_json::to_string(&id)?)?, id);

    lease.release()?;
    println!("{id} in SQLite {}", rusqlite::version());
    Ok(fs::remove_file(file)?)
}
