//! A user, posts, and one of them pinned: linked before any is in the database.
//! Diesel inserts them, a statement per table, and SeaORM reads them.

use std::error::Error;
use std::time::{Duration, SystemTime};

use diesel::{Connection, RunQueryDsl, SqliteConnection, connection::SimpleConnection};
use sea_orm::{Database, EntityTrait, QueryFilter};
use snowflake_kit::{Node, Snowflake, SnowflakeId, UtcTime};

/// Identifies a user.
#[derive(SnowflakeId)]
pub struct UserId(Snowflake);

/// Identifies a post; in JSON and URLs it is `pst_` and 11 characters.
#[derive(SnowflakeId)]
#[snowflake(text = "base62", prefix = "pst_")]
pub struct PostId(Snowflake);

diesel::table! {
    use {super::{PostId, UserId}, diesel::sql_types::{Nullable, Text}, snowflake_kit::Key};
    users (id) { id -> Key<UserId>, name -> Text, pinned -> Nullable<Key<PostId>> }
}

diesel::table! {
    use {super::{PostId, UserId}, diesel::sql_types::{Nullable, Text}, snowflake_kit::Key};
    posts (id) { id -> Key<PostId>, author -> Key<UserId>, reply_to -> Nullable<Key<PostId>>, text -> Text }
}

#[derive(diesel::Insertable, serde::Serialize, schemars::JsonSchema)]
#[diesel(treat_none_as_default_value = false)]
struct User {
    id: UserId,
    name: String,
    pinned: Option<PostId>,
}

mod post {
    use diesel::Insertable;
    use schemars::JsonSchema;
    use sea_orm::entity::prelude::*;
    use serde::Serialize;
    use snowflake_kit::MintedModel;

    #[derive(Clone, Debug, DeriveEntityModel, MintedModel, Insertable, Serialize, JsonSchema)]
    #[schemars(rename = "Post")]
    #[sea_orm(table_name = "posts")]
    #[diesel(table_name = super::posts, treat_none_as_default_value = false)]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: super::PostId,
        pub author: super::UserId,
        pub reply_to: Option<super::PostId>,
        pub text: String,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    // Once per process. In a deployment: `Node::from_env("SNOWFLAKE_NODE")?`.
    snowflake_kit::install(Node::fixed(1))?;

    // The whole graph, cycle included, without asking the database.
    let [id, answer] = [PostId::mint(), PostId::mint()];
    let ada = User { id: UserId::mint(), name: "Ada".into(), pinned: Some(answer) };
    let (author, text, reply) = (ada.id, "Keys before rows?".into(), "Yes.".into());
    let question = post::Model { id, author, reply_to: None, text };
    let answer = post::Model { id: answer, author, reply_to: Some(id), text: reply };

    // Diesel writes.
    let file = std::env::temp_dir().join(format!("quickstart-{author}.db"));
    let mut db = SqliteConnection::establish(&file.to_string_lossy())?;
    db.batch_execute(
        "CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL, pinned BIGINT);
         CREATE TABLE posts (id BIGINT PRIMARY KEY NOT NULL, author BIGINT NOT NULL,
                             reply_to BIGINT, text TEXT NOT NULL);",
    )?;
    db.transaction(|db| {
        diesel::insert_into(users::table).values(&ada).execute(db)?;
        diesel::insert_into(posts::table).values(vec![question, answer]).execute(db)
    })?;

    // SeaORM reads. Creation times are in the keys: no column, no other index.
    let db = Database::connect(format!("sqlite:{}", file.display())).await?;
    let last_hour = PostId::range(SystemTime::now() - Duration::from_hours(1)..);
    let in_time = post::IDS.id.in_range(last_hour);
    let recent = post::Entity::find().filter(in_time).all(&db).await?;
    for post in &recent {
        println!("{} by {:?}, {}", post.id, post.author, UtcTime(post.id.unix_millis()));
    }

    // Strings, so that JavaScript does not round them; and the schema says so.
    println!("{}", serde_json::to_string_pretty(&(ada, recent))?);
    println!("{}", serde_json::to_string_pretty(&schemars::schema_for!((User, post::Model)))?);
    Ok(std::fs::remove_file(file)?)
}
