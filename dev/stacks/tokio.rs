//! Diesel, and leases over diesel-async, beside a tokio of one version and another utoipa.

use std::error::Error;

use diesel::connection::SimpleConnection;
use diesel::prelude::*;
use snowflake_kit::{Node, Snowflake, SnowflakeId};
use utoipa::PartialSchema;

/// Identifies a user.
#[derive(SnowflakeId)]
pub struct UserId(Snowflake);

diesel::table! {
    use {super::UserId, snowflake_kit::Key};
    users (id) { id -> Key<UserId> }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    snowflake_kit::install(Node::fixed(1))?;
    let id = UserId::mint_async().await?;
    let db = &mut SqliteConnection::establish(":memory:")?;
    db.batch_execute("CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL)")?;
    diesel::insert_into(users::table).values(users::id.eq(id)).execute(db)?;
    assert_eq!(users::table.select(users::id).first::<UserId>(db)?, id);
    assert_eq!(serde_json::from_str::<UserId>(&serde_json::to_string(&id)?)?, id);
    println!("{id}: {}", serde_json::to_string(&String::schema())?);
    Ok(())
}
