//! IDs beside a version of sqlx for which the kit has no adapter.

use std::error::Error;

use snowflake_kit::{Id, Node, Snowflake, SnowflakeId};
use sqlx::{Connection, SqliteConnection};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    snowflake_kit::install(Node::fixed(1))?;
    let id = UserId::mint_async().await?;
    let mut db = SqliteConnection::connect("sqlite::memory:").await?;
    sqlx::query("CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL)").execute(&mut db).await?;
    sqlx::query("INSERT INTO users (id) VALUES (?1)").bind(id.get()).execute(&mut db).await?;
    let found = sqlx::query_scalar("SELECT id FROM users").fetch_one(&mut db).await?;
    assert_eq!(UserId::from_i64(found)?, id);
    assert_eq!(serde_json::from_str::<UserId>(&serde_json::to_string(&id)?)?, id);
    println!("{id}");
    Ok(())
}
