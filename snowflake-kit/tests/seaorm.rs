//! With the feature `seaorm` the derive alone makes a type a key, and one on
//! the model has it minted.
#![cfg(feature = "seaorm")]
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use sea_orm::{
    ActiveModelTrait, ConnectionTrait, Database, DatabaseConnection, DbBackend, EntityTrait,
    PaginatorTrait, QueryFilter, QueryTrait, Schema, Set, Value,
};
use snowflake_kit::snowflake_seaorm::MintedRows as _;
use snowflake_kit::{Id, MintedModel as _, Node};

use ids::{PostId, UserId};

mod ids {
    use snowflake_kit::{Snowflake, SnowflakeId};

    /// Identifies a user.
    #[derive(SnowflakeId)]
    pub struct UserId(Snowflake);

    /// Identifies a post. How it is written elsewhere makes no difference here.
    #[derive(SnowflakeId)]
    #[snowflake(prefix = "post_", text = "base62", name = "Post")]
    pub struct PostId(Snowflake);
}

mod post {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::{PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub editor_id: Option<UserId>,
    }
}

async fn database() -> DatabaseConnection {
    let db = Database::connect("sqlite::memory:").await.unwrap();
    let schema = Schema::new(db.get_database_backend());
    db.execute(&schema.create_table_from_entity(post::Entity)).await.unwrap();
    db
}

#[tokio::test]
async fn derives_alone_make_a_minted_key() {
    snowflake_kit::install(Node::fixed(7)).unwrap();
    let db = database().await;
    let (author, editor) = (UserId::mint(), UserId::mint());
    let row = post::ActiveModel {
        author_id: Set(author),
        editor_id: Set(Some(editor)),
        ..Default::default()
    };
    let post = row.clone().insert(&db).await.unwrap();
    post::Entity::insert(row.clone().minted().unwrap()).exec(&db).await.unwrap();
    post::Entity::insert_many(vec![row; 2].minted().unwrap()).exec(&db).await.unwrap();
    assert_eq!(post::Entity::find().count(&db).await, Ok(4));

    let found = post::Entity::find_by_id(post.id)
        .filter(post::IDS.author_id.eq(author))
        .filter(post::IDS.editor_id.is_in([editor]))
        .one(&db)
        .await;
    assert_eq!(found, Ok(Some(post)));
}

#[test]
fn derived_ids_are_postgresql_arrays() {
    let ids = vec![PostId::from_i64(1).unwrap(), PostId::from_i64(2).unwrap()];
    let select = post::Entity::find().filter(post::IDS.id.eq_any(ids));
    let sql = select.build(DbBackend::Postgres).to_string();
    assert!(sql.ends_with(r#""id" = ANY(ARRAY [1,2])"#), "{sql}");
}

#[test]
fn it_can_be_left_out() {
    use snowflake_kit::{Snowflake, SnowflakeId};

    /// A value by an implementation of its own.
    #[derive(SnowflakeId)]
    #[snowflake(skip(seaorm))]
    struct OwnId(Snowflake);

    impl From<OwnId> for Value {
        fn from(id: OwnId) -> Self {
            Value::String(Some(id.to_string()))
        }
    }

    let value = Value::from(OwnId::from_i64(5).unwrap());
    assert_eq!(value, Value::String(Some("5".to_owned())));
}
