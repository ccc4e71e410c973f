//! Entities in the classic format, on embedded `SQLite`.

#![expect(unreachable_pub, reason = "SeaORM's derives make all but the model public")]

mod database;

use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DatabaseConnection, DbBackend, DbErr,
    EntityTrait, IntoActiveModel, ModelTrait, QueryFilter, QueryOrder, QuerySelect, Schema, Set,
    Unchanged,
};
use snowflake_core::SnowflakeId as _;
use snowflake_seaorm::ColumnError;

use ids::{PostId, RoomId, UserId};

mod ids {
    use snowflake_core::Snowflake;
    use snowflake_derive::SnowflakeId;

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    pub struct PostId(Snowflake);

    /// Identifies a room.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_core")]
    pub struct RoomId(Snowflake);

    snowflake_seaorm::value!(UserId, PostId, RoomId);
}

mod user {
    use sea_orm::entity::prelude::*;

    use super::ids::UserId;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "users")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: UserId,
        pub name: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(has_many = "super::post::Entity")]
        Post,
    }

    impl Related<super::post::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Post.def()
        }
    }

    impl ActiveModelBehavior for ActiveModel {}
}

mod room {
    use sea_orm::entity::prelude::*;

    use super::ids::RoomId;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "rooms")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false, column_type = r#"custom("bigint")"#)]
        pub id: RoomId,
        pub name: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

mod post {
    use sea_orm::entity::prelude::*;

    use super::ids::{PostId, UserId};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "posts")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub editor_id: Option<UserId>,
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

    impl ActiveModelBehavior for ActiveModel {}
}

const BIG: i64 = i64::MAX;

fn user(value: i64) -> UserId {
    UserId::from_i64(value).unwrap()
}

fn post(value: i64) -> PostId {
    PostId::from_i64(value).unwrap()
}

fn three_posts() -> [post::Model; 3] {
    let post = |id, author, editor: Option<i64>| post::Model {
        id: post(id),
        author_id: user(author),
        editor_id: editor.map(user),
    };
    [post(10, 1, None), post(11, 2, Some(1)), post(BIG, 1, Some(2))]
}

/// Ada (1) and Bob (2), and their posts.
async fn filled() -> DatabaseConnection {
    let db = database::with_tables_of((user::Entity, post::Entity)).await;
    for (id, name) in [(1, "Ada"), (2, "Bob")] {
        let row = user::ActiveModel { id: Set(user(id)), name: Set(name.to_owned()) };
        let inserted = row.insert(&db).await.unwrap();
        assert_eq!(inserted.id, user(id));
    }
    let posts = three_posts().map(IntoActiveModel::into_active_model);
    let inserted = post::Entity::insert_many(posts).exec(&db).await.unwrap();
    assert_eq!(inserted.last_insert_id, Some(post(BIG)));
    db
}

/// The statement that creates the table of an entity.
fn create(entity: impl EntityTrait, backend: DbBackend) -> String {
    let statement = Schema::new(backend).create_table_from_entity(entity);
    backend.build(&statement).to_string()
}

#[test]
fn keys_have_no_default() {
    let sql = create(post::Entity, DbBackend::Postgres);
    assert!(sql.contains(r#""id" bigint NOT NULL PRIMARY KEY,"#), "{sql}");
    let sql = create(post::Entity, DbBackend::MySql);
    assert!(sql.contains("`id` bigint NOT NULL PRIMARY KEY,"), "{sql}");
    // SeaORM knows no other integer here; SQLite takes it for its row number.
    let sql = create(post::Entity, DbBackend::Sqlite);
    assert!(sql.contains(r#""id" integer NOT NULL PRIMARY KEY,"#), "{sql}");
}

#[test]
fn keys_of_a_type_of_their_own_are_bigint_everywhere() {
    let sql = create(room::Entity, DbBackend::Postgres);
    assert!(sql.contains(r#""id" bigint NOT NULL PRIMARY KEY,"#), "{sql}");
    let sql = create(room::Entity, DbBackend::MySql);
    assert!(sql.contains("`id` bigint NOT NULL PRIMARY KEY,"), "{sql}");
    let sql = create(room::Entity, DbBackend::Sqlite);
    assert!(sql.contains(r#""id" bigint NOT NULL PRIMARY KEY,"#), "{sql}");
}

#[tokio::test]
async fn minted_keys_come_back() {
    snowflake_core::install(snowflake_core::Node::fixed(7)).unwrap();
    let db = database::with_tables_of((user::Entity, post::Entity)).await;
    let (post, author) = (PostId::mint(), UserId::mint());

    let row = user::ActiveModel { id: Set(author), name: Set("Ada".to_owned()) };
    let inserted = user::Entity::insert(row).exec(&db).await.unwrap();
    assert_eq!(inserted.last_insert_id, author);
    let row = post::ActiveModel { id: Set(post), author_id: Set(author), editor_id: Set(None) };
    let inserted = post::Entity::insert(row).exec(&db).await.unwrap();
    assert_eq!(inserted.last_insert_id, post);
    let found = post::Entity::find_by_id(post).one(&db).await.unwrap().unwrap();
    assert_eq!(found, post::Model { id: post, author_id: author, editor_id: None });
}

#[tokio::test]
async fn rows_are_found() {
    let db = filled().await;
    let [one, two, three] = three_posts();

    let found = post::Entity::find_by_id(post(11)).one(&db).await;
    assert_eq!(found, Ok(Some(two.clone())));
    assert_eq!(post::Entity::find_by_id(post(12)).one(&db).await, Ok(None));

    let find = |condition| post::Entity::find().filter(condition).order_by_asc(post::Column::Id);
    let author = user(1);
    let found = find(post::Column::AuthorId.eq(author)).all(&db).await;
    assert_eq!(found, Ok(vec![one.clone(), three.clone()]));
    let found = find(post::Column::AuthorId.ne(author)).all(&db).await;
    assert_eq!(found, Ok(vec![two.clone()]));
    let found = find(post::Column::Id.is_in([one.id, three.id])).all(&db).await;
    assert_eq!(found, Ok(vec![one.clone(), three.clone()]));
    let found = find(post::Column::Id.between(one.id, two.id)).all(&db).await;
    assert_eq!(found, Ok(vec![one.clone(), two.clone()]));
    let found = find(post::Column::EditorId.eq(author)).all(&db).await;
    assert_eq!(found, Ok(vec![two.clone()]));
    let found = find(post::Column::EditorId.eq(Some(user(2)))).all(&db).await;
    assert_eq!(found, Ok(vec![three]));
    let found = find(post::Column::EditorId.is_null()).all(&db).await;
    assert_eq!(found, Ok(vec![one.clone()]));

    let mut pages = post::Entity::find().cursor_by(post::Column::Id);
    let found = pages.after(one.id).first(1).all(&db).await;
    assert_eq!(found, Ok(vec![two]));

    let pairs: Vec<(PostId, Option<UserId>)> = post::Entity::find()
        .select_only()
        .columns([post::Column::Id, post::Column::EditorId])
        .order_by_desc(post::Column::Id)
        .into_tuple()
        .all(&db)
        .await
        .unwrap();
    assert_eq!(pairs, [(post(BIG), Some(user(2))), (post(11), Some(user(1))), (post(10), None)]);
}

#[tokio::test]
async fn relations_follow_keys() {
    let db = filled().await;
    let [one, two, three] = three_posts();

    let ada = user::Entity::find_by_id(user(1)).one(&db).await.unwrap().unwrap();
    let written = ada.find_related(post::Entity).order_by_asc(post::Column::Id).all(&db).await;
    assert_eq!(written, Ok(vec![one.clone(), three.clone()]));

    let all = user::Entity::find()
        .find_with_related(post::Entity)
        .order_by_asc(user::Column::Id)
        .order_by_asc(post::Column::Id)
        .all(&db)
        .await
        .unwrap();
    let posts: Vec<_> = all.into_iter().map(|(_, posts)| posts).collect();
    assert_eq!(posts, [vec![one, three], vec![two]]);
}

#[tokio::test]
async fn rows_are_updated_and_deleted() {
    let db = filled().await;
    let row = post::ActiveModel {
        id: Unchanged(post(11)),
        author_id: Set(user(2)),
        editor_id: Set(None),
    };
    let updated = row.update(&db).await;
    let expected = post::Model { id: post(11), author_id: user(2), editor_id: None };
    assert_eq!(updated, Ok(expected));

    let deleted = post::Entity::delete_by_id(post(11)).exec(&db).await.unwrap();
    assert_eq!(deleted.rows_affected, 1);
}

#[tokio::test]
async fn rows_without_a_key_are_refused_in_bigint_tables() {
    let db = database::with_tables_of((user::Entity, room::Entity)).await;
    let row = room::ActiveModel { name: Set("Attic".to_owned()), ..Default::default() };
    let error = row.insert(&db).await.unwrap_err().to_string();
    assert!(error.contains("NOT NULL constraint failed: rooms.id"), "{error}");

    let id = RoomId::from_i64(BIG).unwrap();
    let row = room::ActiveModel { id: Set(id), name: Set("Attic".to_owned()) };
    let inserted = row.insert(&db).await;
    assert_eq!(inserted, Ok(room::Model { id, name: "Attic".to_owned() }));
    assert_eq!(room::Entity::find_by_id(id).one(&db).await, inserted.map(Some));
}

/// The column, and the whole message.
fn refusal<T: std::fmt::Debug>(result: Result<T, DbErr>) -> (String, String) {
    let error = result.unwrap_err();
    let DbErr::TryIntoErr { source, .. } = &error else { panic!("{error:?}") };
    let column = source.downcast_ref::<ColumnError>().unwrap().column.clone();
    (column, error.to_string())
}

#[tokio::test]
async fn values_that_are_no_ids_are_refused() {
    for value in [0, -1, i64::MIN] {
        let db = database::with_tables_of((user::Entity, post::Entity)).await;
        let insert =
            format!("PRAGMA foreign_keys = OFF; INSERT INTO posts VALUES ({value}, 1, {value});");
        db.execute_unprepared(&insert).await.unwrap();

        let (column, message) = refusal(post::Entity::find().one(&db).await);
        assert_eq!(column, "id");
        let error = format!("invalid PostId {value}: expected 1 to 9223372036854775807");
        assert_eq!(message, format!("Error converting `i64` into `PostId`: column id: {error}"));

        // A value that is wrong is not the same as one that is missing.
        let editors = post::Entity::find().select_only().column(post::Column::EditorId);
        let (column, message) = refusal(editors.into_tuple::<Option<UserId>>().one(&db).await);
        assert_eq!(column, "0");
        let error = format!("invalid UserId {value}: expected 1 to 9223372036854775807");
        assert_eq!(message, format!("Error converting `i64` into `UserId`: column 0: {error}"));
    }
}

#[tokio::test]
async fn null_is_no_id() {
    let db = filled().await;
    let editors = post::Entity::find().select_only().column(post::Column::EditorId);
    let found = editors.into_tuple::<UserId>().one(&db).await;
    assert!(matches!(found, Err(DbErr::Type(_))), "{found:?}");
}
