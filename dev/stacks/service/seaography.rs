//! IDs in what Seaography makes of SeaORM's entities.

use sea_orm::{ConnectionTrait, Database};
use seaography::async_graphql::dynamic::Schema;
use seaography::{Builder, BuilderContext};
use serde_json::{Value, json};

use crate::graph::{Checked, PostId, UserId};
use crate::id_column::id_column;

mod user {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use crate::graph::UserId;

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = r#"custom("bigint")"#)]
        pub id: UserId,
        pub name: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(has_many = "super::post::Entity")]
        Posts,
    }

    impl Related<super::post::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Posts.def()
        }
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelatedEntity)]
    pub enum RelatedEntity {
        #[sea_orm(entity = "super::post::Entity")]
        Posts,
    }
}

mod post {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use crate::graph::{PostId, UserId};

    #[derive(Clone, Debug, PartialEq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = r#"custom("bigint")"#)]
        pub id: PostId,
        pub author_id: UserId,
        pub reply_to: Option<PostId>,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::user::Entity",
            from = "Column::AuthorId",
            to = "super::user::Column::Id"
        )]
        Author,
    }

    impl Related<super::user::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Author.def()
        }
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelatedEntity)]
    pub enum RelatedEntity {
        #[sea_orm(entity = "super::user::Entity")]
        Author,
    }
}

/// Once per program.
fn context() -> BuilderContext {
    let mut context = BuilderContext::default();
    id_column::<user::Entity, UserId>(&mut context, user::Column::Id);
    id_column::<post::Entity, PostId>(&mut context, post::Column::Id);
    id_column::<post::Entity, UserId>(&mut context, post::Column::AuthorId);
    id_column::<post::Entity, PostId>(&mut context, post::Column::ReplyTo);
    context
}

pub async fn check() -> Checked {
    on("sqlite::memory:").await?;
    on(&std::env::var("SNOWFLAKE_POSTGRES_URL")?).await
}

async fn on(url: &str) -> Checked {
    let mut options = sea_orm::ConnectOptions::new(url);
    options.max_connections(1);
    let db = Database::connect(options).await?;
    db.execute_unprepared(
        "CREATE TEMPORARY TABLE users (id BIGINT PRIMARY KEY NOT NULL, name TEXT NOT NULL);
         CREATE TEMPORARY TABLE posts (
             id BIGINT PRIMARY KEY NOT NULL,
             author_id BIGINT NOT NULL REFERENCES users,
             reply_to BIGINT REFERENCES posts
         )",
    )
    .await?;
    let context: &'static BuilderContext = Box::leak(Box::new(context()));
    let mut builder = Builder::new(context, db.clone());
    seaography::register_entities!(builder, [user, post]);
    let schema = builder.schema_builder().data(db).finish()?;
    let sdl = schema.sdl();
    for field in ["id: ID!", "authorId: ID!", "replyTo: ID\n", "authorId: IdentityFilterInput"] {
        assert!(sdl.contains(field), "{field}: {sdl}");
    }

    let ada = r#"mutation { usersCreateOne(data: { name: "Ada" }) { id } }"#;
    let ada = ask(&schema, ada).await?;
    let ada = text(&ada["usersCreateOne"]["id"]).to_owned();
    ada.parse::<UserId>()?;
    let question =
        format!("mutation {{ postsCreateOne(data: {{ authorId: \"{ada}\" }}) {{ id }} }}");
    let question = ask(&schema, &question).await?;
    let question = text(&question["postsCreateOne"]["id"]).to_owned();
    let answer = PostId::mint().to_string();
    let data = format!("id: \"{answer}\", authorId: \"{ada}\", replyTo: \"{question}\"");
    let answered =
        format!("mutation {{ postsCreateBatch(data: [{{ {data} }}]) {{ id replyTo }} }}");
    let expected = json!({ "postsCreateBatch": [{ "id": answer, "replyTo": question }] });
    assert_eq!(ask(&schema, &answered).await?, expected);

    let filters = [
        format!("id: {{ between: [\"{answer}\", \"{answer}\"] }}"),
        format!("replyTo: {{ is_in: [\"{question}\"] }}, authorId: {{ eq: \"{ada}\" }}"),
    ];
    for filter in filters {
        let fields = "nodes { id authorId replyTo author { id name } }";
        let query = format!("{{ posts(filters: {{ {filter} }}) {{ {fields} }} }}");
        let found = ask(&schema, &query).await?;
        let author = json!({ "id": ada, "name": "Ada" });
        let post = json!({ "id": answer, "authorId": ada, "replyTo": question, "author": author });
        assert_eq!(found, json!({ "posts": { "nodes": [post] } }));
    }
    let wrong = format!(
        "{{ posts(filters: {{ authorId: {{ eq: \"{answer}\" }} }}) {{ nodes {{ id }} }} }}"
    );
    let error = ask(&schema, &wrong).await.unwrap_err().to_string();
    assert!(error.contains("invalid UserId"), "{error}");
    Ok(())
}

async fn ask(schema: &Schema, query: &str) -> Result<Value, Box<dyn std::error::Error>> {
    let answer = schema.execute(query).await;
    match answer.errors.first() {
        None => Ok(answer.data.into_json()?),
        Some(error) => Err(error.message.clone().into()),
    }
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}
