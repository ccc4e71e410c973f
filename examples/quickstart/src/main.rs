//! A user, posts, and one of them pinned: linked before any is in the database.
//! Diesel inserts them, a statement per table; SeaORM reads them for an API.

use std::time::{Duration, SystemTime};

use async_graphql::{EmptyMutation, EmptySubscription, Object, Schema};
use diesel::{connection::SimpleConnection, prelude::*};
use sea_orm::{Database, EntityTrait, QueryFilter};
use snowflake_kit::core::UtcTime;
use snowflake_kit::{Node, Snowflake, SnowflakeId};
use utoipa::PartialSchema;

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

mod post {
    use sea_orm::entity::prelude::*;
    use {serde::Serialize, snowflake_kit::MintedModel, utoipa::ToSchema};

    #[derive(Clone, Debug, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    #[derive(diesel::Insertable, Serialize, async_graphql::SimpleObject, ToSchema)]
    #[diesel(table_name = super::posts, treat_none_as_default_value = false)]
    #[graphql(name = "Post")]
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

struct Query(Vec<post::Model>);

#[Object]
impl Query {
    async fn post(&self, id: PostId) -> Option<&post::Model> {
        self.0.iter().find(|post| post.id == id)
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Once per process. In a deployment: `Node::from_env("SNOWFLAKE_NODE")?`.
    snowflake_kit::install(Node::fixed(1))?;

    // The whole graph, cycle included, without asking the database.
    let (author, id, answer) = (UserId::mint(), PostId::mint(), PostId::mint());
    let post = |id, reply_to, text: &str| post::Model { id, author, reply_to, text: text.into() };
    let posts = vec![post(id, None, "Keys before rows?"), post(answer, Some(id), "Yes.")];

    // Diesel writes.
    let file = std::env::temp_dir().join(format!("quickstart-{author}.db"));
    let mut db = SqliteConnection::establish(&file.to_string_lossy())?;
    db.batch_execute(
        "CREATE TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT, pinned BIGINT);
         CREATE TABLE posts (
             id BIGINT PRIMARY KEY NOT NULL, author BIGINT, reply_to BIGINT, text TEXT
         );",
    )?;
    db.transaction(|db| {
        let ada = (users::id.eq(author), users::name.eq("Ada"), users::pinned.eq(answer));
        diesel::insert_into(users::table).values(ada).execute(db)?;
        diesel::insert_into(posts::table).values(posts).execute(db)
    })?;

    // SeaORM reads. Creation times are in the keys: no column, no other index.
    let db = Database::connect(format!("sqlite:{}", file.display())).await?;
    let last_hour = PostId::range(SystemTime::now() - Duration::from_hours(1)..);
    let recent = post::Entity::find().filter(post::IDS.id.in_range(last_hour)).all(&db).await?;
    println!("The last hour's posts, by a range of keys. Diesel wrote them, SeaORM reads them:\n");
    for post in &recent {
        println!("{} by {:?}, {}", post.id, post.author, UtcTime(post.id.unix_millis()));
    }

    println!("\nThe same rows in JSON. IDs are strings, which JavaScript does not round:\n");
    println!("{}", serde_json::to_string_pretty(&recent)?);
    let schema = Schema::new(Query(recent), EmptyMutation, EmptySubscription);
    let query = format!(r#"{{ post(id: "{answer}") {{ author replyTo text }} }}"#);
    println!("\nGraphQL, asked for {query}:\n");
    println!("{}", serde_json::to_string(&schema.execute(&query).await)?);
    println!("\nOpenAPI, with a component for each ID type:\n");
    println!("{}", serde_json::to_string_pretty(&PostId::schema())?);
    println!(
        "\nNow try `post::IDS.author.eq(answer)` in examples/quickstart/src/main.rs: it does not compile,"
    );
    println!("because a post is not a user. The guide is in snowflake-kit/src/guide/README.md.");
    Ok(std::fs::remove_file(file)?)
}
