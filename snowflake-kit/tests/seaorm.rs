//! With the feature `seaorm` the derive alone makes a type a key.
#![cfg(feature = "seaorm")]
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use sea_orm::{
    ColumnTrait, ConnectionTrait, Database, DbBackend, EntityTrait, QueryFilter, QueryTrait,
    Schema, Value,
};
use snowflake_kit::{Node, SnowflakeId as _};

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

    use super::ids::{PostId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub editor_id: Option<UserId>,
    }

    impl ActiveModelBehavior for ActiveModel {}
}

#[tokio::test]
async fn a_derived_id_is_a_key() {
    snowflake_kit::install(Node::fixed(7)).unwrap();
    let db = Database::connect("sqlite::memory:").await.unwrap();
    let schema = Schema::new(db.get_database_backend());
    db.execute(&schema.create_table_from_entity(post::Entity)).await.unwrap();

    let (id, author, editor) = (PostId::mint(), UserId::mint(), UserId::mint());
    let post = post::Model { id, author_id: author, editor_id: Some(editor) };
    let row = post::ActiveModel::from(post.clone());
    let inserted = post::Entity::insert(row).exec(&db).await.unwrap();
    assert_eq!(inserted.last_insert_id, id);
    let found = post::Entity::find_by_id(id)
        .filter(post::COLUMN.author_id.eq(author))
        .filter(post::COLUMN.editor_id.is_in([editor]))
        .one(&db)
        .await;
    assert_eq!(found, Ok(Some(post)));
}

#[test]
fn derived_ids_are_postgresql_arrays() {
    let ids = vec![PostId::from_i64(1).unwrap(), PostId::from_i64(2).unwrap()];
    let select = post::Entity::find().filter(post::COLUMN.id.eq_any(ids));
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
