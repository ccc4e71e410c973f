//! Keys that are minted, and columns that are typed.

use std::time::{Duration, SystemTime};

use sea_orm::prelude::*;
use sea_orm::{DatabaseConnection, DbBackend, QueryOrder, QuerySelect, Set};
use snowflake_kit_seaorm::sea_orm_1::{ColumnError, MintedModel as _, MintedRows as _, OrZero};

mod ids {
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::SnowflakeId;

    /// Identifies a user.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct UserId(Snowflake);

    /// Identifies a post.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct PostId(Snowflake);

    snowflake_kit_seaorm::value!(sea_orm_1: UserId, PostId);
    // Beside it, as in a program that is moving.
    snowflake_kit_seaorm::value!(sea_orm_2: UserId, PostId);
}

use ids::{PostId, UserId};

mod user {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::UserId;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "users")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_1")]
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
}

mod post {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;
    use snowflake_kit_seaorm::sea_orm_1::OrZero;

    use super::ids::{PostId, UserId};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    #[minted(crate = "snowflake_kit_seaorm::sea_orm_1")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub reply_to: Option<PostId>,
        pub begin: OrZero<PostId>,
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
}

/// A user, and a post with answers, each of which is linked before any is in the database.
async fn graph(db: &DatabaseConnection) -> (UserId, Vec<PostId>) {
    let ada = user::ActiveModel { name: Set("Ada".to_owned()), ..Default::default() };
    let ada = ada.insert(db).await.unwrap().id;
    let ids = PostId::mint_many(3);
    let rows = ids.iter().map(|id| post::ActiveModel {
        id: Set(*id),
        author_id: Set(ada),
        reply_to: Set((*id != ids[0]).then_some(ids[0])),
        begin: Set(OrZero(None)),
    });
    post::Entity::insert_many(rows.minted().unwrap()).exec(db).await.unwrap();
    (ada, ids)
}

on_each_database! {
    async fn a_graph_is_read_back_by_typed_columns(db: DatabaseConnection) {
        create_tables!(db, user::Entity, post::Entity);
        let (ada, ids) = graph(&db).await;
        let found = post::Entity::find().filter(post::IDS.author_id.eq(ada));
        let found = found.order_by_asc(post::IDS.id).all(&db).await.unwrap();
        assert_eq!(found.iter().map(|post| post.id).collect::<Vec<_>>(), ids);
        assert!(found.iter().all(|post| post.begin == OrZero(None)));

        let count = async |condition| {
            post::Entity::find().filter(condition).count(&db).await.unwrap()
        };
        let (now, minute) = (SystemTime::now(), Duration::from_secs(60));
        let lately = PostId::range(now - minute..now + minute);
        assert_eq!(count(post::IDS.id.in_range(lately)).await, 3);
        assert_eq!(count(post::IDS.id.gt(ids[0])).await, 2);
        assert_eq!(count(post::IDS.id.lte(ids[0])).await, 1);
        assert_eq!(count(post::IDS.id.is_in([ids[0], ids[2]])).await, 2);
        assert_eq!(count(post::IDS.id.is_not_in([ids[0], ids[2]])).await, 1);
        assert_eq!(count(post::IDS.reply_to.eq(None)).await, 1);
        assert_eq!(count(post::IDS.reply_to.ne(post::IDS.id)).await, 2);
        assert_eq!(count(post::IDS.reply_to.if_null(ids[0]).eq(ids[0])).await, 3);
        assert_eq!(count(post::IDS.begin.eq(OrZero(None))).await, 3);

        let post = post::Entity::find_by_id(ids[1]).one(&db).await.unwrap().unwrap();
        assert_eq!(post.reply_to, Some(ids[0]));
        let author = post.find_related(user::Entity).one(&db).await.unwrap().unwrap();
        assert_eq!(author.id, ada);
        let both = post::Entity::find().find_also_related(user::Entity).all(&db).await.unwrap();
        assert!(both.iter().all(|(_, user)| user.as_ref().is_some_and(|user| user.id == ada)));
        let newest: Option<Option<PostId>> = post::Entity::find()
            .select_only()
            .column_as(post::IDS.id.max(), "newest")
            .into_tuple()
            .one(&db)
            .await
            .unwrap();
        assert_eq!(newest, Some(Some(ids[2])));
        let page = post::Entity::find().cursor_by(post::IDS.id).after(ids[0]).first(5).all(&db).await;
        assert_eq!(page.unwrap().len(), 2);
    }

    async fn rows_are_minted_wherever_they_are_inserted(db: DatabaseConnection) {
        create_tables!(db, user::Entity);
        let user = |name: &str| user::ActiveModel { name: Set(name.to_owned()), ..Default::default() };
        let saved = user("one").save(&db).await.unwrap();
        let id = saved.id.clone().unwrap();
        user::Entity::insert(user("two").minted().unwrap()).exec(&db).await.unwrap();
        let rows = [user("three"), user("four")].minted().unwrap();
        user::Entity::insert_many(rows).exec(&db).await.unwrap();
        assert_eq!(user::Entity::find().count(&db).await, Ok(4));

        // SeaORM takes a key that is set for that of a row that is there.
        let minted = user::ActiveModel { id: Set(UserId::mint()), ..user("five") };
        assert_eq!(minted.clone().save(&db).await, Err(DbErr::RecordNotUpdated));
        let mut minted = minted.save_minted(&db).await.unwrap();
        minted.name = Set("5".to_owned());
        let minted = minted.save_minted(&db).await.unwrap();
        assert_eq!(minted.name.unwrap(), "5");
        assert_eq!(user::Entity::find().count(&db).await, Ok(5));
        user::Entity::delete_by_id(id).exec(&db).await.unwrap();
        assert_eq!(user::Entity::find().count(&db).await, Ok(4));
    }

    async fn what_is_no_id_is_named(db: DatabaseConnection) {
        create_tables!(db, user::Entity);
        db.execute_unprepared("INSERT INTO users (id, name) VALUES (-7, 'Eve')").await.unwrap();
        let error = user::Entity::find().one(&db).await.unwrap_err();
        let DbErr::TryIntoErr { source, .. } = &error else { panic!("{error:?}") };
        assert_eq!(source.downcast_ref::<ColumnError>().unwrap().column, "id");
        let expected = "column id: invalid UserId -7: expected 1 to 9223372036854775807";
        assert!(error.to_string().contains(expected), "{error}");
    }
}

#[tokio::test]
async fn lists_of_keys_are_one_parameter_of_postgres() {
    crate::backend::run(DbBackend::Postgres, async |db: DatabaseConnection| {
        create_tables!(db, user::Entity, post::Entity);
        let (_, ids) = graph(&db).await;
        let some = post::Entity::find().filter(post::IDS.id.eq_any(ids[1..].to_vec()));
        assert_eq!(some.count(&db).await, Ok(2));
        let others = post::Entity::find().filter(post::IDS.id.ne_all(ids[1..].to_vec()));
        assert_eq!(others.count(&db).await, Ok(1));
        let array = "SELECT ARRAY[7, 9223372036854775807]::bigint[] AS ids";
        let row = sea_orm::Statement::from_string(DbBackend::Postgres, array);
        let row = db.query_one(row).await.unwrap().unwrap();
        let found: Vec<PostId> = row.try_get("", "ids").unwrap();
        assert_eq!(found.iter().map(|id| id.get()).collect::<Vec<_>>(), [7, i64::MAX]);
    })
    .await;
}

#[test]
fn a_table_has_columns_of_bigint() {
    let create = sea_orm::Schema::new(DbBackend::Sqlite).create_table_from_entity(post::Entity);
    let sql = DbBackend::Sqlite.build(&create).to_string();
    for column in
        ["\"id\" bigint NOT NULL PRIMARY KEY", "\"reply_to\" bigint", "\"begin\" bigint NOT NULL"]
    {
        assert!(sql.contains(column), "{sql}");
    }
}
