//! IDs beside a version of SeaORM for which the kit has no adapter.

use std::error::Error;

use sea_orm::{ConnectionTrait, Database, DbBackend, Statement};
use snowflake_kit::{Id, Node, Snowflake, SnowflakeId};

/// Identifies a user.
#[derive(SnowflakeId)]
struct UserId(Snowflake);

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    snowflake_kit::install(Node::fixed(1))?;
    let id = UserId::mint_async().await?;
    let db = Database::connect("sqlite::memory:").await?;
    db.execute_unprepared("CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL)").await?;
    let sql = |text: &str, values: Vec<i64>| {
        Statement::from_sql_and_values(DbBackend::Sqlite, text, values.into_iter().map(Into::into))
    };
    db.execute(sql("INSERT INTO users (id) VALUES (?)", vec![id.get()])).await?;
    let row = db.query_one(sql("SELECT id FROM users", vec![])).await?.ok_or("no row")?;
    assert_eq!(UserId::from_i64(row.try_get("", "id")?)?, id);
    assert_eq!(serde_json::from_str::<UserId>(&serde_json::to_string(&id)?)?, id);
    println!("{id}");
    Ok(())
}
