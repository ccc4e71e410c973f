//! Entities in the classic format, and behaviour of the user's own.

use crate::version::MintedModel as _;
use sea_orm::prelude::*;
use sea_orm::{DatabaseConnection, IntoActiveModel, QueryOrder, Set};

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

    value!(UserId, PostId);
}

mod user {
    use sea_orm::ActiveValue::Set;
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::UserId;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "users")]
    #[minted(crate = "crate::version", before_save = "tidy")]
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

    /// Trims the name of a new user, and keeps the one of a user who is there.
    async fn tidy<C: ConnectionTrait>(
        mut row: ActiveModel,
        db: &C,
        insert: bool,
    ) -> Result<ActiveModel, DbErr> {
        let Set(name) = &mut row.name else { return Ok(row) };
        *name = name.trim().to_owned();
        let id = *row.id.try_as_ref().expect("it was minted before");
        let before = Entity::find_by_id(id).one(db).await?;
        match before {
            None if insert => Ok(row),
            Some(before) if !insert => Ok(ActiveModel { name: Set(before.name), ..row }),
            other => Err(DbErr::Custom(format!("insert: {insert}, and there is {other:?}"))),
        }
    }
}

/// With hooks of its own.
mod post {
    use crate::version::MintedModel as _;
    use sea_orm::ActiveValue::Set;
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{PostId, UserId};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "posts")]
    #[minted(crate = "crate::version", behavior = "own")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: PostId,
        pub author_id: UserId,
        pub title: String,
        pub edits: i32,
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

    #[async_trait::async_trait]
    impl ActiveModelBehavior for ActiveModel {
        fn new() -> Self {
            Self { edits: Set(0), ..ActiveModelTrait::default() }
        }

        async fn before_save<C>(self, _: &C, insert: bool) -> Result<Self, DbErr>
        where
            C: ConnectionTrait,
        {
            let mut row = self.mint_on_insert(insert).await?;
            if !insert {
                row.edits = Set(row.edits.take().unwrap_or_default() + 1);
            }
            Ok(row)
        }

        async fn after_save<C>(mut model: Model, _: &C, _: bool) -> Result<Model, DbErr>
        where
            C: ConnectionTrait,
        {
            model.title = model.title.to_uppercase();
            Ok(model)
        }

        async fn before_delete<C>(self, _: &C) -> Result<Self, DbErr>
        where
            C: ConnectionTrait,
        {
            Err(DbErr::Custom("posts are for ever".to_owned()))
        }
    }
}

/// Without the macros that write the entity.
mod room {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::{MintedModel, SnowflakeId};

    /// Identifies a room.
    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct RoomId(Snowflake);

    value!(RoomId);

    #[derive(Clone, Copy, Debug, Default, DeriveEntity)]
    pub struct Entity;

    impl EntityName for Entity {
        fn table_name(&self) -> &'static str {
            "rooms"
        }
    }

    #[derive(Clone, Debug, PartialEq, Eq, DeriveModel, DeriveActiveModel, MintedModel)]
    #[minted(crate = "crate::version", behavior = "own")]
    pub struct Model {
        #[minted]
        pub id: RoomId,
        pub name: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveColumn)]
    pub enum Column {
        Id,
        Name,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DerivePrimaryKey)]
    pub enum PrimaryKey {
        Id,
    }

    impl PrimaryKeyTrait for PrimaryKey {
        type ValueType = RoomId;

        fn auto_increment() -> bool {
            false
        }
    }

    impl ColumnTrait for Column {
        type EntityName = Entity;

        fn def(&self) -> ColumnDef {
            match self {
                Self::Id => crate::version::schema::column_type().def(),
                Self::Name => ColumnType::String(StringLen::None).def(),
            }
        }
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    #[async_trait::async_trait]
    impl ActiveModelBehavior for ActiveModel {
        async fn before_save<C>(self, _: &C, insert: bool) -> Result<Self, DbErr>
        where
            C: ConnectionTrait,
        {
            crate::version::MintedModel::mint_on_insert(self, insert).await
        }
    }
}

on_each_database! {
    async fn a_hook_is_called_after_the_minting(db: DatabaseConnection) {
        create_tables!(db, user::Entity);
        let ada = user::ActiveModel { name: Set(" Ada ".to_owned()), ..Default::default() };
        let ada = ada.insert(&db).await.unwrap();
        assert_eq!(ada.name, "Ada");
        let bob = user::ActiveModel { name: Set("Bob".to_owned()), ..ada.clone().into() };
        assert_eq!(bob.update(&db).await.unwrap(), ada);
        // Refused by the hook: it is there.
        let again = user::ActiveModel { name: Set("Ada".to_owned()), ..ada.into() };
        again.insert(&db).await.unwrap_err();
    }

    async fn the_derive_mints(db: DatabaseConnection) {
        create_tables!(db, user::Entity, post::Entity);
        let ada = user::ActiveModel { name: Set("Ada".to_owned()), ..Default::default() };
        let ada = ada.insert(&db).await.unwrap();
        assert_eq!(user::Entity::find_by_id(ada.id).one(&db).await, Ok(Some(ada.clone())));
        let found = user::Entity::find().filter(user::IDS.id.eq(ada.id)).count(&db).await;
        assert_eq!(found, Ok(1));
    }

    async fn other_hooks_are_the_users(db: DatabaseConnection) {
        create_tables!(db, user::Entity, post::Entity);
        let ada = user::ActiveModel { name: Set("Ada".to_owned()), ..Default::default() };
        let ada = ada.insert(&db).await.unwrap();
        let row = post::ActiveModel {
            author_id: Set(ada.id),
            title: Set("Hello".to_owned()),
            ..Default::default()
        };
        let inserted = row.clone().insert(&db).await.unwrap();
        assert_eq!((inserted.edits, inserted.title.as_str()), (0, "HELLO"));
        let mut again = inserted.clone().into_active_model();
        again.title = Set("Bye".to_owned());
        let updated = again.update(&db).await.unwrap();
        assert_eq!((updated.id, updated.edits), (inserted.id, 1));

        let error = updated.delete(&db).await.unwrap_err();
        assert_eq!(error, DbErr::Custom("posts are for ever".to_owned()));
        post::Entity::insert(row.minted().unwrap()).exec(&db).await.unwrap();
        let posts = ada.find_related(post::Entity).order_by_asc(post::IDS.id).all(&db).await;
        assert_eq!(posts.unwrap().len(), 2);
    }

    async fn the_macro_does_without_the_derive(db: DatabaseConnection) {
        create_tables!(db, room::Entity);
        let row = room::ActiveModel { name: Set("Attic".to_owned()), ..Default::default() };
        let attic = row.insert(&db).await.unwrap();
        assert_eq!(room::Entity::find_by_id(attic.id).one(&db).await, Ok(Some(attic)));
    }
}
