//! A table of each kind of key, joined, in classic entities.

use crate::version::{ColumnError, MintedModel as _};
use sea_orm::prelude::*;
use sea_orm::{
    ActiveValue, DatabaseConnection, DbBackend, DbErr, IntoActiveModel as _, QuerySelect as _, Set,
};
use snowflake_kit_core::Id as _;

mod ids {
    use snowflake_kit_core::Snowflake;
    use snowflake_kit_derive::{CountedId, SnowflakeId, UuidId};
    use uuid::Uuid;

    #[derive(SnowflakeId)]
    #[snowflake(crate = "snowflake_kit_mint")]
    pub struct PostId(Snowflake);

    #[derive(UuidId)]
    #[uuid_id(crate = "snowflake_kit_mint", prefix = "order_", text = "typeid")]
    pub struct OrderId(Uuid);

    #[derive(CountedId)]
    #[counted_id(crate = "snowflake_kit_core")]
    pub struct CountryId(i32);

    #[derive(CountedId)]
    #[counted_id(crate = "snowflake_kit_core")]
    pub struct LineId(i64);

    value!(PostId, OrderId, CountryId, LineId);
}

use ids::{CountryId, OrderId, PostId};

mod country {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::CountryId;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "countries")]
    #[minted(crate = "crate::version")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = true)]
        pub id: CountryId,
        pub name: String,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

mod order {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{CountryId, OrderId};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "orders")]
    #[minted(crate = "crate::version")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = false)]
        pub id: OrderId,
        pub country_id: CountryId,
        pub other_country: Option<CountryId>,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {
        #[sea_orm(
            belongs_to = "super::country::Entity",
            from = "Column::CountryId",
            to = "super::country::Column::Id"
        )]
        Country,
    }

    impl Related<super::country::Entity> for Entity {
        fn to() -> RelationDef {
            Relation::Country.def()
        }
    }
}

mod line {
    use sea_orm::entity::prelude::*;
    use snowflake_kit_derive::MintedModel;

    use super::ids::{LineId, OrderId, PostId};

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel, MintedModel)]
    #[sea_orm(table_name = "order_lines")]
    #[minted(crate = "crate::version")]
    pub struct Model {
        #[sea_orm(primary_key, auto_increment = true)]
        pub id: LineId,
        pub order_id: Option<OrderId>,
        pub post_id: PostId,
    }

    #[derive(Clone, Copy, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}
}

async fn create(db: &DatabaseConnection) {
    create_tables!(*db, country::Entity, order::Entity, line::Entity);
}

on_each_database! {
    async fn a_table_of_each_kind_is_joined(db: DatabaseConnection) {
        create(&db).await;
        // The database counts.
        let country = country::ActiveModel { name: Set("Germany".to_owned()), ..Default::default() };
        let country = country.insert(&db).await.unwrap();
        assert_eq!(country.id.get(), 1);
        // The program mints.
        let order = order::ActiveModel {
            country_id: Set(country.id),
            other_country: Set(None),
            ..Default::default()
        };
        let order = order.insert(&db).await.unwrap();
        assert_eq!(order.id.get().get_version_num(), 7);
        let line = line::ActiveModel {
            order_id: Set(Some(order.id)),
            post_id: Set(PostId::mint()),
            ..Default::default()
        };
        let line = line.insert(&db).await.unwrap();
        assert_eq!(line.id.get(), 1);

        let found = order::Entity::find()
            .filter(order::IDS.id.eq(order.id))
            .filter(order::IDS.country_id.is_in([country.id]))
            .filter(order::IDS.other_country.eq(None::<CountryId>))
            .find_also_related(country::Entity)
            .one(&db)
            .await
            .unwrap();
        assert_eq!(found, Some((order.clone(), Some(country.clone()))));
        let found = line::Entity::find_by_id(line.id).one(&db).await.unwrap();
        assert_eq!(found, Some(line));
        let found = order::Entity::find_by_id(order.id).one(&db).await.unwrap();
        assert_eq!(found, Some(order.clone()));

        // `minted` sets minted keys, and leaves counted ones.
        let row = <country::ActiveModel as Default>::default().minted().unwrap();
        assert_eq!(row.id, ActiveValue::NotSet);
        let row = <order::ActiveModel as Default>::default().minted().unwrap();
        assert!(row.id.is_set());
        let mut row = order.into_active_model();
        row.other_country = Set(Some(country.id));
        assert_eq!(row.update(&db).await.unwrap().other_country, Some(country.id));
    }

    async fn many_uuids_are_one_parameter(db: DatabaseConnection) {
        if db.get_database_backend() != DbBackend::Postgres {
            return;
        }
        create(&db).await;
        let country_id = CountryId::from_value(7).unwrap();
        let country = country::ActiveModel { id: Set(country_id), name: Set("Italy".to_owned()) };
        country.insert(&db).await.unwrap();
        let rows = [(); 3].map(|()| order::ActiveModel {
            country_id: Set(country_id),
            ..<order::ActiveModel as Default>::default().minted().unwrap()
        });
        let ids: Vec<OrderId> = rows.iter().map(|row| row.id.clone().unwrap()).collect();
        order::Entity::insert_many(rows).exec_without_returning(&db).await.unwrap();
        let found = order::Entity::find()
            .filter(order::IDS.id.eq_any(ids.clone()))
            .filter(order::IDS.country_id.eq_any([country_id]))
            .all(&db)
            .await
            .unwrap();
        assert_eq!(found.len(), ids.len());
    }

    async fn what_is_not_an_id_is_refused_by_name(db: DatabaseConnection) {
        create(&db).await;
        let nil = if db.get_database_backend() == DbBackend::Postgres {
            "'00000000-0000-0000-0000-000000000000'"
        } else {
            "x'00000000000000000000000000000000'"
        };
        let country = "INSERT INTO countries (id, name) VALUES (-7, 'Nowhere')";
        db.execute_unprepared(country).await.unwrap();
        let insert = format!("INSERT INTO orders (id, country_id) VALUES ({nil}, -7)");
        db.execute_unprepared(&insert).await.unwrap();
        let error = order::Entity::find().one(&db).await.unwrap_err();
        let DbErr::TryIntoErr { source, .. } = &error else { panic!("{error}") };
        let error = source.downcast_ref::<ColumnError>().unwrap().to_string();
        assert!(error.contains("the nil and the max UUID identify nothing"), "{error}");
        let number = order::Entity::find()
            .select_only()
            .column(order::Column::CountryId)
            .into_tuple::<CountryId>()
            .one(&db)
            .await
            .unwrap_err();
        let DbErr::TryIntoErr { source, .. } = &number else { panic!("{number}") };
        let error = source.to_string();
        assert!(error.ends_with("invalid CountryId -7: expected 1 to 2147483647"), "{error}");
    }
}
