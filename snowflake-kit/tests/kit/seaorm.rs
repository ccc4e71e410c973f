//! With the feature `sea_orm_2` the derive alone makes a type a key, and one on
//! the model has it minted.
#![cfg(feature = "sea_orm_2")]
#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

use sea_orm::{
    ActiveModelTrait, ConnectionTrait, Database, DatabaseConnection, DbBackend, EntityTrait,
    PaginatorTrait, QueryFilter, QueryTrait, Schema, Set, Value,
};
use snowflake_kit::MintedModel as _;
use snowflake_kit::core::CallerId;
use snowflake_kit::mint::Minter as _;
use snowflake_kit::sea_orm_2::MintedRows as _;

use ids::{NoteId, PostId, UserId};

mod ids {
    use snowflake_kit::{Layout, Snowflake, SnowflakeId};

    /// Identifies a user.
    #[derive(SnowflakeId)]
    pub struct UserId(Snowflake);

    /// Identifies a post. How it is written elsewhere makes no difference here.
    #[derive(SnowflakeId)]
    #[snowflake(prefix = "post_", text = "base62", name = "Post")]
    pub struct PostId(Snowflake);

    /// With 256 shards.
    const FEED: Layout = Layout::builder("feed")
        .time_bits(41)
        .caller("shard", 8)
        .node_bits(5)
        .sequence_bits(9)
        .build();

    /// Identifies a note, and says in which shard it is.
    #[derive(SnowflakeId)]
    #[snowflake(layout = FEED, caller)]
    pub struct NoteId(Snowflake);
}

mod note {
    use sea_orm::entity::prelude::*;
    use snowflake_kit::MintedModel;

    use super::ids::{NoteId, UserId};

    #[sea_orm::model]
    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "notes")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        #[minted(in = shard_of(self.author_id, &self.title))]
        pub id: NoteId,
        pub author_id: UserId,
        pub title: String,
    }

    fn shard_of(_: UserId, title: &str) -> u32 {
        u32::try_from(title.len()).unwrap()
    }
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
    crate::install();
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

#[tokio::test]
async fn a_key_takes_its_shard_from_the_row() {
    crate::install();
    let db = database().await;
    let schema = Schema::new(db.get_database_backend());
    db.execute(&schema.create_table_from_entity(note::Entity)).await.unwrap();
    let author = UserId::mint();
    let row = |title: &str| note::ActiveModel {
        author_id: Set(author),
        title: Set(title.to_owned()),
        ..Default::default()
    };
    let inserted = row("seven b").insert(&db).await.unwrap();
    assert_eq!(inserted.id.caller(), 7);
    let minted = row("four").minted().unwrap();
    assert_eq!(minted.id.as_ref().caller(), 4);
    let many = [row("a"), row("ab")].minted().unwrap();
    let shards: Vec<_> = many.iter().map(|row| row.id.as_ref().caller()).collect();
    assert_eq!(shards, [1, 2]);
    note::Entity::insert_many(many).exec(&db).await.unwrap();

    // A key that is set stays, whatever the row says.
    let id = NoteId::within(200).mint();
    let set = note::ActiveModel { id: Set(id), ..row("b") }.insert(&db).await.unwrap();
    assert_eq!(set.id, id);

    let without = note::ActiveModel { title: Set("x".to_owned()), ..Default::default() };
    let error = without.insert(&db).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "Custom Error: cannot mint notes.id, which has a value in it that comes from `author_id`: \
         set `author_id` first"
    );
    let error = row(&"x".repeat(256)).minted().unwrap_err();
    assert_eq!(
        error.to_string(),
        "Custom Error: cannot mint notes.id, a NoteId: shard 256 does not fit NoteId: use 0 to \
         255, or a layout with more bits for it"
    );
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
    #[snowflake(skip(sea_orm))]
    struct OwnId(Snowflake);

    impl From<OwnId> for Value {
        fn from(id: OwnId) -> Self {
            Value::String(Some(id.to_string()))
        }
    }

    let value = Value::from(OwnId::from_i64(5).unwrap());
    assert_eq!(value, Value::String(Some("5".to_owned())));
}
